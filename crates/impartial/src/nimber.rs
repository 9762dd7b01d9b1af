//! Nimbers, the values of positions in normal play, and sets of them.

use std::fmt;
use std::ops::{BitOrAssign, BitXor, BitXorAssign};

/// How many nimbers, from 0 on, a machine word holds as bits.
const WORD_BITS: u32 = u64::BITS;

/// A nimber, also called a Grundy number: the size of the Nim-heap that a position of an
/// impartial game equals in normal play.
///
/// The nimber of a sum is the [`BitXor`] of the nimbers of its parts.
///
/// ```
/// use rhizome_impartial::nimber::Nimber;
///
/// assert_eq!(Nimber::new(5) ^ Nimber::new(6), Nimber::new(3));
/// assert_eq!((Nimber::new(5) ^ Nimber::new(5)), Nimber::ZERO);
/// assert_eq!(Nimber::new(12).to_string(), "12");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(u32);

impl Nimber {
    /// The nimber of a lost position.
    pub const ZERO: Self = Self(0);

    /// The greatest nimber that can be written.
    pub const MAX: Self = Self(u32::MAX);

    /// The nimber of a Nim-heap of `size` tokens.
    #[must_use]
    pub const fn new(size: u32) -> Self {
        Self(size)
    }

    /// The size of the Nim-heap, in tokens.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Whether this is the nimber of a lost position.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl From<u32> for Nimber {
    fn from(size: u32) -> Self {
        Self(size)
    }
}

impl BitXor for Nimber {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// The nimber of a sum: the xor of the nimbers of its parts.
impl std::iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, BitXor::bitxor)
    }
}

/// The least nimber that is not among `nimbers` (minimal excludant).
///
/// The time is linear in the number of items, however large they are. Nimbers below 64 need no
/// allocation; each item of 64 or more costs four bytes until the function returns. If all 2³²
/// nimbers are given, the answer is [`Nimber::MAX`].
///
/// ```
/// use rhizome_impartial::nimber::{Nimber, mex};
///
/// assert_eq!(mex([0, 1, 3].map(Nimber::new)), Nimber::new(2));
/// assert_eq!(mex([]), Nimber::ZERO);
/// ```
#[must_use]
pub fn mex(nimbers: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut low = 0u64;
    let mut high = Vec::new();
    for nimber in nimbers {
        match nimber.0.checked_sub(WORD_BITS) {
            None => low |= 1 << nimber.0,
            Some(offset) => high.push(offset),
        }
    }
    if low != u64::MAX {
        return Nimber(low.trailing_ones());
    }
    // n items fill at most the first n places, so larger ones cannot matter.
    let mut seen = vec![0u64; high.len() / WORD_BITS as usize + 1];
    for offset in &high {
        if let Some(word) = seen.get_mut((offset / WORD_BITS) as usize) {
            *word |= 1 << (offset % WORD_BITS);
        }
    }
    let full = seen.iter().take_while(|word| **word == u64::MAX).count();
    let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
    let least = u64::from(WORD_BITS) * (full as u64 + 1) + u64::from(rest);
    Nimber(u32::try_from(least).unwrap_or(u32::MAX))
}

/// A set of nimbers.
///
/// It takes two words. Nimbers below 64, which are nearly all that occur, lie in one of them;
/// larger ones in a sorted list of their own, so that a set that holds `u32::MAX` alone is small
/// too. Inserting a nimber of 64 or more moves the larger ones behind it.
///
/// ```
/// use rhizome_impartial::nimber::{Nimber, NimberSet};
///
/// let mut excluded = NimberSet::new();
/// excluded.insert(Nimber::new(0));
/// excluded.insert(Nimber::new(2));
/// assert_eq!(excluded.least_absent(), Nimber::new(1));
/// assert_eq!(excluded.to_string(), "{0, 2}");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct NimberSet {
    /// Bit n stands for nimber n.
    low: u64,
    /// The nimbers from 64 on, ascending; never an empty list, so that equal sets compare equal.
    #[allow(clippy::box_collection, reason = "a list beside the word would double every set")]
    high: Option<Box<Vec<u32>>>,
}

