//! Strokes: which move a curve drawn by hand is, or why it is none.

use crate::element::{Corner, Dart, Spot};
use crate::moves::Move;

use super::point::{Point, meeting};
use super::refusal::StrokeError;
use super::tighten::winding;
use super::{Drawing, DrawnSpot, SIDE};

/// How far from a spot a stroke may begin or end.
const REACH: f64 = 45.0;

/// Points of a long stroke that are nearer to each other than this are one.
const SPACING: f64 = 0.5;

/// The greatest number of points of a stroke.
const MOST_POINTS: usize = 4000;

/// A loop of a stroke shorter than this comes from a hand that trembles, and is left out.
const TREMBLE: f64 = 24.0;

/// So is a longer one that is narrower than this in the mean, if it goes around no spot: a way there and back whose sides have met.
const NARROW: f64 = 4.0;

/// The part of the radius of its mark within which a stroke runs through a spot.
const TOUCH: f64 = 0.6;

/// The move that a stroke is.
#[derive(Clone, Debug, PartialEq)]
pub struct Recognised {
    /// The move, as [`PlanarMap::moves`](crate::PlanarMap::moves) lists it.
    pub chosen: Move,
    /// The spot where the stroke begins.
    pub from: Spot,
    /// The spot where it ends.
    pub to: Spot,
    /// The face through which it leads, by its place in [`Drawing::faces`].
    pub face: usize,
    /// The stroke from the middle of the one spot to the middle of the other, without its trembling.
    pub points: Vec<Point>,
}

/// A stroke cut where it leaves the mark of its first spot, and where it comes to that of its last.
struct Trimmed {
    points: Vec<Point>,
}

impl Trimmed {
    fn begin(&self) -> Point {
        self.points.first().copied().unwrap_or_default()
    }

    fn end(&self) -> Point {
        self.points.last().copied().unwrap_or_default()
    }
}

