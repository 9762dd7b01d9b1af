//! Reading and printing positions.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use proptest::prelude::*;
use rhizome_sprouts::{Position, Region, Spot, parse};

/// The greatest number of spots that can be written.
const MAX_SPOTS: usize = 10_000;

fn error_of(text: &str) -> (Range<usize>, String) {
    match parse(text) {
        Ok(position) => panic!("{text:?} was read as {position}"),
        Err(error) => (error.span(), error.to_string()),
    }
}

/// Checks the span and a part of the message of each text.
fn check_errors(cases: &[(&str, Range<usize>, &str)]) {
    for (text, span, words) in cases {
        let (found, message) = error_of(text);
        assert_eq!(found, *span, "place in {text:?}: {message}");
        assert!(message.contains(words), "message for {text:?}: {message}");
        assert!(!message.contains('\n'), "message for {text:?}: {message}");
    }
}

fn printed(text: &str) -> String {
    match parse(text) {
        Ok(position) => position.to_string(),
        Err(error) => panic!("{}", error.render(text)),
    }
}

#[test]
fn spots_and_letters_are_read_in_their_order() {
    let position = parse("0*2.A2|1b1b.A1+A1|c2c2.A+*5").expect("a position");
    use Spot::{Letter, One, Two, Zero};
    let expected = Position {
        regions: vec![
            vec![vec![Zero], vec![Zero], vec![Letter(0), Two]],
            vec![vec![One, Letter(1), One, Letter(1)], vec![Letter(0), One]],
            vec![vec![Letter(2), One]],
            vec![vec![Letter(3), Two, Letter(3), Two], vec![Letter(2)]],
        ],
        heap: 5,
    };
    assert_eq!(position, expected);
}

#[test]
fn both_notations_give_the_same_position() {
    let pairs = [
        ("0*2.AB|AB", "0.0.AB.}AB.}]!"),
        ("0*2.AB|AB", "0*2.AB.}AB.}]!"),
        ("0", "0.}]!"),
        ("22", "22.}]!"),
        ("1abcde2edcba.2", "1abcde2edcba.2.}]!"),
        ("ABC|ABD|CE|DE", "ABC.}ABD.}CE.}DE.}]!"),
        ("0*4+22", "0.0.0.0.}]22.}]!"),
        ("0*8+22+2ab2ba+0*2.A|2A", "0.0.0.0.0.0.0.0.}]22.}]2ab2ba.}]0.0.A.}2A.}]!"),
        ("AB|AB+0.A|1A+1a1a.1a1a", "AB.}AB.}]0.A.}1A.}]1a1a.1a1a.}]!"),
        ("0*2.AB|AB+*3", "0.0.AB.}AB.}]!+*3"),
        ("0+*3+*5", "0.}]!+*3+*5"),
        ("(A1)b(a1)b(a1)|(A1)", "(A1)b(a1)b(a1).}(A1).}]!"),
        ("!", "0*0.}]!"),
        ("0*0.AB|AB", "0*0.AB.}AB.}]!"),
    ];
    for (newer, older) in pairs {
        let newer_position = parse(newer).unwrap_or_else(|error| panic!("{}", error.render(newer)));
        let older_position = parse(older).unwrap_or_else(|error| panic!("{}", error.render(older)));
        assert_eq!(newer_position, older_position, "{newer} and {older}");
    }
}

#[test]
fn the_first_notation_is_printed() {
    let cases = [
        ("0.0.AB.}AB.}]!", "0*2.AB|AB"),
        ("0*1", "0"),
        ("0.0.1a1a.0", "0*2.1a1a.0"),
        ("0*3.0*004", "0*7"),
        // Letters are named anew, in the order of their appearance.
        ("YX|XY", "AB|BA"),
        ("2yx2xy.1c1c.Q|Q", "2ab2ba.1a1a.A|A"),
        // Lands are what letters tie together, not what is written as one.
        ("0|1a1a", "0+1a1a"),
        ("A|B|A|B.0", "A|A+A|A.0"),
        ("A|B|0|AB", "A|B|AB+0"),
        (" \t1a1a\r\n", "1a1a"),
        ("\u{a0}22\u{3000}", "22"),
    ];
    for (text, expected) in cases {
        assert_eq!(printed(text), expected, "{text:?}");
    }
}

