//! The curve of a given move.

use std::fmt::{Display, Formatter};

use crate::element::Corner;
use crate::moves::Move;
use crate::play::MoveError;

use super::crossing::{Chain, conflicts_of};
use super::curve::{Curve, GridPoint};
use super::point::Point;
use super::route::{Shape, route};
use super::smooth::{STYLES, Style, arc, passing};
use super::tighten::{Obstacles, tighten};
use super::{Drawing, SIDE};

/// How near to the edge of the picture a curve may come.
const MARGIN: f64 = 3.0;

/// The ways to be tried: those that leave much space first, and then others, which may miss the mark of a spot that these come too near to.
const SHAPES: [Shape; 6] = [
    Shape { wide: 2.0, depth: 0.8 },
    Shape { wide: 1.2, depth: 0.8 },
    Shape { wide: 0.5, depth: 0.8 },
    Shape { wide: 2.0, depth: 0.95 },
    Shape { wide: 2.0, depth: 0.5 },
    Shape { wide: 2.0, depth: 0.25 },
];

/// How far a curve may keep away from others.
const CLEARANCES: [f64; 3] = [16.0, 6.0, 2.0];

/// The curve of a move in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnMove {
    /// The curve as points with segments between them, from the spot where it begins to the one where it ends.
    pub points: Vec<Point>,
    /// The curve as the `d` of an SVG path of cubic Béziers.
    pub path: String,
    /// Where its new spot goes: halfway along it.
    pub new_spot: Point,
}

/// Why a move cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveError {
    /// It is no move on this map.
    Move(MoveError),
    /// There is too little space for the curve.
    TooFine,
}

impl Display for CurveError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Move(error) => error.fmt(formatter),
            Self::TooFine => formatter.write_str("there is too little space for the curve"),
        }
    }
}

impl std::error::Error for CurveError {}

impl From<MoveError> for CurveError {
    fn from(error: MoveError) -> Self {
        Self::Move(error)
    }
}

impl Drawing {
    /// A curve for a move, which crosses nothing: short, and smooth if there is space.
    ///
    /// # Errors
    /// If it is no move on this map, or if it does not fit in.
    pub fn curve(&self, chosen: &Move) -> Result<DrawnMove, CurveError> {
        let wanted = self.map.normal_form(chosen)?;
        let (Move::Join { from, .. } | Move::Split { from, .. }) = *chosen;
        let obstacles = self.obstacles(from);
        let mut fallback = None;
        for shape in SHAPES {
            let way = route(&self.map, self.placed(), chosen, shape)?;
            let short = CLEARANCES.map(|clearance| tighten(&way, &obstacles, clearance));
            for points in short.iter().chain([&way]) {
                for style in STYLES {
                    let curve = smooth(points, style);
                    if !self.is_free(&curve, &way) {
                        continue;
                    }
                    let drawn = drawn_move(&curve);
                    // A rounded corner can pass over a bare spot.
                    let backwards: Vec<Point> = drawn.points.iter().rev().copied().collect();
                    let is_wanted =
                        |stroke: &[Point]| self.recognise(stroke).is_ok_and(|found| found.chosen == wanted);
                    if is_wanted(&drawn.points) && is_wanted(&backwards) {
                        return Ok(drawn);
                    }
                    if *points == way && matches!(style, Style::Rounded(share) if share == 0.0) {
                        fallback = Some(drawn);
                    }
                }
            }
        }
        // The way itself is right, though it may come too near to something to be recognised.
        fallback.ok_or(CurveError::TooFine)
    }

    /// Whether a curve along a way stays within the picture and meets no curve and no spot but at its ends.
    fn is_free(&self, curve: &Curve, way: &[Point]) -> bool {
        if !curve.is_within(MARGIN, SIDE - MARGIN) {
            return false;
        }
        let ends = [way.first(), way.last()];
        let ends = ends.map(|end| self.spots.iter().find(|spot| Some(&spot.at) == end).map(|spot| spot.spot));
        let mut chains = super::smooth::chains(&self.map, &self.curves, &self.places);
        let drawn = chains.len();
        chains.push(Chain { points: curve.flat(), ends, is_guard: false });
        conflicts_of(&chains, |chain| chain == drawn).is_empty()
    }

    /// What borders the face of a corner.
    fn obstacles(&self, corner: Corner) -> Obstacles {
        let face = self.map.place_of(corner).map_or(&[][..], |(face, _)| &self.map.faces[face]);
        let mut obstacles = Obstacles { chains: Vec::new(), bare: Vec::new() };
        let mut edges = Vec::new();
        for met in face.iter().flat_map(|&first| self.map.walk(first)) {
            match met {
                Corner::Bare(spot) => obstacles.bare.push(self.spots[spot.index()].at),
                Corner::LeftOf(dart) => edges.push(dart.index() / 2),
            }
        }
        edges.sort_unstable();
        edges.dedup();
        obstacles.chains.extend(edges.into_iter().map(|edge| self.edges[edge].points.clone()));
        obstacles
    }
}

/// The smooth curve through the points of a way.
pub(crate) fn smooth(points: &[Point], style: Style) -> Curve {
    let tension = match style {
        Style::Through(tension) => tension,
        Style::Rounded(share) => return Curve::rounded(points, share),
    };
    let last = points.len() - 1;
    let mut directions = vec![Point::default(); points.len()];
    for place in 1..last {
        directions[place] = passing(points[place - 1], points[place], points[place + 1]);
    }
    directions[0] = arc(points[1] - points[0], directions[1]);
    directions[last] = arc(points[last] - points[last - 1], directions[last - 1]);
    Curve::through(points, &directions, tension)
}

pub(crate) fn drawn_move(curve: &Curve) -> DrawnMove {
    let points: Vec<Point> = curve.flat().into_iter().map(GridPoint::fine_point).collect();
    DrawnMove { new_spot: halfway(&points), path: curve.path(), points }
}

/// The point halfway along a chain of segments.
fn halfway(points: &[Point]) -> Point {
    let length: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = length / 2.0;
    for pair in points.windows(2) {
        let step = pair[0].distance(pair[1]);
        if step >= left && step > 0.0 {
            return pair[0].towards(pair[1], left / step);
        }
        left -= step;
    }
    points.last().copied().unwrap_or_default()
}
