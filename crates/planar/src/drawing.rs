//! Pictures of maps: places for spots and smooth curves for edges, none of which cross.

mod answer;
mod crossing;
mod curve;
mod embedding;
mod marks;
mod mesh;
mod point;
mod refusal;
mod relax;
mod route;
mod smooth;
mod stroke;
mod svg;
mod tighten;

use std::fmt::{Display, Formatter};

pub use answer::{CurveError, DrawnMove};
pub use point::Point;
pub use refusal::StrokeError;
pub use stroke::Recognised;

use crate::element::{Dart, Spot};
use crate::map::{Face, PlanarMap};
use crate::moves::Move;
use crate::play::MoveError;
use curve::{Curve, GridPoint};
use mesh::Mesh;
use route::Placed;

/// The length of the sides of a picture.
const SIDE: f64 = 1000.0;

/// The radius of the disc that a picture fills.
const RADIUS: f64 = 455.0;

/// The greatest number of spots that are drawn.
const MOST_SPOTS: usize = 200;

/// How many other faces are tried as the outer one if the picture is too fine.
const MOST_ATTEMPTS: usize = 8;

/// Why a map cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingError {
    /// The map has more spots than this, the greatest number that are drawn.
    TooManySpots(usize),
    /// Something would be smaller than a picture can show.
    TooFine,
}

impl Display for DrawingError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooManySpots(most) => write!(formatter, "no more than {most} spots can be drawn"),
            Self::TooFine => formatter.write_str("the position is too intricate for a picture"),
        }
    }
}

impl std::error::Error for DrawingError {}

/// Why there is no drawing after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterError {
    /// It is no move on this map.
    Move(MoveError),
    /// The map after it cannot be drawn.
    Drawing(DrawingError),
}

impl Display for AfterError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Move(error) => error.fmt(formatter),
            Self::Drawing(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for AfterError {}

impl From<MoveError> for AfterError {
    fn from(error: MoveError) -> Self {
        Self::Move(error)
    }
}

impl From<DrawingError> for AfterError {
    fn from(error: DrawingError) -> Self {
        Self::Drawing(error)
    }
}

/// A spot of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnSpot {
    /// The spot.
    pub spot: Spot,
    /// Where it is.
    pub at: Point,
    /// Its lives, from 0 to 3.
    pub lives: u8,
    /// A radius that a mark around it can have without touching what does not end there, or the mark of another spot.
    pub radius: f64,
}

/// An edge of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnEdge {
    /// The even dart of the edge. The curve leads from the spot that it leaves to the other one.
    pub dart: Dart,
    /// The spots where it begins and ends.
    pub ends: [Spot; 2],
    /// The curve as points with segments between them.
    pub points: Vec<Point>,
    /// The curve as the `d` of an SVG path of cubic Béziers.
    pub path: String,
}

/// A face of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnFace {
    /// Its boundaries, as in [`PlanarMap::faces`].
    pub boundaries: Face,
    /// A point in it, away from all curves.
    pub inside: Point,
    /// Its outline as the `d` of an SVG path, to be filled by the even-odd rule.
    pub outline: String,
    /// Whether it is the face around everything. Then the frame of the picture is part of its outline.
    pub is_outer: bool,
}

/// A picture of a map.
///
/// The same map always gives the same picture. All coordinates are between 0 and 1000.
#[derive(Clone, Debug)]
pub struct Drawing {
    map: PlanarMap,
    mesh: Mesh,
    places: Vec<Point>,
    outer: usize,
    curves: Vec<Curve>,
    spots: Vec<DrawnSpot>,
    edges: Vec<DrawnEdge>,
    faces: Vec<DrawnFace>,
}

impl Drawing {
    /// Draws a map.
    ///
    /// # Errors
    /// If the map is too large.
    pub fn new(map: &PlanarMap) -> Result<Self, DrawingError> {
        Self::with_outer_first(map, widest_face(map), None)
    }

    /// Draws the map after a move. The outer face stays the same one, or its wider part, and the
    /// picture is turned so that spots are near to where they were.
    ///
    /// # Errors
    /// If it is no move on this map, or if the map after it is too large.
    pub fn after(&self, chosen: &Move) -> Result<Self, AfterError> {
        let next = self.map.play(chosen)?;
        let is_split = next.faces.len() > self.map.faces.len();
        let right = next.faces.len() - 1;
        let (Move::Join { from, .. } | Move::Split { from, .. }) = *chosen;
        let was_outer = self.map.place_of(from).is_some_and(|(face, _)| face == self.outer);
        let outer = if is_split && was_outer && width(&next, right) > width(&next, self.outer) {
            right
        } else {
            self.outer
        };
        Ok(Self::with_outer_first(&next, outer, Some(self))?)
    }

