//! Simplification: what may be left out or rewritten without changing the game tree.
//!
//! 1. Dead spots do not stand in a diagram at all.
//! 2. A region with fewer than 2 lives goes: no move can be made in it.
//! 3. A letter of which one side is left becomes `2`.
//! 4. `aa` side by side becomes `2`: a curve that ends between the two sides
//!    cannot be told from one that ends on the other side.
//! 5. In a region of 3 lives or fewer the arrangement does not matter: all
//!    that counts is how many lives belong to the region alone and which
//!    letters it shares. It is written as one boundary.
//!
//! (A sixth, `AB|AB` = `22`, concerns a whole land; see [`crate::canon`].)
//!
//! The steps are confluent. None of 2 to 5 changes the number of lives of a
//! region that stays, so which regions go is decided at once, and so is which
//! letters lose a side; then each region is rewritten on its own.

use crate::diagram::{Diagram, LETTER, ONE, Symbol, TWO, ZERO, letter};

const NOWHERE: u32 = u32::MAX;

/// Reusable buffers for [`Simplifier::simplify`].
#[derive(Debug, Default)]
pub(crate) struct Simplifier {
    /// Lives of each region.
    lives: Vec<u32>,
    /// For each letter the first region that stays and that it stands in.
    home: Vec<u32>,
    /// For each letter how many of its sides stand in regions that stay.
    sides: Vec<u8>,
    /// For each letter whether its two sides stand in two regions.
    shared: Vec<bool>,
}

impl Simplifier {
    /// Writes the simplest form of `raw` into `simple`.
    pub(crate) fn simplify(&mut self, raw: &Diagram, simple: &mut Diagram) {
        self.count_lives(raw);
        self.count_sides(raw);
        simple.clear(raw.letters());
        for region in 0..raw.regions() {
            match self.lives[region] {
                0 | 1 => continue,
                2 | 3 => self.write_small_region(raw, region, simple),
                _ => self.write_region(raw, region, simple),
            }
            simple.end_region();
        }
    }

    fn count_lives(&mut self, raw: &Diagram) {
        self.lives.clear();
        self.home.clear();
        self.home.resize(raw.letters(), NOWHERE);
        for region in 0..raw.regions() {
            let mut lives = 0;
            for &symbol in raw.region_symbols(region) {
                lives += match symbol {
                    ZERO => 3,
                    ONE => 2,
                    TWO => 1,
                    // A letter that stands twice in the region is one spot.
                    _ => {
                        let home = &mut self.home[usize::from(symbol - LETTER)];
                        u32::from(std::mem::replace(home, region as u32) != region as u32)
                    }
                };
            }
            self.lives.push(lives);
        }
    }

    fn count_sides(&mut self, raw: &Diagram) {
        self.home.fill(NOWHERE);
        self.sides.clear();
        self.sides.resize(raw.letters(), 0);
        self.shared.clear();
        self.shared.resize(raw.letters(), false);
        for region in 0..raw.regions() {
            if self.lives[region] < 2 {
                continue;
            }
            for index in raw.region_symbols(region).iter().filter_map(|&s| letter(s)) {
                self.sides[index] += 1;
                if self.sides[index] == 1 {
                    self.home[index] = region as u32;
                } else {
                    self.shared[index] = self.home[index] != region as u32;
                }
            }
        }
    }

    /// A region of 2 or 3 lives, as one boundary: its own lives, then the letters it shares.
    fn write_small_region(&self, raw: &Diagram, region: usize, simple: &mut Diagram) {
        let symbols = raw.region_symbols(region);
        let shared = |symbol: Symbol| letter(symbol).is_some_and(|index| self.shared[index]);
        let letters = symbols.iter().filter(|&&s| shared(s)).count();
        for _ in letters..self.lives[region] as usize {
            simple.push(TWO);
        }
        for &symbol in symbols.iter().filter(|&&s| shared(s)) {
            simple.push(symbol);
        }
        simple.end_boundary();
    }

    fn write_region(&self, raw: &Diagram, region: usize, simple: &mut Diagram) {
        for boundary in raw.boundaries(region) {
            let start = simple.open_boundary();
            let out = simple.open_symbols();
            for &symbol in raw.boundary(boundary) {
                let Some(index) = letter(symbol) else {
                    out.push(symbol);
                    continue;
                };
                if self.sides[index] == 1 {
                    out.push(TWO);
                } else if out.len() > start && out[out.len() - 1] == symbol {
                    let last = out.len() - 1;
                    out[last] = TWO;
                } else {
                    out.push(symbol);
                }
            }
            let last = out.len() - 1;
            if last > start && out[last] == out[start] && out[last] >= LETTER {
                out.pop();
                out[start] = TWO;
            }
            simple.end_boundary();
        }
    }
}
