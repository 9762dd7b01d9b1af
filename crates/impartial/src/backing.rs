//! Carries new facts from the memory of a tree to a store, and old ones back.

use std::time::{Duration, Instant};

use rhizome_search::Interruption;

use crate::fact::Fact;
use crate::fact_store::{FactStore, FactStoreError};
use crate::game::Codes;

/// A store is written to when so many facts are new, or so much time has passed.
const SAVE_FACTS: usize = 1 << 16;
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// What is proved in the memory of a tree, by numbers of the tree's own.
pub(crate) trait Proved {
    /// The fact with a number, if there is one. What it is kept under is appended to `code`.
    fn proved(&self, number: u32, code: &mut Vec<u8>) -> Option<Fact>;
}

/// The store behind a tree, if it has one, and what is on the way to it.
pub(crate) struct Backing {
    store: Option<Box<dyn FactStore>>,
    /// Whether the store may have facts that are not in memory.
    recall: bool,
    /// The numbers of facts that are not in the store yet; some more than once.
    new: Vec<u32>,
    saved: Instant,
    calls: u32,
    failure: Option<FactStoreError>,
}

impl Default for Backing {
    fn default() -> Self {
        Backing {
            store: None,
            recall: false,
            new: Vec::new(),
            saved: Instant::now(),
            calls: 0,
            failure: None,
        }
    }
}

impl Backing {
    pub(crate) fn new(store: Box<dyn FactStore>, recall: bool) -> Self {
        Backing { store: Some(store), recall, ..Backing::default() }
    }

    /// Takes the store out, for something that is put in front of it.
    pub(crate) fn take_store(&mut self) -> Option<Box<dyn FactStore>> {
        self.store.take()
    }

    /// Puts in the store, or what stands in front of it, which is asked about all that is new in memory. It has yet to
    /// be told what is `known`, by numbers.
    pub(crate) fn put_in_front(&mut self, store: Box<dyn FactStore>, known: impl Iterator<Item = u32>) {
        self.store = Some(store);
        self.recall = true;
        self.new.extend(known);
    }

    /// Whether it has to be asked about what is new in memory.
    pub(crate) fn recalls(&self) -> bool {
        self.recall
    }

    /// What the store knows about what is new in memory.
    pub(crate) fn recall(&mut self, code: &[u8]) -> Option<Fact> {
        if !self.recall {
            return None;
        }
        match self.store.as_ref()?.get(code) {
            Ok(fact) => fact,
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }

    /// Takes note that the tree cannot go on.
    pub(crate) fn fail(&mut self, failure: FactStoreError) {
        self.failure = Some(failure);
    }

    /// Why the tree cannot go on.
    pub(crate) fn take_failure(&mut self) -> Option<FactStoreError> {
        self.failure.take()
    }

    /// Takes note that the fact with a number is new.
    pub(crate) fn note(&mut self, number: u32) {
        if self.store.is_some() {
            self.new.push(number);
        }
    }

    fn is_due(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        self.new.len() >= SAVE_FACTS
            || self.calls.is_multiple_of(64) && !self.new.is_empty() && self.saved.elapsed() >= SAVE_INTERVAL
    }

    /// Saves if it is time to.
    ///
    /// # Errors
    /// When the store has failed, now or before.
    pub(crate) fn keep_up(&mut self, memory: &impl Proved) -> Result<(), Interruption> {
        if self.is_due()
            && let Err(failure) = self.save(memory)
        {
            self.failure = Some(failure);
        }
        if self.failure.is_some() { Err(Interruption::Tree) } else { Ok(()) }
    }

    /// Saves what is about to be forgotten.
    ///
    /// # Errors
    /// When the store has failed, now or before. Nothing must be forgotten then.
    pub(crate) fn before_collection(&mut self, memory: &impl Proved) -> Result<(), Interruption> {
        if let Err(failure) = self.save(memory) {
            self.failure = Some(failure);
            return Err(Interruption::Tree);
        }
        self.recall = self.store.is_some();
        Ok(())
    }

    /// Writes all new facts into the store.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(crate) fn save(&mut self, memory: &impl Proved) -> Result<(), FactStoreError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        self.new.sort_unstable();
        self.new.dedup();
        let mut codes = Codes::new();
        let mut facts = Vec::new();
        for &number in &self.new {
            let mut fact = None;
            codes.push_with(|code| {
                let start = code.len();
                fact = memory.proved(number, code);
                if fact.is_none() {
                    code.truncate(start);
                }
            });
            facts.extend(fact);
        }
        store.save(&mut codes.iter().zip(&facts))?;
        self.new.clear();
        self.saved = Instant::now();
        Ok(())
    }
}
