//! Texts that are no positions: what the message says and where it points.

use std::ops::Range;

use rhizome_games::{Cram, Grundy, Nim, Octal, TextError};
use rhizome_impartial::Codes;

/// Checks that a text is refused with a message that contains some words, pointing at the span.
fn check(read: impl Fn(&str) -> Result<(Codes, u32), TextError>, cases: &[(&str, Range<usize>, &str)]) {
    for (text, span, words) in cases {
        let error = read(text).expect_err(text);
        assert_eq!(error.span(), *span, "{text:?}: {error}");
        assert!(error.to_string().contains(words), "{text:?}: {error}");
    }
}

#[test]
fn sums() {
    let cases = [
        ("", 0..0, "no position"),
        ("   ", 0..0, "no position"),
        ("+", 0..1, "empty term"),
        ("*", 1..1, "missing"),
        ("*+*2", 1..1, "missing"),
        ("*x", 1..2, "missing"),
        ("*3*4", 2..3, "stands alone"),
        ("*4294967296", 1..11, "greatest is *4294967295"),
        ("*99999999999999999999999", 1..24, "too big"),
        ("!!", 1..2, "only heaps"),
        ("*1+!", 3..4, "before all heaps"),
        ("!+!", 2..3, "before all heaps"),
    ];
    check(|text| Nim.parse(text), &cases);
    check(|text| Grundy.parse(text), &cases);
    check(|text| Octal::kayles().parse(text), &cases);
    check(|text| Cram::new().parse(text), &cases);
}

#[test]
fn heaps() {
    let cases = [
        ("3+", 2..2, "empty term"),
        ("+3", 0..1, "empty term"),
        ("3++5", 2..3, "empty term"),
        ("3 + 5", 1..2, "white space"),
        (" 3\u{2003}5 ", 2..5, "white space"),
        ("3,5", 1..2, "unexpected character `,`"),
        ("3+seven", 2..3, "unexpected character `s`"),
        ("-3", 0..1, "unexpected character `-`"),
        ("3.5", 1..2, "unexpected character `.`"),
        ("3*5", 1..2, "unexpected character `*`"),
        ("3+é", 2..4, "unexpected character `é`"),
        ("3\u{0}", 1..2, "unexpected character `\\0`"),
        ("10000+10001", 6..11, "greatest is 10000"),
        ("2+99999999999999999999", 2..22, "too big"),
        ("!+3", 2..3, "only heaps"),
        ("3+!", 2..3, "before all heaps"),
    ];
    check(|text| Nim.parse(text), &cases);
    check(|text| Grundy.parse(text), &cases);
    check(|text| Octal::kayles().parse(text), &cases);
    let long = "1+".repeat(500_000) + "1";
    let error = Nim.parse(&long).unwrap_err();
    assert_eq!((error.span(), error.to_string().contains("too long")), (1_000_000..1_000_001, true));
}

#[test]
fn octal_codes() {
    let cases = [
        ("", 0..0, "missing"),
        ("0", 1..1, "point is missing"),
        ("4", 1..1, "point is missing"),
        ("0.", 2..2, "digits behind the point are missing"),
        ("0.78", 3..4, "0 to 7"),
        ("0.9", 2..3, "0 to 7"),
        ("0.7.7", 3..4, "0 to 7"),
        ("0.7 7", 3..4, "0 to 7"),
        ("0.7é", 3..5, "0 to 7"),
        ("2.7", 0..1, "begins with"),
        (".77", 0..1, "begins with"),
        ("é", 0..2, "begins with"),
        ("077", 1..2, "point"),
        ("0,77", 1..2, "point"),
    ];
    check(|code| Octal::new(code).map(|_| (Codes::new(), 0)), &cases);
    let long = format!("0.{}", "7".repeat(Octal::MAX_DIGITS + 3));
    let error = Octal::new(&long).unwrap_err();
    assert_eq!(error.span(), Octal::MAX_DIGITS + 2..Octal::MAX_DIGITS + 5);
    assert!(Octal::new(&long[..Octal::MAX_DIGITS + 2]).is_ok());
}

#[test]
fn boards() {
    let cases = [
        ("4x5+", 4..4, "empty term"),
        ("4 x5", 1..2, "white space"),
        ("0x5", 0..1, "at least one row"),
        ("4x0", 2..3, "at least one row"),
        ("2x2+00x3", 4..6, "at least one row"),
        ("4", 1..1, "number of columns is missing"),
        ("4x", 2..2, "number of columns is missing"),
        ("4x+2x2", 2..2, "number of columns is missing"),
        ("x5", 0..1, "number of rows is missing"),
        ("4x5x6", 3..4, "unexpected character `x`"),
        ("4y5", 1..2, "unexpected character `y`"),
        ("4xé", 2..4, "unexpected character `é`"),
        ("-4x5", 0..1, "unexpected character `-`"),
        ("hello", 0..1, "unexpected character `h`"),
        ("1000000000x1000000000", 0..21, "at most 10000"),
        ("99999999999999999999x1", 0..22, "at most 10000"),
        ("1x99999999999999999999", 0..22, "at most 10000"),
        ("4294967296x4294967296", 0..21, "at most 10000"),
        ("101x100", 0..7, "at most 10000"),
        ("100x99+10x10+1x1", 13..16, "at most 10000"),
        ("../...", 3..6, "this one has 3 cells, the first 2 cells"),
        (".#/./..", 3..4, "this one has 1 cell, the first 2 cells"),
        ("..//..", 3..4, "empty row"),
        ("../", 3..3, "empty row"),
        ("/..", 0..1, "empty row"),
        ("..,/...", 2..3, "unexpected character `,`"),
        ("..é", 2..4, "unexpected character `é`"),
        (".x.", 1..2, "unexpected character `x`"),
        (".*3", 1..2, "unexpected character `*`"),
        ("!+2x2", 2..5, "only heaps"),
        ("!.", 1..2, "only heaps"),
    ];
    check(|text| Cram::new().parse(text), &cases);
    let rows = vec![".".repeat(101); 100].join("/");
    assert_eq!(Cram::new().parse(&rows).unwrap_err().span(), 0..rows.len());
}
