//! A way for the curve of a move through the net of its face.
//!
//! The spokes of a face make its boundaries one walk, and what lies within the ring along that walk is a
//! disc. There a curve is a few arcs beside the ring, in parts of the disc that have nothing in
//! common, from where it begins over the spokes that it crosses to where it ends. It crosses the spoke of a boundary
//! if that lies on the other side of it than the hub.

use crate::element::Corner;
use crate::map::PlanarMap;
use crate::moves::Move;
use crate::play::MoveError;

use super::mesh::{FaceNet, INNER, Mesh, Node, Stop};
use super::point::Point;

/// How far outside the ring an arc in the outer face goes, as a part of the radius of the ring.
const OUTSIDE: f64 = 0.07;

/// A net with places for its nodes.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'drawing> {
    pub(crate) mesh: &'drawing Mesh,
    pub(crate) places: &'drawing [Point],
    /// The middle of the circle on which the outer ring stands.
    pub(crate) middle: Point,
}

/// The places of the walk around a face that a curve goes between.
struct Ends {
    from: usize,
    to: usize,
    /// The places of the spokes to be crossed, in the order of the walk: where each goes out and comes back.
    crossed: Vec<(usize, usize)>,
    /// Whether the curve is that of the move backwards.
    is_reversed: bool,
}

/// Which of the ways for a move is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// How wide a loop around nothing is, in nodes of the ring.
    pub(crate) wide: f64,
    /// How far from the ring towards the middle an arc through a quarter of the disc or more goes, from 0 to 1.
    pub(crate) depth: f64,
}

/// A chain of segments for a move, from spot to spot, that crosses nothing.
pub(crate) fn route(
    map: &PlanarMap,
    placed: Placed<'_>,
    chosen: &Move,
    shape: Shape,
) -> Result<Vec<Point>, MoveError> {
    map.play(chosen)?;
    let (Move::Join { from, to } | Move::Split { from, to, .. }) = *chosen;
    let (face, _) = map.place_of(from).ok_or(MoveError::NoCorner(from))?;
    let net = &placed.mesh.faces[face];
    let place = |corner: Corner| {
        net.stops.iter().position(|&stop| stop == Stop::Corner(corner)).ok_or(MoveError::NoCorner(corner))
    };
    let ends = match chosen {
        Move::Join { .. } => {
            Ends { from: place(from)?, to: place(to)?, crossed: Vec::new(), is_reversed: false }
        }
        Move::Split { left, .. } => {
            let left = left.iter().map(|&corner| place(corner)).collect::<Result<Vec<_>, _>>()?;
            split_ends(net, place(from)?, place(to)?, &left)
        }
    };
    let mut points = FaceRoute { placed, net }.points(&ends, shape);
    if ends.is_reversed {
        points.reverse();
    }
    Ok(points)
}

/// What a curve within one boundary crosses. The hub lies right of it, else it is taken backwards.
fn split_ends(net: &FaceNet, from: usize, to: usize, left: &[usize]) -> Ends {
    let span_of = |place: usize| net.spans.iter().position(|&(first, last)| (first..=last).contains(&place));
    let own = span_of(from);
    let is_reversed = to > from;
    let is_crossed = |span: usize| {
        let is_left = left.iter().any(|&place| span_of(place) == Some(span));
        Some(span) != own && is_left != is_reversed
    };
    // From the end of the curve's own boundary on, as the walk goes.
    let own_place = own.unwrap_or(0);
    let spans = net.spans.len();
    let order = (1..spans).map(|step| (own_place + step) % spans);
    let length = net.walk.len();
    let crossed = order.filter(|&span| is_crossed(span)).map(|span| {
        let (first, last) = net.spans[span];
        ((first + length - INNER - 1) % length, last + INNER)
    });
    let crossed = crossed.collect();
    Ends { from: from.max(to), to: from.min(to), crossed, is_reversed }
}

/// The walk and the ring of one face, with their places.
pub(crate) struct FaceRoute<'drawing> {
    pub(crate) placed: Placed<'drawing>,
    pub(crate) net: &'drawing FaceNet,
}

