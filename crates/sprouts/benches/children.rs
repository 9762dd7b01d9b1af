//! How fast children of lands are generated and brought into canonical form.
//!
//! Cold is a `Sprouts` that is made anew for every round over the lands, inside the measured time. It
//! knows nothing at first, and what it meets again within the round it may remember, as in a search.
//! Warm is one that has gone over the same lands before.

use std::collections::HashSet;
use std::ops::ControlFlow;

use divan::Bencher;
use divan::counter::ItemsCount;
use rhizome_impartial::{Codes, Game, Stage};
use rhizome_sprouts::{Sprouts, parse};

const LANDS: usize = 1000;
const SPOTS: std::ops::RangeInclusive<usize> = 4..=12;

fn main() {
    divan::main();
}

#[divan::bench(args = [Stage::All, Stage::Easiest])]
fn cold(bencher: Bencher, stage: Stage) {
    let lands = random_lands();
    let children = count_children(&mut Sprouts::new(), &lands, stage);
    bencher.counter(ItemsCount::new(children)).bench_local(|| {
        let mut sprouts = Sprouts::new();
        assert_eq!(count_children(&mut sprouts, &lands, stage), children);
        sprouts
    });
}

#[divan::bench(args = [Stage::All, Stage::Easiest])]
fn warm(bencher: Bencher, stage: Stage) {
    let lands = random_lands();
    let mut sprouts = Sprouts::new();
    let children = count_children(&mut sprouts, &lands, stage);
    bencher.counter(ItemsCount::new(children)).bench_local(|| {
        assert_eq!(count_children(&mut sprouts, &lands, stage), children);
    });
}

/// Generates the children of all lands, and says how many there were, repeated ones included.
fn count_children(sprouts: &mut Sprouts, lands: &[Vec<u8>], stage: Stage) -> usize {
    let mut children = 0;
    for land in lands {
        let _ = sprouts.staged_children(land, stage, |child| {
            divan::black_box(child);
            children += 1;
            ControlFlow::Continue(())
        });
    }
    children
}

/// Different lands from random games, always the same ones.
fn random_lands() -> Vec<Vec<u8>> {
    let mut random = Random(0);
    let mut sprouts = Sprouts::new();
    let mut met = HashSet::new();
    let mut lands = Vec::new();
    for spots in SPOTS.cycle() {
        let land = land_of_a_game(&mut sprouts, spots, &mut random);
        if let Some(land) = land
            && met.insert(land.clone())
        {
            lands.push(land);
        }
        if lands.len() == LANDS {
            break;
        }
    }
    lands
}

/// The heaviest land after some random moves in a game with so many spots.
fn land_of_a_game(sprouts: &mut Sprouts, spots: usize, random: &mut Random) -> Option<Vec<u8>> {
    let start = parse(&format!("0*{spots}")).expect("the notation of bare spots");
    let mut position = sprouts.lands(&start).expect("lands of bare spots");
    for _ in 0..random.below(2 * spots) {
        let played = random.below(position.len());
        let land = position.iter().nth(played)?;
        let mut children: Vec<Codes> = Vec::new();
        let _ = sprouts.children(land, |child| {
            children.push(child.clone());
            ControlFlow::Continue(())
        });
        let mut next = children.swap_remove(random.below(children.len()));
        for (_, other) in position.iter().enumerate().filter(|&(index, _)| index != played) {
            next.push(other);
        }
        position = next;
        if position.is_empty() {
            return None;
        }
    }
    position.iter().max_by_key(|land| Sprouts::weight(land)).map(<[u8]>::to_vec)
}

/// Numbers that look random (SplitMix64, Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }
}