impl Drawing {
    /// The move that a stroke drawn by hand is.
    ///
    /// It has to begin and end near spots, nearer to them than to others, and crosses and touches nothing on its way. A spot
    /// counts as touched where the stroke comes into the inner part of its mark. Small loops
    /// of a hand that trembles are no fault.
    ///
    /// # Errors
    /// If it is no move: what is wrong, and where.
    pub fn recognise(&self, stroke: &[Point]) -> Result<Recognised, StrokeError> {
        let points = spaced(stroke)?;
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
            return Err(StrokeError::TooShort);
        };
        let start = self.spot_near(first).ok_or(StrokeError::NoSpotAtStart { at: first })?;
        let end = self.spot_near(last).ok_or(StrokeError::NoSpotAtEnd { at: last })?;
        let trimmed = trim(&points, start, end).ok_or(StrokeError::TooShort)?;
        let needed = if start.spot == end.spot { [(start, 2), (end, 2)] } else { [(start, 1), (end, 1)] };
        if let Some((spot, _)) = needed.into_iter().find(|(spot, needed)| spot.lives < *needed) {
            return Err(StrokeError::SpotFull { spot: spot.spot, lives: spot.lives, at: spot.at });
        }
        let trimmed = Trimmed { points: self.without_trembling(&trimmed.points, [start, end])? };
        self.check_way(&trimmed.points, start, end)?;
        self.named(trimmed, start, end)
    }

    fn spot_near(&self, point: Point) -> Option<&DrawnSpot> {
        let distance = |spot: &&DrawnSpot| spot.at.distance(point);
        let nearest = self.spots().iter().min_by(|one, other| distance(one).total_cmp(&distance(other)))?;
        (distance(&nearest) <= REACH).then_some(nearest)
    }

    /// A way without the loops of a hand that trembles. The innermost ones are left out first, so that no loop crosses itself.
    fn without_trembling(&self, points: &[Point], ends: [&DrawnSpot; 2]) -> Result<Vec<Point>, StrokeError> {
        let mut way: Vec<Point> = Vec::new();
        for &point in points {
            // The new segment may cross several of those before; each crossing leaves a shorter one.
            while let Some((place, at)) = last_crossing(&way, point) {
                let around: Vec<Point> = std::iter::once(at).chain(way.drain(place + 1..)).collect();
                if !self.is_trembling(&around) {
                    return Err(StrokeError::CrossesItself { at });
                }
                // A short loop may tremble over what is near; a long one goes somewhere.
                if length(&around) > TREMBLE {
                    self.check_way(&around, ends[0], ends[1])?;
                }
                if way.last() == Some(&at) {
                    way.pop();
                }
                way.push(at);
            }
            if way.last() != Some(&point) {
                way.push(point);
            }
        }
        Ok(way)
    }

    /// Whether a closed chain of segments that does not cross itself is no more than the trembling of a hand.
    fn is_trembling(&self, around: &[Point]) -> bool {
        if length(around) <= TREMBLE {
            return true;
        }
        let middle = around[0];
        let area: f64 = sides(around)
            .map(|(one, other)| (*one - middle, *other - middle))
            .map(|(one, other)| (one.x * other.y - one.y * other.x) / 2.0)
            .sum();
        let width = 2.0 * area.abs() / length(around);
        width < NARROW && self.spots().iter().all(|spot| winding(around, spot.at) == 0)
    }

    /// That a stroke crosses no curve and runs through no spot.
    fn check_way(&self, way: &[Point], start: &DrawnSpot, end: &DrawnSpot) -> Result<(), StrokeError> {
        let edges: Vec<(Dart, Vec<Vec<Point>>)> = self
            .edges()
            .iter()
            .map(|edge| {
                (edge.dart, outside(&edge.points, &[start, end].map(|spot| (spot.at, spot.radius * 0.999))))
            })
            .collect();
        for pair in way.windows(2) {
            let segment = [pair[0], pair[1]];
            let crossed = edges.iter().flat_map(|(dart, parts)| {
                let segments = parts.iter().flat_map(|part| part.windows(2));
                segments.filter_map(move |other| {
                    let share = meeting(segment, [other[0], other[1]])?;
                    Some((share, *dart))
                })
            });
            let crossed = crossed.min_by(|one, other| one.0.total_cmp(&other.0));
            let crossed = crossed.map(|(share, dart)| (segment[0].towards(segment[1], share), dart));
            for spot in self.spots().iter().filter(|spot| ![start.spot, end.spot].contains(&spot.spot)) {
                let touched = spot.at.distance_to_segment(segment) < spot.radius * TOUCH;
                let cut = crossed.is_some_and(|(at, _)| at.distance(spot.at) <= spot.radius);
                if touched || cut {
                    return Err(StrokeError::PassesSpot { spot: spot.spot, at: spot.at });
                }
            }
            for spot in [start, end] {
                if spot.at.distance_to_segment(segment) < spot.radius * TOUCH {
                    return Err(StrokeError::PassesSpot { spot: spot.spot, at: spot.at });
                }
            }
            if let Some((at, dart)) = crossed {
                return Err(StrokeError::CrossesCurve { dart, at });
            }
        }
        Ok(())
    }

    /// The move that a stroke is, which has been found to cross nothing.
    fn named(&self, trimmed: Trimmed, start: &DrawnSpot, end: &DrawnSpot) -> Result<Recognised, StrokeError> {
        let unclear = StrokeError::Unclear { at: end.at };
        let (mut from, from_angle) = self.corner(start, trimmed.begin());
        let (mut to, to_angle) = self.corner(end, trimmed.end());
        let mut points = vec![start.at];
        points.extend(trimmed.points);
        points.push(end.at);
        let drawn = points.clone();
        // The second end of a loop stands counterclockwise of the first.
        if from == to && from_angle > to_angle {
            points.reverse();
            std::mem::swap(&mut from, &mut to);
        }
        let (face, from_place) = self.map.place_of(from).ok_or(unclear)?;
        let (to_face, to_place) = self.map.place_of(to).ok_or(unclear)?;
        if face != to_face {
            return Err(unclear);
        }
        let chosen = if from_place != to_place {
            Move::Join { from, to }
        } else {
            let around = self.closed(points, from, to);
            let others = self.map.faces[face].iter().enumerate().filter(|&(place, _)| place != from_place);
            let left = others.filter(|&(_, &corner)| self.is_left(&around, corner));
            Move::Split { from, to, left: left.map(|(_, &corner)| corner).collect() }
        };
        let chosen = self.map.normal_form(&chosen).map_err(|_| unclear)?;
        Ok(Recognised { chosen, from: start.spot, to: end.spot, face, points: drawn })
    }

    /// The corner of a spot in which a point on the rim of its mark lies, and how far counterclockwise from its dart.
    fn corner(&self, spot: &DrawnSpot, point: Point) -> (Corner, f64) {
        let darts = self.map.rotation(spot.spot).map_or(&[][..], |rotation| rotation.darts());
        let angle = |point: Point| (spot.at.y - point.y).atan2(point.x - spot.at.x);
        let here = angle(point);
        let corners = darts.iter().map(|&dart| {
            let points = &self.edges[dart.index() / 2].points;
            let rim = if dart.index() % 2 == 0 {
                rim(points.iter().copied(), spot)
            } else {
                rim(points.iter().rev().copied(), spot)
            };
            (Corner::LeftOf(dart), (here - angle(rim)).rem_euclid(std::f64::consts::TAU))
        });
        let nearest = corners.min_by(|one, other| one.1.total_cmp(&other.1));
        nearest.unwrap_or((Corner::Bare(spot.spot), here))
    }

    /// A curve within a boundary, closed by the boundary itself left of the curve.
    fn closed(&self, mut points: Vec<Point>, from: Corner, to: Corner) -> Vec<Point> {
        if from == to {
            return points;
        }
        for corner in self.map.walk(to).take_while(|&corner| corner != from) {
            let Corner::LeftOf(dart) = corner else { continue };
            let edge = &self.edges[dart.index() / 2].points;
            if dart.index() % 2 == 0 {
                points.extend(edge);
            } else {
                points.extend(edge.iter().rev());
            }
        }
        points
    }

    /// Whether another boundary lies left of a closed curve, which may run along itself, but not through itself.
    fn is_left(&self, around: &[Point], boundary: Corner) -> bool {
        let Some(spot) = self.map.spot_at(boundary) else { return false };
        let area: f64 = sides(around).map(|(one, other)| one.y * other.x - one.x * other.y).sum();
        let turns = winding(around, self.spots[spot.index()].at);
        // Where the curve goes clockwise, what is left of it is outside.
        if area > 0.0 { turns != 0 } else { turns == 0 }
    }
}

