//! Curves for moves, and strokes recognised as moves.

use rhizome_planar::{Drawing, Move, PlanarMap, Point, Random};

use crate::samples::played;

/// Random maps with a drawing and a random move each.
fn with_moves(count: usize, seed: u64) -> impl Iterator<Item = (PlanarMap, Drawing, Move)> {
    let mut random = Random::new(seed);
    played(count, seed).filter_map(move |map| {
        let chosen = map.random_move(&mut random)?;
        let drawing = Drawing::new(&map).expect("a position that can be drawn");
        Some((map, drawing, chosen))
    })
}

/// Whether a stroke is recognised as a move. What makes it none is told on failure.
fn assert_recognised(map: &PlanarMap, drawing: &Drawing, stroke: &[Point], chosen: &Move) {
    let recognised = drawing.recognise(stroke);
    let recognised = recognised.unwrap_or_else(|error| panic!("{error:?}: {chosen:?} on {map:?}"));
    assert_eq!(Ok(&recognised.chosen), map.normal_form(chosen).as_ref(), "{chosen:?} on {map:?}");
    assert!(map.moves().any(|listed| listed == recognised.chosen), "a move that is listed");
    let ends = [recognised.from, recognised.to].map(|spot| drawing.spots()[spot.index()].at);
    assert_eq!([recognised.points.first(), recognised.points.last()], [Some(&ends[0]), Some(&ends[1])]);
    let (Move::Join { from, .. } | Move::Split { from, .. }) = chosen;
    let face = &map.faces()[recognised.face];
    assert!(face.iter().flatten().any(|met| met.corner == *from));
}

fn check_moves(count: usize, seed: u64) {
    for (map, drawing, chosen) in with_moves(count, seed) {
        let curve = drawing.curve(&chosen).unwrap_or_else(|error| panic!("{error}: {chosen:?} on {map:?}"));
        assert_recognised(&map, &drawing, &curve.points, &chosen);
        let backwards: Vec<Point> = curve.points.iter().rev().copied().collect();
        assert_recognised(&map, &drawing, &backwards, &chosen);
    }
}

#[test]
fn curves_of_moves_are_recognised() {
    check_moves(100, 11);
}

#[test]
#[ignore = "takes longer"]
fn many_curves_of_moves_are_recognised() {
    check_moves(5000, 2_000_000);
}

/// A number from -1 to 1.
fn signed(random: &mut Random) -> f64 {
    (random.next_bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// The distance from a point to a segment.
fn distance(point: Point, begin: Point, end: Point) -> f64 {
    let (x, y) = (end.x - begin.x, end.y - begin.y);
    let share = ((point.x - begin.x) * x + (point.y - begin.y) * y) / (x * x + y * y);
    let share = share.clamp(0.0, 1.0);
    point.distance(Point::new(begin.x + share * x, begin.y + share * y))
}

/// How far a point of a stroke is from everything that the stroke must not touch, itself included: what is
/// farther along it than this, or where it is folded.
const FARTHER: f64 = 8.0;

fn space(drawing: &Drawing, stroke: &[Point], place: usize) -> f64 {
    let point = stroke[place];
    let edges = drawing.edges().iter().flat_map(|edge| edge.points.windows(2));
    let spots = drawing.spots().iter().map(|spot| point.distance(spot.at) - spot.radius);
    let along: Vec<f64> = stroke
        .windows(2)
        .scan(0.0, |length, pair| {
            *length += pair[0].distance(pair[1]);
            Some(*length)
        })
        .collect();
    let here = place.checked_sub(1).map_or(0.0, |before| along[before]);
    let own = along.iter().zip(stroke.windows(2)).filter_map(|(end, pair)| {
        let begin = end - pair[0].distance(pair[1]);
        let way = (begin - here).max(here - end);
        let distance = distance(point, pair[0], pair[1]);
        (way > FARTHER || way > 0.0 && distance < way / 2.0).then_some(distance)
    });
    let frame = [point.x, point.y, 1000.0 - point.x, 1000.0 - point.y];
    edges
        .map(|pair| distance(point, pair[0], pair[1]))
        .chain(spots)
        .chain(own)
        .chain(frame)
        .fold(f64::INFINITY, f64::min)
}

/// The length of the longest segment of a stroke by hand.
const LONGEST: f64 = 5.0;

/// A stroke as by a hand that trembles, by no more than a sixth of the space that there is.
fn trembling(drawing: &Drawing, stroke: &[Point], random: &mut Random) -> Vec<Point> {
    let mut points = vec![stroke[0]];
    for pair in stroke.windows(2) {
        let parts = (pair[0].distance(pair[1]) / LONGEST).ceil();
        points.extend((1..=parts as usize).map(|part| {
            let share = part as f64 / parts;
            Point::new(
                pair[0].x + share * (pair[1].x - pair[0].x),
                pair[0].y + share * (pair[1].y - pair[0].y),
            )
        }));
    }
    let stroke = &points[..];
    let spaces: Vec<f64> = (0..stroke.len()).map(|place| space(drawing, stroke, place)).collect();
    let tremble = |place: usize| {
        let point = stroke[place];
        // A segment moves with both its ends.
        let near = &spaces[place.saturating_sub(2)..(place + 3).min(spaces.len())];
        let steps = [place.wrapping_sub(1), place + 1].map(|other| stroke.get(other));
        let step =
            steps.into_iter().flatten().map(|other| point.distance(*other)).fold(f64::INFINITY, f64::min);
        let space = near.iter().copied().fold(f64::INFINITY, f64::min);
        // No more than from point to point, for a hand does not scribble.
        let most = (space / 6.0).min(step).clamp(0.0, 2.0);
        Point::new(point.x + most * signed(random), point.y + most * signed(random))
    };
    (0..stroke.len()).map(tremble).collect()
}

fn check_trembling(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    for (map, drawing, chosen) in with_moves(count, seed) {
        let curve = drawing.curve(&chosen).expect("a curve");
        let stroke = trembling(&drawing, &curve.points, &mut random);
        assert_recognised(&map, &drawing, &stroke, &chosen);
    }
}

#[test]
fn trembling_strokes_are_recognised() {
    check_trembling(100, 12);
}

#[test]
#[ignore = "takes longer"]
fn many_trembling_strokes_are_recognised() {
    check_trembling(5000, 4_000_000);
}

/// All moves of some small positions, told apart.
#[test]
fn all_moves_are_told_apart() {
    for text in ["0*3", "0*2.AB|AB", "1a1a.0", "AB|AB.1", "0.A1|A0.1|1"] {
        let Ok(map) = PlanarMap::from_notation(text) else { continue };
        let drawing = Drawing::new(&map).expect("a small position");
        for chosen in map.moves() {
            let curve = drawing.curve(&chosen).expect("a curve");
            assert_recognised(&map, &drawing, &curve.points, &chosen);
        }
    }
}
