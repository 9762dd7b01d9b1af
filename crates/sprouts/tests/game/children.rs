//! The children of positions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game, Stage};
use rhizome_sprouts::{Sprouts, parse, position_of};

use crate::referee::board::Board;
use crate::referee::random::Random;
use crate::referee::rewriting::count_lives;
use crate::referee::tree::{Sum, children_of, sum_of};

fn text_of(sum: &Sum) -> String {
    let lands = sum.iter().map(|code| position_of(code).to_string());
    lands.collect::<Vec<_>>().join("+")
}

/// Says what is missing in `found` and what is too much.
fn check(position: &str, found: &BTreeSet<Sum>, expected: &BTreeSet<Sum>) {
    let texts = |sums: Vec<&Sum>| sums.into_iter().map(text_of).collect::<Vec<_>>();
    let missing = texts(expected.difference(found).collect());
    let surplus = texts(found.difference(expected).collect());
    assert!(found == expected, "children of {position}: missing {missing:?}, too many {surplus:?}");
}

/// The children of a board by the rules, in canonical form.
fn children_by_rules(sprouts: &mut Sprouts, board: &Board) -> BTreeSet<Sum> {
    let children = board.children();
    let sums = children.iter().map(|child| sum_of(sprouts, &child.to_position()));
    sums.collect()
}

#[test]
fn children_are_those_that_another_program_lists() {
    let mut sprouts = Sprouts::new();
    let sum = |sprouts: &mut Sprouts, text: &str| sum_of(sprouts, &parse(text).expect("a position"));
    let lines = include_str!("../data/children.tsv").lines();
    let mut checked = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (position, children) = line.split_once('\t').expect("a position and its children");
        let expected = children.split(' ').map(|child| sum(&mut sprouts, child)).collect();
        let parent = sum(&mut sprouts, position);
        let found = children_of(&mut sprouts, &parent);
        check(position, &found, &expected);
        checked += 1;
    }
    assert_eq!(checked, 199);
}

#[test]
fn children_are_those_of_the_rules_below_four_spots() {
    check_all_below(4);
}

#[test]
#[ignore = "takes about a minute"]
fn children_are_those_of_the_rules_below_five_spots() {
    check_all_below(5);
}

fn check_all_below(spots: usize) {
    let mut sprouts = Sprouts::new();
    for board in Board::start(spots).all_below() {
        check_board(&mut sprouts, &board);
    }
}

fn check_board(sprouts: &mut Sprouts, board: &Board) {
    let position = board.to_position();
    let parent = sum_of(sprouts, &position);
    let found = children_of(sprouts, &parent);
    let expected = children_by_rules(sprouts, board);
    check(&position.to_string(), &found, &expected);
}

/// Positions of random games that do not have too many moves.
fn check_random(count: usize, spots: std::ops::Range<usize>, seed: u64) {
    let mut sprouts = Sprouts::new();
    let mut random = Random::new(seed);
    let mut done = 0;
    while done < count {
        let start = Board::start(spots.start + random.below(spots.len()));
        for board in start.random_game(&mut random) {
            if board.count_moves() <= 20_000 {
                check_board(&mut sprouts, &board);
                done += 1;
            }
        }
    }
}

#[test]
fn children_are_those_of_the_rules_in_random_games() {
    check_random(1_000, 4..9, 11);
}

#[test]
#[ignore = "takes about a minute"]
fn children_are_those_of_the_rules_in_many_random_games() {
    check_random(20_000, 4..13, 12);
}

/// Several boundaries that are alike, boundaries that a rotation or a mirror
/// takes to themselves, bare spots: where a program may leave moves out because
/// others are like them.
const SYMMETRIC: [&str; 42] = [
    "0*2",
    "0*5",
    "0*7",
    "0*8",
    "1a1a.1b1b.1c1c",
    "1a1a.1b1b.1c1c.0*3",
    "11.11.11",
    "1.1.1.1.1",
    "1a2a.1a2a.1a2a.2",
    "12.12.2a1a",
    "111",
    "1111",
    "11111111",
    "121212",
    "1a1a1b1b1c1c",
    "1ab1ba1cd1dc",
    "1a2b1a2b.0*2",
    "abcabc.0",
    "1aa1.11",
    "112.121.211",
    "1221.1122.1212",
    "12121a2a.12121a2a",
    "AB.0*3|AB.0*2",
    "ABCD.0|ABCD.0",
    "A.B.C.D|A.B.C.D",
    "A.B.C.0*2|AB.C.1a1a",
    "1A1B1C|ABC.0",
    "1A2a1Ba2|1A1B",
    "0*2.AB.CD|AB.0|CD.0",
    "0*2.AB.CD.EF|AB.1|CD.1|EF.1",
    "0*3.2222",
    "22222222",
    "2222.222.22.2",
    "2.2.2.2.2.2",
    "1a1aA.1a1aB|A.B.0",
    "2ab2cb2ca2.0",
    "1abc2cba1def2fed",
    "112112.1212.0",
    "11a22a.22a11a",
    "12a1a.21a1a.0*2",
    "12a1b2ab.0",
    "122a1a.221a1a",
];

