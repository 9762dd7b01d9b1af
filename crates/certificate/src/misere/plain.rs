//! Sums in plain form: lands without a tree, trees, and a mark that stands for `*1`.

use std::collections::HashMap;

use crate::logic::{Entry, Stop};
use crate::rules::SumGame;
use crate::sums::{are_same, fingerprint, mixed};
use crate::trees::{Tree, Trees};

/// A sum of lands, of trees in order, each of which comes before the one that `*1` makes of it, and of a mark or none.
pub(crate) struct Plain<G: SumGame> {
    pub(crate) lands: Vec<G::Land>,
    /// Neither `*0` nor `*1` is among them.
    pub(crate) trees: Vec<Tree>,
    pub(crate) mark: bool,
}

impl<G: SumGame> Default for Plain<G> {
    fn default() -> Self {
        Plain { lands: Vec::new(), trees: Vec::new(), mark: false }
    }
}

impl<G: SumGame> Clone for Plain<G> {
    fn clone(&self) -> Self {
        Plain { lands: self.lands.clone(), trees: self.trees.clone(), mark: self.mark }
    }
}

impl<G: SumGame> Plain<G> {
    /// Adds a tree without its mark, and the mark. [`Self::sort`] has to follow.
    pub(crate) fn add(&mut self, tree: Tree, mark: bool) {
        self.mark ^= mark;
        if tree != Trees::ZERO {
            self.trees.push(tree);
        }
    }

    /// Puts the trees in order.
    pub(crate) fn sort(&mut self) {
        self.trees.sort_unstable();
    }

    /// The lands but one.
    pub(crate) fn lands_without(&self, place: usize) -> Vec<G::Land> {
        self.lands[..place].iter().chain(&self.lands[place + 1..]).cloned().collect()
    }

    /// Whether it is a win, if that is plain to see: there is no land, and at most one tree or only Nim-heaps.
    pub(crate) fn is_win(&self, trees: &mut Trees) -> Result<Option<bool>, Stop> {
        if !self.lands.is_empty() {
            return Ok(None);
        }
        if let [] | [_] = self.trees[..] {
            let tree = self.trees.first().copied().unwrap_or(Trees::ZERO);
            let tree = if self.mark { trees.sum(tree, Trees::ONE)? } else { tree };
            return Ok(Some(trees.is_win(tree)));
        }
        // Two heaps or more, of two tokens or more.
        let heaps = self
            .trees
            .iter()
            .try_fold(u32::from(self.mark), |sum, &tree| trees.as_heap(tree).map(|tokens| sum ^ tokens));
        Ok(heaps.map(|sum| sum != 0))
    }

    fn fingerprint(&self, game: &G) -> u64 {
        let trees =
            self.trees.iter().fold(u64::from(self.mark), |sum, &tree| mixed(sum ^ u64::from(tree) << 1));
        fingerprint(game, &self.lands).wrapping_add(mixed(trees))
    }

    fn is_same(&self, game: &G, other: &Self) -> bool {
        self.trees == other.trees && self.mark == other.mark && are_same(game, &self.lands, &other.lands)
    }
}

/// A set of plain sums, numbered in the order in which they came.
pub(crate) struct Losses<G: SumGame> {
    sums: Vec<Plain<G>>,
    by_fingerprint: HashMap<u64, Vec<Entry>>,
}

impl<G: SumGame> Default for Losses<G> {
    fn default() -> Self {
        Losses { sums: Vec::new(), by_fingerprint: HashMap::new() }
    }
}

impl<G: SumGame> Losses<G> {
    /// Takes a sum in, or says which one is the same.
    pub(crate) fn insert(&mut self, game: &G, sum: Plain<G>) -> Result<(), Entry> {
        let alike = self.by_fingerprint.entry(sum.fingerprint(game)).or_default();
        if let Some(&same) = alike.iter().find(|&&other| self.sums[other as usize].is_same(game, &sum)) {
            return Err(same);
        }
        alike.push(self.sums.len() as Entry);
        self.sums.push(sum);
        Ok(())
    }

    /// The number of a sum.
    pub(crate) fn find(&self, game: &G, sum: &Plain<G>) -> Option<Entry> {
        let alike = self.by_fingerprint.get(&sum.fingerprint(game))?;
        alike.iter().copied().find(|&other| self.sums[other as usize].is_same(game, sum))
    }

    pub(crate) fn get(&self, number: Entry) -> &Plain<G> {
        &self.sums[number as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.sums.len()
    }
}
