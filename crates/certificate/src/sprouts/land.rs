//! A land on one flat tape.
//!
//! The tape has the regions one after the other. A region is the number of its bare spots, then its other words, each
//! closed by `WORD`, then `REGION`. Within a word, a spot is a symbol: `ONE` has two lives; `TWO` has one life and stands once;
//! letters are the spots of one life that stand twice, and each has a symbol of its own. So a symbol tells the lives
//! of its spot.
//!
//! All numbers fit: what is read has at most 10,000 spots, so 30,000 lives, and each move takes a life away. No
//! position has more letters or bare spots than lives.

/// Closes a word.
pub(super) const WORD: u16 = 0;
/// Closes a region.
pub(super) const REGION: u16 = 1;
/// A spot of two lives.
pub(super) const ONE: u16 = 2;
/// A spot of one life that stands once.
pub(super) const TWO: u16 = 3;
/// The first letter; the others follow.
pub(super) const LETTERS: u16 = 4;

/// The most spots that are read in one term, letters counting once for each side.
pub(super) const MAX_SPOTS: usize = 10_000;

/// The lives of a bare spot.
pub(super) const BARE_LIVES: usize = 3;

/// In a region with so many lives, or fewer, the arrangement does not matter.
pub(super) const SMALL: usize = 3;

/// The number of a letter, from 0.
pub(super) fn letter(symbol: u16) -> Option<usize> {
    symbol.checked_sub(LETTERS).map(usize::from)
}

/// A simplified land: it has a move, and what hangs together hangs together by letters.
///
/// In a small region each spot is a word of its own: words can be reordered, so this is how it is a set.
#[derive(Clone, Debug)]
pub struct Land {
    tape: Box<[u16]>,
    fingerprint: u64,
}

impl Land {
    /// The land on a simplified tape.
    pub(super) fn new(tape: &[u16], fingerprint: u64) -> Self {
        Self { tape: tape.into(), fingerprint }
    }

    pub(super) fn tape(&self) -> &[u16] {
        &self.tape
    }

    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// A region on a tape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region<'tape> {
    /// How many bare spots it has.
    pub bares: usize,
    /// Its other words, each closed by `WORD`.
    words: &'tape [u16],
}

impl<'tape> Region<'tape> {
    /// Its words other than bare spots.
    pub fn words(self) -> impl Iterator<Item = &'tape [u16]> {
        let mut rest = self.words;
        std::iter::from_fn(move || {
            let end = rest.iter().position(|&symbol| symbol == WORD)?;
            let word = &rest[..end];
            rest = &rest[end + 1..];
            Some(word)
        })
    }
}

/// The regions on a tape, each with the number of symbols up to its end.
pub(super) fn regions(tape: &[u16]) -> impl Iterator<Item = (usize, Region<'_>)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let (&bares, rest) = tape.get(start..)?.split_first()?;
        let length = rest.iter().position(|&symbol| symbol == REGION).unwrap_or(rest.len());
        start += length + 2;
        Some((start, Region { bares: usize::from(bares), words: &rest[..length] }))
    })
}

/// How many letters there are on a tape, if they are numbered without gaps.
pub(super) fn count_letters(tape: &[u16]) -> usize {
    let words = regions(tape).flat_map(|(_, region)| region.words());
    words.flatten().filter_map(|&symbol| letter(symbol)).max().map_or(0, |last| last + 1)
}
