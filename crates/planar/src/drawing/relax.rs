//! A net made even: triangles of like size and shape.
//!
//! Every node in turn goes to where the triangles around it are better, and never so far that one of them
//! turns over; so an embedding stays one. What is made less is the sum over all triangles of S / A^k, S being the
//! sum of the squares of the sides and A the area. With k = 1 that is a measure of shape alone, least
//! for equal sides (Bank and Smith, *Mesh smoothing using a posteriori error estimates*, 1997); with more than that, small triangles count for more.

use super::mesh::{Mesh, Node};
use super::point::{Point, turn};

/// The power of the area.
const AREA_POWER: f64 = 2.0;

/// What bending counts for beside the shape of triangles.
const BENDING: f64 = 3.0;

/// The greatest number of rounds.
const MOST_ROUNDS: usize = 300;

/// The number of rounds that are made in any case where it takes more moves than the most.
const FEWEST_ROUNDS: usize = 40;

/// How often nodes are moved in all, if that takes no fewer rounds. Each takes some 0.25 µs, and not every net comes to rest.
const MOST_MOVES: usize = 70_000;

/// Rounds end when one leaves more than this part of the sum.
const ENOUGH: f64 = 0.999;

/// A node rests if its step leaves more than this part of what its place costs.
const WORTHWHILE: f64 = 0.9995;

/// For how many rounds.
const REST: usize = 3;

/// How often a step is halved before a node stays where it is.
const HALVINGS: usize = 8;

/// Makes a net more even, all nodes but those of the outer ring.
pub(crate) fn relax(mesh: &Mesh, bends: &[Option<[Node; 2]>], places: &mut [Point]) {
    let mut around: Vec<Vec<[Node; 2]>> = vec![Vec::new(); mesh.nodes];
    for [a, b, c] in mesh.triangles() {
        around[a].push([b, c]);
        around[b].push([c, a]);
        around[c].push([a, b]);
    }
    for net in mesh.faces.iter().filter(|net| net.centre.is_none()) {
        net.ring.iter().for_each(|&node| around[node].clear());
    }
    let mut moves = 0;
    let mut before = f64::INFINITY;
    let mut costs = vec![0.0; mesh.nodes];
    let mut resting = vec![0; mesh.nodes];
    for round in 0..MOST_ROUNDS {
        if moves > MOST_MOVES && round >= FEWEST_ROUNDS {
            break;
        }
        for (node, star) in around.iter().enumerate().filter(|(_, star)| !star.is_empty()) {
            if resting[node] > 0 {
                resting[node] -= 1;
                continue;
            }
            let ends = bends.get(node).copied().flatten();
            let bend = ends.map(|ends| Bend::new(ends.map(|end| places[end]), places[node]));
            moves += 1;
            let step = better(places, places[node], star, bend);
            if step.after > step.before * WORTHWHILE {
                resting[node] = REST;
            }
            places[node] = step.place;
            costs[node] = step.before;
        }
        let sum: f64 = costs.iter().sum();
        if sum > before * ENOUGH {
            break;
        }
        before = sum;
    }
}

/// How much a curve bends at a node between two others: less if the node is near the middle.
#[derive(Clone, Copy)]
struct Bend {
    middle: Point,
    factor: f64,
}

impl Bend {
    fn new(ends: [Point; 2], here: Point) -> Self {
        let [one, other] = ends;
        // In a hairpin the two are near to each other, and the node is not to be pulled there.
        let length = one.distance(other).max(one.distance(here)).max(other.distance(here));
        Self { middle: one.towards(other, 0.5), factor: BENDING * 4.0 / length.powi(4) }
    }

    fn cost(self, here: Point) -> f64 {
        let off = here - self.middle;
        self.factor * off.dot(off)
    }
}

/// The sum over a star of triangles with their common corner here; infinite if one is turned over.
fn cost(places: &[Point], here: Point, star: &[[Node; 2]]) -> f64 {
    star.iter().map(|&[b, c]| triangle(here, places[b], places[c]).0).sum()
}

