//! Counting all that is below a position.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{Census, Codes, Counts, Game, RctBase};
use rhizome_search::{Control, Interruption};

/// A game with one heap a land: up to `most` tokens are taken, and what is left is split or not.
#[derive(Clone, Copy)]
struct Heaps {
    most: u32,
    splits: bool,
    /// The heap at which the game gives up.
    too_hard: u32,
}

const NIM: Heaps = Heaps { most: u32::MAX, splits: false, too_hard: u32::MAX };
const KAYLES: Heaps = Heaps { most: 2, splits: true, too_hard: u32::MAX };
/// There is never a choice.
const CHAIN: Heaps = Heaps { most: 1, splits: false, too_hard: u32::MAX };

fn codes(heaps: &[u32]) -> Codes {
    let mut codes = Codes::new();
    heaps.iter().filter(|&&heap| heap > 0).for_each(|heap| codes.push(&heap.to_be_bytes()));
    codes
}

impl Heaps {
    fn moves(self, heap: u32) -> impl Iterator<Item = [u32; 2]> {
        (1..=heap.min(self.most)).flat_map(move |taken| {
            let rest = heap - taken;
            let most = if self.splits { rest / 2 } else { 0 };
            // Larger parts first and last, so that the order of lands is not that of their codes.
            (0..=most).map(move |left| if left % 2 == 0 { [rest - left, left] } else { [left, rest - left] })
        })
    }

    /// The number of positions below a sum, by going through them.
    fn positions(self, sum: &[u32]) -> u64 {
        let mut met = BTreeSet::from([sum.to_vec()]);
        let mut waiting = vec![sum.to_vec()];
        while let Some(sum) = waiting.pop() {
            for place in 0..sum.len() {
                for left in self.moves(sum[place]) {
                    let mut child = [&sum[..place], &sum[place + 1..], &left].concat();
                    child.retain(|&heap| heap > 0);
                    child.sort_unstable();
                    if met.insert(child.clone()) {
                        waiting.push(child);
                    }
                }
            }
        }
        met.len() as u64
    }
}

impl Game for Heaps {
    fn domain(&self) -> String {
        "heaps/1".to_owned()
    }
    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let heap = Self::weight(land);
        if heap == self.too_hard {
            return ControlFlow::Break(());
        }
        for left in self.moves(heap) {
            child(&codes(&left))?;
        }
        ControlFlow::Continue(())
    }
    fn weight(land: &[u8]) -> u32 {
        land.iter().fold(0, |heap, &byte| heap << 8 | u32::from(byte))
    }
    fn print(&self, land: &[u8]) -> String {
        Self::weight(land).to_string()
    }
}

fn with_limits<T>(time: Option<Duration>, memory: usize, call: impl FnOnce(&Control<'_>) -> T) -> T {
    let cancel = AtomicBool::new(false);
    call(&Control::new(&cancel, time, memory))
}

fn without_limits<T>(call: impl FnOnce(&Control<'_>) -> T) -> T {
    with_limits(None, usize::MAX, call)
}

fn counts(game: Heaps, heaps: &[u32]) -> Counts {
    let mut census = Census::new(game, &codes(heaps));
    without_limits(|control| census.count(control)).unwrap();
    census.counts()
}

#[test]
fn a_heap_of_nim() {
    for size in [0, 1, 2, 9, 40] {
        let all = u64::from(size) + 1;
        let expected =
            Counts { positions: all, lands: all - 1, canonical_trees: all, rcts: all, nim_heaps: all };
        assert_eq!(counts(NIM, &[size]), expected);
    }
}

/// Two heaps of two are {*2, *3} in the end, and all else below them is a heap.
#[test]
fn two_heaps_of_nim() {
    let expected = Counts { positions: 6, lands: 2, canonical_trees: 6, rcts: 5, nim_heaps: 4 };
    assert_eq!(counts(NIM, &[2, 2]), expected);
}

/// With one token at a time, only the number of tokens matters to the tree.
#[test]
fn a_chain_is_long_and_has_two_rcts() {
    let expected =
        Counts { positions: 100_001, lands: 100_000, canonical_trees: 100_001, rcts: 2, nim_heaps: 2 };
    assert_eq!(counts(CHAIN, &[100_000]), expected);
    let expected = Counts { positions: 20, lands: 3, canonical_trees: 10, rcts: 2, nim_heaps: 2 };
    assert_eq!(counts(CHAIN, &[3, 3, 3]), expected);
}

#[test]
fn positions_of_kayles() {
    for heaps in [&[1][..], &[2], &[7], &[12], &[3, 3], &[5, 2, 2]] {
        assert_eq!(counts(KAYLES, heaps).positions, KAYLES.positions(heaps), "{heaps:?}");
    }
}

#[test]
fn the_base_is_the_one_that_a_search_makes() {
    for heaps in [&[][..], &[1], &[9], &[20], &[5, 8], &[6, 6, 3]] {
        let mut census = Census::new(KAYLES, &codes(heaps));
        let counted = without_limits(|control| {
            census.count(control)?;
            census.into_base(control)
        })
        .unwrap();
        let made = without_limits(|control| RctBase::below(&mut { KAYLES }, &codes(heaps), control)).unwrap();
        assert_eq!((counted.lands(), counted.rcts().trees()), (made.lands(), made.rcts().trees()));
        assert_eq!(counted.digest(), made.digest(), "{heaps:?}");
    }
}

#[test]
fn limits_stop_it() {
    let start = codes(&[200]);
    let mut census = Census::new(KAYLES, &start);
    let stopped = with_limits(None, 1 << 20, |control| census.count(control));
    assert_eq!(stopped, Err(Interruption::Memory));
    assert!(census.memory() < 1 << 22, "{}", census.memory());
    let met = census.counts();
    assert!(met.positions > 1000 && met.rcts > 1, "{met:?}");
    let mut census = Census::new(KAYLES, &start);
    let stopped = with_limits(Some(Duration::from_millis(5)), usize::MAX, |control| census.count(control));
    assert_eq!(stopped, Err(Interruption::Time));
    let cancel = AtomicBool::new(true);
    let stopped = Census::new(KAYLES, &start).count(&Control::new(&cancel, None, usize::MAX));
    assert_eq!(stopped, Err(Interruption::Cancelled));
}

#[test]
fn a_game_that_gives_up_is_not_counted() {
    let game = Heaps { too_hard: 5, ..KAYLES };
    let mut census = Census::new(game, &codes(&[9]));
    assert_eq!(without_limits(|control| census.count(control)), Err(Interruption::Tree));
    assert!(census.complaint().contains("too hard"));
    assert_eq!(without_limits(|control| census.into_base(control)).unwrap_err(), Interruption::Tree);
}