#[test]
fn what_holds_no_live_spot_is_nothing() {
    for text in ["!", "0*0", " ! ", "0*0.}]!", "0*0|0*0+0*0", "!+*0", "*0", "*3+*3"] {
        assert_eq!(parse(text), Ok(Position::default()), "{text:?}");
        assert_eq!(printed(text), "!");
    }
    assert_eq!(printed("0*0.AB|AB"), "AB|AB");
    assert_eq!(printed("0*0|0*2"), "0*2");
    assert_eq!(printed("0*0+22"), "22");
    assert_eq!(printed("0*0.}]0*0.}22.}]!"), "22");
}

#[test]
fn heaps_add_up_by_exclusive_or() {
    assert_eq!(printed("0*2+*3"), "0*2+*3");
    assert_eq!(printed("0*2+*3+*5"), "0*2+*6");
    assert_eq!(printed("0*2+*3+*3"), "0*2");
    assert_eq!(printed("*3"), "!+*3");
    assert_eq!(printed("!+*3"), "!+*3");
    assert_eq!(printed("*1+0*2+*2"), "0*2+*3");
    assert_eq!(printed("0+*4294967295"), "0+*4294967295");
    assert_eq!(printed("0+*0007"), "0+*7");
}

#[test]
fn letters_go_on_beyond_the_alphabet() {
    // 60 letters between two regions, and as many on one boundary.
    let upper: String = letter_names('A').take(60).collect();
    let text = format!("{upper}|{upper}");
    assert_eq!(printed(&text), text);
    assert!(text.contains("YZ(A1)(B1)") && text.contains("(Z1)(A2)"));
    let lower: String = letter_names('a').take(60).map(|name| name.clone() + &name).collect();
    assert_eq!(printed(&lower), lower);
    let far = "(Z4294967295)|(Z4294967295).(b7)2(b7)1";
    assert_eq!(printed(far), "A|A.a2a1");
    assert_eq!(printed("(a1)2(a1)a1a"), "a2ab1b");
}

/// a, b, …, z, (a1), (b1), … from `first` on.
fn letter_names(first: char) -> impl Iterator<Item = String> {
    (0_u32..).map(move |index| {
        let letter = char::from_u32(u32::from(first) + index % 26).expect("a letter");
        match index / 26 {
            0 => letter.to_string(),
            round => format!("({letter}{round})"),
        }
    })
}

#[test]
fn positions_are_read_by_from_str_too() {
    assert_eq!("0.AB|AB".parse::<Position>(), parse("0.AB|AB"));
    let error = "0.AB|AC".parse::<Position>().expect_err("two letters stand once");
    assert_eq!(error.span(), 3..4);
}

#[test]
fn nothing_and_unknown_characters() {
    check_errors(&[
        ("", 0..0, "no position here"),
        (" \n\t", 0..0, "no position here"),
        ("0.3", 2..3, "unknown character `3`"),
        ("  1a1a.?", 7..8, "unknown character `?`"),
        ("0.é", 2..4, "unknown character `é`"),
        ("0.𝟘", 2..6, "unknown character `𝟘`"),
        ("0.\u{7}", 2..3, "unknown character `\\u{7}`"),
        ("0.\u{202e}", 2..5, "unknown character `\\u{202e}`"),
        ("0.[", 2..3, "unknown character `[`"),
        ("0.-1", 2..3, "unknown character `-`"),
        ("0. 0", 2..3, "white space"),
        ("0.0.}] 22.}]!", 6..7, "white space"),
        ("0 +*3", 1..2, "white space"),
        ("! +*3", 1..2, "white space"),
        ("0.\u{3000}0", 2..5, "white space"),
    ]);
}

