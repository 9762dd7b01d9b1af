//! How boards are read and printed, and what is said about those that are none.

use proptest::prelude::*;
use rhizome_games::{ConnectFour, TextError, TicTacToe};
use rhizome_search::Rules;

fn tic_tac_toe(text: &str) -> Result<String, TextError> {
    TicTacToe::parse(text).map(|(rules, position)| rules.print(&position))
}

fn connect_four(text: &str) -> Result<String, TextError> {
    ConnectFour::parse(text).map(|(rules, position)| rules.print(&position))
}

type Read = fn(&str) -> Result<String, TextError>;

fn fails(read: Read, text: &str, message: &str, blamed: &str) {
    let error = read(text).unwrap_err();
    assert!(error.to_string().contains(message), "{text}: {error}");
    assert_eq!(text.get(error.span()), Some(blamed), "{text}: {error} {:?}", error.span());
}

#[test]
fn canonical_forms() {
    for (text, printed) in [
        ("3x3", "3x3"),
        (" 3x3 ", "3x3"),
        ("3x3:3", "3x3"),
        ("4x4:4", "4x4:4"),
        (".../.../...", "3x3"),
        (".../.../..x", "x../.../..."),
        ("o../.../..x", "x../.../..o"),
        (".x./.../...", ".x./.../..."),
        (".../..x/...", ".x./.../..."),
        ("..x.", ".x.."),
        (".x./...:2", ".x./...:2"),
    ] {
        assert_eq!(tic_tac_toe(text).as_deref(), Ok(printed), "{text}");
    }
    for (text, printed) in [
        ("6x7", "6x7"),
        ("6x7:4", "6x7"),
        ("6x7:5", "6x7:5"),
        ("..../...x", "..../x..."),
        ("o.../x...", "o.../x..."),
        ("..../..xo", "..../ox.."),
    ] {
        assert_eq!(connect_four(text).as_deref(), Ok(printed), "{text}");
    }
}

#[test]
fn the_greatest_boards() {
    for text in ["1x128", "128x1", "8x16", "11x11", "1x128:128", "128x1:128", "1x128:1", "16x8:9"] {
        for read in [tic_tac_toe as Read, connect_four] {
            let printed = read(text).unwrap();
            assert_eq!(read(&printed), Ok(printed.clone()));
        }
        let (rules, position) = TicTacToe::parse(text).unwrap();
        rules.children(&position, &mut Vec::new());
        rules.outcome(&position);
        let (rules, position) = ConnectFour::parse(text).unwrap();
        rules.children(&position, &mut Vec::new());
        rules.outcome(&position);
    }
    assert_eq!(TicTacToe::MAX_CELLS, 128);
}

#[test]
fn errors_point_at_the_place() {
    for read in [tic_tac_toe as Read, connect_four] {
        fails(read, "", "no board", "");
        fails(read, "  ", "no board", "  ");
        fails(read, "0x3", "rows is at least 1", "0");
        fails(read, "3x0", "columns is at least 1", "0");
        fails(read, "1000000000x1000000000", "rows is at most 128", "1000000000");
        fails(read, "99999999999999999999999x1", "rows is at most 128", "99999999999999999999999");
        fails(read, "3x1000000000", "columns is at most 128", "1000000000");
        fails(read, "12x11", "at most 128 cells, this one has 132", "12x11");
        fails(read, "3", "ROWSxCOLUMNS", "3");
        fails(read, "3x", "number of columns is missing", "");
        fails(read, "3x3x3", "written with digits", "x");
        fails(read, "3x-3", "written with digits", "-");
        fails(read, "3 x3", "written with digits", " ");
        fails(read, "3x3:", "length of a line is missing", "");
        fails(read, "3x3:0", "length of a line is at least 1", "0");
        fails(read, "3x3:999", "length of a line is at most 128", "999");
        fails(read, ".../..", "this row has 2 cells, the first one 3", "..");
        fails(read, ".../.", "this row has 1 cell, the first one 3", ".");
        fails(read, ".../", "at least one cell", "");
        fails(read, "..../.#../....", "unknown character `#`", "#");
        fails(read, "...\n...", "unknown character `\\n`", "\n");
        fails(read, "..é", "unknown character `é`", "é");
        fails(read, ".../x../x..", "here there are 2 `x` and 0 `o`", ".../x../x..");
        fails(read, ".../.../oxo", "here there are 1 `x` and 2 `o`", ".../.../oxo");
        fails(read, &".".repeat(129), "at most 128 cells", ".");
        fails(read, &[".".repeat(64), ".".repeat(64), ".".into()].join("/"), "at most 128 cells", ".");
    }
}

#[test]
fn lines_must_have_come_about() {
    fails(tic_tac_toe, "xxx/ooo/...", "both players have a line", "xxx/ooo/...");
    fails(tic_tac_toe, "xxx/oo./o..", "`o` cannot have moved last", "xxx/oo./o..");
    fails(tic_tac_toe, "ooo/xx./x.x:3", "`x` cannot have moved last", "ooo/xx./x.x");
    // Two lines of three without a common stone.
    fails(tic_tac_toe, "xxx./oo../..../oo.o/xxx.", "no last move", "xxx./oo../..../oo.o/xxx.");
    assert!(tic_tac_toe("xxx/xoo/xoo").is_ok());
    fails(connect_four, "x.../..../...o", "floats", "x");
    fails(connect_four, "..../.o../x.x.", "floats", "o");
    fails(connect_four, "oooo./xxxx.", "both players", "oooo./xxxx.");
    // Every stone of the line lies below another one.
    fails(connect_four, "ooox./xxxxo", "no last move", "ooox./xxxxo");
    assert!(connect_four("ooo../xxxx.").is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_parsers_panic(text in "[.xo/0-9:# é\n-]{0,40}|\\PC{0,20}") {
        for read in [tic_tac_toe as Read, connect_four] {
            match read(&text) {
                Ok(printed) => prop_assert_eq!(read(&printed), Ok(printed.clone())),
                Err(error) => {
                    prop_assert!(text.get(error.span()).is_some(), "{:?}", error);
                    prop_assert!(!error.to_string().contains('\n'));
                }
            }
        }
    }

    #[test]
    fn boards_survive_printing(
        columns in 1..6usize,
        cells in prop::collection::vec(prop::sample::select(vec!['.', '.', 'x', 'o']), 1..30),
        length in 1..6usize,
    ) {
        let rows: Vec<String> =
            cells.chunks_exact(columns).map(|row| row.iter().collect()).collect();
        let text = format!("{}:{length}", rows.join("/"));
        for read in [tic_tac_toe as Read, connect_four] {
            if let Ok(printed) = read(&text) {
                prop_assert_eq!(read(&printed), Ok(printed.clone()));
                let sorted = |text: &str| {
                    let mut stones: Vec<char> = text.chars().filter(|&cell| cell == 'x' || cell == 'o').collect();
                    stones.sort_unstable();
                    stones
                };
                if !sorted(&text).is_empty() {
                    prop_assert_eq!(sorted(&printed), sorted(&text));
                }
            }
        }
    }
}
