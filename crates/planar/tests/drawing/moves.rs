//! Curves for moves, and strokes recognised as moves.

use rhizome_planar::{Drawing, Random};

use crate::samples::played;

fn check_moves(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    for map in played(count, seed) {
        let Some(chosen) = map.random_move(&mut random) else { continue };
        let drawing = Drawing::new(&map).expect("a position that can be drawn");
        let curve = drawing.curve(&chosen).unwrap_or_else(|error| panic!("{error}: {chosen:?} on {map:?}"));
        let recognised = drawing.recognise(&curve.points);
        let recognised = recognised.unwrap_or_else(|error| panic!("{error} {error:?}: {chosen:?} on {map:?}"));
        assert_eq!(Ok(recognised.chosen), map.normal_form(&chosen), "{chosen:?} on {map:?}");
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
