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
const MOST_ROUNDS: usize = 250;

/// Rounds end when one leaves more than this part of the sum.
const ENOUGH: f64 = 0.997;

/// How often a step is halved before a node stays where it is.
const HALVINGS: usize = 6;

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
    let mut before = f64::INFINITY;
    for _ in 0..MOST_ROUNDS {
        let mut sum = 0.0;
        for (node, star) in around.iter().enumerate() {
            if !star.is_empty() {
                let bend = bends.get(node).copied().flatten().map(|ends| Bend::new(ends.map(|end| places[end])));
                let (place, now) = better(places, places[node], star, bend);
                places[node] = place;
                sum += now;
            }
        }
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
    fn new(ends: [Point; 2]) -> Self {
        let length = ends[0].distance(ends[1]).max(1e-9);
        Self { middle: ends[0].towards(ends[1], 0.5), factor: BENDING * 4.0 / length.powi(4) }
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

/// A better place for a node, found by one step of Newton's method, and what its old place costs.
fn better(places: &[Point], here: Point, star: &[[Node; 2]], bend: Option<Bend>) -> (Point, f64) {
    let mut slope = Point::default();
    let (mut xx, mut xy, mut yy, mut now) = (0.0, 0.0, 0.0, 0.0);
    for &[b, c] in star {
        let (b, c) = (places[b], places[c]);
        let (value, squares, area) = triangle(here, b, c);
        let unit = value / squares;
        let squares_slope = (here * 2.0 - b - c) * 2.0;
        let area_slope = Point::new(b.y - c.y, c.x - b.x) * -1.0;
        let ratio = AREA_POWER / area;
        now += value;
        slope = slope + (squares_slope - area_slope * (ratio * squares)) * unit;
        let own = AREA_POWER * (AREA_POWER + 1.0) * squares / (area * area);
        let bend = |s: f64, t: f64, a: f64, d: f64| own * a * d - ratio * (s * d + t * a);
        xx += unit * (4.0 + bend(squares_slope.x, squares_slope.x, area_slope.x, area_slope.x));
        yy += unit * (4.0 + bend(squares_slope.y, squares_slope.y, area_slope.y, area_slope.y));
        xy += unit * bend(squares_slope.x, squares_slope.y, area_slope.x, area_slope.y);
    }
    if let Some(bend) = bend {
        slope = slope + (here - bend.middle) * (2.0 * bend.factor);
        xx += 2.0 * bend.factor;
        yy += 2.0 * bend.factor;
        now += bend.cost(here);
    }
    let determinant = xx * yy - xy * xy;
    let mut step = if xx > 0.0 && determinant > 0.0 {
        Point::new(yy * slope.x - xy * slope.y, xx * slope.y - xy * slope.x) * (-1.0 / determinant)
    } else {
        slope * (-1.0 / (xx.abs() + yy.abs() + xy.abs()))
    };
    for _ in 0..HALVINGS {
        let there = here + step;
        if cost(places, there, star) + bend.map_or(0.0, |bend| bend.cost(there)) < now {
            return (there, now);
        }
        step = step * 0.5;
    }
    (here, now)
}
