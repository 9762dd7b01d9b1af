//! Canonical trees of misère play, in their reduced form, and their sums.

use std::collections::HashMap;

use crate::logic::Stop;

/// A reduced tree, by its number. The same number is the same tree.
pub(crate) type Tree = u32;

/// Sums of taller trees are not worked out, so that recursion stays shallow.
pub(crate) const TALLEST: u32 = 400;

fn too_tall() -> Stop {
    Stop::Wrong(format!("this takes a tree of more than {TALLEST} moves in a row, which is not worked out"))
}

/// Reduced trees with the sums that were worked out.
#[derive(Clone, Debug)]
pub(crate) struct Trees {
    trees: Vec<Known>,
    by_options: HashMap<Box<[Tree]>, Tree>,
    sums: HashMap<(Tree, Tree), Tree>,
    /// How many options and sums may be held.
    limit: usize,
    held: usize,
}

#[derive(Clone, Debug)]
struct Known {
    /// In ascending order.
    options: Box<[Tree]>,
    height: u32,
    is_win: bool,
    /// The number of tokens, if it is a Nim-heap.
    heap: Option<u32>,
}

impl Trees {
    /// The tree without options.
    pub(crate) const ZERO: Tree = 0;
    /// The Nim-heap of one token.
    pub(crate) const ONE: Tree = 1;

    /// The Nim-heaps of no and of one token. About `memory` bytes may be held.
    pub(crate) fn new(memory: usize) -> Self {
        let limit = memory / 32;
        let mut trees =
            Trees { trees: Vec::new(), by_options: HashMap::new(), sums: HashMap::new(), limit, held: 0 };
        trees.insert(Box::new([]));
        trees.insert(Box::new([Self::ZERO]));
        trees
    }

    pub(crate) fn options(&self, tree: Tree) -> &[Tree] {
        &self.trees[tree as usize].options
    }

    /// Whether the player to move wins in misère play.
    pub(crate) fn is_win(&self, tree: Tree) -> bool {
        self.trees[tree as usize].is_win
    }

    /// The number of tokens, if it is a Nim-heap.
    pub(crate) fn as_heap(&self, tree: Tree) -> Option<u32> {
        self.trees[tree as usize].heap
    }

    /// The number of trees.
    pub(crate) fn len(&self) -> usize {
        self.trees.len()
    }

    /// Adds a tree that is reduced and new.
    fn insert(&mut self, options: Box<[Tree]>) -> Tree {
        let tree = self.trees.len() as Tree;
        let heap = options
            .iter()
            .enumerate()
            .all(|(tokens, &option)| self.as_heap(option) == u32::try_from(tokens).ok());
        let height = options.iter().map(|&option| self.trees[option as usize].height + 1).max().unwrap_or(0);
        let is_win = options.is_empty() || options.iter().any(|&option| !self.is_win(option));
        let heap = heap.then_some(options.len() as u32);
        self.held += options.len() + 3;
        self.by_options.insert(options.clone(), tree);
        self.trees.push(Known { options, height, is_win, heap });
        tree
    }

    /// The reduced form of the game with some options.
    pub(crate) fn game(&mut self, mut options: Vec<Tree>) -> Result<Tree, Stop> {
        options.sort_unstable();
        options.dedup();
        if let Some(&tree) = self.by_options.get(&options[..]) {
            return Ok(tree);
        }
        if let Some(tree) = self.reducer(&options) {
            return Ok(tree);
        }
        if self.held > self.limit {
            return Err(Stop::Memory);
        }
        Ok(self.insert(options.into()))
    }

