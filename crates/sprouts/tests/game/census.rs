//! What is counted below positions, against trees by the rules alone.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;

use rhizome_impartial::{Census, Counts};
use rhizome_search::Control;
use rhizome_sprouts::{Sprouts, parse};

use crate::referee::board::Board;
use crate::referee::tree::{CrateTrees, Forest, RuleTrees, Tree};

fn census(position: &str) -> Counts {
    let mut sprouts = Sprouts::new();
    let lands = sprouts.lands(&parse(position).unwrap()).unwrap();
    let cancel = AtomicBool::new(false);
    let mut census = Census::new(sprouts, &lands);
    census.count(&Control::new(&cancel, None, 2 << 30)).unwrap();
    census.counts()
}

/// Reduction as it is defined, with RCTs as sets of sets.
#[derive(Default)]
struct Reduction {
    /// Reduced trees by trees.
    reduced: HashMap<Tree, Tree>,
    lost: HashMap<Tree, bool>,
}

impl Reduction {
    fn is_lost(&mut self, tree: Tree, forest: &Forest) -> bool {
        if let Some(&lost) = self.lost.get(&tree) {
            return lost;
        }
        let options = forest.options(tree);
        let lost = !options.is_empty() && options.iter().all(|&option| !self.is_lost(option, forest));
        self.lost.insert(tree, lost);
        lost
    }

    fn reduce(&mut self, tree: Tree, forest: &mut Forest) -> Tree {
        if let Some(&reduced) = self.reduced.get(&tree) {
            return reduced;
        }
        let options = forest.options(tree).to_vec();
        let set: BTreeSet<Tree> = options.iter().map(|&option| self.reduce(option, forest)).collect();
        let is_win = set.iter().any(|&option| self.is_lost(option, forest));
        let candidates: BTreeSet<Tree> =
            set.iter().flat_map(|&option| forest.options(option)).copied().collect();
        let reducer = candidates.into_iter().find(|candidate| {
            let wanted = forest.options(*candidate);
            let others = set.iter().filter(|&option| !wanted.contains(option));
            wanted.iter().all(|option| set.contains(option))
                && others.into_iter().all(|&option| forest.options(option).contains(candidate))
                && (is_win || !wanted.is_empty())
        });
        let reduced = reducer.unwrap_or_else(|| forest.tree(set));
        self.reduced.insert(tree, reduced);
        reduced
    }
}

/// Whether the options of a tree are heaps of all sizes from 0 on.
fn is_heap(tree: Tree, forest: &Forest) -> bool {
    let options = forest.options(tree);
    let heaps = options.iter().all(|&option| is_heap(option, forest));
    let sizes: BTreeSet<usize> = options.iter().map(|&option| forest.options(option).len()).collect();
    heaps && sizes.into_iter().eq(0..options.len())
}

/// Counts by the rules alone. Only the number of positions is that of the crate's forms.
fn by_the_rules(spots: usize) -> Counts {
    let mut forest = Forest::default();
    let start = Board::start(spots);
    let whole = RuleTrees::default().tree(&start, &mut forest);
    let mut by_crate = CrateTrees::default();
    by_crate.tree_of_position(&start.to_position(), &mut forest);
    let below = forest.below(whole);
    let mut reduction = Reduction::default();
    let rcts: BTreeSet<Tree> = below.iter().map(|&tree| reduction.reduce(tree, &mut forest)).collect();
    Counts {
        positions: by_crate.sums() as u64,
        lands: by_crate.lands() as u64,
        canonical_trees: below.len() as u64,
        rcts: rcts.len() as u64,
        nim_heaps: rcts.iter().filter(|&&rct| is_heap(rct, &forest)).count() as u64,
    }
}

fn counts([positions, lands, canonical_trees, rcts, nim_heaps]: [u64; 5]) -> Counts {
    Counts { positions, lands, canonical_trees, rcts, nim_heaps }
}

#[test]
fn up_to_four_spots_as_by_the_rules() {
    let known = [[3, 2, 3, 2, 2], [14, 13, 10, 5, 4], [128, 118, 55, 7, 5], [1312, 1143, 713, 35, 6]];
    for (spots, known) in (1..).zip(known) {
        assert_eq!(census(&format!("0*{spots}")), counts(known));
        assert_eq!(by_the_rules(spots), counts(known));
    }
}

#[test]
fn five_spots() {
    assert_eq!(census("0*5"), counts([15_360, 12_860, 10_461, 1203, 7]));
}

/// 25,458 RCTs, of which 8 are heaps: so say Lemoine and Viennot.
#[test]
#[ignore = "takes half a minute"]
fn six_spots() {
    assert_eq!(census("0*6"), counts([200_992, 165_801, 150_147, 25_458, 8]));
}

#[test]
fn other_positions() {
    assert_eq!(census("!"), counts([1, 0, 1, 1, 1]));
    assert_eq!(census("1abcde2edcba.2").canonical_trees, 478);
    // Equal lands stay, and so do the positions that they make.
    assert_eq!(census("22+22"), counts([3, 1, 3, 2, 2]));
}
