//! Sums of several lands, beside heaps.

use rhizome_impartial::{Codes, CoupleTree, Game};
use rhizome_search::Outcome;

use crate::brute_force::BruteForce;
use crate::games::{DAWSONS_KAYLES, Grundy, KAYLES, Nim, heap};
use crate::random_game::{Extent, RandomGame};
use crate::random_numbers::RandomNumbers;
use crate::staged::Staged;
use crate::trial::{PLENTY, codes, outcome_beside, plain_ways, print, ways};

/// A heap beside which a position of this nimber is a loss, is nearly one, or is far from it.
fn random_heap(nimber: u32, random: &mut RandomNumbers) -> u32 {
    match random.below(4) {
        0 | 1 => nimber,
        2 => nimber ^ 1,
        _ => random.below(20) as u32,
    }
}

fn check<G: Game + Clone + Send>(game: &G, lands: &[Vec<u8>], sums: usize, seed: u64) {
    let mut truth = BruteForce::new(game.clone());
    let mut random = RandomNumbers::new(seed);
    for way in ways() {
        let mut kept = CoupleTree::new(game.clone(), way.settings);
        for _ in 0..sums {
            let count = 1 + random.below(4);
            let sum = codes((0..count).map(|_| random.pick(lands)).collect::<Vec<_>>());
            let nimber = truth.sum(&sum);
            let heap = random_heap(nimber, &mut random);
            for tree in [&mut kept, &mut CoupleTree::new(game.clone(), way.settings)] {
                let found = way.outcome(tree, &sum, heap);
                assert_eq!(found, outcome_beside(nimber, heap), "{way:?} on {}", print(&sum, heap));
            }
        }
    }
}

fn heaps(end: u32) -> Vec<Vec<u8>> {
    (1..end).map(heap).collect()
}

#[test]
fn sums_of_heaps() {
    check(&Nim, &heaps(10), 40, 1);
    check(&KAYLES, &heaps(16), 40, 2);
    check(&DAWSONS_KAYLES, &heaps(18), 40, 3);
    check(&Grundy, &heaps(18), 40, 4);
}

#[test]
fn sums_of_heaps_in_stages() {
    for quarters in 0..=3 {
        check(&Staged { game: Nim, quarters }, &heaps(10), 20, 5);
        check(&Staged { game: KAYLES, quarters }, &heaps(16), 20, 6);
    }
}

#[test]
fn sums_of_random_lands() {
    for seed in 0..20 {
        let extent = Extent { weights: 8, lands_of_each_weight: 4, most_children: 8 };
        let game = RandomGame::new(extent, seed);
        check(&game, &game.lands.clone(), 20, seed);
        let staged = Staged { game: game.clone(), quarters: seed as usize % 4 };
        check(&staged, &game.lands, 20, seed);
    }
}

/// Lands so heavy that no search could solve them, twice.
#[test]
fn equal_lands_cancel() {
    let (small, huge) = (heap(7), heap(1_000_000_000));
    let expected = BruteForce::new(Grundy).land(&small);
    for way in plain_ways() {
        for heap in 0..3 {
            let sum = codes([&huge, &small, &huge]);
            let mut tree = CoupleTree::new(Grundy, way.settings);
            assert_eq!(way.outcome(&mut tree, &sum, heap), outcome_beside(expected, heap), "{way:?}");
            let pair = codes([&huge, &huge]);
            let answer = way.answer(&mut tree, &pair, heap, PLENTY);
            assert_eq!(answer.outcome, Ok(outcome_beside(0, heap)), "{way:?}");
            assert_eq!(answer.counters.expansions, 0);
        }
    }
}

#[test]
fn no_lands_at_all() {
    for way in plain_ways() {
        let mut tree = CoupleTree::new(Nim, way.settings);
        assert_eq!(way.outcome(&mut tree, &Codes::new(), 0), Outcome::Loss);
        assert_eq!(way.outcome(&mut tree, &Codes::new(), 5), Outcome::Win);
        assert_eq!(way.outcome(&mut tree, &Codes::new(), u32::MAX), Outcome::Win);
    }
}
