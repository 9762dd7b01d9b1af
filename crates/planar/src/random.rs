//! Random games that are the same in every run.

use crate::map::PlanarMap;
use crate::moves::Move;

/// The generator SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed. Any seed will do.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of the items, `None` if there are none. The bias of the remainder is below 2^-32 for any list that is met.
    pub fn choose<'items, T>(&mut self, items: &'items [T]) -> Option<&'items T> {
        let place = self.next_bits().checked_rem(items.len() as u64)?;
        items.get(place as usize)
    }
}

impl PlanarMap {
    /// A random move, `None` if the game is over: every curve is as likely as every other, and
    /// each boundary that may lie on either side of it comes to lie left of it with probability 1/2.
    pub fn random_move(&self, random: &mut Random) -> Option<Move> {
        let curves = self.curves();
        let curve = random.choose(&curves)?;
        Some(curve.deal(|| random.next_bits() >> 63 == 1))
    }
}

/// A random game from bare spots: all its maps, from the start to the one without moves.
#[derive(Clone, Debug)]
pub struct RandomGame {
    next: Option<PlanarMap>,
    random: Random,
}

impl RandomGame {
    /// The game with so many spots and this seed.
    pub fn new(spots: usize, seed: u64) -> Self {
        Self { next: Some(PlanarMap::start(spots)), random: Random::new(seed) }
    }
}

impl Iterator for RandomGame {
    type Item = PlanarMap;

    fn next(&mut self) -> Option<PlanarMap> {
        let map = self.next.take()?;
        let chosen = map.random_move(&mut self.random);
        self.next = chosen.and_then(|chosen| map.play(&chosen).ok());
        Some(map)
    }
}