/// The points of a stroke, without those that are too near to the one before if there are too many.
fn spaced(stroke: &[Point]) -> Result<Vec<Point>, StrokeError> {
    if stroke.iter().any(|point| !point.x.is_finite() || !point.y.is_finite()) {
        return Err(StrokeError::NotNumbers);
    }
    let inside = |point: &Point| (0.0..=SIDE).contains(&point.x) && (0.0..=SIDE).contains(&point.y);
    if let Some(&at) = stroke.iter().find(|point| !inside(point)) {
        return Err(StrokeError::LeavesPicture { at });
    }
    // A short stroke is taken as it is.
    let spacing = if stroke.len() > MOST_POINTS { SPACING } else { 0.0 };
    let mut points: Vec<Point> = Vec::new();
    for &point in stroke {
        if points.last().is_none_or(|last| last.distance(point) > spacing) {
            points.push(point);
        }
    }
    if points.len() > MOST_POINTS { Err(StrokeError::TooLong) } else { Ok(points) }
}

/// A stroke from where it leaves the mark of its first spot for good to where it comes to that of its last. `None`
/// if it never leaves.
fn trim(points: &[Point], start: &DrawnSpot, end: &DrawnSpot) -> Option<Trimmed> {
    let mut whole = vec![start.at];
    whole.extend(points);
    whole.push(end.at);
    let head = leave(&whole, start)?;
    whole.reverse();
    let tail = leave(&whole, end)?;
    whole.reverse();
    let count = whole.len();
    // Both cuts are places of segments: from the point before it to the one after it.
    let (from, to) = (head.0, count - tail.0);
    if from > to {
        return None;
    }
    let mut points = vec![head.1];
    points.extend(&whole[from..to]);
    points.push(tail.1);
    Some(Trimmed { points })
}