/// S / A^k of a triangle, with S and A. Infinite if it is turned over.
fn triangle(here: Point, b: Point, c: Point) -> (f64, f64, f64) {
    let area = turn(here, b, c);
    let (to_b, to_c, side) = (here - b, here - c, b - c);
    let squares = to_b.dot(to_b) + to_c.dot(to_c) + side.dot(side);
    let value = if area > 0.0 { squares / (area * area) } else { f64::INFINITY };
    (value, squares, area)
}

/// A symmetric matrix of two rows.
#[derive(Clone, Copy, Default)]
struct Matrix {
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Matrix {
    /// Adds the products of two vectors, taken both ways, times half a factor.
    fn add(&mut self, one: Point, other: Point, factor: f64) {
        self.xx += factor * one.x * other.x;
        self.xy += factor * (one.x * other.y + one.y * other.x) / 2.0;
        self.yy += factor * one.y * other.y;
    }

    fn add_diagonal(&mut self, value: f64) {
        self.xx += value;
        self.yy += value;
    }

    /// The vector that becomes this one; `None` if the matrix is not positive definite.
    fn solve(self, vector: Point) -> Option<Point> {
        let determinant = self.xx * self.yy - self.xy * self.xy;
        let is_definite = self.xx > 0.0 && determinant > 1e-9 * self.xx * self.yy;
        let solved =
            Point::new(self.yy * vector.x - self.xy * vector.y, self.xx * vector.y - self.xy * vector.x);
        is_definite.then(|| solved * (1.0 / determinant))
    }

    /// The multiple of a slope that leads to the lowest place along it.
    fn descend(self, slope: Point) -> Option<Point> {
        let along = slope.x * (self.xx * slope.x + 2.0 * self.xy * slope.y) + self.yy * slope.y * slope.y;
        (along > 0.0).then(|| slope * (slope.dot(slope) / along))
    }
}

/// A step of a node.
struct Step {
    place: Point,
    /// What its old place costs.
    before: f64,
    /// What its new place costs.
    after: f64,
}

/// A better place for a node, found by one step of Newton's method.
fn better(places: &[Point], here: Point, star: &[[Node; 2]], bend: Option<Bend>) -> Step {
    let mut slope = Point::default();
    let mut now = 0.0;
    // The second derivative, and without the part of it that can be negative.
    let (mut full, mut safe) = (Matrix::default(), Matrix::default());
    for &[b, c] in star {
        let (b, c) = (places[b], places[c]);
        let (value, squares, area) = triangle(here, b, c);
        let unit = value / squares;
        let squares_slope = (here * 2.0 - b - c) * 2.0;
        let area_slope = Point::new(c.y - b.y, b.x - c.x);
        let ratio = AREA_POWER / area;
        now += value;
        slope = slope + (squares_slope - area_slope * (ratio * squares)) * unit;
        let own = unit * AREA_POWER * (AREA_POWER + 1.0) * squares / (area * area);
        for matrix in [&mut full, &mut safe] {
            matrix.add_diagonal(4.0 * unit);
            matrix.add(area_slope, area_slope, own);
        }
        full.add(squares_slope, area_slope, -2.0 * ratio * unit);
    }
    if let Some(bend) = bend {
        slope = slope + (here - bend.middle) * (2.0 * bend.factor);
        full.add_diagonal(2.0 * bend.factor);
        safe.add_diagonal(2.0 * bend.factor);
        now += bend.cost(here);
    }
    // Where triangles are very thin, only the way straight down is left.
    let steps = [full.solve(slope), safe.solve(slope), safe.descend(slope)];
    for mut step in steps.into_iter().flatten() {
        for _ in 0..HALVINGS {
            let there = here - step;
            let after = cost(places, there, star) + bend.map_or(0.0, |bend| bend.cost(there));
            if after < now {
                return Step { place: there, before: now, after };
            }
            step = step * 0.5;
        }
    }
    Step { place: here, before: now, after: now }
}
