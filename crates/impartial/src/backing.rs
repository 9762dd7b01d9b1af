//! Carries new facts from the graph to a store, and old ones back.

use std::time::{Duration, Instant};

use rhizome_search::Interruption;

use crate::fact::Fact;
use crate::fact_store::{FactStore, FactStoreError};
use crate::graph::{Graph, LandId};

/// A store is written to when so many facts are new, or so much time has passed.
const SAVE_FACTS: usize = 1 << 16;
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// The store behind a tree, if it has one, and what is on the way to it.
pub(crate) struct Backing {
    store: Option<Box<dyn FactStore>>,
    /// Whether the store may know lands that the graph does not know.
    recall: bool,
    /// Lands with facts that are not in the store yet; some more than once.
    new: Vec<LandId>,
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

    /// What the store knows about a land that the graph does not know.
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

    /// Takes note that there is a new fact about a land.
    pub(crate) fn note(&mut self, land: LandId) {
        if self.store.is_some() {
            self.new.push(land);
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
    pub(crate) fn keep_up(&mut self, graph: &Graph) -> Result<(), Interruption> {
        if self.is_due()
            && let Err(failure) = self.save(graph)
        {
            self.failure = Some(failure);
        }
        if self.failure.is_some() { Err(Interruption::Tree) } else { Ok(()) }
    }

    /// Saves what the graph is about to forget.
    ///
    /// # Errors
    /// When the store has failed, now or before. The graph must not forget then.
    pub(crate) fn before_collection(&mut self, graph: &Graph) -> Result<(), Interruption> {
        if let Err(failure) = self.save(graph) {
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
    pub(crate) fn save(&mut self, graph: &Graph) -> Result<(), FactStoreError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        self.new.sort_unstable();
        self.new.dedup();
        let facts: Vec<(LandId, Fact)> =
            self.new.iter().filter_map(|&land| Some((land, graph.fact(land)?))).collect();
        store.save(&mut facts.iter().map(|(land, fact)| (graph.code(*land), fact)))?;
        self.new.clear();
        self.saved = Instant::now();
        Ok(())
    }
}
