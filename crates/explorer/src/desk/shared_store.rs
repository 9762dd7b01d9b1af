//! A store that several searches have open.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhizome_impartial::store::Store;
use rhizome_impartial::{Fact, FactStore, FactStoreError};

/// One store, for several searches of one domain at a time.
#[derive(Clone)]
pub struct SharedStore(Arc<Mutex<Store>>);

impl SharedStore {
    /// A store for several.
    pub fn new(store: Store) -> Self {
        SharedStore(Arc::new(Mutex::new(store)))
    }

    /// A store that was interrupted has its transactions, and says so itself if it cannot go on.
    fn open(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FactStore for SharedStore {
    fn len(&self) -> u64 {
        self.open().len()
    }

    fn get(&self, code: &[u8]) -> Result<Option<Fact>, FactStoreError> {
        Ok(self.open().get(code)?)
    }

    fn for_each(&self, visitor: &mut dyn FnMut(&[u8], Fact)) -> Result<(), FactStoreError> {
        Ok(self.open().for_each(visitor)?)
    }

    fn save<'a>(
        &mut self,
        facts: &mut dyn Iterator<Item = (&'a [u8], &'a Fact)>,
    ) -> Result<(), FactStoreError> {
        let mut store = self.open();
        store.put_all(facts)?;
        Ok(store.flush()?)
    }
}
