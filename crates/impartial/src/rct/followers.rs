//! All trees that a tree is made of.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rhizome_search::{Control, Interruption};

use super::{Rct, Rcts};

/// The trees, without factors, of an RCT and of all that can be reached from it, each after its options.
#[derive(Debug)]
pub struct Followers {
    trees: Vec<Rct>,
    places: HashMap<Rct, u32, FixedState>,
}

impl Followers {
    /// The trees of an RCT and of its followers.
    ///
    /// # Errors
    /// When `control` asks to stop, or they do not fit into its memory.
    pub fn of(rcts: &Rcts, rct: Rct, control: &Control<'_>) -> Result<Self, Interruption> {
        let mut followers = Followers { trees: Vec::new(), places: HashMap::default() };
        followers.insert(rct);
        let mut next = 0;
        while let Some(&tree) = followers.trees.get(next) {
            next += 1;
            rcts.options(tree).for_each(|option| followers.insert(option));
            control.check()?;
            rcts.check_memory(followers.memory(), control)?;
        }
        followers.trees.sort_unstable();
        for (place, tree) in followers.trees.iter().enumerate() {
            followers.places.insert(*tree, place as u32);
        }
        Ok(followers)
    }

    fn insert(&mut self, rct: Rct) {
        let tree = rct.without_factor();
        if self.places.insert(tree, 0).is_none() {
            self.trees.push(tree);
        }
    }

    /// The trees, each after its options.
    pub fn trees(&self) -> &[Rct] {
        &self.trees
    }

    /// The place in [`Self::trees`] of the tree of one of the RCTs.
    ///
    /// # Panics
    /// If the RCT is not one of them.
    pub(super) fn place(&self, rct: Rct) -> usize {
        self.places[&rct.without_factor()] as usize
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.trees.capacity() * size_of::<Rct>() + self.places.capacity() * (size_of::<(Rct, u32)>() + 1)
    }
}

impl Rcts {
    /// Whether these trees and so many further bytes fit into the memory.
    pub(super) fn check_memory(&self, further: usize, control: &Control<'_>) -> Result<(), Interruption> {
        if self.memory() + further > control.memory() { Err(Interruption::Memory) } else { Ok(()) }
    }
}