impl NimberSet {
    /// The empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self { low: 0, high: None }
    }

    /// The set of the nimbers below 64 whose bit is set in `bits`: bit n stands for nimber n.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self { low: bits, high: None }
    }

    /// The nimbers below 64 as bits: bit n stands for nimber n. Larger ones are left out.
    #[must_use]
    pub const fn low_bits(&self) -> u64 {
        self.low
    }

    /// Adds `nimber`; true if it was not in the set.
    pub fn insert(&mut self, nimber: Nimber) -> bool {
        if nimber.0 < WORD_BITS {
            let bit = 1 << nimber.0;
            let is_new = self.low & bit == 0;
            self.low |= bit;
            return is_new;
        }
        let high = self.high.get_or_insert_default();
        match high.binary_search(&nimber.0) {
            Ok(_) => false,
            Err(place) => {
                high.insert(place, nimber.0);
                true
            }
        }
    }

    /// Whether `nimber` is in the set.
    #[must_use]
    pub fn contains(&self, nimber: Nimber) -> bool {
        if nimber.0 < WORD_BITS {
            self.low >> nimber.0 & 1 == 1
        } else {
            self.high().binary_search(&nimber.0).is_ok()
        }
    }

    /// The least nimber that is not in the set: its mex.
    ///
    /// The set of all 2³² nimbers answers [`Nimber::MAX`].
    #[must_use]
    pub fn least_absent(&self) -> Nimber {
        if self.low != u64::MAX {
            return Nimber(self.low.trailing_ones());
        }
        let run =
            (WORD_BITS..=u32::MAX).zip(self.high()).take_while(|(expected, nimber)| expected == *nimber);
        Nimber(run.last().map_or(WORD_BITS, |(last, _)| last.saturating_add(1)))
    }

    /// Whether the set has no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.low == 0 && self.high.is_none()
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.low.count_ones() as usize + self.high().len()
    }

    /// The members, ascending.
    pub fn iter(&self) -> Iter<'_> {
        Iter { low: self.low, high: self.high().iter() }
    }

    /// The set of what is in this set, in `other`, or in both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut union = self.clone();
        union |= other;
        union
    }

    fn high(&self) -> &[u32] {
        self.high.as_deref().map_or(&[], Vec::as_slice)
    }
}

/// Adds the members of another set.
impl BitOrAssign<&NimberSet> for NimberSet {
    fn bitor_assign(&mut self, other: &NimberSet) {
        self.low |= other.low;
        let Some(added) = &other.high else { return };
        let high = self.high.get_or_insert_default();
        high.extend_from_slice(added);
        // The sort merges two runs that are in order already, so this is linear.
        high.sort();
        high.dedup();
    }
}

impl Extend<Nimber> for NimberSet {
    fn extend<I: IntoIterator<Item = Nimber>>(&mut self, nimbers: I) {
        let mut added = Vec::new();
        for nimber in nimbers {
            if nimber.0 < WORD_BITS {
                self.low |= 1 << nimber.0;
            } else {
                added.push(nimber.0);
            }
        }
        if !added.is_empty() {
            let high = self.high.get_or_insert_default();
            high.append(&mut added);
            high.sort_unstable();
            high.dedup();
        }
    }
}

impl FromIterator<Nimber> for NimberSet {
    fn from_iter<I: IntoIterator<Item = Nimber>>(nimbers: I) -> Self {
        let mut set = Self::new();
        set.extend(nimbers);
        set
    }
}

impl<'a> IntoIterator for &'a NimberSet {
    type Item = Nimber;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// The members in braces, ascending: `{0, 2, 100}`.
impl fmt::Display for NimberSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("{")?;
        for (index, nimber) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(formatter, "{separator}{nimber}")?;
        }
        formatter.write_str("}")
    }
}

impl fmt::Debug for NimberSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// The members of a [`NimberSet`], ascending. Made by [`NimberSet::iter`].
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    low: u64,
    high: std::slice::Iter<'a, u32>,
}

impl Iterator for Iter<'_> {
    type Item = Nimber;

    fn next(&mut self) -> Option<Nimber> {
        if self.low == 0 {
            return self.high.next().copied().map(Nimber);
        }
        let least = self.low.trailing_zeros();
        self.low &= self.low - 1;
        Some(Nimber(least))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.low.count_ones() as usize + self.high.len();
        (length, Some(length))
    }
}