/// The place of the first point after a way leaves the mark of the spot at its beginning, and where it does so: the last
/// time before it is half as far again away. `None` if it never is.
fn leave(points: &[Point], spot: &DrawnSpot) -> Option<(usize, Point)> {
    let is_out = |point: &Point| point.distance(spot.at) > spot.radius;
    let away = points.iter().position(|point| point.distance(spot.at) > 1.5 * spot.radius)?;
    let last_in = points[..away].iter().rposition(|point| !is_out(point))?;
    Some((last_in + 1, crossing(points[last_in], points[last_in + 1], spot)))
}

/// Where a curve from the middle of a spot leaves its mark.
fn rim(mut points: impl Iterator<Item = Point>, spot: &DrawnSpot) -> Point {
    let mut before = spot.at;
    let out = points.find(|point| {
        let is_out = point.distance(spot.at) > spot.radius;
        if !is_out {
            before = *point;
        }
        is_out
    });
    out.map_or(before, |out| crossing(before, out, spot))
}

/// Where the segment from a point within the mark of a spot to one outside leaves it.
fn crossing(within: Point, outside: Point, spot: &DrawnSpot) -> Point {
    let (along, off) = (outside - within, within - spot.at);
    let (a, b, c) = (along.dot(along), off.dot(along), off.dot(off) - spot.radius * spot.radius);
    if a == 0.0 {
        return within;
    }
    let share = (-b + (b * b - a * c).max(0.0).sqrt()) / a;
    within.towards(outside, share.clamp(0.0, 1.0))
}

/// The parts of a chain of segments outside of these discs.
fn outside(points: &[Point], discs: &[(Point, f64)]) -> Vec<Vec<Point>> {
    let is_in = |point: Point| discs.iter().any(|&(middle, radius)| point.distance(middle) <= radius);
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut part: Vec<Point> = Vec::new();
    for (place, &point) in points.iter().enumerate() {
        if is_in(point) {
            if let Some(&last) = part.last() {
                part.push(cut(last, point, &is_in));
                parts.push(std::mem::take(&mut part));
            }
        } else {
            if part.is_empty() && place > 0 {
                part.push(cut(point, points[place - 1], &is_in));
            }
            part.push(point);
        }
    }
    parts.push(part);
    parts
}

/// Where a segment from outside to inside comes in, by halving.
fn cut(mut outside: Point, mut inside: Point, is_in: &impl Fn(Point) -> bool) -> Point {
    for _ in 0..40 {
        let middle = outside.towards(inside, 0.5);
        if is_in(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

/// The segments of a closed chain.
fn sides(around: &[Point]) -> impl Iterator<Item = (&Point, &Point)> {
    around.iter().zip(around.iter().cycle().skip(1))
}

/// The length of a closed chain.
fn length(around: &[Point]) -> f64 {
    sides(around).map(|(one, other)| one.distance(*other)).sum()
}

/// The last segment of a way that the segment from its last point to this one crosses, and where.
fn last_crossing(way: &[Point], to: Point) -> Option<(usize, Point)> {
    let last = *way.last()?;
    // The segment before shares a point with the new one.
    let earlier = way.len().saturating_sub(2);
    (0..earlier).rev().find_map(|place| {
        let share = meeting([way[place], way[place + 1]], [last, to])?;
        Some((place, way[place].towards(way[place + 1], share)))
    })
}
