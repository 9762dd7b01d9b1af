//! Positions with hundreds of spots: they take their time, but not for ever.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rhizome_impartial::Game;
use rhizome_sprouts::{Position, Region, Spot, Sprouts, TooSymmetric, parse, position_of};

use crate::referee::board::Board;
use crate::referee::disguise::disguised;
use crate::referee::graphs::Graph;
use crate::referee::isomorphism::same;
use crate::referee::random::Random;
use crate::referee::tree::{Sum, children_of, sum_of};

/// Far more than any of this takes, even in a build that is not optimised on a machine that
/// is busy; far less than what grows exponentially would take.
const LIMIT: Duration = Duration::from_secs(60);

fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let elapsed = start.elapsed();
    println!("{name}: {:.3} ms", elapsed.as_secs_f64() * 1e3);
    assert!(elapsed < LIMIT, "{name} took {elapsed:?}");
    result
}

/// Canonicalises a position and some disguises of it. Returns its lands.
fn check(name: &str, position: &Position, times: usize) -> Sum {
    let mut sprouts = Sprouts::new();
    let lands = timed(name, || sum_of(&mut sprouts, position));
    let mut random = Random::new(41);
    for time in 0..times {
        let other = disguised(position, &mut random);
        let found = timed(&format!("{name}, disguise {time}"), || sum_of(&mut sprouts, &other));
        assert_eq!(found, lands, "{position} and {other} are the same");
    }
    for code in &lands {
        let again = sum_of(&mut sprouts, &position_of(code));
        assert_eq!(again, [&code[..]], "the form of {}", position_of(code));
    }
    lands
}

#[test]
fn many_bare_spots() {
    let mut sprouts = Sprouts::new();
    for spots in [50, 200, 500] {
        let start = sum_of(&mut sprouts, &parse(&format!("0*{spots}")).expect("a position"));
        let children = timed(&format!("children of 0*{spots}"), || children_of(&mut sprouts, &start));
        // Two spots are joined, or a loop leaves some of the others on the lesser side.
        assert_eq!(children.len(), 1 + (spots - 1) / 2 + 1);
        let mut calls = 0;
        let _ = sprouts.children(&start[0], |_| {
            calls += 1;
            ControlFlow::Continue(())
        });
        assert!(calls <= 2 * children.len(), "{calls} calls for {} children", children.len());
    }
}

/// Pieces around one region: `0*2.AB.CD|0*2.AB|0*2.CD` has two.
fn pieces(count: u32) -> Position {
    let pair = |piece: u32| vec![Spot::Letter(2 * piece), Spot::Letter(2 * piece + 1)];
    let bare = [vec![Spot::Zero], vec![Spot::Zero]];
    let mut regions: Vec<Region> = (0..count).map(|piece| [&bare[..], &[pair(piece)]].concat()).collect();
    regions.push(bare.into_iter().chain((0..count).map(pair)).collect());
    Position { regions, heap: 0 }
}

#[test]
fn identical_pieces() {
    for count in [8, 16, 30] {
        let lands = check(&format!("{count} identical pieces"), &pieces(count), 3);
        assert_eq!(lands.len(), 1);
    }
}

#[test]
fn long_chains_and_rings() {
    for length in [30, 100, 200] {
        let chain = Graph::chain(length).land_with(|_| vec![vec![Spot::Zero]]);
        assert_eq!(check(&format!("chain of {length} regions"), &chain, 2).len(), 1);
        let ring = Graph::ring(length).land();
        assert_eq!(check(&format!("ring of {length} regions"), &ring, 2).len(), 1);
    }
}

#[test]
fn large_prisms() {
    for length in [10, 30, 60] {
        let prism = Graph::generalised_petersen(length, 1).land();
        check(&format!("prism of {length}"), &prism, 2);
    }
}

#[test]
fn hard_graphs() {
    for (name, graph) in [
        ("cube of 5 dimensions", Graph::cube(5)),
        ("complete of 10", Graph::complete(10)),
        ("rook", Graph::rook()),
        ("Shrikhande", Graph::shrikhande()),
        ("Cai, Fürer and Immerman", Graph::cai_fuerer_immerman(&Graph::complete(4), false)),
        ("Cai, Fürer and Immerman, crossed", Graph::cai_fuerer_immerman(&Graph::complete(4), true)),
    ] {
        check(name, &graph.land(), 3);
    }
}

