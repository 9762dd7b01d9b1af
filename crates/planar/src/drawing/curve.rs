//! Curves of a picture: cubic Béziers on a fine grid, so that what is printed is what was checked.

use std::fmt::Write;

use super::point::Point;

/// Steps of the grid in one unit of the picture.
const GRID: f64 = 1000.0;

/// Segments that stand for one cubic.
const STEPS: i64 = 8;

/// Steps in one unit when cubics are cut into segments: their points then have whole coordinates.
pub(crate) const FINE: f64 = GRID * (STEPS * STEPS * STEPS) as f64;

/// A point with whole coordinates, in steps of the grid, or of [`FINE`] if so said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridPoint {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl GridPoint {
    /// The nearest point of the grid.
    pub(crate) fn near(point: Point) -> Self {
        Self { x: (point.x * GRID).round() as i64, y: (point.y * GRID).round() as i64 }
    }

    pub(crate) fn point(self) -> Point {
        Point::new(self.x as f64 / GRID, self.y as f64 / GRID)
    }

    /// The same point in steps of [`FINE`].
    pub(crate) fn fine(self) -> Self {
        let factor = STEPS * STEPS * STEPS;
        Self { x: self.x * factor, y: self.y * factor }
    }

    /// A point given in steps of [`FINE`].
    pub(crate) fn fine_point(self) -> Point {
        Point::new(self.x as f64 / FINE, self.y as f64 / FINE)
    }
}

/// A chain of cubics: its first point, then two control points and an end for each.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Curve {
    pub(crate) first: GridPoint,
    pub(crate) cubics: Vec<[GridPoint; 3]>,
}

impl Curve {
    /// The smooth chain through these points, with these directions of length 1 at each of them.
    ///
    /// The handles of a cubic are a third of its chord times the tension: with 0 the curve is a chain of segments.
    pub(crate) fn through(points: &[Point], directions: &[Point], tension: f64) -> Self {
        let places = points.windows(2).zip(directions.windows(2));
        let cubics = places.map(|(ends, directions)| {
            let [from, to] = [ends[0], ends[1]];
            let third = from.distance(to) / 3.0;
            let handle = |chord: Point, direction: Point| {
                let straight = chord * (1.0 / 3.0);
                straight.towards(direction * third, tension)
            };
            let begin = from + handle(to - from, directions[0]);
            let end = to - handle(to - from, directions[1]);
            [begin, end, to].map(GridPoint::near)
        });
        let first = points.first().copied().unwrap_or_default();
        Self { first: GridPoint::near(first), cubics: cubics.collect() }
    }

    /// The chain of segments through these points, its inner corners cut by parabolas that begin and end at a share of each
    /// segment, at most a half. It stays within the corners, and with 0 it is the chain itself.
    pub(crate) fn rounded(points: &[Point], share: f64) -> Self {
        let mut curve =
            Self { first: GridPoint::near(points.first().copied().unwrap_or_default()), cubics: Vec::new() };
        let mut here = curve.first.point();
        for corner in points.windows(3) {
            let [from, to] = [0, 2].map(|end| corner[1].towards(corner[end], share));
            curve.add([here, here.towards(from, 1.0 / 3.0), here.towards(from, 2.0 / 3.0), from]);
            curve.add([from, from.towards(corner[1], 2.0 / 3.0), to.towards(corner[1], 2.0 / 3.0), to]);
            here = to;
        }
        let last = points.last().copied().unwrap_or_default();
        curve.add([here, here.towards(last, 1.0 / 3.0), here.towards(last, 2.0 / 3.0), last]);
        curve
    }

    /// Goes on with a cubic from where the curve ends, unless it would go nowhere.
    fn add(&mut self, points: [Point; 4]) {
        let [from, begin, end, to] = points.map(GridPoint::near);
        if from != to {
            self.cubics.push([begin, end, to]);
        }
    }

    /// Points on the curve with segments between them, in steps of [`FINE`].
    pub(crate) fn flat(&self) -> Vec<GridPoint> {
        let mut points = vec![self.first.fine()];
        let mut from = self.first;
        for &[begin, end, to] in &self.cubics {
            points.extend((1..=STEPS).map(|step| {
                let rest = STEPS - step;
                let shares =
                    [rest * rest * rest, 3 * rest * rest * step, 3 * rest * step * step, step * step * step];
                let mix = |of: fn(GridPoint) -> i64| {
                    let values = [from, begin, end, to].map(of);
                    values.iter().zip(&shares).map(|(value, share)| value * share).sum()
                };
                GridPoint { x: mix(|point| point.x), y: mix(|point| point.y) }
            }));
            from = to;
        }
        points
    }

    /// Whether all of it has coordinates between these.
    pub(crate) fn is_within(&self, least: f64, greatest: f64) -> bool {
        let range = least..=greatest;
        self.flat().iter().all(|point| {
            let point = point.fine_point();
            range.contains(&point.x) && range.contains(&point.y)
        })
    }

    /// The same curve from its end to its beginning.
    pub(crate) fn reversed(&self) -> Self {
        let mut points = vec![self.first];
        points.extend(self.cubics.iter().flatten());
        points.reverse();
        let cubics = points[1..].chunks_exact(3).map(|three| [three[0], three[1], three[2]]).collect();
        Self { first: points[0], cubics }
    }

    /// The curve as the `d` of a path in SVG.
    pub(crate) fn path(&self) -> String {
        format!("M {}{}", text(self.first), self.cubics_text())
    }

    /// The commands after the one that goes to the first point.
    pub(crate) fn cubics_text(&self) -> String {
        let mut path = String::new();
        for [begin, end, to] in &self.cubics {
            // Writing to a string cannot fail.
            let _ = write!(path, " C {} {} {}", text(*begin), text(*end), text(*to));
        }
        path
    }
}

/// A point as SVG has it.
pub(crate) fn text(point: GridPoint) -> String {
    let point = point.point();
    format!("{} {}", point.x, point.y)
}
