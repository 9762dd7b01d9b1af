//! A store of facts in memory, which can be told to fail.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use rhizome_impartial::{Fact, FactStore, FactStoreError};

/// What threads take turns to look at.
#[derive(Default)]
pub struct Locked<T>(Mutex<T>);

impl<T> Locked<T> {
    pub fn borrow(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap()
    }

    pub fn borrow_mut(&self) -> MutexGuard<'_, T> {
        self.borrow()
    }

    pub fn get(&self) -> T
    where
        T: Copy,
    {
        *self.borrow()
    }

    pub fn set(&self, value: T) {
        *self.borrow() = value;
    }
}

/// What is on the shelf, and what may go wrong with it.
#[derive(Default)]
pub struct Contents {
    pub facts: Locked<BTreeMap<Vec<u8>, Fact>>,
    /// Facts that come to light only when something else is to be put beside them.
    pub hidden: Locked<BTreeMap<Vec<u8>, Fact>>,
    pub gets_fail: Locked<bool>,
    pub saves_fail: Locked<bool>,
    pub gets: Locked<u64>,
    /// How many of the gets have found something.
    pub hits: Locked<u64>,
    pub saves: Locked<u64>,
}

/// A store whose contents others can look at.
#[derive(Clone, Default)]
pub struct Shelf(pub Arc<Contents>);

/// What a failing shelf says.
pub const READING_FAILED: &str = "the shelf cannot be reached";
pub const WRITING_FAILED: &str = "the shelf is full";

impl FactStore for Shelf {
    fn len(&self) -> u64 {
        self.0.facts.borrow().len() as u64
    }

    fn get(&self, code: &[u8]) -> Result<Option<Fact>, FactStoreError> {
        if self.0.gets_fail.get() {
            return Err(READING_FAILED.into());
        }
        let fact = self.0.facts.borrow().get(code).cloned();
        self.0.gets.set(self.0.gets.get() + 1);
        self.0.hits.set(self.0.hits.get() + u64::from(fact.is_some()));
        Ok(fact)
    }

    fn for_each(&self, visitor: &mut dyn FnMut(&[u8], Fact)) -> Result<(), FactStoreError> {
        if self.0.gets_fail.get() {
            return Err(READING_FAILED.into());
        }
        self.0.facts.borrow().iter().for_each(|(code, fact)| visitor(code, fact.clone()));
        Ok(())
    }

    fn save<'a>(
        &mut self,
        facts: &mut dyn Iterator<Item = (&'a [u8], &'a Fact)>,
    ) -> Result<(), FactStoreError> {
        if self.0.saves_fail.get() {
            return Err(WRITING_FAILED.into());
        }
        self.0.saves.set(self.0.saves.get() + 1);
        let mut all = self.0.facts.borrow_mut();
        for (code, fact) in facts {
            if let Some(hidden) = self.0.hidden.borrow().get(code) {
                hidden.clone().merge(fact)?;
            }
            match all.get_mut(code) {
                Some(known) => {
                    known.merge(fact)?;
                }
                None => {
                    all.insert(code.to_vec(), fact.clone());
                }
            }
        }
        Ok(())
    }
}
