//! Reading and printing positions.

use proptest::prelude::*;
use rhizome_games::{Cram, Grundy, MAX_HEAP, Nim, Octal, TextError};
use rhizome_impartial::{Codes, Game};

type Read = Result<(Codes, u32), TextError>;

/// Prints a position as people write it.
fn print(game: &impl Game, (lands, heap): &(Codes, u32)) -> String {
    let mut terms: Vec<String> = lands.iter().map(|land| game.print(land)).collect();
    if terms.is_empty() {
        terms.push("!".to_owned());
    }
    if *heap > 0 {
        terms.push(format!("*{heap}"));
    }
    terms.join("+")
}

/// What is read from `text`, printed; and whether reading that again gives the same.
fn printed<G: Game>(game: &G, parse: impl Fn(&G, &str) -> Read, text: &str) -> String {
    let position = parse(game, text).unwrap();
    let printed = print(game, &position);
    assert_eq!(parse(game, &printed).unwrap(), position, "{text}");
    printed
}

#[test]
fn heaps_are_sorted_and_equal_ones_stay() {
    for (text, expected) in [
        ("3+5+7", "3+5+7"),
        ("12+3+3+1", "1+3+3+12"),
        ("  7 \n", "7"),
        ("0", "!"),
        ("0+4+000", "4"),
        ("007", "7"),
        ("!", "!"),
        ("!+*3", "!+*3"),
        ("*3", "!+*3"),
        ("*0", "!"),
        ("*1+2+*3+1", "1+2+*2"),
        ("2+*5+*5", "2"),
        ("*4294967295", "!+*4294967295"),
        ("300+5", "5+300"),
    ] {
        assert_eq!(printed(&Nim, Nim::parse, text), expected, "{text}");
    }
    let greatest = MAX_HEAP.to_string();
    assert_eq!(printed(&Nim, Nim::parse, &greatest), greatest);
}

#[test]
fn heaps_without_moves_are_left_out() {
    assert_eq!(printed(&Grundy, Grundy::parse, "1+2+3+0+4"), "3+4");
    assert_eq!(printed(&Grundy, Grundy::parse, "1+2"), "!");
    for (code, left) in [
        ("0.77", "1+2+3+4+5"),
        ("0.07", "2+3+4+5"),
        ("0.01", "2"),
        ("0.4", "3+4+5"),
        ("4.0", "2+3+4+5"),
        ("4.1", "1+2+3+4+5"),
        ("0.02", "3+4+5"),
        ("0.0", "!"),
    ] {
        let game = Octal::new(code).unwrap();
        assert_eq!(printed(&game, Octal::parse, "0+1+2+3+4+5"), left, "{code}");
    }
}

#[test]
fn octal_codes() {
    for (text, expected) in [
        ("0.77", "0.77"),
        ("0.7700", "0.77"),
        ("4.007", "4.007"),
        ("0.0", "0.0"),
        ("0.000", "0.0"),
        ("4.0", "4.0"),
        ("0.137", "0.137"),
    ] {
        assert_eq!(text.parse::<Octal>().unwrap().to_string(), expected);
    }
    assert_eq!(Octal::new("0.77").unwrap(), Octal::kayles());
    assert_eq!(Octal::new("0.137").unwrap(), Octal::dawsons_chess());
    assert_eq!(Octal::new("0.770").unwrap(), Octal::default());
    assert_ne!(Octal::new("4.77").unwrap(), Octal::kayles());
}

#[test]
fn boards() {
    for (text, expected) in [
        ("4x5", "4x5"),
        ("5x4", "4x5"),
        ("1x1", "!"),
        ("#", "!"),
        (".#/#.", "!"),
        ("../..", "2x2"),
        ("##../##..", "2x2"),
        ("2x2+1x3+2x2", "1x3+2x2+2x2"),
        ("...#...", "1x3+1x3"),
        ("..#/...", "#../..."),
        ("3x4+*2+*3", "3x4+*1"),
        ("!+*7", "!+*7"),
        ("100x100", "100x100"),
        ("1x10000", "1x10000"),
        ("10000x1", "1x10000"),
    ] {
        assert_eq!(printed(&Cram::new(), Cram::parse, text), expected, "{text}");
    }
}

