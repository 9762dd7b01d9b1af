//! A map read off its picture, by geometry alone and with whole numbers: the paths are parsed as a browser would, cut
//! into segments, and followed. Nothing here is shared with what draws.

use std::collections::BTreeSet;

use rhizome_planar::{Corner, Dart, Drawing, Spot};

/// The corners of each boundary of a face.
pub type Face = BTreeSet<Vec<Corner>>;

/// Segments for one cubic.
const STEPS: i64 = 8;
/// Whole steps in one unit of the picture.
const FINE: i64 = 1000 * STEPS * STEPS * STEPS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    x: i64,
    y: i64,
}

/// A number with at most three decimals, in thousandths.
fn thousandths(text: &str) -> i64 {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    assert!(decimals.len() <= 3, "{text}");
    let parts = [whole, &format!("{decimals:0<3}")].map(|part| part.parse::<i64>().expect("a number"));
    parts[0] * 1000 + parts[1]
}

/// The points of a path of cubics, in steps of [`FINE`].
pub fn flat(path: &str) -> Vec<Place> {
    let words: Vec<&str> = path.split_ascii_whitespace().filter(|word| *word != "C").collect();
    assert_eq!(words[0], "M");
    let numbers: Vec<i64> = words[1..].iter().map(|word| thousandths(word)).collect();
    let points: Vec<Place> = numbers.chunks(2).map(|pair| Place { x: pair[0], y: pair[1] }).collect();
    assert_eq!(points.len() % 3, 1);
    let mut flat = vec![Place { x: points[0].x * 512, y: points[0].y * 512 }];
    for first in (0..points.len() - 1).step_by(3) {
        for step in 1..=STEPS {
            // De Casteljau's way, multiplied by the steps each time.
            let mut row: Vec<Place> = points[first..first + 4].to_vec();
            while row.len() > 1 {
                let mix = |a: i64, b: i64| a * (STEPS - step) + b * step;
                row = row
                    .windows(2)
                    .map(|two| Place { x: mix(two[0].x, two[1].x), y: mix(two[0].y, two[1].y) })
                    .collect();
            }
            flat.push(row[0]);
        }
    }
    flat
}

/// Positive for a turn to the left as the picture is seen.
fn turn(a: Place, b: Place, c: Place) -> i128 {
    let wide = |value: i64| i128::from(value);
    wide(b.y - a.y) * wide(c.x - a.x) - wide(b.x - a.x) * wide(c.y - a.y)
}

/// Whether a point lies on a segment.
fn lies_on(point: Place, [a, b]: [Place; 2]) -> bool {
    let within = |p: i64, a: i64, b: i64| a.min(b) <= p && p <= a.max(b);
    turn(a, b, point) == 0 && within(point.x, a.x, b.x) && within(point.y, a.y, b.y)
}

fn have_common_point(one: [Place; 2], other: [Place; 2]) -> bool {
    let sides = |[a, b]: [Place; 2], [c, d]: [Place; 2]| turn(a, b, c).signum() * turn(a, b, d).signum();
    (sides(one, other) < 0 && sides(other, one) < 0)
        || other.iter().any(|&end| lies_on(end, one))
        || one.iter().any(|&end| lies_on(end, other))
}

/// A picture as points and chains.
pub struct Traced {
    pub spots: Vec<Place>,
    pub edges: Vec<Vec<Place>>,
}

impl Traced {
    pub fn new(drawing: &Drawing) -> Self {
        let place = |value: f64| thousandths(&value.to_string()) * 512;
        let spots = drawing.spots().iter().map(|spot| Place { x: place(spot.at.x), y: place(spot.at.y) });
        let edges = drawing.edges().iter().map(|edge| flat(&edge.path));
        Self { spots: spots.collect(), edges: edges.collect() }
    }

