//! Searches with so little memory that they have to forget.

use std::sync::atomic::{AtomicBool, Ordering};

use rhizome_impartial::{Codes, MisereSettings, Nimber, RctBase};
use rhizome_search::{Control, Interruption, NandTree, Outcome};

use crate::algorithm::Algorithm;
use crate::brute_force::BruteForce;
use crate::games::{Nim, heap};
use crate::impatient::Impatient;
use crate::random_game::{Extent, RandomGame};
use crate::trial::{PLENTY, TIME, Tally, Way, base_below, codes, plain_ways, print, without_limits};

/// Random games in which the sum of the heaviest land and one in the middle is a loss, so that all children have to be looked
/// at, and has neither few nor very many positions below it.
const SEEDS: [u64; 2] = [27, 46];

/// One of these games. A search of the large sum takes a megabyte, about.
pub fn large_game(number: usize) -> RandomGame {
    let extent = Extent { weights: 14, lands_of_each_weight: 6, most_children: 9 };
    RandomGame::new(extent, SEEDS[number % SEEDS.len()])
}

/// The sum of the heaviest land and one in the middle.
pub fn large_sum(game: &RandomGame) -> Codes {
    codes([&game.lands[game.lands.len() - 1], &game.lands[game.lands.len() / 2]])
}

/// The large sum, and one that is a bit lighter.
pub fn some_sums(game: &RandomGame) -> Vec<Codes> {
    let middle = &game.lands[game.lands.len() / 2];
    game.lands.iter().rev().step_by(4).take(2).map(|heavy| codes([heavy, middle])).collect()
}

/// So little that a search of the large sum has to forget, but ends. Depth-first search hardly ever ends then.
pub fn little(way: &Way) -> usize {
    if way.algorithm == Algorithm::Dfs { PLENTY } else { 600_000 }
}

/// No base, and that of a light land.
pub fn bases(game: &RandomGame) -> [RctBase; 2] {
    [RctBase::default(), base_below(game.clone(), &codes([&game.lands[game.lands.len() / 4]]))]
}

/// Limits from hopeless to comfortable, in bytes.
const LIMITS: [usize; 8] = [1, 20_000, 50_000, 100_000, 150_000, 250_000, 400_000, 800_000];

/// How many children a search may see that has to forget again and again what it has just found.
const PATIENCE: u64 = 8_000;

#[test]
fn little_memory_never_gives_a_wrong_answer() {
    let mut tally = Tally::default();
    for number in 0..2 {
        let game = large_game(number);
        let mut truth = BruteForce::new(game.clone());
        let sum = large_sum(&game);
        for way in plain_ways() {
            for limit in LIMITS {
                for (beside, base) in [0, 1].into_iter().zip(bases(&game)) {
                    let impatient = Impatient::new(game.clone());
                    impatient.wait_for(PATIENCE);
                    let mut tree = way.tree(impatient.clone(), base);
                    let control = Control::new(&impatient.cancel, Some(TIME), limit);
                    let case = format!("{way:?} within {limit} bytes on {}", print(&sum, beside));
                    tree.set_root(&sum, Nimber::new(beside), &without_limits()).unwrap();
                    let answer = way.search(&mut tree, &control);
                    tally.take(way.algorithm, &answer, truth.outcome(&sum, beside), &case);
                }
            }
        }
    }
    tally.check();
}

#[test]
fn a_search_that_does_not_fit_ends() {
    let game = large_game(0);
    let sum = large_sum(&game);
    for way in plain_ways() {
        for limit in [0, 1, 1000, 10_000] {
            let mut tree = way.tree(game.clone(), RctBase::default());
            let answer = way.answer(&mut tree, &sum, 0, limit);
            assert_eq!(answer.outcome, Err(Interruption::Memory), "{way:?} within {limit} bytes");
        }
    }
}

#[test]
fn a_tree_that_has_forgotten_goes_on() {
    for (number, way) in (0..).zip(plain_ways()) {
        let game = large_game(number);
        let mut truth = BruteForce::new(game.clone());
        let mut collections = 0;
        for base in bases(&game) {
            let impatient = Impatient::new(game.clone());
            let mut tree = way.tree(impatient.clone(), base);
            for sum in some_sums(&game) {
                let expected = truth.outcome(&sum, 1);
                // What fails within the first limit goes on within the next.
                for limit in [50_000, 200_000, 400_000, 1 << 24] {
                    impatient.wait_for(PATIENCE);
                    tree.set_root(&sum, Nimber::new(1), &without_limits()).unwrap();
                    let control = Control::new(&impatient.cancel, Some(TIME), limit);
                    let answer = way.search(&mut tree, &control);
                    collections += answer.counters.collections;
                    if let Ok(outcome) = answer.outcome {
                        assert_eq!(outcome, expected, "{way:?} on {}", print(&sum, 1));
                        break;
                    }
                }
                impatient.wait_for(u64::MAX);
                assert_eq!(way.outcome(&mut tree, &sum, 1), expected, "{way:?} on {}", print(&sum, 1));
            }
        }
        assert!(collections > 0, "{way:?}");
    }
}

/// Collects until hardly anything is left, and asks again for what was proved.
#[test]
fn what_is_proved_is_forgotten_last() {
    let game = large_game(1);
    let mut truth = BruteForce::new(game.clone());
    for way in plain_ways() {
        for base in bases(&game) {
            let mut tree = way.tree(game.clone(), base);
            let sum = large_sum(&game);
            let expected = way.outcome(&mut tree, &sum, 0);
            assert_eq!(expected, truth.outcome(&sum, 0));
            let nodes = tree.nodes();
            tree.collect(&[], usize::MAX).unwrap();
            let proved = tree.nodes();
            assert!(proved < nodes && proved > 50, "{way:?}: {proved} of {nodes} nodes");
            for target in [10_000, 0] {
                // The root is kept whatever the target is, and with it its outcome.
                tree.collect(&[], target).unwrap();
                let answer = way.answer(&mut tree, &sum, 0, usize::MAX);
                assert_eq!((answer.outcome, answer.counters.expansions), (Ok(expected), 0), "{way:?}");
            }
            for land in game.lands.iter().rev().step_by(11) {
                let land = codes([land]);
                assert_eq!(way.outcome(&mut tree, &land, 1), truth.outcome(&land, 1), "{way:?}");
            }
        }
    }
}

/// What the root is made of has to fit as well.
#[test]
fn heaps_that_do_not_fit() {
    let cancel = AtomicBool::new(false);
    let way = Way { settings: MisereSettings::default(), ..plain_ways()[2] };
    let mut tree = way.tree(Nim, RctBase::default());
    let lands = codes([&heap(3)]);
    let control = Control::new(&cancel, Some(TIME), 1 << 20);
    assert_eq!(tree.set_root(&lands, Nimber::new(1_000_000), &control), Err(Interruption::Memory));
    cancel.store(true, Ordering::Relaxed);
    let control = Control::new(&cancel, Some(TIME), usize::MAX);
    assert_eq!(tree.set_root(&lands, Nimber::new(1_000_000), &control), Err(Interruption::Cancelled));
    // The tree is as good as before.
    assert_eq!(way.outcome(&mut tree, &lands, 3), Outcome::Loss);
    assert_eq!(way.outcome(&mut tree, &lands, 2), Outcome::Win);
}