/// Anything that looks like a position, and much that is none.
fn scribble() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[0-9+*!x.#/ ]{0,30}",
        "(([0-9]{1,5}|[1-9]x[1-9]|[.#]{1,4}(/[.#]{1,4}){0,3}|\\*[0-9]{1,3}|!)\\+?){0,5}",
        "[04]?\\.?[0-9]{0,6}.?",
    ]
}

/// A board of some rows, as text.
fn rows() -> impl Strategy<Value = String> {
    (1..6usize, 1..7usize).prop_flat_map(|(rows, columns)| {
        let row = prop::collection::vec(prop::sample::select(vec!['.', '.', '#']), columns);
        let row = row.prop_map(|cells| cells.into_iter().collect::<String>());
        prop::collection::vec(row, rows).prop_map(|rows| rows.join("/"))
    })
}

/// A well-formed sum of such terms, beside Nim-heaps.
fn sum(term: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let heap = (0..20u32).prop_map(|size| format!("*{size}"));
    prop::collection::vec(prop_oneof![3 => term, 1 => heap], 1..6).prop_map(|terms| terms.join("+"))
}

/// Puts something in place of a character.
fn mutate(text: &str, at: prop::sample::Index, inserted: &str, deleted: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    let at = at.index(characters.len() + 1);
    let rest = characters.iter().skip(at + deleted);
    characters[..at].iter().copied().chain(inserted.chars()).chain(rest.copied()).collect()
}

/// Reads the text as a position of every game and as an octal code. Errors have to point into the text.
fn read_as_all(text: &str) -> Result<(), TestCaseError> {
    let results = [
        Nim.parse(text).map(|_| ()),
        Grundy.parse(text).map(|_| ()),
        Octal::dawsons_chess().parse(text).map(|_| ()),
        Cram::new().parse(text).map(|_| ()),
        Octal::new(text).map(|_| ()),
    ];
    for error in results.into_iter().filter_map(Result::err) {
        let span = error.span();
        prop_assert!(text.get(span.clone()).is_some(), "{span:?} in {text:?}");
        let message = error.to_string();
        prop_assert!(!message.is_empty() && !message.contains('\n'), "{message}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn nothing_brings_the_readers_down(text in scribble()) {
        read_as_all(&text)?;
    }

    #[test]
    fn nor_does_something_that_is_almost_right(
        text in prop_oneof![sum("[0-9]{1,4}"), sum(rows()), sum("[1-9]x[1-9]"), "[04]\\.[0-7]{1,4}"],
        at in any::<prop::sample::Index>(),
        inserted in "[0-9+*!x.#/ é]{0,2}",
        deleted in 0..3usize,
    ) {
        read_as_all(&mutate(&text, at, &inserted, deleted))?;
    }

    #[test]
    fn sums_of_heaps_come_back(text in sum("[0-9]{1,3}")) {
        printed(&Nim, Nim::parse, &text);
        printed(&Grundy, Grundy::parse, &text);
        printed(&Octal::kayles(), Octal::parse, &text);
        printed(&Octal::new("4.02").unwrap(), Octal::parse, &text);
    }

    #[test]
    fn sums_of_boards_come_back(text in sum(prop_oneof![rows(), "[1-9]x[1-9]".boxed()])) {
        printed(&Cram::new(), Cram::parse, &text);
    }

    #[test]
    fn octal_codes_come_back(code in "[04]\\.[0-7]{1,9}") {
        let game = Octal::new(&code).unwrap();
        prop_assert_eq!(Octal::new(&game.to_string()).unwrap(), game);
    }
}
