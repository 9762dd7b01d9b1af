//! Strokes that are no moves, and why.

use proptest::prelude::*;
use rhizome_planar::{Corner, Drawing, Move, PlanarMap, Point, Random, Spot, StrokeError};

use crate::samples::played;

fn drawing(text: &str) -> Drawing {
    let map = PlanarMap::from_notation(text).expect("a position");
    Drawing::new(&map).expect("a small position")
}

fn at(drawing: &Drawing, spot: usize) -> Point {
    drawing.spots()[spot].at
}

fn between(one: Point, other: Point, share: f64) -> Point {
    Point::new(one.x + share * (other.x - one.x), one.y + share * (other.y - one.y))
}

#[test]
fn strokes_begin_and_end_at_spots() {
    let drawing = drawing("0*3");
    let [one, other] = [at(&drawing, 0), at(&drawing, 1)];
    let middle = between(one, other, 0.5);
    assert_eq!(drawing.recognise(&[middle, other]), Err(StrokeError::NoSpotAtStart { at: middle }));
    assert_eq!(drawing.recognise(&[one, middle]), Err(StrokeError::NoSpotAtEnd { at: middle }));
    assert_eq!(drawing.recognise(&[]), Err(StrokeError::TooShort));
    assert_eq!(drawing.recognise(&[one]), Err(StrokeError::TooShort));
    assert_eq!(drawing.recognise(&[one, Point::new(one.x + 3.0, one.y)]), Err(StrokeError::TooShort));
    // Near to a spot is enough.
    let near = |point: Point| Point::new(point.x + 20.0, point.y - 15.0);
    let recognised = drawing.recognise(&[near(one), near(other)]).expect("from spot to spot");
    let [from, to] = [0, 1].map(|spot| Corner::Bare(Spot::new(spot)));
    assert_eq!(recognised.chosen, Move::Join { from, to });
}

#[test]
fn strokes_stay_in_the_picture() {
    let drawing = drawing("0*3");
    let [one, other] = [at(&drawing, 0), at(&drawing, 1)];
    let outside = Point::new(-1.0, 500.0);
    assert_eq!(drawing.recognise(&[one, outside, other]), Err(StrokeError::LeavesPicture { at: outside }));
    for wrong in [f64::NAN, f64::INFINITY] {
        assert_eq!(drawing.recognise(&[one, Point::new(wrong, 1.0), other]), Err(StrokeError::NotNumbers));
    }
    let long: Vec<Point> =
        (0..100_000).map(|step| Point::new(f64::from(step % 1000), f64::from(step % 7))).collect();
    let stroke = [&[one], &long[..], &[other]].concat();
    assert_eq!(drawing.recognise(&stroke), Err(StrokeError::TooLong));
}

#[test]
fn strokes_keep_away_from_spots_and_from_themselves() {
    let drawing = drawing("0*3");
    let [a, b, c] = [0, 1, 2].map(|spot| at(&drawing, spot));
    assert_eq!(drawing.recognise(&[a, b, c]), Err(StrokeError::PassesSpot { spot: Spot::new(1), at: b }));
    // Back over its own way, beside all spots.
    let (ahead, behind) = (between(a, b, 0.7), between(a, b, 0.3));
    let aside = Point::new(ahead.x + 0.3 * (b.y - a.y), ahead.y - 0.3 * (b.x - a.x));
    let other_side = Point::new(behind.x - 0.3 * (b.y - a.y), behind.y + 0.3 * (b.x - a.x));
    let error = drawing.recognise(&[a, ahead, aside, other_side, b]).expect_err("a crossing");
    assert!(matches!(error, StrokeError::CrossesItself { .. }), "{error:?}");
    assert!(error.at().is_some_and(|at| at.distance(between(a, b, 0.5)) < a.distance(b)));
}

/// A stroke that goes aside and comes back over its own way, so far apart, in a picture of three spots.
fn with_hairpin(drawing: &Drawing, length: f64, width: f64) -> Vec<Point> {
    let [a, b] = [0, 1].map(|spot| at(drawing, spot));
    let along = Point::new((b.x - a.x) / a.distance(b), (b.y - a.y) / a.distance(b));
    let place = |forth: f64, aside: f64| {
        let middle = between(a, b, 0.5);
        Point::new(middle.x + forth * along.x - aside * along.y, middle.y + forth * along.y + aside * along.x)
    };
    // The way back begins on the other side of the way out, so that both cross at the root.
    vec![
        a,
        place(-3.0, 0.0),
        place(width, length / 2.0),
        place(0.0, length),
        place(-width, length / 2.0),
        place(3.0, 0.0),
        b,
    ]
}

#[test]
fn narrow_hairpins_that_meet_themselves_are_trembling() {
    let drawing = drawing("0*3");
    let straight = drawing.recognise(&[at(&drawing, 0), at(&drawing, 1)]).expect("a move").chosen;
    for length in [20.0, 100.0] {
        let found = drawing.recognise(&with_hairpin(&drawing, length, 2.0));
        assert_eq!(found.map(|found| found.chosen), Ok(straight.clone()), "{length}");
    }
    let wide = drawing.recognise(&with_hairpin(&drawing, 100.0, 20.0));
    assert!(matches!(wide, Err(StrokeError::CrossesItself { .. })), "{wide:?}");
}

