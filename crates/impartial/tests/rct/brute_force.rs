//! Canonical trees as sets of sets, without any reduction, and sums of them played out.

use std::collections::HashMap;

use rhizome_impartial::{Rct, Rcts};

/// A tree, as a number in [`Trees`].
pub type Tree = usize;

/// Canonical trees, and the sums of them that were played out.
#[derive(Default)]
pub struct Trees {
    options: Vec<Vec<Tree>>,
    numbers: HashMap<Vec<Tree>, Tree>,
    lost: HashMap<Vec<Tree>, bool>,
}

impl Trees {
    /// The tree with these options.
    pub fn tree(&mut self, mut options: Vec<Tree>) -> Tree {
        options.sort_unstable();
        options.dedup();
        if let Some(&tree) = self.numbers.get(&options) {
            return tree;
        }
        self.numbers.insert(options.clone(), self.options.len());
        self.options.push(options);
        self.options.len() - 1
    }

    /// The tree of an RCT.
    pub fn of_rct(&mut self, rcts: &Rcts, rct: Rct) -> Tree {
        let options = rcts.options(rct).map(|option| self.of_rct(rcts, option)).collect();
        self.tree(options)
    }

    /// The Nim-heap of a size.
    pub fn heap(&mut self, size: usize) -> Tree {
        let options = (0..size).map(|less| self.heap(less)).collect();
        self.tree(options)
    }

    /// Whether a sum is a loss in misère play.
    pub fn is_lost(&mut self, sum: &[Tree]) -> bool {
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        if let Some(&lost) = self.lost.get(&sum) {
            return lost;
        }
        let mut can_move = false;
        let mut lost = true;
        for place in 0..sum.len() {
            for option in self.options[sum[place]].clone() {
                can_move = true;
                let mut after = sum.clone();
                after[place] = option;
                if lost && self.is_lost(&after) {
                    lost = false;
                }
            }
        }
        let lost = can_move && lost;
        self.lost.insert(sum, lost);
        lost
    }

    pub fn height(&self, tree: Tree) -> u32 {
        self.options[tree].iter().map(|&option| self.height(option) + 1).max().unwrap_or(0)
    }

    /// The size of the heap beside which a tree is a loss in normal play.
    pub fn nimber(&self, tree: Tree) -> u32 {
        let options: Vec<u32> = self.options[tree].iter().map(|&option| self.nimber(option)).collect();
        (0..).find(|nimber| !options.contains(nimber)).unwrap()
    }

    /// The size of the heap beside which a sum is a loss in misère play.
    pub fn misere_nimber(&mut self, sum: &[Tree]) -> u32 {
        let beside = |trees: &mut Self, size| {
            let heap = trees.heap(size);
            trees.is_lost(&[sum, &[heap]].concat())
        };
        (0..).find(|&size| beside(self, size)).unwrap() as u32
    }
}
