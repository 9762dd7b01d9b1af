//! Searches with so little memory that they have to forget.

use std::sync::atomic::AtomicBool;

use rhizome_search::{Control, Interruption, NoObserver};

use crate::algorithm::ALGORITHMS;
use crate::forgetful_tree::ForgetfulTree;
use crate::random_trees::{Flavour, binary, layers, random_graph};
use crate::trial::{PLENTY, TIME, Way, ways};

/// Limits from hopeless to comfortable, in bytes.
const LIMITS: [usize; 6] = [0, 30_000, 40_000, 60_000, 90_000, 300_000];

/// How many expansions a search gets that has to forget again and again what it has just found.
const PATIENCE: u64 = 5_000;

#[test]
fn little_memory_never_gives_a_wrong_answer() {
    let (mut answered_with_collections, mut given_up) = ([0; 4], 0);
    for seed in 0..9 {
        let graph = match seed % 3 {
            0 => layers(60, 50, seed),
            1 => binary(11, seed),
            _ => random_graph(3_000, 1, Flavour::Mixed, seed),
        };
        for way in ways() {
            for limit in LIMITS {
                let cancel = AtomicBool::new(false);
                let mut tree = ForgetfulTree::new(&graph);
                tree.cancel = Some((&cancel, PATIENCE));
                let control = Control::new(&cancel, Some(TIME), limit);
                let answer = way.search(&mut tree, &control, &mut NoObserver);
                let case = format!("{way:?} within {limit} bytes on graph {seed}: {:?}", answer.counters);
                match answer.outcome {
                    Ok(outcome) => {
                        assert_eq!(outcome, graph.outcome(), "{case}");
                        let place = ALGORITHMS.iter().position(|&other| other == way.algorithm).unwrap();
                        answered_with_collections[place] += usize::from(answer.counters.collections > 1);
                    }
                    Err(stop) => {
                        let late = tree.expansions >= PATIENCE && stop == Interruption::Cancelled;
                        assert!(late || stop == Interruption::Memory, "{stop}: {case}");
                        given_up += 1;
                        // What is proved so far is true, and helps to go on.
                        tree.cancel = None;
                        assert_eq!(way.answer(&mut tree, PLENTY).outcome, Ok(graph.outcome()), "{case}");
                    }
                }
            }
        }
    }
    assert!(answered_with_collections.iter().all(|&count| count > 5), "{answered_with_collections:?}");
    assert!(given_up > 10, "{given_up}");
}

#[test]
fn collections_are_repeatable() {
    let graph = binary(11, 1);
    for way in ways().into_iter().filter(Way::is_repeatable) {
        let answer = || way.answer(&mut ForgetfulTree::new(&graph), 60_000);
        assert_eq!(answer(), answer(), "{way:?}");
        assert!(answer().counters.collections > 0, "{way:?}");
    }
}
