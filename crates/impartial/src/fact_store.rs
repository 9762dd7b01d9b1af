//! Where proved facts outlive the memory of a search.

use std::error::Error;

use crate::fact::Fact;

/// Why a [`FactStore`] could not do what it was asked for.
pub type FactStoreError = Box<dyn Error + Send + Sync>;

/// Keeps facts about lands, by their codes, outside the memory of a search.
pub trait FactStore: Send {
    /// The number of lands it has a fact about.
    fn len(&self) -> u64;

    /// Whether it has no facts.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The fact about a land.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn get(&self, code: &[u8]) -> Result<Option<Fact>, FactStoreError>;

    /// Shows all facts.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn for_each(&self, visitor: &mut dyn FnMut(&[u8], Fact)) -> Result<(), FactStoreError>;

    /// Adds facts to those it has, and makes all of them durable.
    ///
    /// # Errors
    /// When the store cannot be written, or when it says the opposite.
    fn save<'a>(
        &mut self,
        facts: &mut dyn Iterator<Item = (&'a [u8], &'a Fact)>,
    ) -> Result<(), FactStoreError>;
}

#[cfg(feature = "store")]
impl FactStore for crate::store::Store {
    fn len(&self) -> u64 {
        self.len()
    }

    fn get(&self, code: &[u8]) -> Result<Option<Fact>, FactStoreError> {
        Ok(self.get(code)?)
    }

    fn for_each(&self, visitor: &mut dyn FnMut(&[u8], Fact)) -> Result<(), FactStoreError> {
        Ok(self.for_each(visitor)?)
    }

    fn save<'a>(
        &mut self,
        facts: &mut dyn Iterator<Item = (&'a [u8], &'a Fact)>,
    ) -> Result<(), FactStoreError> {
        self.put_all(facts)?;
        Ok(self.flush()?)
    }
}