#[test]
fn numbers_that_are_missing_or_too_big() {
    let long = format!("1a1a.0*{}", "9".repeat(1000));
    let long_heap = format!("0+*{}", "9".repeat(1000));
    let at_once = "0.".repeat(MAX_SPOTS) + "1";
    let letters = "aa".to_owned() + &"2".repeat(MAX_SPOTS - 1);
    check_errors(&[
        ("0*", 0..2, "number after `0*` is missing"),
        ("22.0*|0", 3..5, "number after `0*` is missing"),
        ("0*a", 0..2, "number after `0*` is missing"),
        ("0**3", 0..3, "`0**`"),
        ("0*99999999999", 2..13, "at most 10000"),
        ("0*10001", 2..7, "at most 10000"),
        ("0*18446744073709551616", 2..22, "at most 10000"),
        ("0*18446744073709551617.}]!", 2..22, "at most 10000"),
        ("0*6000.1|0*4000", 11..15, "at most 10000"),
        ("0*10000.1", 8..9, "at most 10000"),
        ("0*10000.0", 8..9, "at most 10000"),
        (&at_once, 20_000..20_001, "at most 10000"),
        (&letters, 10_000..10_001, "at most 10000"),
        (&long, 7..1007, "at most 10000"),
        ("0+*", 2..3, "size of the heap"),
        ("*", 0..1, "size of the heap"),
        ("!+*", 2..3, "size of the heap"),
        ("0.}]!+*+*2", 6..7, "size of the heap"),
        ("0+*4294967296", 3..13, "heap is too big"),
        (&long_heap, 3..1003, "heap is too big"),
        ("0+*3A", 4..5, "only `+` may follow"),
        ("*3.0", 2..3, "only `+` may follow"),
        ("1*3", 1..2, "`*` does not belong here"),
        ("0*3*4", 3..4, "`*` does not belong here"),
        ("A*3|A", 1..2, "`*` does not belong here"),
        ("0.*3", 2..3, "`*` does not belong here"),
        ("0|*3", 2..3, "`*` does not belong here"),
        ("0.}]*3!", 4..5, "`*` does not belong here"),
        ("1*2.}]!", 1..2, "`*` does not belong here"),
    ]);
}

#[test]
fn letters_that_do_not_stand_twice_where_they_should() {
    check_errors(&[
        // Once.
        ("A", 0..1, "`A` stands only once in its land"),
        ("0.AB|A", 3..4, "`B` stands only once in its land"),
        ("BA|CA+0", 0..1, "`B` stands only once in its land"),
        ("AB|AB+A", 6..7, "`A` stands only once in its land"),
        ("A+A", 0..1, "`A` stands only once in its land"),
        ("A.}]A.}]!", 0..1, "`A` stands only once in its land"),
        ("1a", 1..2, "`a` stands only once on its boundary"),
        ("1a+1a", 1..2, "`a` stands only once on its boundary"),
        ("A1|a2b2b.A", 3..4, "`a` stands only once on its boundary"),
        ("1a1a.1a", 6..7, "`a` stands only once on its boundary"),
        ("a2b|B", 0..1, "`a` stands only once on its boundary"),
        ("0.(B12)", 2..7, "`(B12)` stands only once in its land"),
        // Three times.
        ("A|A|A", 4..5, "`A` stands for the third time in its land"),
        ("AB|AB|B", 6..7, "`B` stands for the third time in its land"),
        ("A.}A.}A.}]!", 6..7, "`A` stands for the third time in its land"),
        ("1a1aa", 4..5, "`a` stands for the third time on its boundary"),
        // In the wrong places.
        ("A.A", 2..3, "`A` stands twice in one region"),
        ("2A2A", 3..4, "`A` stands twice in one region"),
        ("0.A|A.A", 6..7, "`A` stands for the third time"),
        ("0|B.1B", 5..6, "`B` stands twice in one region"),
        ("1a.1a", 4..5, "two boundaries share the letter `a`"),
        ("1a|1a", 4..5, "two boundaries share the letter `a`"),
        ("1a.}1a.}]!", 5..6, "two boundaries share the letter `a`"),
        ("2bbca|0.ca", 8..9, "two boundaries share the letter `c`"),
        // The letters beyond the alphabet.
        ("0.(A)", 2..4, "is written like `(A1)`"),
        ("0.(A0)", 2..5, "is written like `(A1)`"),
        ("(A01)|(A01)", 0..4, "is written like `(A1)`"),
        ("(A1|(A1)", 0..3, "is written like `(A1)`"),
        ("(1)", 0..1, "is written like `(A1)`"),
        ("(é1)", 0..1, "is written like `(A1)`"),
        ("(", 0..1, "is written like `(A1)`"),
        ("(A4294967296)", 0..13, "number of this letter is too big"),
    ]);
}