    /// That no two curves have a point in common but a spot where both end, no curve has one twice, no spot
    /// lies on a curve that does not end there, and all is within the picture.
    pub fn assert_nothing_crosses(&self) {
        let mut segments: Vec<(usize, usize, [Place; 2])> = Vec::new();
        for (edge, points) in self.edges.iter().enumerate() {
            for (place, pair) in points.windows(2).enumerate() {
                assert_ne!(pair[0], pair[1], "edge {edge} stands still");
                segments.push((edge, place, [pair[0], pair[1]]));
            }
        }
        let side = 1000 * FINE;
        let all = self.edges.iter().flatten().chain(&self.spots);
        assert!(all.clone().all(|point| (0..=side).contains(&point.x) && (0..=side).contains(&point.y)));
        for (number, &spot) in self.spots.iter().enumerate() {
            assert!(self.spots[..number].iter().all(|&other| other != spot), "spots at one place");
            for &(edge, _, ends) in &segments {
                let points = &self.edges[edge];
                let ends_there = points.first() == Some(&spot) || points.last() == Some(&spot);
                assert!(ends_there || !lies_on(spot, ends), "spot {number} lies on edge {edge}");
            }
        }
        segments.sort_by_key(|(_, _, ends)| ends[0].x.min(ends[1].x));
        for (number, &(edge, place, ends)) in segments.iter().enumerate() {
            let right = ends[0].x.max(ends[1].x);
            let near =
                segments[number + 1..].iter().take_while(|(_, _, ends)| ends[0].x.min(ends[1].x) <= right);
            for &(other, other_place, other_ends) in near {
                if !have_common_point(ends, other_ends) {
                    continue;
                }
                let common: Vec<Place> = ends.into_iter().filter(|end| other_ends.contains(end)).collect();
                let neighbours = edge == other && place.abs_diff(other_place) == 1;
                let at_spot = common.iter().any(|point| self.spots.contains(point));
                assert!(neighbours || at_spot, "edges {edge} and {other} meet");
                // In that one point only: no other end lies on the other segment.
                let only = |[a, b]: [Place; 2], segment| {
                    [a, b].iter().all(|end| common.contains(end) || !lies_on(*end, segment))
                };
                let single = common.len() == 1 && only(ends, other_ends) && only(other_ends, ends);
                assert!(single, "edges {edge} and {other} overlap");
            }
        }
    }

    fn spot_at(&self, place: Place) -> usize {
        self.spots.iter().position(|&spot| spot == place).expect("every curve ends in spots")
    }

    /// The chain of a dart, from the spot that it leaves.
    fn chain(&self, dart: usize) -> Vec<Place> {
        let mut chain = self.edges[dart / 2].clone();
        if dart % 2 == 1 {
            chain.reverse();
        }
        chain
    }

    /// For each spot its darts counterclockwise.
    fn rotations(&self) -> Vec<Vec<usize>> {
        let mut rotations = vec![Vec::new(); self.spots.len()];
        for dart in 0..2 * self.edges.len() {
            rotations[self.spot_at(self.chain(dart)[0])].push(dart);
        }
        for darts in &mut rotations {
            let direction = |dart: usize| {
                let chain = self.chain(dart);
                // Upwards, as seen.
                (i128::from(chain[1].x - chain[0].x), i128::from(chain[0].y - chain[1].y))
            };
            let is_lower = |(x, y): (i128, i128)| y < 0 || (y == 0 && x < 0);
            darts.sort_by(|&one, &other| {
                let (one, other) = (direction(one), direction(other));
                let cross = one.0 * other.1 - one.1 * other.0;
                is_lower(one).cmp(&is_lower(other)).then(0.cmp(&cross))
            });
        }
        rotations
    }

    /// The faces as sets of boundaries, each a list of corners in the order of the walk, from its least corner on.
    pub fn faces(&self) -> BTreeSet<Face> {
        self.faces_and_points(&[]).0
    }

    /// The face in which a point lies.
    pub fn face_at(&self, x: f64, y: f64) -> Face {
        let [x, y] = [x, y].map(|value| (value * FINE as f64).round() as i64);
        self.faces_and_points(&[Place { x, y }]).1.pop().expect("the face of the point")
    }