    /// The drawing with this face as the outer one, or with another one if that is too fine.
    fn with_outer_first(map: &PlanarMap, outer: usize, like: Option<&Self>) -> Result<Self, DrawingError> {
        let others = (0..map.faces.len()).filter(|&face| face != outer).take(MOST_ATTEMPTS);
        let first = Self::with_outer(map, outer, like);
        others.fold(first, |found, other| match found {
            Err(DrawingError::TooFine) => Self::with_outer(map, other, like),
            found => found,
        })
    }

    fn with_outer(map: &PlanarMap, outer: usize, like: Option<&Self>) -> Result<Self, DrawingError> {
        if map.rotations.len() > MOST_SPOTS {
            return Err(DrawingError::TooManySpots(MOST_SPOTS));
        }
        let mesh = Mesh::new(map, outer);
        let mut unit = embedding::embed(&mesh);
        relax::relax(&mesh, &smooth::bends(map, &mesh), &mut unit);
        let turned = like.map_or(Point::new(1.0, 0.0), |like| like.turn_towards(&unit));
        let centre = Point::new(SIDE / 2.0, SIDE / 2.0);
        let on_grid = |place: Point| GridPoint::near(centre + place.rotated(turned) * RADIUS).point();
        let places: Vec<Point> = unit.into_iter().map(on_grid).collect();
        if !embedding::is_embedded(&mesh, &places) {
            return Err(DrawingError::TooFine);
        }
        let placed = Placed { mesh: &mesh, places: &places, middle: centre };
        let curves = smooth::curves(map, placed).ok_or(DrawingError::TooFine)?;
        let edges = curves.iter().enumerate().map(|(edge, curve)| DrawnEdge {
            dart: Dart::new(2 * edge),
            ends: [map.origins[2 * edge], map.origins[2 * edge + 1]],
            points: curve.flat().into_iter().map(GridPoint::fine_point).collect(),
            path: curve.path(),
        });
        let edges: Vec<DrawnEdge> = edges.collect();
        let spots = marks::spots(map, &edges, &places);
        let faces = marks::faces(map, placed, &curves, &edges);
        Ok(Self { map: map.clone(), mesh, places, outer, curves, spots, edges, faces })
    }

    fn placed(&self) -> Placed<'_> {
        Placed { mesh: &self.mesh, places: &self.places, middle: Point::new(SIDE / 2.0, SIDE / 2.0) }
    }

    /// The turn, as its cosine and sine, that brings spots in the unit disc nearest to where they are in this picture.
    fn turn_towards(&self, unit: &[Point]) -> Point {
        let centre = Point::new(SIDE / 2.0, SIDE / 2.0);
        let pairs = self.spots.iter().zip(unit).map(|(spot, place)| (spot.at - centre, *place));
        let sum = pairs.fold(Point::default(), |sum, (old, new)| {
            sum + Point::new(new.dot(old), new.x * old.y - new.y * old.x)
        });
        let length = sum.length();
        if length > 0.0 { sum * (1.0 / length) } else { Point::new(1.0, 0.0) }
    }

    /// The map.
    pub fn map(&self) -> &PlanarMap {
        &self.map
    }

    /// The `viewBox` of the picture.
    pub fn view(&self) -> &'static str {
        "0 0 1000 1000"
    }

    /// The spots, in the order of [`PlanarMap::spots`].
    pub fn spots(&self) -> &[DrawnSpot] {
        &self.spots
    }

    /// The edges, in the order of their darts.
    pub fn edges(&self) -> &[DrawnEdge] {
        &self.edges
    }

    /// The faces, in the order of [`PlanarMap::faces`].
    pub fn faces(&self) -> &[DrawnFace] {
        &self.faces
    }
}

/// How much there is on the boundaries of a face.
fn width(map: &PlanarMap, face: usize) -> usize {
    map.faces[face].iter().map(|&corner| map.walk(corner).count() + 1).sum()
}

/// The face with the most corners on its boundaries, the first of them.
fn widest_face(map: &PlanarMap) -> usize {
    let widest = (0..map.faces.len()).map(|face| width(map, face)).max();
    (0..map.faces.len()).find(|&face| Some(width(map, face)) == widest).unwrap_or(0)
}
