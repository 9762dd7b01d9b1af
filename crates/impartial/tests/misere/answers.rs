//! Outcomes by the search and by RCTs are those of games that are played out.

use rhizome_impartial::{Codes, Game, RctBase, RctFinder};
use rhizome_search::Outcome;

use crate::brute_force::BruteForce;
use crate::games::{ANOTHER_OCTAL, DAWSONS_KAYLES, Grundy, KAYLES, Nim, heap};
use crate::random_game::{Extent, RandomGame};
use crate::random_numbers::RandomNumbers;
use crate::trial::{base_below, codes, plain_ways, print, ways, without_limits};

/// The greatest Nim-heap beside a position.
const MOST: u32 = 5;

/// The outcome of some lands beside a heap, by their RCT.
pub fn outcome_by_rct<G: Game>(finder: &mut RctFinder<G>, lands: &Codes, heap: u32) -> Outcome {
    let control = without_limits();
    let rct = finder.position(lands, &control).unwrap();
    let heap = finder.rcts_mut().nim_heap(heap);
    let sum = finder.rcts_mut().sum(rct, heap, &control).unwrap();
    finder.rcts().outcome(sum)
}

/// Checks positions of heaps beside Nim-heaps of all sizes.
fn check<G: Game + Clone + Send>(game: &G, positions: &[Vec<u32>], bases: &[u32]) {
    let mut truth = BruteForce::new(game.clone());
    let mut finder = RctFinder::new(game.clone());
    let ways = ways();
    let mut kept: Vec<_> = bases
        .iter()
        .flat_map(|&base| plain_ways().map(|way| (way, way.tree(game.clone(), base_of(game, base)))))
        .collect();
    let mut outcomes = [0; 2];
    for (number, sizes) in positions.iter().enumerate() {
        let heaps: Vec<Vec<u8>> = sizes.iter().map(|&size| heap(size)).collect();
        let lands = codes(&heaps);
        for beside in 0..=MOST {
            let case = print(&lands, beside);
            let expected = truth.outcome(&lands, beside);
            outcomes[usize::from(expected == Outcome::Win)] += 1;
            assert_eq!(outcome_by_rct(&mut finder, &lands, beside), expected, "{case}");
            for (way, tree) in &mut kept {
                assert_eq!(way.outcome(tree, &lands, beside), expected, "{way:?} on {case}");
            }
        }
        // A tree that knows nothing yet.
        let way = &ways[number % ways.len()];
        let (base, beside) = (bases[number % bases.len()], number as u32 % (MOST + 1));
        let mut fresh = way.tree(game.clone(), base_of(game, base));
        let expected = truth.outcome(&lands, beside);
        assert_eq!(way.outcome(&mut fresh, &lands, beside), expected, "{way:?} on {}", print(&lands, beside));
    }
    assert!(outcomes.iter().all(|&count| count > positions.len() / 2), "{outcomes:?}");
}

fn base_of<G: Game + Clone + Send>(game: &G, size: u32) -> RctBase {
    if size == 0 { RctBase::default() } else { base_below(game.clone(), &codes([&heap(size)])) }
}

/// Sums of up to three heaps of at least `least` tokens, and together not more than `most`.
fn sums(least: u32, most: u32) -> Vec<Vec<u32>> {
    let mut sums = vec![vec![]];
    for first in least..=most {
        sums.push(vec![first]);
        for second in least..=first.min(most - first) {
            sums.push(vec![first, second]);
            let left = most - first - second;
            sums.extend((least..=second.min(left)).map(|third| vec![first, second, third]));
        }
    }
    sums
}

#[test]
fn kayles() {
    check(&KAYLES, &sums(1, 14), &[0, 3, 7, 14]);
}

#[test]
fn other_octal_games() {
    check(&DAWSONS_KAYLES, &sums(1, 14), &[0, 4, 9]);
    check(&ANOTHER_OCTAL, &sums(1, 12), &[0, 3, 8]);
}

