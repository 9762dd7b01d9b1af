//! Why a stroke is no move.

use std::fmt::{Display, Formatter};

use crate::element::{Dart, Spot};

use super::point::Point;

/// Why a stroke is no move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StrokeError {
    /// A coordinate is no number.
    NotNumbers,
    /// The stroke has too many points.
    TooLong,
    /// The stroke goes nowhere.
    TooShort,
    /// The stroke leaves the picture.
    LeavesPicture {
        /// Where.
        at: Point,
    },
    /// The stroke does not begin at a spot.
    NoSpotAtStart {
        /// Where it begins.
        at: Point,
    },
    /// The stroke does not end at a spot.
    NoSpotAtEnd {
        /// Where it ends.
        at: Point,
    },
    /// The spot has too few lives.
    SpotFull {
        /// The spot.
        spot: Spot,
        /// Its lives: 1 if the stroke comes back to it, else 0.
        lives: u8,
        /// Where it is.
        at: Point,
    },
    /// The stroke runs through another spot.
    PassesSpot {
        /// The spot.
        spot: Spot,
        /// Where it is.
        at: Point,
    },
    /// The stroke crosses a curve.
    CrossesCurve {
        /// The even dart of the edge that is crossed.
        dart: Dart,
        /// Where.
        at: Point,
    },
    /// The stroke crosses itself.
    CrossesItself {
        /// Where.
        at: Point,
    },
    /// The stroke comes so near to a curve that it cannot be told on which side of it it is.
    Unclear {
        /// Where it ends.
        at: Point,
    },
}

impl StrokeError {
    /// The place in the picture that shows what is wrong.
    pub fn at(&self) -> Option<Point> {
        match *self {
            Self::NotNumbers | Self::TooLong | Self::TooShort => None,
            Self::LeavesPicture { at }
            | Self::NoSpotAtStart { at }
            | Self::NoSpotAtEnd { at }
            | Self::SpotFull { at, .. }
            | Self::PassesSpot { at, .. }
            | Self::CrossesCurve { at, .. }
            | Self::CrossesItself { at }
            | Self::Unclear { at } => Some(at),
        }
    }
}

impl Display for StrokeError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotNumbers => formatter.write_str("the coordinates of the curve have to be numbers"),
            Self::TooLong => formatter.write_str("the curve is too long"),
            Self::TooShort => formatter.write_str("the curve is too short: draw from a spot to a spot"),
            Self::LeavesPicture { .. } => formatter.write_str("the curve leaves the picture"),
            Self::NoSpotAtStart { .. } => formatter.write_str("the curve does not begin at a spot"),
            Self::NoSpotAtEnd { .. } => formatter.write_str("the curve does not end at a spot"),
            Self::SpotFull { lives: 0, .. } => {
                formatter.write_str("the spot is full: three curves end there already")
            }
            Self::SpotFull { .. } => formatter
                .write_str("the spot has one life, and a curve from a spot to itself takes two of them"),
            Self::PassesSpot { .. } => formatter.write_str("the curve runs through another spot"),
            Self::CrossesCurve { .. } => formatter.write_str("the curve crosses another curve"),
            Self::CrossesItself { .. } => formatter.write_str("the curve crosses itself"),
            Self::Unclear { .. } => {
                formatter.write_str("the curve is too near to another curve to tell on which side it is")
            }
        }
    }
}

impl std::error::Error for StrokeError {}
