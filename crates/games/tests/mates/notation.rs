//! How mate problems are read and printed, and what is said about texts that are none.

use std::collections::HashSet;

use proptest::prelude::*;
use rhizome_games::{ChessMate, TextError};
use rhizome_search::Rules;

fn read(text: &str) -> Result<String, TextError> {
    ChessMate::parse(text).map(|(rules, position)| rules.print(&position))
}

fn fails(text: &str, message: &str, blamed: &str) {
    let error = read(text).unwrap_err();
    assert!(error.to_string().contains(message), "{text}: {error}");
    assert_eq!(text.get(error.span()), Some(blamed), "{text}: {error} {:?}", error.span());
}

#[test]
fn canonical_forms() {
    for (text, printed) in [
        ("7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #1", "7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #1"),
        ("7k/5K2/8/8/8/8/8/6R1 w - - 37 99 #100", "7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #100"),
        ("  7k/5K2/8/8/8/8/8/6R1   w - -  #007 ", "7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #7"),
        ("7k/5K2/8/8/8/8/8/6R1 b - - #-0", "7k/5K2/8/8/8/8/8/6R1 b - - 0 1 #-0"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - #2", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 #2"),
        // No pawn can go to e3, but one can to d6.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 #2", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 #2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 #2", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 #2"),
        // The pawn that could take is pinned.
        ("4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 #2", "4k3/4r3/8/3pP3/8/8/8/4K3 w - - 0 1 #2"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(printed), "{text}");
        assert_eq!(read(printed).as_deref(), Ok(printed));
    }
}

#[test]
fn boards_that_differ_in_counters_are_the_same_position() {
    let position = |text: &str| ChessMate::parse(text).unwrap().1;
    let boards = ["7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #3", "7k/5K2/8/8/8/8/8/6R1 w - - 40 80 #3"].map(position);
    assert_eq!(HashSet::from(boards).len(), 1);
    let numbers = ["7k/5K2/8/8/8/8/8/6R1 w - - #3", "7k/5K2/8/8/8/8/8/6R1 w - - #4"].map(position);
    assert_eq!(HashSet::from(numbers).len(), 2);
}

#[test]
fn errors_point_at_the_place() {
    const BOARD: &str = "7k/5K2/8/8/8/8/8/6R1";
    let with = |rest: &str| format!("{BOARD} {rest}");
    fails("", "number of moves is missing", "");
    fails(&with("w - - 0 1"), "number of moves is missing", "");
    fails(&with("w - - 0 1 #"), "written like `#3`", "#");
    fails(&with("w - - 0 1 #x"), "written like `#3`", "#x");
    fails(&with("w - - 0 1 #--1"), "written like `#3`", "#--1");
    fails(&with("w - - 0 1 #0"), "at least one move", "#0");
    fails(&with("w - - 0 1 #101"), "at most 100", "#101");
    fails(&with("b - - 0 1 #-101"), "at most 100", "#-101");
    fails(&with("w - - 0 1 #99999999999999999999"), "at most 100", "#99999999999999999999");
    fails(&with("w - - 0 1 #3 #4"), "nothing may stand after", "#4");
    fails("#3", "six fields", "");
    fails(&with("w - #3"), "here there are 3", &with("w - "));
    fails(&with("w - - 0 #3"), "here there are 5", &with("w - - 0 "));
    fails(&with("white - - 0 1 #3"), "side to move", "white");
    fails(&with("w K - 0 1 #3"), "castling", "K");
    fails(&with("w X - 0 1 #3"), "castling", "X");
    fails("4k3/8/8/8/8/8/8/R2K4 w Q - #3", "king on the e file", "Q");
    fails("4k3/8/8/8/8/8/8/R3K3 w QQ - #3", "castling", "QQ");
    fails(&with("w - e6 0 1 #3"), "en passant", "e6");
    fails(&with("w - z9 0 1 #3"), "en passant", "z9");
    fails(&with("w - - 101 1 #3"), "from 0 to 100", "101");
    fails(&with("w - - -1 1 #3"), "from 0 to 100", "-1");
    fails(&with("w - - 0 0 #3"), "from 1 to 65535", "0");
    fails(&with("w - - 0 70000 #3"), "from 1 to 65535", "70000");
    fails("7k/5K2/8/8/8/8/6R1 w - - #3", "eight ranks, here there are 7", "7k/5K2/8/8/8/8/6R1");
    fails("7k/5K2/8/8/8/8/8/6R1/8 w - - #3", "eight ranks", "8");
    fails("7k/5K2/8/8/8/8/9/6R1 w - - #3", "one digit from 1 to 8", "9");
    fails("7k/5K2/8/8/8/8/44/6R1 w - - #3", "one digit from 1 to 8", "4");
    fails("7k/5K2/8/8/8/8/7/6R1 w - - #3", "this one has 7", "7");
    fails("7k/5K2/8/8/8/8/8P/6R1 w - - #3", "more than eight squares", "P");
    fails("7k/5K2/8/8/8/8/8/6X1 w - - #3", "`X` is no piece", "X");
    fails("7k/5K2/8/8/8/8/8/6♖1 w - - #3", "is no piece", "♖");
    fails("7k/5K2/8/8/8/8/8/6P1 w - - #3", "first or the last rank", "P");
    fails("8/5K2/8/8/8/8/8/6R1 w - - #3", "black has no king", "8/5K2/8/8/8/8/8/6R1");
    fails("7k/8/8/8/8/8/8/6R1 w - - #3", "white has no king", "7k/8/8/8/8/8/8/6R1");
    fails("7k/5K2/8/8/8/8/8/K7 w - - #3", "white has a second king", "K");
    fails("6k1/5K2/8/8/8/8/8/8 w - - #3", "side by side", "6k1/5K2/8/8/8/8/8/8");
    fails("7k/8/8/8/8/8/8/K6R w - - #3", "wrong side is in check: black", "7k/8/8/8/8/8/8/K6R");
    fails("7k/8/8/8/8/8/1p6/K7 b - - #3", "wrong side is in check: white", "7k/8/8/8/8/8/1p6/K7");
    fails("k7/8/8/8/8/PPPPPPPP/P7/K7 w - - #3", "more than 8 pawns", "k7/8/8/8/8/PPPPPPPP/P7/K7");
    fails("4k3/8/3N1N2/1B6/8/8/8/4R1K1 b - - #3", "more than two", "4k3/8/3N1N2/1B6/8/8/8/4R1K1");
}

#[test]
fn children_can_be_read_again() {
    let (rules, start) = ChessMate::parse("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1 #2").unwrap();
    let mut waiting = vec![start];
    let mut depth = 0;
    while !waiting.is_empty() {
        let mut found = Vec::new();
        for position in &waiting {
            let (_, again) = ChessMate::parse(&rules.print(position)).unwrap();
            assert_eq!(&again, position);
            rules.children(position, &mut found);
        }
        found.truncate(500);
        waiting = found;
        depth += 1;
    }
    assert_eq!(depth, 4);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,60}|[kqrbnpKQRBNP1-9/]{0,40} [wb] [KQkq-]{1,4} [a-h-][36]? #-?[0-9]{0,4}") {
        if let Err(error) = read(&text) {
            prop_assert!(text.get(error.span()).is_some(), "{:?}", error);
            prop_assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn random_boards_survive(
        pieces in prop::collection::vec((0..64usize, prop::sample::select(b"PNBRQpnbrqKk".to_vec())), 0..20),
        kings in (0..64usize, 0..64usize),
        side in prop::sample::select(vec!["w", "b"]),
        castling in prop::sample::select(vec!["-", "K", "kq", "KQkq"]),
        passant in prop::sample::select(vec!["-", "a3", "e6", "h3"]),
        moves in 1..3u8,
    ) {
        let mut board = [b'1'; 64];
        for (square, piece) in pieces {
            if !matches!(piece, b'K' | b'k') {
                board[square] = piece;
            }
        }
        board[kings.0] = b'K';
        board[kings.1] = b'k';
        let rows: Vec<String> = board.chunks(8).map(|row| {
            let mut text = String::new();
            let mut free = 0;
            for &cell in row.iter().chain(b"/") {
                if cell == b'1' {
                    free += 1;
                    continue;
                }
                if free > 0 {
                    text += &free.to_string();
                    free = 0;
                }
                if cell != b'/' {
                    text.push(char::from(cell));
                }
            }
            text
        }).collect();
        let text = format!("{} {side} {castling} {passant} 0 1 #{moves}", rows.join("/"));
        match ChessMate::parse(&text) {
            Ok((rules, position)) => {
                let printed = rules.print(&position);
                prop_assert_eq!(read(&printed), Ok(printed.clone()));
                let mut children = Vec::new();
                rules.children(&position, &mut children);
                for child in children {
                    rules.outcome(&child);
                }
            }
            Err(error) => prop_assert!(text.get(error.span()).is_some()),
        }
    }
}