impl ExactSizeIterator for Iter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Nimbers of every size, with the borders of the bit word well hit and runs long enough
    /// to fill it.
    fn nimbers() -> impl Strategy<Value = Vec<u32>> {
        let scattered = prop::collection::vec(
            prop_oneof![4 => 0..70u32, 2 => 60..200u32, 1 => any::<u32>(), 1 => Just(u32::MAX)],
            0..40,
        );
        let run = prop_oneof![Just(0u32), 60..70u32, 120..260u32];
        (scattered, run, any::<prop::sample::Index>()).prop_map(|(scattered, run, hole)| {
            let mut all: Vec<u32> = (0..run).collect();
            if run > 0 && hole.index(3) == 0 {
                all.remove(hole.index(all.len()));
            }
            all.splice(0..0, scattered);
            all
        })
    }

    fn model_mex(model: &BTreeSet<u32>) -> u32 {
        (0..).find(|candidate| !model.contains(candidate)).unwrap()
    }

    #[test]
    fn a_set_is_two_words() {
        assert_eq!(size_of::<NimberSet>(), 16);
    }

    #[test]
    fn mex_at_the_borders_of_the_word() {
        for count in [0, 1, 63, 64, 65, 127, 128, 129, 1000] {
            assert_eq!(mex((0..count).map(Nimber)), Nimber(count));
            assert_eq!(mex((0..count).rev().chain([u32::MAX]).map(Nimber)), Nimber(count));
            let set: NimberSet = (0..count).map(Nimber).collect();
            assert_eq!(set.least_absent(), Nimber(count));
        }
        assert_eq!(mex([Nimber::MAX]), Nimber::ZERO);
        assert_eq!(mex(std::iter::repeat_n(Nimber(64), 5000).chain((0..64).map(Nimber))), Nimber(65));
    }

    #[test]
    fn the_empty_set() {
        let empty = NimberSet::new();
        assert!(empty.is_empty());
        assert_eq!((empty.len(), empty.iter().next()), (0, None));
        assert_eq!(empty.least_absent(), Nimber::ZERO);
        assert_eq!(empty.to_string(), "{}");
        let mut nothing_added = empty.clone();
        nothing_added.extend([]);
        nothing_added |= &empty;
        assert_eq!(nothing_added, empty);
    }

    #[test]
    fn the_nimber_of_a_sum() {
        assert_eq!([1, 2, 4, 7].map(Nimber).into_iter().sum::<Nimber>(), Nimber::ZERO);
    }

    proptest! {
        #[test]
        fn a_set_behaves_like_a_btree_set(first in nimbers(), second in nimbers()) {
            let mut set = NimberSet::new();
            let mut model = BTreeSet::new();
            for number in &first {
                prop_assert_eq!(set.insert(Nimber(*number)), model.insert(*number));
            }
            prop_assert_eq!(set.len(), model.len());
            prop_assert_eq!(set.is_empty(), model.is_empty());
            prop_assert_eq!(set.iter().len(), model.len());
            prop_assert!(set.iter().map(Nimber::get).eq(model.iter().copied()));
            for number in first.iter().chain(&second) {
                prop_assert_eq!(set.contains(Nimber(*number)), model.contains(number));
            }
            prop_assert_eq!(set.least_absent().get(), model_mex(&model));
            prop_assert_eq!(&first.iter().copied().map(Nimber).collect::<NimberSet>(), &set);

            let other: NimberSet = second.iter().copied().map(Nimber).collect();
            let other_model: BTreeSet<u32> = second.iter().copied().collect();
            let union = set.union(&other);
            prop_assert!(union.iter().map(Nimber::get).eq(model.union(&other_model).copied()));
            prop_assert_eq!(&union, &other.union(&set));
            prop_assert_eq!(set == other, model == other_model);
        }

        #[test]
        fn mex_is_the_least_absent(numbers in nimbers()) {
            let model: BTreeSet<u32> = numbers.iter().copied().collect();
            prop_assert_eq!(mex(numbers.into_iter().map(Nimber)).get(), model_mex(&model));
        }
    }
}