#[test]
fn empty_places() {
    check_errors(&[
        ("0..0", 1..3, "empty boundary"),
        (".0", 0..1, "empty boundary"),
        ("0.", 1..2, "empty boundary"),
        ("22.|0", 2..4, "empty boundary"),
        ("22|.0", 2..4, "empty boundary"),
        ("0.+0", 1..3, "empty boundary"),
        ("0||0", 1..3, "empty region"),
        ("|0", 0..1, "empty region"),
        ("0|", 1..2, "empty region"),
        ("0|+0", 1..3, "empty region"),
        ("0+|0", 1..3, "empty region"),
        ("0++0", 1..3, "empty land"),
        ("+0", 0..1, "empty land"),
        ("0+", 1..2, "empty land"),
        ("+*3", 0..1, "empty land"),
        ("0+*3+", 4..5, "empty land"),
        ("0..}]!", 2..3, "empty boundary"),
        (".}]!", 0..1, "empty boundary"),
        ("0.}}]!", 3..4, "empty region"),
        ("}]!", 0..1, "empty region"),
        ("0.}]]!", 4..5, "empty land"),
        ("]!", 0..1, "empty land"),
    ]);
}

#[test]
fn a_bare_spot_is_a_boundary_of_its_own() {
    check_errors(&[
        ("00", 0..2, "boundary of its own"),
        ("01", 0..2, "boundary of its own"),
        ("0a", 0..2, "boundary of its own"),
        ("1a0a", 1..3, "boundary of its own"),
        ("22.10", 3..5, "boundary of its own"),
        ("0*3A|A", 0..4, "boundary of its own"),
        ("20*3", 0..4, "boundary of its own"),
        ("0(A1)", 0..5, "boundary of its own"),
        ("000.}]!", 0..2, "boundary of its own"),
    ]);
}

#[test]
fn the_older_notation_unfinished_or_mixed() {
    check_errors(&[
        ("0}]!", 1..2, "`.` is missing"),
        ("0.AB}AB.}]!", 4..5, "`.` is missing"),
        ("0!", 1..2, "`.` is missing"),
        ("0.0]!", 3..4, "`.` is missing"),
        ("0.}2+*3", 4..5, "`.` is missing"),
        ("0.]!", 2..3, "`}` is missing"),
        ("0.!", 2..3, "`}` is missing"),
        ("22.}0.", 6..6, "`}` is missing"),
        ("0.}!", 3..4, "`]` is missing"),
        ("0.}", 3..3, "`]` is missing"),
        ("0.}]0.}!", 7..8, "`]` is missing"),
        ("0.}]", 4..4, "`!` is missing"),
        (" 0.}] ", 5..5, "`!` is missing"),
        ("0.}]+*3", 4..5, "`!` is missing"),
        ("0.}]!!", 5..6, "may follow `!`"),
        ("0.}]!0.}]!", 5..6, "may follow `!`"),
        ("0.}]!+0", 5..7, "may follow `!`"),
        ("0.}]!+", 5..6, "may follow `!`"),
        ("0.}]!+*3.", 8..9, "may follow `!`"),
        ("!+1a1a", 1..3, "may follow `!`"),
        ("!0", 1..2, "may follow `!`"),
        ("!!", 1..2, "may follow `!`"),
        ("!|0", 1..2, "may follow `!`"),
        ("0+!", 2..3, "`!` does not belong here"),
        ("0|0!", 3..4, "`!` does not belong here"),
        ("AB|AB.!", 6..7, "`!` does not belong here"),
        ("0.AB|AB.}]!", 8..9, "notations are mixed"),
        ("0|0}", 3..4, "notations are mixed"),
        ("0+22]", 4..5, "notations are mixed"),
        ("0.AB.}AB.|]!", 9..10, "notations are mixed"),
        ("0.AB.}AB|0.}]!", 8..9, "notations are mixed"),
        ("0.}]+0.}]!", 4..5, "notations are mixed"),
        ("0.}|0", 3..4, "notations are mixed"),
        ("0.}1+0", 4..5, "notations are mixed"),
    ]);
}