/// A land may be too hard. That is found out in time, and what comes after it is not disturbed.
#[test]
fn lands_that_are_too_hard() {
    let mut sprouts = Sprouts::new();
    let mut random = Random::new(44);
    let base = Graph::random_cubic(20, &mut random);
    let hard = Graph::cai_fuerer_immerman(&base, false).land();
    let others = [Graph::rook().land(), Graph::ring(30).land(), Graph::cube(4).land()];
    for other in others {
        let result = timed("a hard land", || sprouts.lands(&hard));
        assert_eq!(result, Err(TooSymmetric));
        assert_eq!(sum_of(&mut sprouts, &other), sum_of(&mut Sprouts::new(), &other), "{other}");
    }
}

/// A spot of degree 1 and the sides of curves, of which none is like another.
fn different_boundaries(count: usize) -> Position {
    let word = |index: usize| [vec![Spot::One; index + 1], vec![Spot::Two]].concat();
    Position { regions: vec![(0..count).map(word).collect()], heap: 0 }
}

#[test]
fn twelve_different_boundaries() {
    let mut sprouts = Sprouts::new();
    let lands = check("12 different boundaries", &different_boundaries(12), 3);
    let mut calls = 0u64;
    timed("moves of 12 different boundaries", || {
        let _ = sprouts.children(&lands[0], |_| {
            calls += 1;
            // There are far more, and the game has to stop when it is told to.
            if calls < 100_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    });
    assert_eq!(calls, 100_000, "moves before the game stopped");
}

#[test]
fn five_different_boundaries_have_all_their_children() {
    let mut sprouts = Sprouts::new();
    let position = different_boundaries(5);
    let lands = sum_of(&mut sprouts, &position);
    let found = timed("children of 5 different boundaries", || children_of(&mut sprouts, &lands));
    let children = Board::from_position(&position).children();
    let expected: BTreeSet<Sum> =
        children.iter().map(|child| sum_of(&mut sprouts, &child.to_position())).collect();
    assert!(found == expected, "{} children by the crate, {} by the rules", found.len(), expected.len());
}

/// A random child of the board is among the children of the land.
fn check_a_child(position: &Position, random: &mut Random) {
    let mut sprouts = Sprouts::new();
    let child = Board::from_position(position).random_child(random).expect("a move");
    let expected = sum_of(&mut sprouts, &child.to_position());
    let parent = sum_of(&mut sprouts, position);
    assert_eq!(parent.len(), 1, "the lands of {position}");
    let result = sprouts.children(&parent[0], |codes| {
        let mut found: Sum = codes.iter().map(<[u8]>::to_vec).collect();
        found.sort();
        if found == expected { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(result.is_break(), "{position} has the child {}", child.to_position());
}

/// Both sides of a letter further and further apart, until a byte cannot say how far.
#[test]
fn letters_far_apart() {
    let mut random = Random::new(42);
    for distance in [10, 78, 79, 80, 81, 82, 83, 84, 90, 160, 260] {
        // ab1ba1…1: the sides of `b` are furthest apart, those of `a` are there to be mistaken for them.
        let [a, b] = [Spot::Letter(0), Spot::Letter(1)];
        let word = [vec![a, b, Spot::One, b, a], vec![Spot::One; distance - 3]].concat();
        let position = Position { regions: vec![vec![word, vec![Spot::Zero]]], heap: 0 };
        let lands = check(&format!("letters {distance} apart"), &position, 2);
        assert!(same(&position_of(&lands[0]), &position), "the form of letters {distance} apart");
        if distance < 90 {
            check_a_child(&position, &mut random);
        }
    }
}

/// More and more letters, until a byte cannot name them.
#[test]
fn many_letters() {
    let mut random = Random::new(43);
    for letters in [82, 168, 169, 170, 171, 300] {
        let names = (0..letters).map(Spot::Letter);
        let there_and_back = names.clone().chain([Spot::One]).chain(names.rev());
        let word = there_and_back.chain([Spot::Two]).collect();
        let lower = Position { regions: vec![vec![word, vec![Spot::Zero]]], heap: 0 };
        let chain = Graph::chain(letters as usize + 1);
        let upper = chain.land_with(|vertex| match vertex {
            0 => vec![vec![Spot::Zero]],
            last if last == letters as usize => vec![vec![Spot::Zero]; 2],
            _ => vec![vec![Spot::One]],
        });
        for (name, position) in [("lower", &lower), ("upper", &upper)] {
            let lands = check(&format!("{letters} {name}-case letters"), position, 2);
            assert!(same(&position_of(&lands[0]), position), "the form of {letters} {name}-case letters");
        }
        // More would take long.
        if letters == 82 {
            check_a_child(&lower, &mut random);
        }
        if letters == 171 {
            check_a_child(&upper, &mut random);
        }
    }
}
