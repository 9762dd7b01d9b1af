//! RCTs of positions of games.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use rhizome_impartial::{Codes, Game, RctFinder};
use rhizome_search::{Control, Interruption, Outcome};

use crate::brute_force::{Tree, Trees};
use crate::samples::*;

/// Heaps from which some numbers of tokens may be taken, and what is left may be split where `splits` says so.
#[derive(Clone, Copy)]
struct Heaps {
    most: u8,
    splits: bool,
}

const KAYLES: Heaps = Heaps { most: 2, splits: true };
const NIM: Heaps = Heaps { most: u8::MAX, splits: false };

impl Heaps {
    fn moves(self, heap: u8) -> Vec<Vec<u8>> {
        let mut moves = Vec::new();
        for taken in 1..=heap.min(self.most) {
            let rest = heap - taken;
            let least = if self.splits { 0 } else { rest };
            moves.extend((least..=rest).map(|left| vec![left, rest - left]));
        }
        moves
    }

    /// The tree of a sum of heaps, by the rules alone.
    fn tree(self, sum: &[u8], trees: &mut Trees) -> Tree {
        let mut options = Vec::new();
        for (place, &heap) in sum.iter().enumerate() {
            for left in self.moves(heap) {
                let mut after = [&sum[..place], &sum[place + 1..], &left].concat();
                after.retain(|&heap| heap > 0);
                options.push(self.tree(&after, trees));
            }
        }
        trees.tree(options)
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
        for left in self.moves(land[0]) {
            child(&codes(&left))?;
        }
        ControlFlow::Continue(())
    }
    fn weight(land: &[u8]) -> u32 {
        u32::from(land[0])
    }
    fn print(&self, land: &[u8]) -> String {
        land[0].to_string()
    }
}

fn codes(heaps: &[u8]) -> Codes {
    let mut codes = Codes::new();
    heaps.iter().filter(|&&heap| heap > 0).for_each(|&heap| codes.push(&[heap]));
    codes
}

fn check(game: Heaps, positions: &[&[u8]]) {
    let mut finder = RctFinder::new(game);
    let mut trees = Trees::default();
    for &position in positions {
        let rct = without_limits(|control| finder.position(&codes(position), control)).unwrap();
        let reduced = trees.of_rct(finder.rcts(), rct);
        let played = game.tree(position, &mut trees);
        assert_eq!(finder.rcts().outcome(rct) == Outcome::Loss, trees.is_lost(&[played]), "{position:?}");
        assert_eq!(finder.rcts().nimber(rct).get(), trees.nimber(played), "{position:?}");
        for test in up_to(4, finder.rcts_mut()) {
            let test = trees.of_rct(finder.rcts(), test);
            assert_eq!(trees.is_lost(&[reduced, test]), trees.is_lost(&[played, test]), "{position:?}");
        }
    }
}

#[test]
fn kayles() {
    check(KAYLES, &[&[1], &[2], &[3], &[4], &[5], &[6], &[7], &[8], &[5, 3], &[4, 4, 2], &[6, 3, 1]]);
}

#[test]
fn nim() {
    check(NIM, &[&[1], &[2], &[5], &[2, 2], &[3, 2, 1], &[4, 3], &[2, 2, 2], &[3, 3, 2, 1]]);
}

#[test]
fn heaps_of_nim_are_heaps() {
    let mut finder = RctFinder::new(NIM);
    for size in 0..40u8 {
        let rct = without_limits(|control| finder.position(&codes(&[size]), control)).unwrap();
        assert_eq!(finder.rcts().heap(rct), Some(u32::from(size)));
        assert_eq!(finder.rcts_mut().nim_heap(u32::from(size)), rct);
    }
}

#[test]
fn limits_stop_and_what_was_found_stays() {
    let mut finder = RctFinder::new(KAYLES);
    let cancel = AtomicBool::new(false);
    let small = Control::new(&cancel, None, 1 << 18);
    assert_eq!(finder.position(&codes(&[40]), &small), Err(Interruption::Memory));
    let lands = finder.lands();
    assert!(lands > 0);
    assert!(without_limits(|control| finder.position(&codes(&[9]), control)).is_ok());
    assert!(finder.lands() >= lands);
    let heap = finder.rcts_mut().nim_heap_within(100_000, &Control::new(&cancel, None, 1 << 20));
    assert_eq!(heap, Err(Interruption::Memory));
}