#[test]
fn too_long_a_text() {
    let mut text = "0*0.".repeat(250_000);
    text.truncate(999_999);
    text.truncate(text.rfind('.').expect("a point"));
    text.push_str(&" ".repeat(1_000_000 - text.len()));
    assert_eq!(parse(&text), Ok(Position::default()));
    text.push(' ');
    let (span, message) = error_of(&text);
    assert_eq!(span, 1_000_000..1_000_001);
    assert!(message.contains("at most 1000000 bytes"), "{message}");
    // The limit falls into the middle of a character.
    let wide = "1".to_owned() + &"é".repeat(500_000);
    let (span, _) = error_of(&wide);
    assert!(wide.get(span.clone()).is_some(), "{span:?}");
    let nonsense = "1".repeat(1_000_000);
    assert_eq!(error_of(&nonsense).0, 10_000..10_001);
}

#[test]
fn the_greatest_positions_are_read_and_printed() {
    let position = parse("0*10000").expect("a position");
    assert_eq!(position.regions, vec![vec![vec![Spot::Zero]; MAX_SPOTS]]);
    assert_eq!(position.to_string(), "0*10000");
    let bare = ["0"; MAX_SPOTS].join(".");
    assert_eq!(parse(&bare), Ok(position));

    let upper: String = letter_names('A').take(MAX_SPOTS / 2).collect();
    let text = format!("{upper}|{upper}");
    assert_eq!(printed(&text), text);
    // A chain of regions, each tied to the next: one land.
    let names: Vec<String> = letter_names('A').take(MAX_SPOTS / 2).collect();
    let chain: Vec<String> = names.windows(2).map(|two| two.concat()).collect();
    let chain = format!("{}|{}|{}", names[0], chain.join("|"), names[names.len() - 1]);
    assert_eq!(printed(&chain), chain);
    let lands = vec!["AB|AB"; MAX_SPOTS / 4].join("+");
    assert_eq!(printed(&lands), lands);
}

/// The lines that `render` gives for a wrong text.
fn render(text: &str) -> Vec<String> {
    let error = parse(text).expect_err("a wrong text");
    let rendered = error.render(text);
    assert!(!rendered.ends_with('\n'));
    let lines: Vec<String> = rendered.split('\n').map(str::to_owned).collect();
    assert_eq!(lines.len(), 3, "{rendered}");
    assert_eq!(lines[0], error.to_string());
    lines
}

#[test]
fn carets_stand_under_the_place() {
    let cases = [
        ("0.AB|A", "0.AB|A", "   ^"),
        ("0*99999999999", "0*99999999999", "  ^^^^^^^^^^^"),
        ("0.}]", "0.}]", "    ^"),
        ("", "", "^"),
        // Columns are characters, not bytes.
        ("\u{3000}0.é?", "\\u{3000}0.é?", "          ^"),
        ("1é", "1é", " ^"),
        ("0.\tx", "0.\\tx", "  ^^"),
        ("0.\u{1b}[2J", "0.\\u{1b}[2J", "  ^^^^^^"),
        ("\n0.q", "\\n0.q", "    ^"),
    ];
    for (text, line, carets) in cases {
        let lines = render(text);
        assert_eq!(lines[1], line, "{text:?}");
        assert_eq!(lines[2], carets, "{text:?}");
    }
}

#[test]
fn the_mistakes_in_the_documentation_look_like_that() {
    let page = include_str!("../../../docs/notation.md");
    let mut shown = 0;
    for block in page.split("```text\n").skip(1) {
        let block = block.split("\n```").next().unwrap_or_default();
        let lines: Vec<&str> = block.lines().collect();
        if let [_, text, carets] = lines[..]
            && carets.ends_with('^')
        {
            assert_eq!(render(text), lines);
            shown += 1;
        }
    }
    assert_eq!(shown, 3);
}

