//! What a picture shows besides its curves: marks for spots, and faces as areas.

use crate::element::{Corner, Dart};
use crate::map::PlanarMap;

use super::curve::{Curve, text};
use super::mesh::Mesh;
use super::point::Point;
use super::route::Placed;
use super::{DrawnEdge, DrawnFace, DrawnSpot, SIDE};

/// The greatest radius of the mark of a spot.
const GREATEST_RADIUS: f64 = 13.0;

/// The part of the distance to the nearest other thing that a mark takes.
const RADIUS_SHARE: f64 = 0.4;

/// The spots with the space around them.
pub(crate) fn spots(map: &PlanarMap, edges: &[DrawnEdge], places: &[Point]) -> Vec<DrawnSpot> {
    let at: Vec<Point> = map.spots().map(|spot| places[Mesh::spot(spot)]).collect();
    let spot = |spot| {
        let here = places[Mesh::spot(spot)];
        let others = map.spots().filter(|&other| other != spot).map(|other| here.distance(at[other.index()]));
        let foreign = edges.iter().filter(|edge| !edge.ends.contains(&spot));
        let foreign = foreign
            .flat_map(|edge| edge.points.windows(2))
            .map(|pair| here.distance_to_segment([pair[0], pair[1]]));
        // An edge that ends here may come near again.
        let own =
            edges.iter().filter(|edge| edge.ends.contains(&spot)).map(|edge| returning(&edge.points, here));
        let nearest = others.chain(foreign).chain(own).fold(f64::INFINITY, f64::min);
        let lives = map.rotation(spot).map_or(0, |rotation| rotation.lives());
        DrawnSpot { spot, at: here, lives, radius: (nearest * RADIUS_SHARE).min(GREATEST_RADIUS) }
    };
    map.spots().map(spot).collect()
}

/// How near a curve that ends at a point comes to it after it has gone away from it.
fn returning(points: &[Point], here: Point) -> f64 {
    let mut distances: Vec<f64> = points.iter().map(|point| point.distance(here)).collect();
    if distances.first() != Some(&0.0) {
        distances.reverse();
    }
    let mut farthest = 0.0_f64;
    let mut nearest = f64::INFINITY;
    for distance in distances {
        if distance < farthest {
            nearest = nearest.min(distance);
        }
        farthest = farthest.max(distance);
    }
    nearest
}

/// The faces as areas.
pub(crate) fn faces(
    map: &PlanarMap,
    placed: Placed<'_>,
    curves: &[Curve],
    edges: &[DrawnEdge],
) -> Vec<DrawnFace> {
    let boundaries = map.faces().into_iter();
    let faces = boundaries.zip(&map.faces).zip(&placed.mesh.faces);
    faces
        .map(|((boundaries, corners), net)| {
            let is_outer = net.centre.is_none();
            let darts: Vec<Vec<Dart>> = corners.iter().map(|&corner| darts(map, corner)).collect();
            let mut outline: Vec<String> =
                darts.iter().filter(|darts| !darts.is_empty()).map(|darts| path(curves, darts)).collect();
            if is_outer {
                outline.insert(0, format!("M 0 0 H {SIDE} V {SIDE} H 0 Z"));
            }
            let candidates = net.ring.iter().chain(&net.centre).map(|&node| placed.places[node]);
            let bare = corners.iter().filter_map(|corner| match corner {
                Corner::Bare(spot) => Some(placed.places[Mesh::spot(*spot)]),
                Corner::LeftOf(_) => None,
            });
            let near: Vec<Point> = darts
                .iter()
                .flatten()
                .flat_map(|dart| edges[dart.index() / 2].points.iter().copied().step_by(2))
                .chain(bare)
                .collect();
            let space = |point: Point| {
                let frame = [point.x, point.y, SIDE - point.x, SIDE - point.y];
                let nearest = near.iter().map(|other| point.distance(*other));
                frame.into_iter().chain(nearest).fold(f64::INFINITY, f64::min)
            };
            let middle = if is_outer { Vec::new() } else { middles(placed, net) };
            let best = candidates
                .chain(middle)
                .map(|point| (space(point), point))
                .max_by(|one, other| one.0.total_cmp(&other.0));
            let inside = best.map_or(placed.middle, |(_, point)| point);
            DrawnFace { boundaries, inside, outline: outline.join(" "), is_outer }
        })
        .collect()
}

/// Points between the ring and the centre.
fn middles(placed: Placed<'_>, net: &super::mesh::FaceNet) -> Vec<Point> {
    let Some(centre) = net.centre.map(|centre| placed.places[centre]) else { return Vec::new() };
    net.ring.iter().map(|&node| placed.places[node].towards(centre, 0.5)).collect()
}

/// The darts of a boundary in the order of the walk; none for a bare spot.
fn darts(map: &PlanarMap, first: Corner) -> Vec<Dart> {
    let dart = |corner| match corner {
        Corner::Bare(_) => None,
        Corner::LeftOf(dart) => Some(dart),
    };
    map.walk(first).filter_map(dart).collect()
}

/// The path along these darts.
fn path(curves: &[Curve], darts: &[Dart]) -> String {
    let mut path = String::new();
    for &dart in darts {
        let curve = &curves[dart.index() / 2];
        let curve = if dart.index() % 2 == 0 { curve.clone() } else { curve.reversed() };
        if path.is_empty() {
            path = format!("M {}", text(curve.first));
        }
        path.push_str(&curve.cubics_text());
    }
    path + " Z"
}
