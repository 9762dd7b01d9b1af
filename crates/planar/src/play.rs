//! Playing a move.

use std::fmt::{Display, Formatter};

use crate::element::{Corner, Dart, Rotation, Spot};
use crate::map::PlanarMap;
use crate::moves::Move;

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The map has no such corner.
    NoCorner(Corner),
    /// The spot has too few lives for the curve.
    NoLife(Spot),
    /// The two ends of the curve, or the curve and a boundary that it shall part from others, lie in different faces.
    OtherFace(Corner),
    /// A curve that shall join two boundaries ends on the one on which it began.
    SameBoundary,
    /// A curve that shall split a face ends on another boundary than the one on which it began.
    OtherBoundary,
    /// The boundary of the curve itself is listed as lying left of it.
    OwnBoundary(Corner),
    /// A boundary is listed twice as lying left of the curve.
    Twice(Corner),
}

impl Display for MoveError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoCorner(corner) => write!(formatter, "{corner} is not on the map"),
            Self::NoLife(spot) => {
                write!(formatter, "spot {spot} has too few lives: three curves at most end in a spot")
            }
            Self::OtherFace(corner) => {
                write!(formatter, "{corner} lies in another face than the beginning of the curve")
            }
            Self::SameBoundary => {
                formatter.write_str("the curve joins no two boundaries: both its ends are on the same")
            }
            Self::OtherBoundary => {
                formatter.write_str("the curve splits no face: its ends are on two boundaries")
            }
            Self::OwnBoundary(corner) => write!(formatter, "{corner} is on the boundary that the curve cuts"),
            Self::Twice(corner) => write!(formatter, "the boundary of {corner} is listed twice"),
        }
    }
}

impl std::error::Error for MoveError {}

impl PlanarMap {
    /// The map after a move. Its new spot is the last of [`PlanarMap::spots`].
    ///
    /// # Errors
    /// If the curve cannot be drawn.
    pub fn play(&self, curve: &Move) -> Result<Self, MoveError> {
        let (Move::Join { from, to } | Move::Split { from, to, .. }) = *curve;
        let (face, from_place) = self.place_of(from).ok_or(MoveError::NoCorner(from))?;
        let (to_face, to_place) = self.place_of(to).ok_or(MoveError::NoCorner(to))?;
        if to_face != face {
            return Err(MoveError::OtherFace(to));
        }
        let mut next = self.clone();
        let (begin, end) = next.draw(from, to)?;
        let mut boundaries = std::mem::take(&mut next.faces[face]);
        match curve {
            Move::Join { .. } if from_place == to_place => return Err(MoveError::SameBoundary),
            Move::Join { .. } => {
                boundaries.remove(from_place.max(to_place));
                boundaries[from_place.min(to_place)] = Corner::LeftOf(begin);
                next.faces[face] = boundaries;
            }
            Move::Split { .. } if from_place != to_place => return Err(MoveError::OtherBoundary),
            Move::Split { left, .. } => {
                let is_left = self.sides(left, (face, from_place))?;
                let mut sides = [vec![Corner::LeftOf(begin)], vec![Corner::LeftOf(end)]];
                for (place, boundary) in boundaries.into_iter().enumerate() {
                    if place != from_place {
                        sides[usize::from(!is_left[place])].push(boundary);
                    }
                }
                let [left, right] = sides;
                next.faces[face] = left;
                next.faces.push(right);
            }
        }
        Ok(next)
    }

    /// For each boundary of the face of a curve whether it is listed as lying left of it.
    fn sides(&self, left: &[Corner], (face, own): (usize, usize)) -> Result<Vec<bool>, MoveError> {
        let mut is_left = vec![false; self.faces[face].len()];
        for &corner in left {
            match self.place_of(corner) {
                None => return Err(MoveError::NoCorner(corner)),
                Some((other, _)) if other != face => return Err(MoveError::OtherFace(corner)),
                Some((_, place)) if place == own => return Err(MoveError::OwnBoundary(corner)),
                Some((_, place)) if is_left[place] => return Err(MoveError::Twice(corner)),
                Some((_, place)) => is_left[place] = true,
            }
        }
        Ok(is_left)
    }

    /// Puts a curve with a new spot into the rotations, and says which darts leave its two ends.
    fn draw(&mut self, from: Corner, to: Corner) -> Result<(Dart, Dart), MoveError> {
        let new = Spot::new(self.rotations.len());
        let [begin, back, on, end] = [0, 1, 2, 3].map(|place| Dart::new(self.origins.len() + place));
        let from_spot = self.insert(from, from, begin)?;
        // The second end of a loop stands counterclockwise of the first, so that what it encloses is left of it.
        let to_spot = self.insert(to, if from == to { Corner::LeftOf(begin) } else { to }, end)?;
        self.rotations.push(Rotation::Two([back, on]));
        self.origins.extend([from_spot, new, new, to_spot]);
        Ok((begin, end))
    }

    /// Puts a dart into the rotation of the spot at a corner, as it was before the move, and returns the spot.
    fn insert(&mut self, before: Corner, corner: Corner, dart: Dart) -> Result<Spot, MoveError> {
        let spot = match before {
            Corner::Bare(spot) => spot,
            Corner::LeftOf(other) => self.origin(other).ok_or(MoveError::NoCorner(before))?,
        };
        let rotation = self.rotations.get_mut(spot.index()).ok_or(MoveError::NoCorner(before))?;
        *rotation = rotation.with(corner, dart).ok_or(MoveError::NoLife(spot))?;
        Ok(spot)
    }
}
