//! The order of RCTs, and their names.
//!
//! # Order
//!
//! An RCT of less height comes first. At the same height the ascending lists of their options are compared
//! lexicographically, a list before its extensions. Options are RCTs with their factors: those of G + *1 are G and all G' + *1.
//! So the order begins with *0, *1, *2, *3, {*2}.
//!
//! # Names
//!
//! A name is `height-index-outcome`, with `+1` before the outcome for a factor: `2-0-W` is *2, `3-1-L` is {*2}, and
//! `3-1+1-W` is {*2} + *1. Height and index are those of the tree without the factor, the outcome in misère play, `W` for a win
//! or `L` for a loss of the player to move, is that of the whole.
//!
//! Up to height 5 the index is the place, from 0, among all RCTs of exactly this height in the order above, those with a factor
//! included. From height 6 on a place would have more than a million digits, and a digest stands for it: `x` and the first
//! 12 of the 16 hexadecimal digits of [`Rcts::digest`]. Names are for people; two trees may have the
//! same digest, though no two are known that do.

mod small;

use std::fmt;

use rhizome_search::{Control, Interruption, Outcome};

use super::followers::Followers;
use super::{Rct, Rcts};
use small::Small;

/// The greatest height up to which places are counted.
pub const PLACED_HEIGHT: u32 = 5;

/// Where a tree stands among those of its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Index {
    /// The place, from 0, among all RCTs of this height.
    Place(u64),
    /// The digest, where there are too many RCTs to count.
    Digest(u64),
}

impl fmt::Display for Index {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Index::Place(place) => place.fmt(formatter),
            Index::Digest(digest) => write!(formatter, "x{:012x}", digest >> 16),
        }
    }
}

impl Rcts {
    /// The name of an RCT.
    ///
    /// # Errors
    /// When `control` asks to stop, or the digests of all that can be reached do not fit into its memory.
    pub fn name(&self, rct: Rct, control: &Control<'_>) -> Result<String, Interruption> {
        let tree = rct.without_factor();
        let index = self.index(tree, control)?;
        let factor = if rct.has_factor() { "+1" } else { "" };
        let outcome = match self.outcome(rct) {
            Outcome::Win => 'W',
            Outcome::Loss => 'L',
        };
        Ok(format!("{}-{index}{factor}-{outcome}", self.height(tree)))
    }

    /// Where an RCT stands among those of its height.
    ///
    /// # Errors
    /// As [`Self::name`].
    pub fn index(&self, rct: Rct, control: &Control<'_>) -> Result<Index, Interruption> {
        if self.height(rct) <= PLACED_HEIGHT {
            Ok(Index::Place(Small::get().place(self, rct)))
        } else {
            Ok(Index::Digest(self.digest(rct, control)?))
        }
    }

    /// The digest of an RCT: the 64-bit FNV-1a of the digests of its options, sorted as numbers, each
    /// as eight bytes with the highest first. So that of *0 is the one of no bytes, 0xcbf29ce484222325.
    ///
    /// # Errors
    /// As [`Self::name`].
    pub fn digest(&self, rct: Rct, control: &Control<'_>) -> Result<u64, Interruption> {
        let followers = Followers::of(self, rct, control)?;
        let trees = followers.trees();
        self.check_memory(followers.memory() + size_of_val(trees) * 4, control)?;
        // Without and with the factor.
        let mut digests: Vec<[u64; 2]> = Vec::with_capacity(trees.len());
        let mut parts = Vec::new();
        for &tree in trees {
            control.check()?;
            let mut pair = [0; 2];
            for rct in [tree, tree.plus_one()] {
                parts.clear();
                parts.extend(self.options(rct).map(|option| match option == tree {
                    true => pair[0],
                    false => digests[followers.place(option)][usize::from(option.has_factor())],
                }));
                parts.sort_unstable();
                pair[usize::from(rct.has_factor())] = fnv(&parts);
            }
            digests.push(pair);
        }
        Ok(digests[followers.place(rct)][usize::from(rct.has_factor())])
    }
}

/// The FNV-1a of some numbers.
fn fnv(numbers: &[u64]) -> u64 {
    let bytes = numbers.iter().flat_map(|number| number.to_be_bytes());
    bytes
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The places in the order, among each other, of an RCT and all its followers with and without factors.
#[derive(Debug)]
pub(super) struct Ranks {
    followers: Followers,
    /// Without and with the factor.
    ranks: Vec<[u32; 2]>,
}

impl Ranks {
    /// Puts the followers of an RCT in order.
    pub(super) fn of(rcts: &Rcts, rct: Rct, control: &Control<'_>) -> Result<Self, Interruption> {
        let followers = Followers::of(rcts, rct, control)?;
        let mut by_height: Vec<(u32, Rct)> = Vec::with_capacity(followers.trees().len() * 2);
        for &tree in followers.trees() {
            by_height.extend([tree, tree.plus_one()].map(|rct| (rcts.height(rct), rct)));
        }
        by_height.sort_unstable();
        let mut ranks = Ranks { ranks: vec![[0; 2]; followers.trees().len()], followers };
        let held = ranks.followers.memory() + by_height.len() * 16;
        let mut rank = 0;
        for group in by_height.chunk_by(|(left, _), (right, _)| left == right) {
            let mut lists = Vec::with_capacity(group.len());
            let mut bytes = held;
            for &(_, rct) in group {
                control.check()?;
                let mut list: Vec<u32> = rcts.options(rct).map(|option| ranks.get(option)).collect();
                list.sort_unstable();
                bytes += list.capacity() * size_of::<u32>() + size_of::<(Vec<u32>, Rct)>();
                rcts.check_memory(bytes, control)?;
                lists.push((list, rct));
            }
            lists.sort_unstable();
            for (_, rct) in lists {
                ranks.ranks[ranks.followers.place(rct)][usize::from(rct.has_factor())] = rank;
                rank += 1;
            }
        }
        Ok(ranks)
    }

    /// The trees, each after its options, but not in order.
    pub(super) fn followers(&self) -> &Followers {
        &self.followers
    }

    /// The place of one of the RCTs among the others.
    pub(super) fn get(&self, rct: Rct) -> u32 {
        self.ranks[self.followers.place(rct)][usize::from(rct.has_factor())]
    }
}
