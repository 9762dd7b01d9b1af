//! Cram on whole boards, against brute force and what mirroring proves.

use rhizome_games::Cram;
use rhizome_impartial::{Codes, CoupleTree, Game, Settings};
use rhizome_search::Outcome;

use crate::random_numbers::Random;
use crate::searching::{WAYS, Way, endgame_tree, nimber, outcome, plain_tree};
use crate::truth;

/// A board as text, with the cells free that are in the set.
fn board(rows: usize, columns: usize, free: usize) -> String {
    let cell = |bit: usize| if free >> bit & 1 == 1 { '.' } else { '#' };
    let row = |row: usize| (0..columns).map(|column| cell(row * columns + column)).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

fn read(text: &str) -> (Codes, u32) {
    Cram::new().parse(text).unwrap()
}

fn check_rectangle(rows: usize, columns: usize) {
    let expected = truth::cram(rows, columns).pop().map(u32::from).unwrap();
    let position = read(&format!("{rows}x{columns}"));
    for (way, mut tree) in WAYS.map(|way| (way, CoupleTree::new(Cram::new(), Settings::default()))) {
        assert_eq!(nimber(way, &mut tree, &position), expected, "{way:?} on {rows}x{columns}");
    }
    let found = nimber(Way::Dfs, &mut endgame_tree(Cram::new()), &position);
    assert_eq!(found, expected, "the endgame on {rows}x{columns}");
}

#[test]
fn all_rectangles_of_at_most_twenty_cells_up_to_five_rows() {
    for rows in 1..=5 {
        for columns in 1..=5 {
            if rows * columns <= 20 {
                check_rectangle(rows, columns);
            }
        }
    }
    for columns in 6..=16 {
        check_rectangle(1, columns);
    }
    for columns in 6..=8 {
        check_rectangle(2, columns);
    }
}

#[test]
fn five_by_five() {
    check_rectangle(5, 5);
}

/// Known values (Schneider 2009), found here too.
#[test]
fn known_nimbers() {
    let known = [("3x3", 0), ("3x4", 1), ("3x5", 1), ("3x6", 4), ("4x4", 0), ("4x5", 2), ("5x5", 0)];
    let mut tree = CoupleTree::new(Cram::new(), Settings::default());
    for (text, expected) in known {
        assert_eq!(nimber(Way::Dfpn, &mut tree, &read(text)), expected, "{text}");
    }
}

/// A row is Dawson's Kayles, octal game 0.07.
#[test]
fn one_row_is_dawsons_kayles() {
    let expected = truth::octal(&[0, 0, 7], 60);
    let mut tree = endgame_tree(Cram::new());
    for (size, &expected) in expected.iter().enumerate().skip(1) {
        assert_eq!(nimber(Way::Dfs, &mut tree, &read(&format!("1x{size}"))), expected, "{size}");
        assert_eq!(nimber(Way::Dfs, &mut tree, &read(&format!("{size}x1"))), expected, "{size}");
    }
}

/// Every set of free cells of a small board, and random ones of larger boards.
#[test]
fn boards_with_blocked_cells() {
    let mut tree = CoupleTree::new(Cram::new(), Settings::default());
    let mut check = |rows, columns, free: usize, expected: u8| {
        let text = board(rows, columns, free);
        assert_eq!(nimber(Way::Dfpn, &mut tree, &read(&text)), u32::from(expected), "{text}");
    };
    for (free, &expected) in truth::cram(3, 4).iter().enumerate() {
        check(3, 4, free, expected);
    }
    let mut random = Random(2);
    for (rows, columns) in [(4, 4), (3, 6), (4, 5), (2, 9)] {
        let expected = truth::cram(rows, columns);
        for _ in 0..200 {
            // Two cells in three are free, or all of them would fall apart.
            let mut chance = || random.below(1 << (rows * columns)) as usize;
            let free = chance() | chance() & chance();
            check(rows, columns, free, expected[free]);
        }
    }
}

/// Mirroring through the middle answers every move if rows and columns are even; if just one of them is even,
/// the first domino in the middle makes it so.
#[test]
fn even_boards_are_lost_and_half_even_ones_are_won() {
    for (rows, columns) in [(2, 2), (2, 6), (4, 4), (2, 10), (4, 6)] {
        let found = outcome(Way::Dfpn, &mut plain_tree(Cram::new()), &read(&format!("{rows}x{columns}")));
        assert_eq!(found, Outcome::Loss, "{rows}x{columns}");
    }
    for (rows, columns) in [(1, 8), (2, 3), (4, 3), (2, 9), (3, 6), (5, 4), (4, 7)] {
        let found = outcome(Way::Dfpn, &mut plain_tree(Cram::new()), &read(&format!("{rows}x{columns}")));
        assert_eq!(found, Outcome::Win, "{rows}x{columns}");
    }
}

#[test]
fn larger_even_boards_are_lost_and_half_even_ones_are_won() {
    check_outcomes(&[("5x6", Outcome::Win), ("4x8", Outcome::Loss), ("6x6", Outcome::Loss)]);
}

#[test]
#[ignore = "takes a quarter of a minute"]
fn large_half_even_boards_are_won() {
    check_outcomes(&[("5x8", Outcome::Win), ("6x7", Outcome::Win)]);
}

fn check_outcomes(known: &[(&str, Outcome)]) {
    for (text, expected) in known {
        let mut tree = CoupleTree::new(Cram::new(), Settings::default());
        assert_eq!(outcome(Way::Dfpn, &mut tree, &read(text)), *expected, "{text}");
    }
}

/// Of three kinds with as many cells, the second has nimber 0 and the third has not, by mirroring.
#[test]
fn kinds_keep_what_they_promise() {
    let mut met = [0; 3];
    for (rows, columns) in [(4, 4), (3, 5), (2, 7)] {
        for (free, &nimber) in truth::cram(rows, columns).iter().enumerate() {
            let (lands, _) = read(&board(rows, columns, free));
            let codes: Vec<&[u8]> = lands.iter().collect();
            if let [land] = codes[..] {
                let kind = Cram::kind(land) % 3;
                met[kind as usize] += 1;
                let promised = match kind {
                    0 => true,
                    1 => nimber == 0,
                    _ => nimber != 0,
                };
                assert!(promised, "{} has nimber {nimber}", board(rows, columns, free));
            }
        }
    }
    assert!(met.iter().all(|&met| met > 100), "{met:?}");
}

#[test]
fn lands_are_connected_pieces_of_two_cells_or_more() {
    let (lands, heap) = read("..#./###./.#../#.#.+*2+*3+1x1");
    let game = Cram::new();
    let mut printed: Vec<String> = lands.iter().map(|land| game.print(land)).collect();
    printed.sort_unstable();
    assert_eq!((printed, heap), (vec!["##.#/....".to_owned(), "1x2".to_owned()], 1));
}
