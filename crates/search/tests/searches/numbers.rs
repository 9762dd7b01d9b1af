//! The arithmetic of proof numbers, against wide integers.

use proptest::prelude::*;
use rhizome_search::{Numbers, Outcome, ProofNumber};

/// Small numbers, the borders, infinity, and anything.
fn numbers() -> impl Strategy<Value = ProofNumber> {
    prop_oneof![
        3 => (0..5u32).prop_map(ProofNumber::finite),
        2 => (0..5u32).prop_map(|below| ProofNumber::finite(u32::MAX - below)),
        1 => Just(ProofNumber::INFINITY),
        3 => any::<u32>().prop_map(ProofNumber::finite),
    ]
}

/// The finite number that stands for a sum.
fn saturated(exact: u64) -> ProofNumber {
    let greatest = u64::from(ProofNumber::GREATEST_FINITE.get().unwrap());
    let number = ProofNumber::finite(exact.min(greatest) as u32);
    assert_eq!(number.get().map(u64::from), Some(exact.min(greatest)));
    number
}

fn wide(number: ProofNumber) -> Option<u64> {
    number.get().map(u64::from)
}

proptest! {
    #[test]
    fn only_infinity_is_infinite(value in any::<u32>()) {
        let number = ProofNumber::finite(value);
        prop_assert!(!number.is_infinite());
        prop_assert!(number < ProofNumber::INFINITY);
        prop_assert!(number <= ProofNumber::GREATEST_FINITE);
        prop_assert_eq!(number, saturated(u64::from(value)));
    }

    #[test]
    fn sums(a in numbers(), b in numbers(), c in numbers()) {
        let expected = match (wide(a), wide(b)) {
            (Some(a), Some(b)) => saturated(a + b),
            _ => ProofNumber::INFINITY,
        };
        prop_assert_eq!(a.plus(b), expected);
        prop_assert_eq!(a.plus(b), b.plus(a));
        prop_assert_eq!(a.plus(b).plus(c), a.plus(b.plus(c)));
        prop_assert_eq!(a.plus(ProofNumber::ZERO), a);
        prop_assert!(a.plus(b) >= a.max(b));
    }

    #[test]
    fn multiples(a in numbers(), count in prop_oneof![0..5u32, any::<u32>()]) {
        let expected = match wide(a) {
            _ if count == 0 => ProofNumber::ZERO,
            Some(a) => saturated(a * u64::from(count)),
            None => ProofNumber::INFINITY,
        };
        prop_assert_eq!(a.times(count), expected);
        if count < 5 {
            let sum = (0..count).fold(ProofNumber::ZERO, |sum, _| sum.plus(a));
            prop_assert_eq!(a.times(count), sum);
        }
    }

    #[test]
    fn differences(a in numbers(), b in numbers()) {
        let expected = match (wide(a), wide(b)) {
            (Some(a), Some(b)) => saturated(a.saturating_sub(b)),
            (Some(_), None) => ProofNumber::ZERO,
            (None, _) => ProofNumber::INFINITY,
        };
        prop_assert_eq!(a.minus(b), expected);
        prop_assert!(a.is_infinite() || a.minus(b) <= a);
    }

    #[test]
    fn order_is_that_of_the_numbers(a in numbers(), b in numbers()) {
        let key = |number: ProofNumber| wide(number).unwrap_or(u64::MAX);
        prop_assert_eq!(a.cmp(&b), key(a).cmp(&key(b)));
    }

    #[test]
    fn numbers_that_are_no_proof(pn in numbers(), dn in numbers()) {
        let numbers = Numbers { pn, dn };
        prop_assert_eq!(numbers.least(), if pn < dn { pn } else { dn });
        let solved = pn == ProofNumber::ZERO || dn == ProofNumber::ZERO;
        prop_assert_eq!(numbers.outcome().is_some(), solved);
    }
}

#[test]
fn numbers_of_solved_nodes() {
    let win = Numbers::settled(Outcome::Win);
    assert_eq!((win.pn, win.dn), (ProofNumber::ZERO, ProofNumber::INFINITY));
    let loss = Numbers::settled(Outcome::Loss);
    assert_eq!((loss.pn, loss.dn), (ProofNumber::INFINITY, ProofNumber::ZERO));
    for outcome in [Outcome::Win, Outcome::Loss] {
        assert_eq!(Numbers::settled(outcome).outcome(), Some(outcome));
        assert_eq!(Numbers::settled(outcome).least(), ProofNumber::ZERO);
    }
    assert_eq!(Numbers::UNKNOWN.outcome(), None);
    assert_eq!(Numbers::UNKNOWN, Numbers { pn: ProofNumber::ONE, dn: ProofNumber::ONE });
}

#[test]
fn numbers_for_people() {
    assert_eq!(ProofNumber::finite(12).to_string(), "12");
    assert_eq!(ProofNumber::INFINITY.to_string(), "∞");
    assert_eq!(format!("{:>4}|{:>4}", ProofNumber::ONE, ProofNumber::INFINITY), "   1|   ∞");
    assert_eq!([Outcome::Win, Outcome::Loss].map(|outcome| outcome.to_string()), ["win", "loss"]);
}
