//! Curves that cross, found exactly.

use crate::element::Spot;

use super::curve::GridPoint;

/// A chain of segments that may only meet others at spots where both end.
pub(crate) struct Chain {
    pub(crate) points: Vec<GridPoint>,
    /// The spots at its two ends, if they end in spots.
    pub(crate) ends: [Option<Spot>; 2],
    /// Whether it is no curve, but only not to be crossed by curves.
    pub(crate) is_guard: bool,
}

struct Segment {
    chain: usize,
    place: usize,
    ends: [GridPoint; 2],
}

impl Segment {
    fn least_x(&self) -> i64 {
        self.ends[0].x.min(self.ends[1].x)
    }

    fn greatest_x(&self) -> i64 {
        self.ends[0].x.max(self.ends[1].x)
    }
}

/// The pairs of chains that cross or touch where they may not, of which at least one is asked about. A chain that does so itself is
/// paired with itself. A chain with one point is a spot.
///
/// The coordinates have to be below 2^29, so that no product overflows.
pub(crate) fn conflicts_of(chains: &[Chain], is_asked: impl Fn(usize) -> bool) -> Vec<[usize; 2]> {
    let mut segments: Vec<Segment> = Vec::new();
    for (chain, Chain { points, .. }) in chains.iter().enumerate() {
        match points[..] {
            [only] => segments.push(Segment { chain, place: 0, ends: [only, only] }),
            _ => segments.extend(points.windows(2).enumerate().map(|(place, ends)| Segment {
                chain,
                place,
                ends: [ends[0], ends[1]],
            })),
        }
    }
    segments.sort_by_key(Segment::least_x);
    let mut found = Vec::new();
    for (place, one) in segments.iter().enumerate() {
        let right = one.greatest_x();
        for other in segments[place + 1..].iter().take_while(|other| other.least_x() <= right) {
            if chains[one.chain].is_guard && chains[other.chain].is_guard {
                continue;
            }
            if !is_asked(one.chain) && !is_asked(other.chain) {
                continue;
            }
            if meet(one.ends, other.ends) && !may_meet(chains, one, other) {
                found.push([one.chain.min(other.chain), one.chain.max(other.chain)]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Positive, negative or 0 as the way from a over b to c turns.
fn side(a: GridPoint, b: GridPoint, c: GridPoint) -> i64 {
    ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
}

/// Whether two segments have a point in common.
fn meet(one: [GridPoint; 2], other: [GridPoint; 2]) -> bool {
    let overlap = |of: fn(GridPoint) -> i64| {
        let [one, other] = [one, other].map(|ends| ends.map(of));
        one[0].min(one[1]) <= other[0].max(other[1]) && other[0].min(other[1]) <= one[0].max(one[1])
    };
    overlap(|point| point.x)
        && overlap(|point| point.y)
        && side(one[0], one[1], other[0]) * side(one[0], one[1], other[1]) <= 0
        && side(other[0], other[1], one[0]) * side(other[0], other[1], one[1]) <= 0
}

/// Whether two segments that meet do so in one end only, at which they are neighbours in
/// their chain or come from the same spot.
fn may_meet(chains: &[Chain], one: &Segment, other: &Segment) -> bool {
    let spot = |segment: &Segment, end: usize| {
        let chain = &chains[segment.chain];
        let segments = chain.points.len().saturating_sub(1).max(1);
        if chain.points.len() == 1 && end == 1 {
            return None;
        }
        let is_last = if end == 0 { segment.place == 0 } else { segment.place + 1 == segments };
        if is_last { chain.ends[end] } else { None }
    };
    let pairs = [[0, 0], [0, 1], [1, 0], [1, 1]];
    let mut common = pairs.into_iter().filter(|&[end, other_end]| {
        let neighbours = one.chain == other.chain && one.place + end == other.place + other_end;
        let spots = [spot(one, end), spot(other, other_end)];
        neighbours || (spots[0].is_some() && spots[0] == spots[1])
    });
    let Some([end, other_end]) = common.next() else { return false };
    if common.next().is_some() {
        return false;
    }
    let (middle, [far, other_far]) = (one.ends[end], [one.ends[1 - end], other.ends[1 - other_end]]);
    let ahead = (far.x - middle.x) * (other_far.x - middle.x) + (far.y - middle.y) * (other_far.y - middle.y);
    middle == other.ends[other_end] && !(side(middle, far, other_far) == 0 && ahead > 0)
}