#[test]
fn of_a_long_text_the_surroundings_are_shown() {
    let in_the_middle = "0.".repeat(100) + "?" + &".0".repeat(100);
    let lines = render(&in_the_middle);
    assert_eq!(lines[1], format!("…{}?{}.…", "0.".repeat(10), ".0".repeat(19)));
    assert_eq!(lines[2], format!("{}^", " ".repeat(21)));

    let at_the_end = "0.".repeat(100) + "?";
    let lines = render(&at_the_end);
    assert_eq!(lines[1], format!("….{}?", "0.".repeat(29)));
    assert_eq!(lines[2], format!("{}^", " ".repeat(60)));

    let at_the_start = "?".to_owned() + &".0".repeat(100);
    let lines = render(&at_the_start);
    assert_eq!(lines[1], format!("?{}.…", ".0".repeat(29)));
    assert_eq!(lines[2], "^");

    let long_number = format!("0*{}", "9".repeat(1000));
    let lines = render(&long_number);
    assert_eq!(lines[1], format!("0*{}…", "9".repeat(58)));
    assert_eq!(lines[2], format!("  {}", "^".repeat(58)));

    let unfinished = "0.".repeat(100) + "}";
    let lines = render(&unfinished);
    assert_eq!(lines[1], format!("….{}}}", "0.".repeat(29)));
    assert_eq!(lines[2], format!("{}^", " ".repeat(61)));

    let long_and_wide = "é".repeat(600_000);
    let lines = render(&long_and_wide);
    assert!(lines[1].chars().count() <= 62);
}

#[test]
fn an_error_is_shown_under_any_text() {
    let error = parse("0.0.0.é").expect_err("a wrong text");
    for text in ["", "0", "ééééé", "𝟘𝟘𝟘", "0.0.0.0.0"] {
        assert_eq!(error.render(text).lines().count(), 3, "{text:?}");
    }
}