#[test]
fn children_of_symmetric_positions_are_those_of_the_rules() {
    let mut sprouts = Sprouts::new();
    for text in SYMMETRIC {
        check_board(&mut sprouts, &board(text));
    }
}

fn board(text: &str) -> Board {
    Board::from_position(&parse(text).unwrap_or_else(|error| panic!("{}", error.render(text))))
}

/// Positions a few moves below symmetric ones.
#[test]
fn children_below_symmetric_positions_are_those_of_the_rules() {
    let mut sprouts = Sprouts::new();
    let mut random = Random::new(13);
    for text in SYMMETRIC {
        for _ in 0..3 {
            for board in board(text).random_game(&mut random).iter().take(4) {
                if board.count_moves() <= 5_000 {
                    check_board(&mut sprouts, board);
                }
            }
        }
    }
}

/// The lands below random games, each as often as it is met.
fn for_random_lands(count: usize, seed: u64, mut check: impl FnMut(&mut Sprouts, &[u8])) {
    let mut sprouts = Sprouts::new();
    let mut random = Random::new(seed);
    let mut done = 0;
    while done < count {
        let start = Board::start(2 + random.below(9));
        for board in start.random_game(&mut random) {
            for land in sum_of(&mut sprouts, &board.to_position()) {
                check(&mut sprouts, &land);
                done += 1;
            }
        }
    }
}

/// The children that are left for later are those that did not come before.
#[test]
fn stages_share_out_the_children() {
    let collect = |children: &mut Vec<Codes>, codes: &Codes| {
        children.push(codes.clone());
        ControlFlow::Continue(())
    };
    let mut staged = 0;
    for_random_lands(5_000, 14, |sprouts, land| {
        let [mut all, mut every, mut easy, mut rest] = [const { Vec::new() }; 4];
        let _ = sprouts.children(land, |codes| collect(&mut all, codes));
        let _ = sprouts.staged_children(land, Stage::All, |codes| collect(&mut every, codes));
        assert_eq!(every, all, "all children of {}", position_of(land));
        let left = sprouts.staged_children(land, Stage::Easiest, |codes| collect(&mut easy, codes));
        if let ControlFlow::Continue(Some(left)) = left {
            staged += 1;
            let result = sprouts.staged_children(land, Stage::Rest(left), |codes| collect(&mut rest, codes));
            assert_eq!(result, ControlFlow::Continue(None), "the rest of {}", position_of(land));
            assert!((1..=left.count as usize).contains(&rest.len()), "the rest of {}", position_of(land));
        }
        let sorted = |children: Vec<Codes>| {
            let mut sums: Vec<Sum> =
                children.iter().map(|codes| codes.iter().map(<[u8]>::to_vec).collect()).collect();
            sums.sort();
            sums
        };
        easy.extend(rest);
        assert_eq!(sorted(easy), sorted(all), "children of {} in two stages", position_of(land));
    });
    assert!(staged > 500, "only {staged} lands left children for later");
}

/// A move may take two lives from a region next to it, and so all that it had.
#[test]
fn two_letters_that_die_may_share_a_region_of_two_lives() {
    let mut sprouts = Sprouts::new();
    for text in ["0.AB|AB", "0*2.AB|AB", "ABC.0|AB|C.0", "0.1.AB|AB"] {
        check_board(&mut sprouts, &board(text));
    }
}

/// The weight of a land is its number of lives, and every move lowers it.
#[test]
fn moves_lower_the_weight() {
    for_random_lands(5_000, 15, |sprouts, land| {
        let position = position_of(land);
        let weight = Sprouts::weight(land);
        assert_eq!(weight as usize, count_lives(&position), "lives of {position}");
        let _ = sprouts.children(land, |codes| {
            let after: u32 = codes.iter().map(Sprouts::weight).sum();
            assert!(after < weight, "a child of {position} with {after} lives");
            ControlFlow::Continue(())
        });
    });
}
