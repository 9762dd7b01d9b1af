//! Colours of letters, and the fingerprint of a land.
//!
//! Colours are refined: in each round, a letter takes up what stands beside it in both its regions, and what else is in
//! its words and regions. All is done twice, in the two directions in which a region can be read, and what comes out
//! for the two is added. Sums forget the order of words, of regions and of directions; so nothing in a colour depends on how
//! a land is written down.

use std::ops::Range;

use super::land::regions;
use super::words::{Former, as_shared, backwards};

/// How often colours are refined for a fingerprint.
const ROUNDS: usize = 3;

/// What a letter has before colours are refined.
const PLAIN: u64 = 0x243f_6a88_85a3_08d3;

// Digits of pi and of the golden ratio: numbers without a pattern.
const LEFT: u64 = 0x1319_8a2e_0370_7345;
const RIGHT: u64 = 0xa409_3822_299f_31d1;
const IN_WORD: u64 = 0x082e_fa98_ec4e_6c89;
const IN_REGION: u64 = 0x4528_21e6_38d0_1377;
const BARES: u64 = 0x9e37_79b9_7f4a_7c15;

/// A sum for each of the two directions.
#[derive(Clone, Copy, Debug, Default)]
struct Both {
    forth: u64,
    back: u64,
}

impl Both {
    fn add(&mut self, other: Self) {
        self.forth = self.forth.wrapping_add(other.forth);
        self.back = self.back.wrapping_add(other.back);
    }

    fn mix(self) -> Self {
        Self { forth: mix(self.forth), back: mix(self.back) }
    }

    fn forget_direction(self) -> u64 {
        mix(self.forth).wrapping_add(mix(self.back))
    }

    fn times(self, factor: u64) -> Self {
        Self { forth: self.forth.wrapping_mul(factor), back: self.back.wrapping_mul(factor) }
    }
}

/// Refines the colours of a land.
#[derive(Debug, Default)]
pub(super) struct Painter {
    forms: Vec<u32>,
    words: Vec<Range<usize>>,
    /// For each region the number of its bare spots and its words.
    regions: Vec<(usize, Range<usize>)>,
    former: Former,
    /// The colours at the places of the words.
    places: Vec<Both>,
    /// What stands at the places, beside its neighbours.
    met: Vec<Both>,
    of_words: Vec<Both>,
    colours: Vec<u64>,
    sums: Vec<u64>,
    whole: u64,
}

impl Painter {
    /// The fingerprint of a land with so many letters.
    pub fn fingerprint(&mut self, tape: &[u16], letters: usize) -> u64 {
        self.set(tape, letters);
        let has_shared = self.forms.iter().any(|&form| as_shared(form).is_some());
        for _ in 0..if has_shared { ROUNDS } else { 1 } {
            self.refine();
        }
        self.whole
    }

    /// Begins with a land, all of whose letters look alike.
    pub fn set(&mut self, tape: &[u16], letters: usize) {
        self.forms.clear();
        self.words.clear();
        self.regions.clear();
        self.former.reset(letters);
        for (_, region) in regions(tape) {
            let first = self.words.len();
            for word in region.words() {
                let start = self.forms.len();
                self.former.form(word, &mut self.forms);
                self.words.push(start..self.forms.len());
            }
            self.regions.push((region.bares, first..self.words.len()));
        }
        self.clear(letters);
    }

    /// Makes all of so many letters look alike again.
    pub fn clear(&mut self, letters: usize) {
        self.colours.clear();
        self.colours.resize(letters, PLAIN);
    }

    /// Makes a letter different from all that do not have this mark.
    pub fn mark(&mut self, letter: usize, mark: usize) {
        self.colours[letter] = mix(mark as u64 ^ PLAIN);
    }

    /// The turning forms of all words, one after the other.
    pub fn forms(&self) -> &[u32] {
        &self.forms
    }

    /// The number of bare spots of each region, and the turning forms of its other words.
    pub fn regions(&self) -> impl Iterator<Item = (usize, impl Iterator<Item = &[u32]>)> {
        self.regions.iter().map(|(bares, words)| {
            let words = self.words[words.clone()].iter();
            (*bares, words.map(|word| &self.forms[word.clone()]))
        })
    }

    /// The colours of the letters.
    pub fn colours(&self) -> &[u64] {
        &self.colours
    }

    /// What all regions look like together, with the colours before the last round.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// One round.
    pub fn refine(&mut self) {
        self.whole = 0;
        self.sums.clear();
        self.sums.resize(self.colours.len(), 0);
        self.paint_places();
        self.meet_neighbours();
        for (bares, words) in &self.regions {
            let mut in_region = Both::default();
            self.of_words[words.clone()].iter().for_each(|&of_word| in_region.add(of_word));
            let bares = (*bares as u64).wrapping_mul(BARES);
            in_region.add(Both { forth: bares, back: bares });
            let in_region = in_region.mix();
            self.whole = self.whole.wrapping_add(in_region.forget_direction());
            for word in words.clone() {
                let mut around = self.of_words[word].times(IN_WORD);
                around.add(in_region.times(IN_REGION));
                for place in self.words[word].clone() {
                    let Some(letter) = as_shared(self.forms[place]) else { continue };
                    let mut seen = self.met[place];
                    seen.add(around);
                    self.sums[letter] = self.sums[letter].wrapping_add(seen.forget_direction());
                }
            }
        }
        for (colour, sum) in self.colours.iter_mut().zip(&self.sums) {
            *colour = mix(colour.wrapping_mul(LEFT).wrapping_add(*sum));
        }
    }

    fn paint_places(&mut self) {
        self.places.clear();
        for word in &self.words {
            for &form in &self.forms[word.clone()] {
                self.places.push(match as_shared(form) {
                    Some(letter) => Both { forth: self.colours[letter], back: self.colours[letter] },
                    None => Both { forth: mix(form.into()), back: mix(backwards(form, word.len()).into()) },
                });
            }
        }
    }

    fn meet_neighbours(&mut self) {
        self.met.clear();
        self.of_words.clear();
        for word in &self.words {
            let places = &self.places[word.clone()];
            let Some(&last) = places.last() else { continue };
            let (mut before, mut in_word) = (last, Both::default());
            for (place, &here) in places.iter().enumerate() {
                let after = *places.get(place + 1).unwrap_or(&places[0]);
                let forth = here.forth.wrapping_add(beside(before.forth, after.forth));
                let back = here.back.wrapping_add(beside(after.back, before.back));
                let met = Both { forth, back }.mix();
                self.met.push(met);
                in_word.add(met);
                before = here;
            }
            self.of_words.push(in_word.mix());
        }
    }
}

/// Two neighbours, in their order.
fn beside(left: u64, right: u64) -> u64 {
    left.wrapping_mul(LEFT).wrapping_add(right.wrapping_mul(RIGHT))
}

/// A number in which every bit depends on all bits of `value`.
fn mix(value: u64) -> u64 {
    let product = u128::from(value ^ IN_REGION) * u128::from(BARES);
    (product as u64) ^ (product >> 64) as u64
}