    /// The tree that reduces the game with these options, which are in order. It is looked for among the
    /// options of the tallest one: an option that is taller than all others is none of its own reducer's, unless that is the game itself.
    fn reducer(&self, options: &[Tree]) -> Option<Tree> {
        let &tallest = options.iter().max_by_key(|&&option| self.trees[option as usize].height)?;
        let is_win = options.iter().any(|&option| !self.is_win(option));
        self.options(tallest).iter().copied().find(|&reducer| {
            let own = self.options(reducer);
            own.iter().all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|&option| {
                    own.binary_search(&option).is_ok() || self.options(option).binary_search(&reducer).is_ok()
                })
                && (reducer != Self::ZERO || is_win)
        })
    }

    /// The Nim-heap with so many tokens.
    pub(crate) fn heap(&mut self, tokens: u32) -> Result<Tree, Stop> {
        if tokens > TALLEST {
            return Err(too_tall());
        }
        let mut heaps = Vec::new();
        for _ in 0..tokens {
            let next = self.game(heaps.clone())?;
            heaps.push(next);
        }
        self.game(heaps)
    }

    /// The reduced form of a sum.
    pub(crate) fn sum(&mut self, one: Tree, other: Tree) -> Result<Tree, Stop> {
        let (one, other) = (one.min(other), one.max(other));
        if one == Self::ZERO {
            return Ok(other);
        }
        if let Some(&sum) = self.sums.get(&(one, other)) {
            return Ok(sum);
        }
        if self.trees[one as usize].height + self.trees[other as usize].height > TALLEST {
            return Err(too_tall());
        }
        let mut options = Vec::with_capacity(self.options(one).len() + self.options(other).len());
        for (moved, still) in [(one, other), (other, one)] {
            for place in 0..self.options(moved).len() {
                options.push(self.sum(self.options(moved)[place], still)?);
            }
        }
        let sum = self.game(options)?;
        self.held += 2;
        if self.held > self.limit {
            return Err(Stop::Memory);
        }
        self.sums.insert((one, other), sum);
        Ok(sum)
    }

    /// A tree without the mark that stands for `*1`, and whether the mark has to stand beside it.
    pub(crate) fn marked(&mut self, tree: Tree) -> Result<(Tree, bool), Stop> {
        let turned = self.sum(tree, Self::ONE)?;
        Ok(if turned < tree { (turned, true) } else { (tree, false) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trees() -> Trees {
        Trees::new(1 << 30)
    }

    #[test]
    fn sums_of_heaps_are_as_they_are_known() {
        let mut trees = trees();
        for tokens in 0..20 {
            let heap = trees.heap(tokens).unwrap();
            let turned = trees.heap(tokens ^ 1).unwrap();
            assert_eq!(trees.sum(heap, Trees::ONE), Ok(turned));
            assert_eq!(trees.as_heap(heap), Some(tokens));
        }
        let [two, three] = [2, 3].map(|tokens| trees.heap(tokens).unwrap());
        let both = trees.sum(two, two).unwrap();
        assert_eq!(trees.options(both), [two, three]);
        assert_eq!(trees.as_heap(both), None);
        assert!(!trees.is_win(both));
    }

    /// All trees of height at most 4, from the sets of those of height at most 3.
    #[test]
    fn trees_are_counted_as_they_are_known() {
        let mut trees = trees();
        let mut all = vec![Trees::ZERO];
        for count in [2, 3, 5, 22] {
            let mut next = Vec::new();
            for chosen in 0..1u32 << all.len() {
                let options = all.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
                next.push(trees.game(options.map(|(_, &tree)| tree).collect()).unwrap());
            }
            next.sort_unstable();
            next.dedup();
            assert_eq!(next.len(), count);
            all = next;
        }
    }

    #[test]
    fn marks_are_taken_off_and_cancel() {
        let mut trees = trees();
        let two = trees.heap(2).unwrap();
        let one = trees.game(vec![two]).unwrap();
        for tree in [Trees::ZERO, Trees::ONE, two, one] {
            let turned = trees.sum(tree, Trees::ONE).unwrap();
            assert_eq!(trees.sum(turned, Trees::ONE), Ok(tree));
            let (first, second) = (trees.marked(tree).unwrap(), trees.marked(turned).unwrap());
            assert_eq!(first.0, second.0);
            assert_ne!(first.1, second.1);
        }
    }

    #[test]
    fn a_limit_is_kept() {
        let mut trees = Trees::new(32 * 100);
        assert_eq!(trees.heap(TALLEST), Err(Stop::Memory));
    }

    #[test]
    fn tall_trees_are_told_from_large_ones() {
        let mut trees = Trees::new(1 << 30);
        assert_eq!(trees.heap(TALLEST + 1), Err(too_tall()));
        let tall = trees.heap(TALLEST).unwrap();
        assert_eq!(trees.sum(tall, Trees::ONE), Err(too_tall()));
    }
}
