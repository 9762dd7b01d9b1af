//! What a map is made of: spots, darts, corners and rotations.

use std::fmt::{Display, Formatter, Result};

/// A spot, by its number: the spots of the start come first, then the new spot of each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(usize);

impl Spot {
    /// The spot with this number. A map without such a spot refuses it.
    pub fn new(index: usize) -> Self {
        Self(index)
    }

    /// Its number, counted from 0.
    pub fn index(self) -> usize {
        self.0
    }
}

impl Display for Spot {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        write!(formatter, "{}", self.0)
    }
}

/// A dart: an edge seen from one of its ends, leaving it. The darts 2k and 2k + 1 are the same edge.
///
/// The curve of the move that is counted as m from 0 on has the darts 4m (from where it begins to the
/// new spot), 4m + 1 (back), 4m + 2 (from the new spot to where it ends) and 4m + 3 (back).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dart(usize);

impl Dart {
    /// The dart with this number. A map without such a dart refuses it.
    pub fn new(index: usize) -> Self {
        Self(index)
    }

    /// Its number, counted from 0.
    pub fn index(self) -> usize {
        self.0
    }

    /// The same edge, seen from its other end.
    pub fn twin(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl Display for Dart {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        write!(formatter, "{}", self.0)
    }
}

/// A place where a boundary passes a spot, and where a curve can leave or arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Corner {
    /// All around a bare spot.
    Bare(Spot),
    /// Left of a dart, where it leaves its spot: from the dart counterclockwise to the next one there.
    LeftOf(Dart),
}

impl Display for Corner {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        match self {
            Self::Bare(spot) => write!(formatter, "the bare spot {spot}"),
            Self::LeftOf(dart) => write!(formatter, "the corner left of dart {dart}"),
        }
    }
}

/// The darts that leave a spot, counterclockwise. There is no place for a fourth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rotation {
    /// A spot where no curve ends.
    Bare,
    /// A spot of degree 1.
    One([Dart; 1]),
    /// A spot of degree 2.
    Two([Dart; 2]),
    /// A dead spot.
    Three([Dart; 3]),
}

impl Rotation {
    /// The darts, counterclockwise from any one of them.
    pub fn darts(&self) -> &[Dart] {
        match self {
            Self::Bare => &[],
            Self::One(darts) => darts,
            Self::Two(darts) => darts,
            Self::Three(darts) => darts,
        }
    }

    /// How many curves end here: the degree of the spot.
    pub fn degree(&self) -> u8 {
        match self {
            Self::Bare => 0,
            Self::One(_) => 1,
            Self::Two(_) => 2,
            Self::Three(_) => 3,
        }
    }

    /// How many more may end here: the lives of the spot.
    pub fn lives(&self) -> u8 {
        3 - self.degree()
    }

    /// The dart clockwise of one that leaves here, itself if it is the only one. `None` if it does not leave here.
    pub(crate) fn clockwise(&self, dart: Dart) -> Option<Dart> {
        let darts = self.darts();
        let place = darts.iter().position(|&other| other == dart)?;
        darts.get(place.checked_sub(1).unwrap_or(darts.len() - 1)).copied()
    }

    /// The rotation with `new` in a corner of the spot. `None` if the spot is dead or the corner is not there.
    pub(crate) fn with(self, corner: Corner, new: Dart) -> Option<Self> {
        match (self, corner) {
            (Self::Bare, Corner::Bare(_)) => Some(Self::One([new])),
            (Self::One([a]), Corner::LeftOf(dart)) if dart == a => Some(Self::Two([a, new])),
            (Self::Two([a, b]), Corner::LeftOf(dart)) if dart == a => Some(Self::Three([a, new, b])),
            (Self::Two([a, b]), Corner::LeftOf(dart)) if dart == b => Some(Self::Three([a, b, new])),
            _ => None,
        }
    }
}
