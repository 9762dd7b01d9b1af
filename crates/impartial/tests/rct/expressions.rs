//! Expressions: printed, read, and refused.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use rhizome_impartial::rct::expression::{ExpressionError, LONGEST_PLAIN};
use rhizome_impartial::{Rct, Rcts};
use rhizome_search::{Control, Interruption};

use crate::samples::*;

#[test]
fn all_ways_of_writing_are_read() {
    let mut rcts = Rcts::new();
    for (text, printed) in [
        ("{}", "*0"),
        (" *1 ", "*1"),
        ("*0012", "*12"),
        ("{ *1 , { *2 } }\n", "{*1,{*2}}"),
        ("{{*2},*1,{*2}}", "{*1,{*2}}"),
        ("{*2}+*1", "{*2}+*1"),
        ("*1+{*2}", "{*2}+*1"),
        ("{*3,{*2}}", "{*2}+*1"),
        ("{*1,*1+{*2}}", "{*1,{*2}+*1}"),
        ("@1={*2};@2={*1,@1};{@1,@2+*1}", "{{*2},{*1,{*2}}+*1}"),
        ("@7 = *2 ; @7", "*2"),
        ("@2=*2;@1={@2};{@1,*1}+@2", "{*1,{*2}}+*2"),
    ] {
        let rct = read(&mut rcts, text);
        let expected = read(&mut rcts, printed);
        assert_eq!(rct, expected, "{text}");
        if !printed.ends_with("+*2") {
            assert_eq!(shown(&rcts, rct), printed, "{text}");
        }
    }
}

#[test]
fn errors_point_at_the_place() {
    let mut rcts = Rcts::new();
    let nested = "{".repeat(3000) + "*2" + &"}".repeat(3000);
    let long_sum = ["*400"; 3].join("+");
    for (text, part, blamed) in [
        ("", "no expression", 0..0),
        ("   ", "no expression", 0..0),
        ("*", "size of the heap after `*` is missing", 0..1),
        ("{*2,*}", "size of the heap after `*` is missing", 4..5),
        ("*1001", "greatest height is 1000", 0..5),
        ("*99999999999", "size of the heap after `*` is too big", 0..12),
        ("{*2", "`{` is never closed", 0..1),
        ("{*2,{*3}", "`{` is never closed", 0..1),
        ("{*2,", "a term is missing here", 4..4),
        ("{*2,}", "a term is missing here", 4..5),
        ("{,*2}", "a term is missing here", 1..2),
        ("*2}", "this `}` closes nothing", 2..3),
        ("*2,*3", "`,` belongs between", 2..3),
        ("*2 *3", "only `+`", 3..4),
        ("{*2 *3}", "`,`, `+` or `}` is missing", 4..5),
        ("*2+", "a term is missing here", 3..3),
        ("*2+é", "a term is missing here", 3..5),
        ("2", "a term is missing here", 0..1),
        ("@1", "`@1` is not defined", 0..2),
        ("@1={@1};@1", "`@1` is not defined", 4..6),
        ("@1=*2;@1=*3;@1", "`@1` is defined twice", 6..8),
        ("@1=*2", "`;` is missing", 5..5),
        ("@1=*2;", "a term is missing here", 6..6),
        ("@=*2;*1", "number after `@` is missing", 0..1),
        ("*2=*3", "only names are defined", 2..3),
        ("*2;*3", "only names are defined", 2..3),
        (nested.as_str(), "greatest height is 1000", 2001..4001),
        (long_sum.as_str(), "greatest height is 1000", 10..14),
    ] {
        let error = without_limits(|control| rcts.parse(text, control)).unwrap_err();
        let ExpressionError::Text { message, span } = error else { panic!("{text}: {error}") };
        assert!(message.contains(part), "{text:.40}: {message}");
        assert_eq!(span, blamed, "{text:.40}: {message}");
    }
}