#[test]
fn narrow_hairpins_around_spots_and_over_curves_are_none() {
    let drawing = drawing("0*3");
    let [a, b, c] = [0, 1, 2].map(|spot| at(&drawing, spot));
    // Out beside the third spot and around it, and back over its own way.
    let middle = between(a, b, 0.5);
    let (x, y) = ((c.x - middle.x) / c.distance(middle), (c.y - middle.y) / c.distance(middle));
    let beside =
        |along: f64, aside: f64| Point::new(c.x + along * x - aside * y, c.y + along * y + aside * x);
    let stroke = [a, beside(0.0, 9.0), beside(14.0, 0.0), beside(0.0, -9.0), between(a, middle, 0.5), b];
    assert!(drawing.recognise(&stroke).is_err());
    // Over a curve and back.
    let drawing = self::drawing("0*2.AB|AB");
    let tip = |error: StrokeError| {
        matches!(error, StrokeError::CrossesCurve { .. } | StrokeError::PassesSpot { .. })
    };
    let bare: Vec<Point> =
        drawing.spots().iter().filter(|spot| spot.lives == 3).map(|spot| spot.at).collect();
    let over = drawing.edges()[0].points[drawing.edges()[0].points.len() / 2];
    let [a, b] = [bare[0], bare[1]];
    let middle = between(a, b, 0.5);
    let beyond = between(middle, over, 1.02);
    let stroke = [a, between(a, middle, 0.99), beyond, between(b, middle, 0.99), between(a, middle, 0.98), b];
    let refused = drawing.recognise(&stroke).expect_err("a curve in between");
    assert!(tip(refused), "{refused:?}");
}

#[test]
fn full_spots_and_curves_are_no_way() {
    // A loop with a bare spot on either side.
    let drawing = drawing("0.AB|0.AB");
    let bare: Vec<Point> =
        drawing.spots().iter().filter(|spot| spot.lives == 3).map(|spot| spot.at).collect();
    let error = drawing.recognise(&bare).expect_err("a curve between them");
    assert!(matches!(error, StrokeError::CrossesCurve { .. } | StrokeError::PassesSpot { .. }), "{error:?}");
    // A spot with one life to itself.
    let one = drawing.spots().iter().find(|spot| spot.lives == 1).expect("a spot of the loop");
    let away = |x: f64, y: f64| Point::new(one.at.x + x, one.at.y + y);
    let around = [one.at, away(40.0, 20.0), away(60.0, 0.0), away(40.0, -20.0), one.at];
    let full = StrokeError::SpotFull { spot: one.spot, lives: 1, at: one.at };
    assert_eq!(drawing.recognise(&around), Err(full));
    assert!(full.to_string().contains("one life"));
    // A dead spot.
    let map = PlanarMap::start(2);
    let bare = |spot: usize| Corner::Bare(Spot::new(spot));
    let mut map = map.play(&Move::Join { from: bare(0), to: bare(1) }).expect("bare spots");
    while let Some(chosen) = map.random_move(&mut Random::new(5)) {
        map = map.play(&chosen).expect("a move that is listed");
    }
    let drawing = Drawing::new(&map).expect("a small position");
    let dead = drawing.spots().iter().find(|spot| spot.lives == 0).expect("the game is over");
    let other = drawing.spots().iter().find(|spot| spot.spot != dead.spot).expect("another spot");
    let full = StrokeError::SpotFull { spot: dead.spot, lives: 0, at: dead.at };
    assert_eq!(drawing.recognise(&[dead.at, other.at]), Err(full));
}

/// The place of a random point, often at a spot.
fn points() -> impl Strategy<Value = Vec<(usize, f64, f64)>> {
    prop::collection::vec((0..60_usize, 0.0..1000.0, 0.0..1000.0), 0..8)
}

proptest! {
    /// Whatever is drawn: it is a move that can be played, or it is refused; and backwards it is the same.
    #[test]
    fn any_stroke_is_a_move_or_none(number in 0..40_u64, points in points()) {
        let map = played(1, number).chain(played(9, number)).last().expect("a map");
        let drawing = Drawing::new(&map).expect("a position that can be drawn");
        let stroke: Vec<Point> = points
            .iter()
            .map(|&(spot, x, y)| drawing.spots().get(spot).map_or(Point::new(x, y), |spot| spot.at))
            .collect();
        let backwards: Vec<Point> = stroke.iter().rev().copied().collect();
        let [forth, back] = [&stroke, &backwards].map(|stroke| drawing.recognise(stroke));
        prop_assert_eq!(forth.is_ok(), back.is_ok());
        if let (Ok(forth), Ok(back)) = (forth, back) {
            prop_assert_eq!(&forth.chosen, &back.chosen);
            prop_assert!(map.play(&forth.chosen).is_ok());
        }
    }

    /// Any text is a map or is refused.
    #[test]
    fn any_text_is_a_map_or_none(text in "[0-2A-Ea-c.|+*!() ]{0,16}") {
        if let Ok(map) = PlanarMap::from_notation(&text) {
            prop_assert_eq!(map.check(), Ok(()));
        }
    }
}
