//! The reduction: what it gives, and that it changes no outcome in any sum.

use proptest::prelude::*;
use rhizome_impartial::{Rct, Rcts};
use rhizome_search::Outcome;

use crate::brute_force::Trees;
use crate::samples::*;

#[test]
fn there_are_22_up_to_height_4() {
    let mut rcts = Rcts::new();
    let counts = [0, 1, 2, 3, 4].map(|height| up_to(height, &mut rcts).len());
    assert_eq!(counts, [1, 2, 3, 5, 22]);
}

#[test]
fn sets_of_heaps_are_heaps_if_they_can_be() {
    let mut rcts = Rcts::new();
    for (set, reduced) in [
        ("{*0,*1,*3,*5}", "*2"),
        ("{*0,*2}", "*1"),
        ("{*1,*2}", "*0"),
        ("{*0,*1,*2,*4}", "*3"),
        ("{*2,*3}", "{*2,*3}"),
        ("{*2}", "{*2}"),
        ("{*3}", "{*3}"),
        ("{*0}", "*1"),
        ("{*1}", "*0"),
        ("{}", "*0"),
    ] {
        let rct = read(&mut rcts, set);
        assert_eq!(shown(&rcts, rct), reduced, "{set}");
    }
}

#[test]
fn reversible_options_go() {
    let mut rcts = Rcts::new();
    for (set, reduced) in [
        ("{*0,{*1,{*2}}}", "*1"),
        ("{*3,{*2}}", "{*2}+*1"),
        ("{*0,{*2}}", "{*0,{*2}}"),
        ("{*2,{*2}+*1}", "{*2}"),
    ] {
        let rct = read(&mut rcts, set);
        assert_eq!(shown(&rcts, rct), reduced, "{set}");
    }
}

/// Facts of an RCT, against the tree that has them by their definitions.
#[test]
fn facts_are_those_of_the_tree() {
    let mut rcts = Rcts::new();
    let mut trees = Trees::default();
    let small = up_to(4, &mut rcts);
    let high: Vec<Rct> = (1..200).map(|number| rcts.intern(&mut chosen(&small, number * 20_947))).collect();
    for &rct in small.iter().chain(&high) {
        let tree = trees.of_rct(&rcts, rct);
        assert_eq!(rcts.height(rct), trees.height(tree));
        assert_eq!(rcts.nimber(rct).get(), trees.nimber(tree));
        assert_eq!(rcts.misere_nimber(rct).get(), trees.misere_nimber(&[tree]));
        assert_eq!(rcts.outcome(rct) == Outcome::Loss, trees.is_lost(&[tree]));
        assert_eq!(rcts.options(rct).count(), rcts.degree(rct));
        let heap = (0..9).find(|&size| trees.heap(size) == tree);
        assert_eq!(rcts.heap(rct), heap.map(|size| size as u32));
    }
}

#[test]
fn of_each_pair_one_is_a_tree() {
    let mut rcts = Rcts::new();
    let small = up_to(4, &mut rcts);
    for rct in small {
        let options: Vec<Rct> = rcts.options(rct.plus_one()).collect();
        assert_eq!(rcts.intern(&mut options.clone()), rct.plus_one());
        let options: Vec<Rct> = rcts.options(rct).collect();
        assert_eq!(rcts.intern(&mut options.clone()), rct);
        assert!(rct.has_factor() != rct.plus_one().has_factor());
        assert!(rcts.height(rct.without_factor()) < rcts.height(rct.without_factor().plus_one()));
    }
}

/// Sets of the same RCT are alike beside everything, and sets of different ones are told apart by something: those
/// of a sample by one of some thousand sets of RCTs of height at most 4, alone or beside another.
#[test]
fn classes_are_what_can_be_told_apart() {
    let mut rcts = Rcts::new();
    let mut trees = Trees::default();
    let small = up_to(4, &mut rcts);
    let mut samples: Vec<_> = small.iter().map(|&rct| (rct, trees.of_rct(&rcts, rct))).collect();
    let mut tests: Vec<Vec<_>> = samples.iter().map(|&(_, tree)| vec![tree]).collect();
    let beside = tests.concat();
    for number in 0..40u32 {
        let mut set = chosen(&small, number.wrapping_mul(2_654_435_761) >> 10);
        let unreduced = tree_of(&rcts, &mut trees, &set);
        samples.push((rcts.intern(&mut set), unreduced));
    }
    for number in 0..3000u32 {
        let set = chosen(&small, number.wrapping_mul(1_640_531_535) >> 10);
        tests.push(vec![tree_of(&rcts, &mut trees, &set), beside[number as usize % beside.len()]]);
    }
    let answers: Vec<Vec<bool>> = samples
        .iter()
        .map(|&(_, tree)| tests.iter().map(|test| trees.is_lost(&[&[tree], &test[..]].concat())).collect())
        .collect();
    for (left, left_answers) in samples.iter().zip(&answers) {
        for (right, right_answers) in samples.iter().zip(&answers) {
            assert_eq!(left.0 == right.0, left_answers == right_answers, "{left:?} {right:?}");
        }
    }
}

proptest! {
    #[test]
    fn the_reduced_tree_is_like_the_unreduced_one(set in 0u32..1 << 22, deeper in 0u32..1 << 22) {
        let mut rcts = Rcts::new();
        let mut trees = Trees::default();
        let small = up_to(4, &mut rcts);
        let mut options = chosen(&small, deeper);
        let inner = tree_of(&rcts, &mut trees, &options);
        let inner_rct = rcts.intern(&mut options);
        let mut options = chosen(&small, set);
        let mut unreduced: Vec<_> = options.iter().map(|&rct| trees.of_rct(&rcts, rct)).collect();
        unreduced.push(inner);
        options.push(inner_rct);
        let unreduced = trees.tree(unreduced);
        let rct = rcts.intern(&mut options);
        let reduced = trees.of_rct(&rcts, rct);
        for test in up_to(3, &mut rcts) {
            let test = trees.of_rct(&rcts, test);
            prop_assert_eq!(trees.is_lost(&[unreduced, test]), trees.is_lost(&[reduced, test]));
        }
        let mut again: Vec<Rct> = rcts.options(rct).collect();
        prop_assert_eq!(rcts.intern(&mut again), rct);
    }
}

/// The tree with these options, unreduced.
fn tree_of(rcts: &Rcts, trees: &mut Trees, options: &[Rct]) -> usize {
    let options = options.iter().map(|&option| trees.of_rct(rcts, option)).collect();
    trees.tree(options)
}