#[test]
fn limits_stop_what_would_not_end() {
    let mut rcts = Rcts::new();
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, 1 << 20);
    let stopped = rcts.parse("*90+*90+*90+*90", &control);
    assert_eq!(stopped, Err(ExpressionError::Stopped(Interruption::Memory)));
    cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let control = Control::new(&cancel, None, usize::MAX);
    let stopped = Rcts::new().parse("*90+*90+*90+*90", &control);
    assert_eq!(stopped, Err(ExpressionError::Stopped(Interruption::Cancelled)));
}

/// Trees of which each has the two before it as options: their texts grow like the Fibonacci numbers.
fn fibonacci(rcts: &mut Rcts, count: u32) -> Rct {
    let (mut before, mut last) = (read(rcts, "{*2}"), read(rcts, "{*1,{*2}}"));
    for _ in 0..count {
        let next = rcts.intern(&mut vec![before, last]);
        (before, last) = (last, next);
    }
    last
}

#[test]
fn what_is_long_and_shared_is_defined_once() {
    let mut rcts = Rcts::new();
    let mut was_plain = false;
    let mut was_shared = false;
    for count in [1, 2, 4, 8, 12, 14, 16, 20, 40, 90] {
        let rct = fibonacci(&mut rcts, count);
        for rct in [rct, rct.plus_one()] {
            let text = shown(&rcts, rct);
            assert_eq!(read(&mut rcts, &text), rct, "{text}");
            assert_eq!(text.starts_with("@1={*2};"), text.contains('@'), "{text}");
            was_plain |= !text.contains('@');
            was_shared |= text.contains('@');
            assert!(text.contains('@') || text.len() as u64 <= LONGEST_PLAIN);
            assert!(text.len() < 10_000);
            // In other trees, where everything has other numbers, it is the same.
            let mut others = Rcts::new();
            read(&mut others, "{*2,{*3,{*4}},{*2}+*2}+{*3}");
            let again = read(&mut others, &text);
            assert_eq!(shown(&others, again), text);
        }
    }
    assert!(was_plain && was_shared);
}

#[test]
fn deep_ones_are_printed() {
    const DEPTH: usize = 20_000;
    let mut rcts = Rcts::new();
    let mut rct = rcts.nim_heap(2);
    for _ in 0..DEPTH {
        rct = rcts.intern(&mut vec![rct]);
    }
    let expected = "{".repeat(DEPTH) + "*2" + &"}".repeat(DEPTH);
    assert!(shown(&rcts, rct) == expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_printed_is_read(text in expressions(6)) {
        let mut rcts = Rcts::new();
        let rct = read(&mut rcts, &text);
        let printed = shown(&rcts, rct);
        prop_assert_eq!(read(&mut rcts, &printed), rct);
        let mut others = Rcts::new();
        let again = read(&mut others, &printed);
        prop_assert_eq!(shown(&others, again), printed);
    }

    #[test]
    fn anything_may_be_read(text in r"[ *{},+@=;0-9a]{0,40}") {
        check_anything(&text)?;
    }

    #[test]
    fn anything_at_all_may_be_read(text in r"\PC{0,40}") {
        check_anything(&text)?;
    }

    #[test]
    fn what_is_nearly_right_may_be_read(text in expressions(5), place: prop::sample::Index, insert in r"[*{},+@=; 0-9]?") {
        let mut text = text;
        let at = place.index(text.len() + 1);
        let end = (at + 1).min(text.len());
        text.replace_range(at..end, &insert);
        check_anything(&text)?;
    }
}

fn check_anything(text: &str) -> Result<(), TestCaseError> {
    let mut rcts = Rcts::new();
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, 8 << 20);
    match rcts.parse(text, &control) {
        Ok(rct) => {
            let printed = shown(&rcts, rct);
            prop_assert_eq!(read(&mut rcts, &printed), rct);
        }
        Err(ExpressionError::Text { message, span }) => {
            prop_assert!(!message.is_empty());
            prop_assert!(text.get(span).is_some());
        }
        Err(ExpressionError::Stopped(_)) => {}
    }
    Ok(())
}
