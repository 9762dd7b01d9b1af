//! Facts in memory that are shared with others who search for the same.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use rhizome_search::{FactError, PortableFact};

use crate::backing::Backing;
use crate::fact::Fact;
use crate::fact_list::{FactList, Reader};
use crate::fact_store::{FactStore, FactStoreError};

/// What a fact takes besides its code.
const BYTES_A_FACT: usize = 64;

/// Facts that were heard from others or told to them. It stands between a tree and its store, if it has one. Clones are the same shelf.
#[derive(Clone)]
pub(crate) struct Shelf(Arc<Mutex<Contents>>);

struct Contents {
    facts: HashMap<Vec<u8>, Fact, FixedState>,
    /// Bytes that all facts take.
    held: usize,
    /// What was proved here and is not told yet.
    news: Vec<PortableFact>,
    /// What stands here by the way of a list that others read too.
    reader: Option<Reader>,
    store: Option<Box<dyn FactStore>>,
}

impl Shelf {
    /// A shelf between a tree and its store, if it has one. What the tree knows already is `known`, by numbers.
    pub(crate) fn in_front_of(
        backing: &mut Backing,
        list: Option<&FactList>,
        known: impl Iterator<Item = u32>,
    ) -> Self {
        let contents = Contents {
            facts: HashMap::default(),
            held: 0,
            news: Vec::new(),
            reader: list.map(FactList::reader),
            store: backing.take_store(),
        };
        let shelf = Shelf(Arc::new(Mutex::new(contents)));
        backing.put_in_front(Box::new(shelf.clone()), known);
        shelf
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes out what was proved here and is not told yet.
    pub(crate) fn take_news(&self) -> Vec<PortableFact> {
        std::mem::take(&mut self.contents().news)
    }

    /// Takes in what others have proved; true if it was news.
    pub(crate) fn hear(&self, fact: &PortableFact) -> Result<Option<Fact>, FactError> {
        let heard = Fact::decode(&fact.value).map_err(|error| FactError::Malformed(error.to_string()))?;
        let is_news = self.contents().put(&fact.key, &heard)?;
        Ok(is_news.then_some(heard))
    }

    /// Takes in a stretch of the list that others read too. False if there is no such list.
    pub(crate) fn read_on(&self, first: u64, facts: &[PortableFact]) -> Result<bool, FactError> {
        match &mut self.contents().reader {
            Some(reader) => reader.read_on(first, facts).map(|()| true),
            None => Ok(false),
        }
    }

    /// Writes what was heard into the store behind, if there is one.
    pub(crate) fn keep(&self, facts: &[PortableFact]) -> Result<(), FactError> {
        let mut contents = self.contents();
        let Some(store) = &mut contents.store else { return Ok(()) };
        let decoded: Vec<(&[u8], Fact)> =
            facts.iter().filter_map(|fact| Some((&fact.key[..], Fact::decode(&fact.value).ok()?))).collect();
        let saved = store.save(&mut decoded.iter().map(|(key, fact)| (*key, fact)));
        saved.map_err(|error| FactError::Store(error.to_string()))
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.contents().held
    }
}

impl Contents {
    /// Adds what a fact says to what is known; true if that is more than before.
    fn put(&mut self, code: &[u8], fact: &Fact) -> Result<bool, FactError> {
        match self.facts.entry(code.to_vec()) {
            Entry::Occupied(mut known) => known
                .get_mut()
                .merge(fact)
                .map_err(|contradiction| FactError::Contradiction(contradiction.to_string())),
            Entry::Vacant(place) => {
                self.held += code.len() + BYTES_A_FACT;
                place.insert(fact.clone());
                Ok(true)
            }
        }
    }
}

/// A fact as others are told of it.
pub(crate) fn portable_fact(code: &[u8], fact: &Fact) -> PortableFact {
    let mut value = Vec::new();
    fact.encode(&mut value);
    PortableFact { key: code.to_vec(), value }
}

impl FactStore for Shelf {
    fn len(&self) -> u64 {
        let contents = self.contents();
        contents.facts.len() as u64 + contents.store.as_ref().map_or(0, |store| store.len())
    }

    fn get(&self, code: &[u8]) -> Result<Option<Fact>, FactStoreError> {
        let contents = self.contents();
        if let Some(fact) = contents.facts.get(code) {
            return Ok(Some(fact.clone()));
        }
        if let Some(fact) = contents.reader.as_ref().and_then(|reader| reader.get(code)) {
            return Ok(Some(fact));
        }
        contents.store.as_ref().map_or(Ok(None), |store| store.get(code))
    }

    fn for_each(&self, visitor: &mut dyn FnMut(&[u8], Fact)) -> Result<(), FactStoreError> {
        let contents = self.contents();
        contents.facts.iter().for_each(|(code, fact)| visitor(code, fact.clone()));
        contents.store.as_ref().map_or(Ok(()), |store| store.for_each(visitor))
    }

    fn save<'a>(
        &mut self,
        facts: &mut dyn Iterator<Item = (&'a [u8], &'a Fact)>,
    ) -> Result<(), FactStoreError> {
        let mut contents = self.contents();
        let mut kept = Vec::new();
        for (code, fact) in facts {
            if contents.put(code, fact)? {
                contents.news.push(portable_fact(code, fact));
            }
            kept.push((code, fact));
        }
        match &mut contents.store {
            Some(store) => store.save(&mut kept.into_iter()),
            None => Ok(()),
        }
    }
}
