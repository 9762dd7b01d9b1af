//! Curves for moves, and strokes recognised as moves.

use rhizome_planar::{Drawing, Random};

use crate::samples::played;

fn check_moves(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut wrong = Vec::new();
    for (number, map) in played(count, seed).enumerate() {
        let Some(chosen) = map.random_move(&mut random) else { continue };
        let drawing = Drawing::new(&map);
        let Ok(drawing) = drawing else { wrong.push(format!("{number} no drawing")); continue };
        let curve = match drawing.curve(&chosen) { Ok(curve) => curve, Err(error) => { wrong.push(format!("{number} {error}")); continue } };
        match drawing.recognise(&curve.points) {
            Ok(recognised) if Ok(&recognised.chosen) == map.normal_form(&chosen).as_ref() => {}
            other => wrong.push(format!("{number}: {other:?}: {chosen:?}")),
        }
    }
    wrong.iter().for_each(|w| eprintln!("{}", &w[..w.len().min(300)]));
    assert!(wrong.is_empty(), "{} of {count}", wrong.len());
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
