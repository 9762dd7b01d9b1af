//! Positions as words, and maps that have these words.

mod contacts;
mod ease;
mod errors;
mod hubs;
mod read;
mod sketch;

pub use errors::NotationError;

use crate::map::PlanarMap;

/// One spot as a word shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A spot of degree 1.
    One,
    /// A spot of degree 2 of which only this side matters.
    Two,
    /// One side of a spot of degree 2, by a number that stands twice in the position.
    Side(usize),
}

/// A region: its boundaries but for the bare spots, and the number of these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) words: Vec<Vec<Symbol>>,
    pub(crate) bare: usize,
}

impl PlanarMap {
    /// A map with the words of a position in the notation that is printed: lands joined by `+`, regions by `|`,
    /// boundaries by `.`, as in `0*2.AB|AB`.
    ///
    /// Notation forgets what is dead, and mirrors regions freely. So this looks for one map whose live faces have these words,
    /// up to the names of letters, the order of boundaries, regions and lands, and regions read backwards; where three lives or fewer are
    /// in a region, their arrangement may be another one too, for it does not matter. Dead spots are added as
    /// needed. The map can be reached by play, from some number of bare spots.
    ///
    /// ```
    /// use rhizome_planar::PlanarMap;
    ///
    /// let map = PlanarMap::from_notation("0*2.AB|AB")?;
    /// assert_eq!(map.notation(), "AB.0*2|AB");
    /// # Ok::<(), rhizome_planar::NotationError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no notation of a position, if it is too large, or if there is no such map: the words may ask for
    /// boundaries that cannot lie on a sphere.
    pub fn from_notation(text: &str) -> Result<Self, NotationError> {
        let regions = read::regions(text)?;
        let regions = ease::simplest(regions);
        sketch::map(&regions)
    }
}
