//! What is read and what is printed.

use std::ops::ControlFlow;

use rhizome_certificate::{Sprouts, SumGame};
use rhizome_planar::Random;
use rhizome_sprouts::{Position, Spot, parse};

use crate::lands::{are_same, read, read_land, same_sums};

#[test]
fn more_letters_than_the_alphabet_has() {
    let words: Vec<Vec<Spot>> = (0..60).map(|letter| vec![Spot::Letter(letter), Spot::One]).collect();
    let position = Position { regions: vec![words.clone(), words], heap: 0 };
    let land = read_land(&position.to_string());
    let printed = Sprouts::print(&land);
    assert!(printed.contains("(H2)"), "{printed}");
    assert!(are_same(&land, &read_land(&printed)));
}

#[test]
fn malformed_texts() {
    let texts = [
        ("", 0),
        (".", 0),
        ("0.", 2),
        ("0..0", 2),
        ("0||0", 2),
        ("|0", 0),
        ("0|", 2),
        ("00", 1),
        ("01", 1),
        ("10", 1),
        ("0*", 2),
        ("0*x", 2),
        ("0*02", 2),
        ("0*2*3", 3),
        ("0*4294967296", 2),
        ("0*10001", 0),
        ("0*9999.11", 8),
        ("3", 0),
        ("1 1", 1),
        (" 0", 0),
        ("0+0", 1),
        ("0!", 1),
        ("!0", 0),
        ("AB|A", 1),
        ("AB|AC", 1),
        ("AA", 1),
        ("A.A", 2),
        ("A|A|A", 4),
        ("aaa", 2),
        ("1a.1a", 1),
        ("1a|1a", 1),
        ("(A0)|(A0)", 0),
        ("(A01)|(A1)", 2),
        ("(A)", 2),
        ("(A1", 3),
        ("(11)", 1),
        ("(", 1),
        ("(A4294967296)", 2),
        ("0.\u{e9}", 2),
        ("0\n", 1),
    ];
    for (text, byte) in texts {
        let error = Sprouts.read(text).err().unwrap_or_else(|| panic!("{text:?} is read"));
        assert!(error.starts_with(&format!("byte {byte}: ")), "{text:?}: {error}");
        assert!(!error.contains('\n'));
    }
    assert!(same_sums(&read("(A1)B1|(A1)B.0"), &read("AB1|AB.0")));
}

/// What is no position for the one reader is none for the other.
#[test]
fn texts_of_random_signs_are_read_alike() {
    let mut random = Random::new(6);
    let mut read = 0;
    for _ in 0..200_000 {
        let length = 1 + random.next_bits() % 8;
        let text: String =
            (0..length).filter_map(|_| random.choose(b"0112AABaab||..*").copied().map(char::from)).collect();
        // Heaps and numbers that begin with 0 are not for this reader.
        if text.starts_with('*') || text.contains("*0") {
            continue;
        }
        let ours = Sprouts.read(&text);
        assert_eq!(ours.is_ok(), parse(&text).is_ok(), "{text}: {:?}", ours.err());
        read += usize::from(ours.is_ok());
    }
    assert!(read > 1_000, "only {read}");
}

/// Texts of many spots take no long time.
#[test]
fn large_texts() {
    let texts = [
        "0*10000".to_owned(),
        "1".repeat(10_000),
        "2".repeat(10_000),
        "ab".repeat(2),
        vec!["aa"; 5_000].join("."),
        vec!["1a1a"; 2_500].join("|"),
        vec!["0*1"; 10_000].join("."),
        vec!["0*0"; 100_000].join("|"),
        format!("{}2", "(a1)".repeat(2)),
        (1..5_000).map(|number| format!("(A{number})|(A{number})")).collect::<Vec<_>>().join("|"),
        (1..2_500).map(|number| format!("(A{number})1(B{number})")).collect::<Vec<_>>().join("|"),
        (1..3_000).map(|number| format!("(A{number})1.(A{})", number + 1)).collect::<Vec<_>>().join("|")
            + "|A",
    ];
    for text in &texts {
        if let Ok(lands) = Sprouts.read(text) {
            for land in lands.iter().take(2) {
                let _ = Sprouts.moves(land, &mut |_| ControlFlow::Break(()));
                assert!(are_same(land, &read_land(&Sprouts::print(land))));
            }
        }
    }
}
