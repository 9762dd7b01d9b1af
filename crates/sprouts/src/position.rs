//! A position as it is written: regions of boundaries of spots, and a Nim-heap beside them.

/// One occurrence of a live spot on a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A spot of degree 0, with 3 lives. It is alone on its boundary.
    Zero,
    /// A spot of degree 1, with 2 lives.
    One,
    /// A spot of degree 2, with 1 life, of which only this side matters.
    Two,
    /// One of the two sides of a spot of degree 2, with 1 life. The number
    /// names the spot and is unique in the whole position: both sides carry it.
    Letter(u32),
}

/// A boundary: the cyclic list of the live spots met when walking along it.
pub type Boundary = Vec<Spot>;

/// A region: the boundaries that border it.
pub type Region = Vec<Boundary>;

/// A Sprouts position as it was written, not simplified, with a Nim-heap
/// beside it. Lands are not marked: regions that share a letter belong together.
///
/// Whatever builds a `Position` keeps to this: no empty boundary, no empty
/// region, a [`Spot::Zero`] alone on its boundary, and every letter exactly
/// twice, either twice on one boundary or on two boundaries of different regions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The regions, in the order in which they were written.
    pub regions: Vec<Region>,
    /// The size of the Nim-heap beside the position; 0 for none.
    pub heap: u32,
}
