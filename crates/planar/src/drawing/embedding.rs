//! Places for the nodes of a net, so that no triangle is turned over.
//!
//! Tutte (*How to draw a graph*, 1963): if the nodes of one face of a 3-connected planar graph stand on a convex
//! polygon, and every other node in the middle of its neighbours, no two edges cross. Floater (*Parametrization
//! and smooth approximation of surface triangulations*, 1997): so it is with any positive weights. Places with equal
//! weights crowd towards the middle. The weights here aim at the places for which the sum over all triangles of
//! S^(p / 2) is least, S being the sum of the squares of the sides: a triangle adds S^(p / 2 - 1) to the weights of its
//! three sides, and these are found anew from the places that they give. Every round is an embedding of its
//! own by the theorems, however far it is from the last one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::mesh::{Mesh, Node};
use super::point::{Point, turn};

/// How often weights are found anew.
const ROUNDS: usize = 8;

/// The power p of the lengths.
const POWER: f64 = 6.0;

/// Places for all nodes in the unit disc, the ring of the outer face standing on the unit circle.
pub(crate) fn embed(mesh: &Mesh) -> Vec<Point> {
    let triangles: Vec<[Node; 3]> = mesh.triangles().collect();
    let sides: Vec<[usize; 3]> = triangles
        .iter()
        .map(|&[a, b, c]| [[a, b], [b, c], [c, a]].map(|[one, other]| mesh.tie(one, other)))
        .collect();
    let fixed = outer_circle(mesh);
    let mut weights = vec![1.0; mesh.ties.len()];
    let mut places = solve(mesh, &weights, &fixed);
    for _ in 0..ROUNDS {
        let mut sums = vec![LEAST; mesh.ties.len()];
        for sides in &sides {
            let squares = sides.map(|tie| mesh.ties[tie]).map(|[one, other]| {
                let side = places[one] - places[other];
                side.dot(side)
            });
            let stretch = squares.iter().sum::<f64>().powf((POWER - 2.0) / 2.0);
            sides.iter().for_each(|&tie| sums[tie] += stretch);
        }
        // Halfway to the new weights, for without that places swing to and fro.
        weights.iter_mut().zip(sums).for_each(|(weight, sum)| *weight = (*weight * sum).sqrt());
        places = solve(mesh, &weights, &fixed);
    }
    places
}

/// What the weight of a tie never falls below, so that it is always positive.
const LEAST: f64 = 1e-30;

/// Whether all triangles are the right way round.
pub(crate) fn is_embedded(mesh: &Mesh, places: &[Point]) -> bool {
    mesh.triangles().all(|[a, b, c]| turn(places[a], places[b], places[c]) > 0.0)
}

/// The places of the outer ring. Its face is left of the walk, so the picture is right of it: it goes clockwise.
fn outer_circle(mesh: &Mesh) -> Vec<Option<Point>> {
    let mut fixed = vec![None; mesh.nodes];
    for net in mesh.faces.iter().filter(|net| net.centre.is_none()) {
        for (place, &node) in net.ring.iter().enumerate() {
            let angle = std::f64::consts::TAU * place as f64 / net.ring.len() as f64;
            fixed[node] = Some(Point::new(angle.cos(), angle.sin()));
        }
    }
    fixed
}

/// A node that has been taken out: what it was tied to then, with its share of each.
struct Taken {
    node: Node,
    shares: Vec<(Node, f64)>,
}

/// Every node that is not fixed in the weighted middle of its neighbours.
///
/// Nodes are taken out one by one, those with few neighbours first, and their neighbours tied to each other so that their
/// places stay the same (a star becomes a mesh, as in a network of resistors). That is Gaussian
/// elimination, in which nothing is ever subtracted: small distances stay exact.
fn solve(mesh: &Mesh, weights: &[f64], fixed: &[Option<Point>]) -> Vec<Point> {
    let mut tied: Vec<Vec<(Node, f64)>> = vec![Vec::new(); mesh.nodes];
    for (&[one, other], &weight) in mesh.ties.iter().zip(weights) {
        tied[one].push((other, weight));
        tied[other].push((one, weight));
    }
    let mut waiting: BinaryHeap<Reverse<(usize, Node)>> = (0..mesh.nodes)
        .filter(|&node| fixed[node].is_none())
        .map(|node| Reverse((tied[node].len(), node)))
        .collect();
    let mut taken: Vec<Taken> = Vec::with_capacity(waiting.len());
    let mut is_taken = vec![false; mesh.nodes];
    while let Some(Reverse((degree, node))) = waiting.pop() {
        if is_taken[node] || degree != tied[node].len() {
            continue;
        }
        is_taken[node] = true;
        let star = std::mem::take(&mut tied[node]);
        let total: f64 = star.iter().map(|&(_, weight)| weight).sum();
        for &(one, weight) in &star {
            if fixed[one].is_some() {
                continue;
            }
            tied[one].retain(|&(other, _)| other != node);
            for &(other, other_weight) in star.iter().filter(|&&(other, _)| other != one) {
                let added = weight * other_weight / total;
                match tied[one].iter_mut().find(|(known, _)| *known == other) {
                    Some((_, known)) => *known += added,
                    None => tied[one].push((other, added)),
                }
            }
            waiting.push(Reverse((tied[one].len(), one)));
        }
        let shares = star.into_iter().map(|(other, weight)| (other, weight / total)).collect();
        taken.push(Taken { node, shares });
    }
    let mut places: Vec<Point> = fixed.iter().map(|place| place.unwrap_or_default()).collect();
    for Taken { node, shares } in taken.iter().rev() {
        places[*node] =
            shares.iter().fold(Point::default(), |sum, &(other, share)| sum + places[other] * share);
    }
    places
}
