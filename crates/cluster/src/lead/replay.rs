//! Takes into a tree what a journal says.

use std::collections::HashMap;

use rhizome_search::{FactError, Outcome, PortableFact, PortableTree};

use super::Worked;
use crate::journal::Entry;
use crate::message::NodeNumbers;

/// How many facts are learned at once.
const BATCH: usize = 1000;

/// Takes into a tree what a journal says.
pub(super) struct Replay<'t, T> {
    tree: &'t mut T,
    batch: Vec<PortableFact>,
    /// The last numbers of each node.
    numbers: HashMap<Vec<u8>, (u32, u32, u64)>,
    found: Found,
    error: Option<FactError>,
}

/// What a journal has said.
#[derive(Default)]
pub(super) struct Found {
    pub(super) settled: Option<Outcome>,
    pub(super) facts: Vec<PortableFact>,
    pub(super) numbers: Vec<Worked>,
}

impl<'t, T: PortableTree> Replay<'t, T> {
    pub(super) fn into_tree(tree: &'t mut T) -> Self {
        Replay { tree, batch: Vec::new(), numbers: HashMap::new(), found: Found::default(), error: None }
    }

    pub(super) fn see(&mut self, entry: Entry<'_>) {
        match entry {
            Entry::Fact { key, value } => {
                self.batch.push(PortableFact { key: key.to_vec(), value: value.to_vec() });
                if self.batch.len() >= BATCH {
                    self.learn();
                }
            }
            Entry::Numbers { node, pn, dn, work } => {
                self.numbers.insert(node.to_vec(), (pn, dn, work));
            }
            Entry::Settled { is_win } => {
                self.found.settled = Some(if is_win { Outcome::Win } else { Outcome::Loss });
            }
        }
    }

    fn learn(&mut self) {
        let facts = std::mem::take(&mut self.batch);
        if self.error.is_some() {
            return;
        }
        self.error = self.tree.learn(&facts).err();
        self.found.facts.extend(facts);
    }

    pub(super) fn finish(mut self) -> Result<Found, FactError> {
        self.learn();
        if let Some(error) = self.error {
            return Err(error);
        }
        let numbers = self.numbers.into_iter();
        self.found.numbers =
            numbers.map(|(node, (pn, dn, work))| (NodeNumbers { node, pn, dn }, work)).collect();
        // In an order that does not depend on chance.
        self.found.numbers.sort_unstable_by(|(one, _), (other, _)| one.node.cmp(&other.node));
        Ok(self.found)
    }
}
