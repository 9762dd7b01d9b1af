//! Smooth curves along the paths of the net.
//!
//! A curve goes through the nodes of its path, at each in the direction from the node before to the
//! node after (Catmull and Rom, *A class of local interpolating splines*, 1974). It passes its new spot in the same way. Where
//! that makes curves cross, their tension is taken back step by step, and then only corners are cut: a curve without
//! any of that is the path itself, and the paths of an embedding do not cross.

use crate::element::{Dart, Spot};
use crate::map::PlanarMap;

use super::crossing::{Chain, conflicts_of};
use super::curve::{Curve, GridPoint};
use super::mesh::{Mesh, Node};
use super::point::Point;
use super::route::{FaceRoute, Placed};

/// How a curve follows a chain of points.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    /// Through all of them, with this tension.
    Through(f64),
    /// With its corners cut from this share of each segment on.
    Rounded(f64),
}

/// What is tried one after the other, from the smoothest curve to the chain itself.
pub(crate) const STYLES: [Style; 7] = [
    Style::Through(1.0),
    Style::Through(0.6),
    Style::Through(0.3),
    Style::Rounded(0.45),
    Style::Rounded(0.3),
    Style::Rounded(0.15),
    Style::Rounded(0.0),
];

/// Curves for all edges that cross nothing. `None` if not even the paths do, on the grid of the picture.
pub(crate) fn curves(map: &PlanarMap, placed: Placed<'_>) -> Option<Vec<Curve>> {
    let Placed { mesh, places, .. } = placed;
    let through: Vec<(Vec<Point>, Vec<Point>)> =
        (0..mesh.paths.len()).map(|edge| edge_shape(map, mesh, places, edge)).collect();
    let curve = |edge: usize, style: Style| match style {
        Style::Through(tension) => Curve::through(&through[edge].0, &through[edge].1, tension),
        Style::Rounded(share) => Curve::rounded(&through[edge].0, share),
    };
    let mut stages = vec![0; through.len()];
    let mut curves: Vec<Curve> = (0..through.len()).map(|edge| curve(edge, STYLES[0])).collect();
    let mut all = chains(map, &curves, places);
    all.extend(guards(map, placed));
    // Only curves that were changed can come to cross others.
    let mut is_new = vec![true; all.len()];
    loop {
        let conflicts = conflicts_of(&all, |chain| is_new[chain]);
        if conflicts.is_empty() {
            return Some(curves);
        }
        // A curve that is its path already leaves it to the other one to give way.
        let can_change = |chain: usize| stages.get(chain).is_some_and(|&stage| stage + 1 < STYLES.len());
        if !conflicts.iter().all(|pair| pair.iter().any(|&chain| can_change(chain))) {
            return None;
        }
        let mut crossing: Vec<usize> =
            conflicts.into_iter().flatten().filter(|&chain| can_change(chain)).collect();
        crossing.sort_unstable();
        crossing.dedup();
        is_new.fill(false);
        for edge in crossing {
            stages[edge] += 1;
            curves[edge] = curve(edge, STYLES[stages[edge]]);
            all[edge].points = curves[edge].flat();
            is_new[edge] = true;
        }
    }
}

/// All that must not cross: the curves and the bare spots.
pub(crate) fn chains(map: &PlanarMap, curves: &[Curve], places: &[Point]) -> Vec<Chain> {
    let edge = |(edge, curve): (usize, &Curve)| {
        let ends = [0, 1].map(|end| map.origins.get(2 * edge + end).copied());
        Chain { points: curve.flat(), ends, is_guard: false }
    };
    let bare = map.spots().filter(|&spot| map.rotation(spot).is_some_and(|rotation| rotation.degree() == 0));
    let bare = bare.map(|spot| {
        let place = GridPoint::near(places[Mesh::spot(spot)]).fine();
        Chain { points: vec![place], ends: [Some(spot); 2], is_guard: false }
    });
    curves.iter().enumerate().map(edge).chain(bare).collect()
}

