//! The nimbers of single lands.

use rhizome_impartial::{CoupleTree, Game, Settings};
use rhizome_search::Outcome;

use crate::brute_force::BruteForce;
use crate::games::{ANOTHER_OCTAL, DAWSONS_KAYLES, Grundy, KAYLES, Nim, Octal, heap};
use crate::random_game::{Extent, RandomGame};
use crate::staged::Staged;
use crate::trial::{Way, codes, outcome_beside, plain_ways, print, ways};

/// Finds the nimber of each land in every way, once in a tree that keeps what it proves and once in a fresh one.
fn check<G: Game + Clone + Send>(game: &G, lands: &[Vec<u8>], ways: &[Way]) {
    let mut truth = BruteForce::new(game.clone());
    for way in ways {
        let mut kept = CoupleTree::new(game.clone(), way.settings);
        for land in lands {
            let (expected, land) = (truth.land(land), codes([land]));
            for tree in [&mut kept, &mut CoupleTree::new(game.clone(), way.settings)] {
                assert_eq!(way.nimber(tree, &land), expected, "{way:?} on {}", print(&land, 0));
            }
        }
    }
}

/// Searches each land beside each heap that matters, in trees that know nothing.
fn check_couples<G: Game + Clone + Send>(game: &G, lands: &[Vec<u8>], ways: &[Way]) {
    let mut truth = BruteForce::new(game.clone());
    for way in ways {
        for land in lands {
            let (nimber, land) = (truth.land(land), codes([land]));
            for heap in 0..nimber + 3 {
                let mut tree = CoupleTree::new(game.clone(), way.settings);
                let found = way.outcome(&mut tree, &land, heap);
                assert_eq!(found, outcome_beside(nimber, heap), "{way:?} on {}", print(&land, heap));
            }
        }
    }
}

/// Without stages, and with every share of easiest children.
fn check_with_all_stages<G: Game + Clone + Send>(game: &G, lands: &[Vec<u8>]) {
    check(game, lands, &ways());
    check_couples(game, lands, &plain_ways());
    for quarters in 0..=3 {
        let staged = Staged { game: game.clone(), quarters };
        check(&staged, lands, &ways());
        check_couples(&staged, lands, &plain_ways());
    }
}

fn heaps(sizes: std::ops::RangeInclusive<u32>) -> Vec<Vec<u8>> {
    sizes.map(heap).collect()
}

#[test]
fn nim() {
    check_with_all_stages(&Nim, &heaps(1..=12));
}

#[test]
fn kayles() {
    check_with_all_stages(&KAYLES, &heaps(1..=20));
}

#[test]
fn dawsons_kayles() {
    check_with_all_stages(&DAWSONS_KAYLES, &heaps(1..=24));
}

#[test]
fn an_octal_game() {
    check_with_all_stages(&ANOTHER_OCTAL, &heaps(1..=20));
}

#[test]
fn grundys_game() {
    check_with_all_stages(&Grundy, &heaps(1..=24));
}

#[test]
fn random_games() {
    for seed in 0..30 {
        let extent = Extent { weights: 9, lands_of_each_weight: 3, most_children: 8 };
        let game = RandomGame::new(extent, seed);
        check_with_all_stages(&game, &game.lands.clone());
    }
}

/// Periods that are proved in the literature (Guy and Smith 1956), which the brute force above knows nothing of.
#[test]
fn octal_games_are_periodic() {
    let check = |game: Octal, first: u32, period: u32| {
        for way in plain_ways() {
            let mut tree = CoupleTree::new(game.clone(), Settings { endgame_weight: 40, ..way.settings });
            let nimbers: Vec<u32> = (first..first + 2 * period)
                .map(|size| way.nimber(&mut tree, &codes([&heap(size)])))
                .collect();
            let (one, other) = nimbers.split_at(period as usize);
            assert_eq!(one, other, "{way:?}");
            assert!(one.iter().any(|&nimber| nimber != one[0]));
        }
    };
    check(KAYLES, 71, 12);
    check(DAWSONS_KAYLES, 53, 34);
}

#[test]
fn nimbers_above_sixty_four() {
    for way in ways() {
        let mut tree = CoupleTree::new(Nim, way.settings);
        for size in [63, 64, 65, 100] {
            assert_eq!(way.nimber(&mut tree, &codes([&heap(size)])), size, "{way:?}");
        }
        let hundred = codes([&heap(100)]);
        for (beside, expected) in [(1000, Outcome::Win), (100, Outcome::Loss), (64, Outcome::Win)] {
            let mut tree = CoupleTree::new(Nim, way.settings);
            assert_eq!(way.outcome(&mut tree, &hundred, beside), expected, "{way:?} on 100 + *{beside}");
        }
    }
}