    /// All faces, and those in which these points lie.
    fn faces_and_points(&self, points: &[Place]) -> (BTreeSet<Face>, Vec<Face>) {
        let rotations = self.rotations();
        let next = |dart: usize| {
            let twin = dart ^ 1;
            let darts = &rotations[self.spot_at(self.chain(twin)[0])];
            let place = darts.iter().position(|&other| other == twin).expect("each dart leaves a spot");
            darts[(place + darts.len() - 1) % darts.len()]
        };
        let mut walks: Vec<Vec<usize>> = Vec::new();
        for first in 0..2 * self.edges.len() {
            if walks.iter().flatten().all(|&dart| dart != first) {
                let on = std::iter::successors(Some(first), |&dart| {
                    Some(next(dart)).filter(|&next| next != first)
                });
                walks.push(on.collect());
            }
        }
        let closed: Vec<Vec<Place>> = walks
            .iter()
            .map(|walk| {
                walk.iter()
                    .flat_map(|&dart| self.chain(dart).split_last().expect("points").1.to_vec())
                    .collect()
            })
            .collect();
        // What a walk goes around counterclockwise is its inside; every other walk is the outside of a piece.
        let insides: Vec<usize> = (0..walks.len()).filter(|&walk| area(&closed[walk]) > 0).collect();
        let mut faces: Vec<Face> = vec![BTreeSet::new(); insides.len() + 1];
        let names = |walk: &[usize]| {
            let least = walk.iter().enumerate().min_by_key(|(_, dart)| **dart).expect("a walk has darts").0;
            let rotated = walk[least..].iter().chain(&walk[..least]);
            rotated.map(|&dart| Corner::LeftOf(Dart::new(dart))).collect::<Vec<_>>()
        };
        let face_around = |point: Place, own: &[usize]| {
            let around = insides.iter().enumerate().filter(|&(_, &walk)| {
                let is_own = walks[walk].iter().any(|dart| own.contains(dart));
                !is_own && winding(&closed[walk], point) != 0
            });
            around.min_by_key(|&(_, &walk)| area(&closed[walk])).map_or(insides.len(), |(face, _)| face)
        };
        for (place, walk) in walks.iter().enumerate() {
            let face = match insides.iter().position(|&inside| inside == place) {
                Some(face) => face,
                None => face_around(closed[place][0], &self.piece(walk[0], &rotations)),
            };
            faces[face].insert(names(walk));
        }
        for (spot, darts) in rotations.iter().enumerate() {
            if darts.is_empty() {
                faces[face_around(self.spots[spot], &[])].insert(vec![Corner::Bare(Spot::new(spot))]);
            }
        }
        let at_points = points.iter().map(|&point| faces[face_around(point, &[])].clone()).collect();
        (faces.into_iter().collect(), at_points)
    }

    /// All darts of the piece of one.
    fn piece(&self, dart: usize, rotations: &[Vec<usize>]) -> Vec<usize> {
        let mut piece = vec![dart];
        let mut place = 0;
        while place < piece.len() {
            let dart = piece[place];
            let around = &rotations[self.spot_at(self.chain(dart)[0])];
            for &other in around.iter().chain([&(dart ^ 1)]) {
                if !piece.contains(&other) {
                    piece.push(other);
                }
            }
            place += 1;
        }
        piece
    }
}

/// Twice the area, positive if the closed chain goes counterclockwise as the picture is seen.
fn area(points: &[Place]) -> i128 {
    let pairs = points.iter().zip(points.iter().cycle().skip(1));
    pairs.map(|(a, b)| i128::from(a.y) * i128::from(b.x) - i128::from(a.x) * i128::from(b.y)).sum()
}

/// How often a closed chain goes around a point.
fn winding(points: &[Place], around: Place) -> i32 {
    let pairs = points.iter().zip(points.iter().cycle().skip(1));
    let step = |(&a, &b): (&Place, &Place)| {
        let side = turn(a, b, around);
        i32::from(a.y > around.y && b.y <= around.y && side > 0)
            - i32::from(a.y <= around.y && b.y > around.y && side < 0)
    };
    pairs.map(step).sum()
}