/// What keeps ways through the net free of curves.
fn guards(map: &PlanarMap, placed: Placed<'_>) -> Vec<Chain> {
    let nets = placed.mesh.faces.iter().filter(|net| !net.walk.is_empty());
    let guards = nets.flat_map(|net| FaceRoute { placed, net }.guards());
    let chain = |(points, node): (Vec<Point>, Option<usize>)| {
        let points = points.into_iter().map(|point| GridPoint::near(point).fine()).collect();
        let spot = node.filter(|&node| node < map.rotations.len()).map(Spot::new);
        Chain { points, ends: [None, spot], is_guard: true }
    };
    guards.map(chain).collect()
}

/// The points that an edge goes through, and its directions there.
fn edge_shape(map: &PlanarMap, mesh: &Mesh, places: &[Point], edge: usize) -> (Vec<Point>, Vec<Point>) {
    let points: Vec<Point> = mesh.paths[edge].iter().map(|&node| places[node]).collect();
    let before = smooth_partner(map, Dart::new(2 * edge)).map(|dart| second(mesh, places, dart));
    let after = smooth_partner(map, Dart::new(2 * edge + 1)).map(|dart| second(mesh, places, dart));
    let last = points.len() - 1;
    let mut directions: Vec<Point> = (0..points.len())
        .map(|place| {
            let previous = if place == 0 { before } else { points.get(place - 1).copied() };
            let next = if place == last { after } else { points.get(place + 1).copied() };
            match (previous, next) {
                (Some(previous), Some(next)) => passing(previous, points[place], next),
                _ => Point::default(),
            }
        })
        .collect();
    if before.is_none() {
        directions[0] = arc(points[1] - points[0], directions[1]);
    }
    if after.is_none() {
        directions[last] = arc(points[last] - points[last - 1], directions[last - 1]);
    }
    (points, directions)
}

/// For each node where a curve goes on smoothly the nodes before and after it.
pub(crate) fn bends(map: &PlanarMap, mesh: &Mesh) -> Vec<Option<[Node; 2]>> {
    let mut bends = vec![None; mesh.nodes];
    for path in &mesh.paths {
        path.windows(3).for_each(|three| bends[three[1]] = Some([three[0], three[2]]));
    }
    for dart in map.darts() {
        let next = |dart: Dart| mesh.along(dart).nth(1);
        let ends = smooth_partner(map, dart).and_then(|partner| Some([next(dart)?, next(partner)?]));
        if let (Some(spot), Some(ends)) = (map.origin(dart), ends) {
            bends[Mesh::spot(spot)] = Some(ends);
        }
    }
    bends
}

/// The second node of an edge, seen from the spot that a dart leaves.
fn second(mesh: &Mesh, places: &[Point], dart: Dart) -> Point {
    mesh.along(dart).nth(1).map_or_else(Point::default, |node| places[node])
}

/// The dart into which a curve that comes back along this one goes on without a corner: the other half of the
/// curve at its new spot, and the other of two anywhere.
fn smooth_partner(map: &PlanarMap, dart: Dart) -> Option<Dart> {
    let spot: Spot = map.origin(dart)?;
    let darts = map.rotation(spot)?.darts();
    let half = match dart.index() % 4 {
        1 => Some(Dart::new(dart.index() + 1)),
        2 => Some(Dart::new(dart.index() - 1)),
        _ => None,
    };
    match darts {
        [one, other] => Some(if *one == dart { *other } else { *one }),
        _ => half,
    }
}

fn unit(vector: Point) -> Point {
    let length = vector.length();
    if length > 0.0 { vector * (1.0 / length) } else { vector }
}

/// The direction at a point between two others: the tangent of the circle through all three.
pub(crate) fn passing(previous: Point, here: Point, next: Point) -> Point {
    let (back, on) = (here - previous, next - here);
    let (back_length, on_length) = (back.length().max(1e-9), on.length().max(1e-9));
    unit(back * (1.0 / (back_length * back_length)) + on * (1.0 / (on_length * on_length)))
}

/// The direction at the free end of a chord at whose other end the direction is known, so that it becomes a circular arc.
pub(crate) fn arc(chord: Point, known: Point) -> Point {
    let chord = unit(chord);
    let along = chord.dot(known);
    if along < 0.2 { chord } else { chord * (2.0 * along) - known }
}
