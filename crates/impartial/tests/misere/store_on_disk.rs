//! Outcomes in a store on disk.

use std::path::Path;

use rhizome_impartial::store::{MAX_CODE_LENGTH, Store};
use rhizome_impartial::{Codes, Game, MisereTree, Nimber, RctBase};
use rhizome_search::{Control, Interruption, Outcome};

use crate::brute_force::BruteForce;
use crate::games::{Nim, heap};
use crate::impatient::Impatient;
use crate::memory::{bases, large_game, large_sum};
use crate::trial::{PLENTY, TIME, Way, base_below, codes, plain_ways, without_limits};

fn tree_in<G: Game>(directory: &Path, game: G, base: RctBase, way: &Way, memory: usize) -> MisereTree<G> {
    let store = Store::open(directory, &MisereTree::domain(&game, &base)).unwrap();
    let mut tree = way.tree(game, base);
    tree.keep_in(Box::new(store), memory).unwrap();
    tree
}

#[test]
fn each_base_has_outcomes_of_its_own() {
    let game = large_game(0);
    let mut truth = BruteForce::new(game.clone());
    let sum = large_sum(&game);
    let scratch = tempfile::tempdir().unwrap();
    for way in plain_ways() {
        let directory = scratch.path().join(format!("{:?}", way.algorithm));
        for number in 0..2 {
            let base = || bases(&game).into_iter().nth(number).unwrap();
            for (run, memory) in [PLENTY, PLENTY, 0].into_iter().enumerate() {
                for beside in [0, 1, 2] {
                    let mut tree = tree_in(&directory, game.clone(), base(), &way, memory);
                    let answer = way.answer(&mut tree, &sum, beside, PLENTY);
                    assert_eq!(answer.outcome, Ok(truth.outcome(&sum, beside)), "{way:?}");
                    // What another base has left is of no use, and is not taken for anything.
                    assert_eq!(answer.counters.expansions > 0, run == 0, "{way:?}, base {number}, run {run}");
                    tree.save().unwrap();
                }
            }
        }
    }
}

#[test]
fn names_of_domains() {
    let domain = |base: &RctBase| MisereTree::domain(&Nim, base);
    let (none, small) = (RctBase::default(), base_below(Nim, &codes([&heap(4)])));
    let larger = base_below(Nim, &codes([&heap(5)]));
    assert!(domain(&none).starts_with("nim/1/misere/"));
    assert_eq!(domain(&small), domain(&base_below(Nim, &codes([&heap(4)]))));
    assert_ne!(domain(&small), domain(&none));
    // The heaps of 4 and of 5 have the same tree.
    assert_ne!(domain(&small), domain(&larger));
}

#[test]
fn interrupted_searches_go_on() {
    let game = large_game(0);
    let sum = large_sum(&game);
    for way in plain_ways() {
        let scratch = tempfile::tempdir().unwrap();
        let (mut outcome, mut runs, mut patience) = (Err(Interruption::Cancelled), 0, 10);
        while outcome.is_err() {
            assert_eq!(outcome, Err(Interruption::Cancelled));
            let impatient = Impatient::new(game.clone());
            impatient.wait_for(patience);
            let mut tree =
                tree_in(scratch.path(), impatient.clone(), RctBase::default(), &way, PLENTY * (runs % 2));
            tree.set_root(&sum, Nimber::ZERO, &without_limits()).unwrap();
            let control = Control::new(&impatient.cancel, Some(TIME), PLENTY);
            outcome = way.search(&mut tree, &control).outcome;
            tree.save().unwrap();
            runs += 1;
            patience += patience / 2;
        }
        assert_eq!(outcome, Ok(Outcome::Loss), "{way:?}");
        assert!(runs > 5, "{way:?}: {runs}");
    }
}

/// A node may have a longer code than a store takes. It is searched all the same.
#[test]
fn more_lands_than_a_store_takes() {
    let mut lands = Codes::new();
    for _ in 0..MAX_CODE_LENGTH / 5 + 1 {
        lands.push(&heap(1));
    }
    assert_eq!(lands.len() % 2, 1);
    for way in plain_ways() {
        let scratch = tempfile::tempdir().unwrap();
        for beside in [1, 0] {
            let mut tree = tree_in(scratch.path(), Nim, RctBase::default(), &way, 0);
            // The first store is empty, and need not be asked.
            let cost = way.answer(&mut tree, &codes([&heap(3), &heap(3)]), 2, PLENTY).counters.expansions;
            assert_eq!(cost > 0, beside == 1);
            tree.save().unwrap();
            tree.set_root(&lands, Nimber::new(beside), &without_limits()).unwrap();
            assert!(tree.take_failure().is_none(), "{way:?}");
        }
    }
}
