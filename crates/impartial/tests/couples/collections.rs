//! Searches with so little memory that they have to forget.

use rhizome_impartial::{CoupleTree, Nimber};
use rhizome_search::Control;

use crate::brute_force::BruteForce;
use crate::impatient::Impatient;
use crate::random_game::{Extent, RandomGame};
use crate::staged::Staged;
use crate::trial::{TIME, Tally, codes, outcome_beside, plain_ways, print};

/// A game whose graph takes about a megabyte.
pub fn large_game(seed: u64) -> RandomGame {
    RandomGame::new(Extent { weights: 60, lands_of_each_weight: 20, most_children: 40 }, seed)
}

/// Limits from hopeless to comfortable, in bytes.
const LIMITS: [usize; 7] = [1, 20_000, 50_000, 100_000, 150_000, 250_000, 400_000];

/// How many children a search may see that has to forget again and again what it has just found.
const PATIENCE: u64 = 100_000;

#[test]
fn little_memory_never_gives_a_wrong_answer() {
    let mut tally = Tally::default();
    for seed in 0..2 {
        let game = large_game(seed);
        let mut truth = BruteForce::new(game.clone());
        let heaviest = game.lands.len() - 1;
        for way in plain_ways() {
            for limit in LIMITS {
                let sum = codes([&game.lands[heaviest], &game.lands[heaviest - 25]]);
                let nimber = truth.sum(&sum);
                for heap in [0, nimber, nimber + 1] {
                    let impatient = Impatient::new(Staged { game: game.clone(), quarters: 1 });
                    impatient.wait_for(PATIENCE);
                    let mut tree = CoupleTree::new(impatient.clone(), way.settings);
                    tree.set_root(&sum, Nimber::new(heap));
                    let control = Control::new(&impatient.cancel, Some(TIME), limit);
                    let answer = way.search(&mut tree, &control);
                    let case = format!("{way:?} within {limit} bytes on {}", print(&sum, heap));
                    tally.take(way.algorithm, &answer, outcome_beside(nimber, heap), &case);
                }
            }
        }
    }
    tally.check();
}

#[test]
fn a_tree_that_has_forgotten_goes_on() {
    let game = large_game(10);
    let mut truth = BruteForce::new(game.clone());
    for way in plain_ways() {
        let impatient = Impatient::new(game.clone());
        let mut tree = CoupleTree::new(impatient.clone(), way.settings);
        let mut collections = 0;
        for land in game.lands.iter().rev().step_by(37) {
            let (nimber, land) = (truth.land(land), codes([land]));
            // What fails within the first limit goes on within the next.
            for limit in [100_000, 200_000, 400_000, 1 << 24] {
                impatient.wait_for(PATIENCE);
                tree.set_root(&land, Nimber::new(nimber));
                let control = Control::new(&impatient.cancel, Some(TIME), limit);
                let answer = way.search(&mut tree, &control);
                collections += answer.counters.collections;
                if let Ok(outcome) = answer.outcome {
                    assert_eq!(
                        outcome,
                        outcome_beside(nimber, nimber),
                        "{way:?} on {}",
                        print(&land, nimber)
                    );
                    break;
                }
            }
            impatient.wait_for(u64::MAX);
            assert_eq!(way.nimber(&mut tree, &land), nimber, "{way:?} on {}", print(&land, 0));
        }
        assert!(collections > 0, "{way:?}");
    }
}
