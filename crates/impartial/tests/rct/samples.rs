//! RCTs to test with.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use rhizome_impartial::{Rct, Rcts};
use rhizome_search::Control;

/// Calls with limits that are never reached.
pub fn without_limits<T>(ask: impl FnOnce(&Control<'_>) -> T) -> T {
    let cancel = AtomicBool::new(false);
    ask(&Control::new(&cancel, None, usize::MAX))
}

/// All RCTs up to a height of 4 at most.
pub fn up_to(height: u32, rcts: &mut Rcts) -> Vec<Rct> {
    let mut all = vec![Rct::ZERO];
    for _ in 0..height {
        let mut higher: Vec<Rct> =
            (0..1 << all.len()).map(|set| rcts.intern(&mut chosen(&all, set))).collect();
        higher.sort_unstable();
        higher.dedup();
        all = higher;
    }
    all
}

/// Those members of a list whose bits are set.
pub fn chosen(list: &[Rct], set: u32) -> Vec<Rct> {
    list.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, &rct)| rct).collect()
}

/// Expressions of many kinds, small enough for sums to be played out.
pub fn expressions(depth: u32) -> impl Strategy<Value = String> {
    let heap = (0u32..4).prop_map(|size| format!("*{size}"));
    heap.prop_recursive(depth, 12, 4, |inner| {
        prop_oneof![
            4 => prop::collection::vec(inner.clone(), 0..4).prop_map(|members| format!("{{{}}}", members.join(","))),
            1 => inner.prop_map(|term| format!("{term} + *1")),
        ]
    })
}

/// Reads an expression that has to be right.
pub fn read(rcts: &mut Rcts, text: &str) -> Rct {
    without_limits(|control| rcts.parse(text, control)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn shown(rcts: &Rcts, rct: Rct) -> String {
    without_limits(|control| rcts.expression(rct, control)).unwrap()
}

pub fn sum(rcts: &mut Rcts, parts: &[Rct]) -> Rct {
    without_limits(|control| rcts.sum_of(parts.iter().copied(), control)).unwrap()
}
