//! A list of facts that trees of one process read together, each as far as it has been told.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, PoisonError, RwLock};

use foldhash::fast::FixedState;
use rhizome_search::{FactError, PortableFact};

use crate::fact::Fact;

/// A list of facts that only grows. Clones are the same list.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactList(Arc<RwLock<Facts>>);

#[derive(Debug, Default)]
struct Facts {
    /// With the index at which each stands in the list.
    by_code: HashMap<Box<[u8]>, (u64, Fact), FixedState>,
    length: u64,
}

/// One who reads the list from its beginning on.
#[derive(Debug)]
pub(crate) struct Reader {
    list: FactList,
    /// How much it has been told.
    told: u64,
}

impl FactList {
    pub(crate) fn reader(&self) -> Reader {
        Reader { list: self.clone(), told: 0 }
    }

    /// Puts facts on the list, unless another reader has done so before.
    fn put(&self, first: u64, facts: &[PortableFact]) -> Result<(), FactError> {
        let mut list = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let there = list.length;
        for (index, fact) in (first..).zip(facts).skip_while(|&(index, _)| index < there) {
            let decoded =
                Fact::decode(&fact.value).map_err(|error| FactError::Malformed(error.to_string()))?;
            match list.by_code.entry(fact.key[..].into()) {
                Entry::Occupied(mut known) => {
                    let merged = known.get_mut().1.merge(&decoded);
                    merged.map_err(|contradiction| FactError::Contradiction(contradiction.to_string()))?;
                }
                Entry::Vacant(place) => {
                    place.insert((index, decoded));
                }
            }
            list.length = index + 1;
        }
        Ok(())
    }
}

impl Reader {
    /// Is told a stretch of the list.
    pub(crate) fn read_on(&mut self, first: u64, facts: &[PortableFact]) -> Result<(), FactError> {
        let end = first + facts.len() as u64;
        if first > self.told {
            return Err(FactError::Malformed(format!("the facts from {} to {first} are missing", self.told)));
        }
        self.list.put(first, facts)?;
        self.told = self.told.max(end);
        Ok(())
    }

    /// What is known of a land by what was told.
    pub(crate) fn get(&self, code: &[u8]) -> Option<Fact> {
        let list = self.list.0.read().unwrap_or_else(PoisonError::into_inner);
        let (index, fact) = list.by_code.get(code)?;
        (*index < self.told).then(|| fact.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::Nimber;
    use crate::shelf::portable_fact;

    #[test]
    fn each_reads_as_far_as_it_was_told() {
        let nimber = |nimber| Fact::Nimber(Nimber::new(nimber));
        let facts = [(b"a", 1), (b"b", 2), (b"c", 3)].map(|(code, n)| portable_fact(code, &nimber(n)));
        let list = FactList::default();
        let (mut early, mut late) = (list.reader(), list.reader());
        early.read_on(0, &facts).unwrap();
        assert_eq!(early.get(b"c"), Some(nimber(3)));
        assert_eq!(late.get(b"a"), None);
        late.read_on(0, &facts[..2]).unwrap();
        assert_eq!((late.get(b"b"), late.get(b"c")), (Some(nimber(2)), None));
        // What was told before does no harm, but nothing may be missing.
        late.read_on(1, &facts[1..2]).unwrap();
        assert!(matches!(list.reader().read_on(1, &facts[1..]), Err(FactError::Malformed(_))));
        let wrong = [portable_fact(b"a", &nimber(7))];
        assert!(matches!(early.read_on(3, &wrong), Err(FactError::Contradiction(_))));
    }
}