/// The position with its regions put together by lands and its letters numbered
/// in the order in which they then appear.
fn regrouped(position: &Position) -> Position {
    let mut land_of: Vec<usize> = (0..position.regions.len()).collect();
    let mut holders: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, region) in position.regions.iter().enumerate() {
        for spot in region.iter().flatten() {
            if let Spot::Letter(number) = spot {
                holders.entry(*number).or_default().push(index);
            }
        }
    }
    // Slow and simple, unlike what is tested: the least region of a land spreads.
    let mut changed = true;
    while changed {
        changed = false;
        for holders in holders.values() {
            let least = holders.iter().map(|region| land_of[*region]).min();
            for region in holders {
                if let Some(least) = least.filter(|least| *least < land_of[*region]) {
                    land_of[*region] = least;
                    changed = true;
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..position.regions.len()).collect();
    order.sort_by_key(|region| (land_of[*region], *region));
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    let mut renumbered = |spot: &Spot| match spot {
        Spot::Letter(number) => {
            let next = numbers.len() as u32;
            Spot::Letter(*numbers.entry(*number).or_insert(next))
        }
        other => *other,
    };
    let mut regions: Vec<Region> = Vec::new();
    for index in order {
        let region = &position.regions[index];
        let region = region.iter().map(|boundary| boundary.iter().map(&mut renumbered).collect());
        regions.push(region.collect());
    }
    Position { regions, heap: position.heap }
}

/// What an arbitrary position is made of: the numbers of bare boundaries and the
/// lengths of the others in each region, then where the sides of letters go.
#[derive(Clone, Debug)]
struct Plan {
    regions: Vec<Vec<Vec<u8>>>,
    lower: Vec<(usize, usize, usize)>,
    upper: Vec<(usize, usize)>,
    heap: u32,
}

fn plans() -> impl Strategy<Value = Plan> {
    let boundary = prop_oneof![
        2 => Just(vec![0]),
        3 => prop::collection::vec(1_u8..=2, 1..4),
    ];
    let region = prop::collection::vec(boundary, 1..5);
    let places = 0..1000_usize;
    (
        prop::collection::vec(region, 0..7),
        prop::collection::vec((places.clone(), places.clone(), places.clone()), 0..35),
        prop::collection::vec((places.clone(), places), 0..35),
        prop_oneof![Just(0), 1_u32..9, any::<u32>()],
    )
        .prop_map(|(regions, lower, upper, heap)| Plan { regions, lower, upper, heap })
}

/// Builds what was planned. Letters get numbers that are far apart.
fn build(plan: &Plan) -> Position {
    let spot_of = |degree: &u8| match degree {
        0 => Spot::Zero,
        1 => Spot::One,
        _ => Spot::Two,
    };
    let mut regions: Vec<Region> = plan
        .regions
        .iter()
        .map(|region| {
            let boundaries = region.iter().map(|boundary| boundary.iter().map(spot_of));
            boundaries.map(Iterator::collect).collect()
        })
        .collect();
    // The boundaries that may take letters, as pairs of indices.
    let open: Vec<(usize, usize)> = regions
        .iter()
        .enumerate()
        .flat_map(|(index, region)| (0..region.len()).map(move |boundary| (index, boundary)))
        .filter(|(region, boundary)| regions[*region][*boundary] != [Spot::Zero])
        .collect();
    let mut number = 4_000_000_000;
    let put = |regions: &mut Vec<Region>, place: (usize, usize), at: usize, number: u32| {
        let boundary = &mut regions[place.0][place.1];
        boundary.insert(at % (boundary.len() + 1), Spot::Letter(number));
    };
    for (place, one, other) in &plan.lower {
        if let Some(place) = open.get(place % open.len().max(1)) {
            number -= 1009;
            put(&mut regions, *place, *one, number);
            put(&mut regions, *place, *other, number);
        }
    }
    for (one, other) in &plan.upper {
        let places = (open.get(one % open.len().max(1)), open.get(other % open.len().max(1)));
        if let (Some(first), Some(second)) = places
            && first.0 != second.0
        {
            number -= 1009;
            put(&mut regions, *first, one / 7, number);
            put(&mut regions, *second, other / 7, number);
        }
    }
    Position { regions, heap: plan.heap }
}

/// Prints the position in the older notation as one land, with letters that are
/// named by their numbers.
fn older(position: &Position) -> String {
    let mut names: HashMap<u32, usize> = HashMap::new();
    let upper: Vec<String> = letter_names('A').take(100).collect();
    let lower: Vec<String> = letter_names('a').take(100).collect();
    let mut text = String::new();
    for region in &position.regions {
        for boundary in region {
            for spot in boundary {
                let twice = boundary.iter().filter(|other| *other == spot).count() == 2;
                match spot {
                    Spot::Zero => text.push('0'),
                    Spot::One => text.push('1'),
                    Spot::Two => text.push('2'),
                    Spot::Letter(number) => {
                        let next = names.len();
                        let index = *names.entry(*number).or_insert(next);
                        text.push_str(if twice { &lower[index] } else { &upper[index] });
                    }
                }
            }
            text.push('.');
        }
        text.push('}');
    }
    if !position.regions.is_empty() {
        text.push(']');
    }
    text.push('!');
    if position.heap > 0 {
        text.push_str(&format!("+*{}", position.heap));
    }
    text
}

fn check_wrong_or_stable(text: &str) -> Result<(), TestCaseError> {
    match parse(text) {
        Ok(position) => {
            let printed = position.to_string();
            let again = parse(&printed).map_err(|error| TestCaseError::fail(error.render(&printed)))?;
            prop_assert_eq!(regrouped(&position), again.clone());
            prop_assert_eq!(again.to_string(), printed);
        }
        Err(error) => {
            prop_assert!(text.get(error.span()).is_some());
            prop_assert_eq!(error.render(text).lines().count(), 3);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_printed_is_read_again(plan in plans()) {
        let position = build(&plan);
        let printed = position.to_string();
        let again = parse(&printed).map_err(|error| TestCaseError::fail(error.render(&printed)))?;
        prop_assert_eq!(&again, &regrouped(&position));
        prop_assert_eq!(again.to_string(), printed);
    }

    #[test]
    fn both_notations_print_alike(plan in plans()) {
        let position = build(&plan);
        let older = older(&position);
        let read = parse(&older).map_err(|error| TestCaseError::fail(error.render(&older)))?;
        prop_assert_eq!(regrouped(&read), regrouped(&position));
        prop_assert_eq!(read.to_string(), position.to_string());
    }

    #[test]
    fn no_text_is_too_strange(text in any::<String>()) {
        check_wrong_or_stable(&text)?;
    }

    #[test]
    fn no_text_in_these_characters_is_too_strange(text in "[012AaBb.|+*}!()\\]39 ]{0,20}") {
        check_wrong_or_stable(&text)?;
    }

    #[test]
    fn no_text_in_these_pieces_is_too_strange(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "0", "0*2", "0*0", "1a1a", "22", "AB", "A", ".", "|", "+", ".}", "]", "!", "+*3", "*",
                "(A1)", "(a1)2(a1)", "é", "0*99999", "\n",
            ]),
            0..12,
        )
    ) {
        check_wrong_or_stable(&pieces.concat())?;
    }
}
