//! Pictures of maps: places for spots and smooth curves for edges, none of which cross.

mod answer;
mod crossing;
mod curve;
mod embedding;
mod marks;
mod mesh;
mod point;
mod relax;
mod route;
mod smooth;
mod stroke;
mod tighten;

use std::fmt::{Display, Formatter};

pub use answer::{CurveError, DrawnMove};
pub use point::Point;
pub use stroke::{Recognised, StrokeError};

use crate::element::{Corner, Dart, Spot};
use crate::map::{Face, PlanarMap};
use curve::{Curve, GridPoint};
use mesh::Mesh;
use route::Placed;

/// The length of the sides of a picture.
const SIDE: f64 = 1000.0;

/// The radius of the disc that a picture fills.
const RADIUS: f64 = 455.0;

/// The greatest number of spots that are drawn.
const MOST_SPOTS: usize = 400;

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
        Self::with_outer(map, widest_face(map))
    }

    fn with_outer(map: &PlanarMap, outer: usize) -> Result<Self, DrawingError> {
        if map.rotations.len() > MOST_SPOTS {
            return Err(DrawingError::TooManySpots(MOST_SPOTS));
        }
        let mesh = Mesh::new(map, outer);
        let mut unit = embedding::embed(&mesh);
        let bad0 = mesh.triangles().filter(|t| point::turn(unit[t[0]],unit[t[1]],unit[t[2]])<=0.0).count();
        relax::relax(&mesh, &smooth::bends(map, &mesh), &mut unit);
        let centre = Point::new(SIDE / 2.0, SIDE / 2.0);
        let places: Vec<Point> = unit.into_iter().map(|place| GridPoint::near(centre + place * RADIUS).point()).collect();
        let bad1 = mesh.triangles().filter(|t| point::turn(unit[t[0]],unit[t[1]],unit[t[2]])<=0.0).count();let bad2 = mesh.triangles().filter(|t| point::turn(places[t[0]],places[t[1]],places[t[2]])<=0.0).count();
 if bad0+bad1+bad2>0 {eprintln!("bad {bad0} {bad1} {bad2} of {}", mesh.triangles().count());}
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

/// The face with the most corners on its boundaries, the first of them.
fn widest_face(map: &PlanarMap) -> usize {
    let corners = |face: &Vec<Corner>| face.iter().map(|&corner| map.walk(corner).count() + 1).sum::<usize>();
    let widths: Vec<usize> = map.faces.iter().map(corners).collect();
    let widest = widths.iter().copied().max().unwrap_or(0);
    widths.iter().position(|&width| width == widest).unwrap_or(0)
}
