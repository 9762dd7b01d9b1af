//! A way through a face made short, without passing over anything.

use super::point::{Point, meeting};

/// What a way must keep away from.
pub(crate) struct Obstacles {
    /// Chains of segments.
    pub(crate) chains: Vec<Vec<Point>>,
    /// Spots without curves.
    pub(crate) bare: Vec<Point>,
}

/// The way with as few corners as can be had by leaving some out, one after the other. Its
/// ends stay, and so do its first and last segments if it is a loop.
///
/// No segment that is new comes nearer to anything than the clearance, but beside the spots at the ends.
/// A part is left out if the segment that takes its place meets nothing, not even the rest of the way, and if nothing lies
/// between the two.
pub(crate) fn tighten(way: &[Point], obstacles: &Obstacles, clearance: f64) -> Vec<Point> {
    let is_loop = way.first() == way.last();
    let edge = usize::from(is_loop);
    let mut way = way.to_vec();
    // Once from each end.
    for _ in 0..2 {
        shorten(&mut way, edge, obstacles, clearance);
        way.reverse();
    }
    way
}

/// Leaves out points from the first on, but for so many segments at each end.
fn shorten(way: &mut Vec<Point>, edge: usize, obstacles: &Obstacles, clearance: f64) {
    let mut place = edge;
    while place + 2 + edge < way.len() {
        let last = way.len() - 1 - edge;
        let skip = (place + 2..=last).rev().find(|&to| is_free(way, [place, to], obstacles, clearance));
        if let Some(to) = skip {
            way.drain(place + 1..to);
        }
        place += 1;
    }
}

/// Whether the way can go straight from one of its points to a later one.
fn is_free(way: &[Point], [from, to]: [usize; 2], obstacles: &Obstacles, clearance: f64) -> bool {
    let segment = [way[from], way[to]];
    let ends = [(from == 0).then_some(way[0]), (to == way.len() - 1).then_some(way[to])];
    let is_clear = |point: Point| {
        let away = ends.iter().flatten().map(|end| point.distance(*end)).fold(f64::INFINITY, f64::min);
        // Beside a spot where the way ends, curves come as near as they like.
        away < 2.0 * clearance || point.distance_to_segment(segment) >= clearance
    };
    let starts_at = |chain: &[Point], end: Point| chain.first() == Some(&end) || chain.last() == Some(&end);
    let misses = |chain: &Vec<Point>| {
        let at_end = ends.iter().flatten().any(|&end| starts_at(chain, end));
        chain.iter().all(|&point| is_clear(point))
            && chain.windows(2).all(|pair| {
                let touches_end = at_end && ends.iter().flatten().any(|end| pair.contains(end));
                touches_end || meeting(segment, [pair[0], pair[1]]).is_none()
            })
    };
    let part = &way[from..=to];
    let encloses = |point: Point| winding(part, point) != 0;
    let (before, after) = (&way[..=from], &way[to..]);
    let rest_misses = [before.split_last(), after.split_first()]
        .into_iter()
        .flatten()
        .all(|(_, rest)| rest.windows(2).all(|pair| meeting(segment, [pair[0], pair[1]]).is_none()));
    // What directly leads to the segment is near to it, of course.
    let far_before = before.len() - count_near(before.iter().rev(), 2.0 * clearance);
    let far_after = count_near(after.iter(), 2.0 * clearance);
    let far = before[..far_before].iter().chain(&after[far_after..]);
    let is_apart = far.into_iter().all(|point| point.distance_to_segment(segment) > clearance / 2.0);
    rest_misses
        && is_apart
        && obstacles.chains.iter().all(misses)
        && obstacles
            .bare
            .iter()
            .all(|&spot| ends.contains(&Some(spot)) || (is_clear(spot) && !encloses(spot)))
        && obstacles.chains.iter().all(|chain| !encloses(chain[chain.len() / 2]))
}

/// How many points of a way lie within a length along it from its first one, that one included.
fn count_near<'way>(points: impl Iterator<Item = &'way Point>, length: f64) -> usize {
    let mut last = None;
    let mut along = 0.0;
    points
        .take_while(|&&point| {
            along += last.map_or(0.0, |last| point.distance(last));
            last = Some(point);
            along <= length
        })
        .count()
}

/// How often the closed chain through these points goes counterclockwise around another point.
pub(crate) fn winding(points: &[Point], around: Point) -> i32 {
    let pairs = points.iter().zip(points.iter().cycle().skip(1));
    let mut turns = 0;
    for (from, to) in pairs {
        // y points down, so upwards is towards less.
        let is_left = super::point::turn(*from, *to, around) > 0.0;
        if from.y > around.y && to.y <= around.y && is_left {
            turns += 1;
        } else if from.y <= around.y && to.y > around.y && !is_left {
            turns -= 1;
        }
    }
    turns
}
