//! Canonical trees: game trees of which equal siblings are merged, as sets of sets.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use rhizome_impartial::Game;
use rhizome_sprouts::{Position, Sprouts};

use super::board::Board;

pub type Tree = usize;

/// Canonical trees that share their parts: equal trees have equal numbers.
#[derive(Default)]
pub struct Forest {
    options: Vec<Vec<Tree>>,
    by_options: HashMap<Vec<Tree>, Tree>,
}

impl Forest {
    /// The tree with these options.
    pub fn tree(&mut self, options: BTreeSet<Tree>) -> Tree {
        let options: Vec<Tree> = options.into_iter().collect();
        if let Some(&known) = self.by_options.get(&options) {
            return known;
        }
        self.options.push(options.clone());
        self.by_options.insert(options, self.options.len() - 1);
        self.options.len() - 1
    }

    /// The options of a tree, in ascending order.
    pub fn options(&self, tree: Tree) -> &[Tree] {
        &self.options[tree]
    }

    /// The tree and all trees in it.
    pub fn below(&self, tree: Tree) -> BTreeSet<Tree> {
        let mut found = BTreeSet::from([tree]);
        let mut waiting = vec![tree];
        while let Some(next) = waiting.pop() {
            for &option in &self.options[next] {
                if found.insert(option) {
                    waiting.push(option);
                }
            }
        }
        found
    }

    /// The Grundy number: the least that no option has.
    pub fn nimber(&self, tree: Tree) -> u32 {
        let mut nimbers: HashMap<Tree, u32> = HashMap::new();
        // Options were made before the trees that have them, so they have lesser numbers.
        for next in self.below(tree) {
            let options = &self.options[next];
            let taken: BTreeSet<u32> = options.iter().map(|option| nimbers[option]).collect();
            let least = (0..).find(|nimber| !taken.contains(nimber)).unwrap_or(0);
            nimbers.insert(next, least);
        }
        nimbers[&tree]
    }
}

/// Canonical trees by the rules alone.
#[derive(Default)]
pub struct RuleTrees {
    known: HashMap<Vec<u16>, Tree>,
}

impl RuleTrees {
    pub fn tree(&mut self, board: &Board, forest: &mut Forest) -> Tree {
        let spelling = board.spelling();
        if let Some(&known) = self.known.get(&spelling) {
            return known;
        }
        let children = board.children();
        let options = children.iter().map(|child| self.tree(child, forest));
        let options = options.collect();
        let tree = forest.tree(options);
        self.known.insert(spelling, tree);
        tree
    }
}

/// The codes of the lands of a position, in order.
pub type Sum = Vec<Vec<u8>>;

pub fn sum_of(sprouts: &mut Sprouts, position: &Position) -> Sum {
    sprouts.lands(position).unwrap().iter().map(<[u8]>::to_vec).collect()
}

/// The children of a sum of lands as the crate plays it: a move in one land,
/// the others as they are.
pub fn children_of(sprouts: &mut Sprouts, sum: &Sum) -> BTreeSet<Sum> {
    let mut children = BTreeSet::new();
    for (index, land) in sum.iter().enumerate() {
        if index > 0 && sum[index - 1] == *land {
            continue;
        }
        let _ = sprouts.children(land, |codes| {
            let mut child = sum.clone();
            child.remove(index);
            child.extend(codes.iter().map(<[u8]>::to_vec));
            child.sort();
            children.insert(child);
            ControlFlow::Continue(())
        });
    }
    children
}

/// Canonical trees from the moves of the crate.
#[derive(Default)]
pub struct CrateTrees {
    pub sprouts: Sprouts,
    known: HashMap<Sum, Tree>,
}

impl CrateTrees {
    pub fn tree(&mut self, sum: &Sum, forest: &mut Forest) -> Tree {
        if let Some(&known) = self.known.get(sum) {
            return known;
        }
        let children = children_of(&mut self.sprouts, sum);
        let options = children.iter().map(|child| self.tree(child, forest));
        let options = options.collect();
        let tree = forest.tree(options);
        self.known.insert(sum.clone(), tree);
        tree
    }

    pub fn tree_of_position(&mut self, position: &Position, forest: &mut Forest) -> Tree {
        let sum = sum_of(&mut self.sprouts, position);
        self.tree(&sum, forest)
    }

    /// The number of different sums that have been met.
    pub fn sums(&self) -> usize {
        self.known.len()
    }

    /// The number of different lands in them.
    pub fn lands(&self) -> usize {
        self.known.keys().flatten().collect::<BTreeSet<_>>().len()
    }
}