impl FaceRoute<'_> {
    fn points(&self, ends: &Ends, shape: Shape) -> Vec<Point> {
        let spot = |place: usize| self.placed.places[self.net.walk[place]];
        let length = self.net.walk.len() as f64;
        // Beside the ring, a corner is between the nodes before and after it.
        let (begin, mut end) = (ends.from as f64 - 0.3, ends.to as f64 - 0.7);
        let mut points = vec![spot(ends.from)];
        let mut here = begin;
        for &(out, back) in &ends.crossed {
            let mut out_place = out as f64;
            if out_place < here {
                out_place += length;
            }
            points.extend(self.arc(here, out_place, shape.depth));
            points.push(self.on_walk(out).towards(self.on_walk(out + 1), 0.5));
            here = back as f64 + (out_place - out as f64);
        }
        let is_petal = ends.crossed.is_empty() && ends.from == ends.to;
        while end < here && !is_petal {
            end += length;
        }
        if ends.crossed.is_empty() && ends.from != ends.to && end - here > length / 2.0 {
            // Nothing is to be crossed, so the other way round is as good, and shorter.
            let mut other = self.arc(end - length, here, shape.depth);
            other.reverse();
            points.extend(other);
        } else if is_petal {
            points.extend(self.petal(begin, end, shape.wide));
        } else {
            points.extend(self.arc(here, end, shape.depth));
        }
        points.push(spot(ends.to));
        points
    }

    fn on_walk(&self, place: usize) -> Point {
        self.placed.places[self.net.walk[place % self.net.walk.len()]]
    }

    /// A point beside the ring: at a place along it, and from 0 on the ring to 1 in the middle.
    fn beside(&self, along: f64, depth: f64) -> Point {
        let length = self.net.ring.len();
        let whole = along.floor();
        let before = whole.rem_euclid(length as f64) as usize % length;
        let [before, after] =
            [before, (before + 1) % length].map(|place| self.placed.places[self.net.ring[place]]);
        let on_ring = before.towards(after, along - whole);
        match self.net.centre {
            Some(centre) => on_ring.towards(self.placed.places[centre], depth),
            None => on_ring.towards(self.placed.middle, -OUTSIDE * depth),
        }
    }

    /// An arc from one place along the ring to a greater one.
    fn arc(&self, from: f64, to: f64, depth: f64) -> Vec<Point> {
        let quarter = self.net.ring.len() as f64 / 4.0;
        let depth = depth * ((to - from) / quarter).clamp(0.1, 1.0);
        self.legs(&[(from, 0.0), (from, depth), (to, depth), (to, 0.0)])
    }

    /// A loop from a corner to itself around nothing, wider than the way in.
    fn petal(&self, from: f64, to: f64, wide: f64) -> Vec<Point> {
        let wide = (self.net.ring.len() as f64 / 4.0).min(wide);
        let (least, most) = (to - wide, from + wide);
        self.legs(&[(from, 0.0), (most, 0.3), (most, 0.85), (least, 0.85), (least, 0.3), (to, 0.0)])
    }

    /// The way through these places beside the ring, with a point at each node of the ring in between, so that each of
    /// its segments lies in one triangle.
    fn legs(&self, places: &[(f64, f64)]) -> Vec<Point> {
        let mut points = Vec::new();
        for pair in places.windows(2) {
            let [(from, from_depth), (to, to_depth)] = [pair[0], pair[1]];
            points.push(self.beside(from, from_depth));
            let (least, most) = (from.min(to).floor() as i64 + 1, from.max(to).ceil() as i64);
            let mut nodes: Vec<f64> = (least..most).map(|node| node as f64).collect();
            if from > to {
                nodes.reverse();
            }
            points.extend(nodes.into_iter().map(|along| {
                self.beside(along, from_depth + (to_depth - from_depth) * (along - from) / (to - from))
            }));
        }
        points.extend(places.last().map(|&(along, depth)| self.beside(along, depth)));
        points
    }

    /// What no curve of the map may cross, so that every way beside the ring is free: the ring, the spokes, and
    /// the ways from the ring to corners, each with the node at its last point if it ends in one.
    pub(crate) fn guards(&self) -> Vec<(Vec<Point>, Option<Node>)> {
        let length = self.net.ring.len();
        let mut ring: Vec<Point> = (0..length).map(|place| self.beside(place as f64, 0.0)).collect();
        ring.extend(ring.first().copied());
        let mut guards = vec![(ring, None)];
        for (place, stop) in self.net.stops.iter().enumerate() {
            let node = self.net.walk[place];
            match stop {
                Stop::Corner(_) => guards.extend([0.3, 0.7].map(|back| {
                    (vec![self.beside(place as f64 - back, 0.0), self.on_walk(place)], Some(node))
                })),
                Stop::Spoke => guards.push((vec![self.on_walk(place), self.on_walk(place + 1)], {
                    let next = (place + 1) % length;
                    (self.net.stops[next] != Stop::Spoke).then_some(self.net.walk[next])
                })),
                Stop::Edge => {}
            }
        }
        guards
    }
}