#[test]
fn grundys_game() {
    check(&Grundy, &sums(3, 18), &[0, 5, 9, 18]);
}

#[test]
fn nim() {
    check(&Nim, &sums(1, 12), &[0, 1, 2, 6]);
}

/// A sum of some of these lands, lighter together than `most`.
fn random_sum(lands: &[Vec<u8>], most: u32, random: &mut RandomNumbers) -> Codes {
    let mut sum = Codes::new();
    let mut left = most;
    for _ in 0..=random.below(4) {
        let land = random.pick(lands);
        let Some(rest) = left.checked_sub(RandomGame::weight(land)) else { continue };
        sum.push(land);
        left = rest;
        if random.one_in(4) && left >= RandomGame::weight(land) {
            sum.push(land);
            left -= RandomGame::weight(land);
        }
    }
    sum
}

/// Checks random positions of random games, with bases of what is below other random positions.
fn check_random_games(seeds: std::ops::Range<u64>, extent: Extent, positions: usize) {
    let mut outcomes = [0; 2];
    for seed in seeds {
        let mut random = RandomNumbers::new(seed);
        let game = RandomGame::new(extent, seed);
        let mut truth = BruteForce::new(game.clone());
        let mut finder = RctFinder::new(game.clone());
        let bases = [extent.weights / 4, extent.weights / 2, extent.weights]
            .map(|most| random_sum(&game.lands, most, &mut random));
        let mut kept = Vec::new();
        for (number, way) in ways().into_iter().enumerate() {
            let base = match number % 4 {
                0 => RctBase::default(),
                number => base_below(game.clone(), &bases[number - 1]),
            };
            kept.push((way, way.tree(game.clone(), base)));
        }
        for _ in 0..positions {
            let sum = random_sum(&game.lands, extent.weights, &mut random);
            for beside in 0..=MOST {
                let case = format!("{} of the random game {seed}", print(&sum, beside));
                let expected = truth.outcome(&sum, beside);
                outcomes[usize::from(expected == Outcome::Win)] += 1;
                assert_eq!(outcome_by_rct(&mut finder, &sum, beside), expected, "{case}");
                let (way, tree) = random_one(&mut kept, &mut random);
                assert_eq!(way.outcome(tree, &sum, beside), expected, "{way:?} on {case}");
                let mut fresh = way.tree(game.clone(), base_below(game.clone(), random.pick(&bases)));
                assert_eq!(way.outcome(&mut fresh, &sum, beside), expected, "{way:?} on {case}");
            }
        }
    }
    let least = outcomes.iter().sum::<usize>() / 8;
    assert!(outcomes.iter().all(|&count| count > least), "{outcomes:?}");
}

fn random_one<'a, T>(all: &'a mut [T], random: &mut RandomNumbers) -> &'a mut T {
    let place = random.below(all.len());
    &mut all[place]
}

#[test]
fn random_games() {
    let small = Extent { weights: 8, lands_of_each_weight: 3, most_children: 5 };
    check_random_games(0..12, small, 25);
    let large = Extent { weights: 13, lands_of_each_weight: 5, most_children: 8 };
    check_random_games(100..104, large, 15);
}

#[test]
#[ignore = "exhaustive: ten times as many random games"]
fn many_random_games() {
    let small = Extent { weights: 8, lands_of_each_weight: 3, most_children: 5 };
    check_random_games(1000..1120, small, 25);
    let large = Extent { weights: 15, lands_of_each_weight: 6, most_children: 10 };
    check_random_games(2000..2040, large, 20);
}

/// A heap of one or two tokens has no moves in Grundy's game, but is a land.
#[test]
fn lands_without_moves() {
    for way in ways() {
        for (size, expected) in [(1, Outcome::Win), (2, Outcome::Win), (3, Outcome::Loss)] {
            let lands = codes([&heap(size)]);
            let mut tree = way.tree(Grundy, RctBase::default());
            assert_eq!(way.outcome(&mut tree, &lands, 0), expected, "{way:?} on {size}");
        }
    }
}
