//! Every picture shows its map.

use std::collections::BTreeSet;

use rhizome_planar::{Corner, Drawing, PlanarMap};

use crate::samples::played;
use crate::tracing::Traced;

/// The faces of a map in the form in which they are traced.
fn faces(map: &PlanarMap) -> BTreeSet<BTreeSet<Vec<Corner>>> {
    let boundary = |boundary: Vec<rhizome_planar::Occurrence>| {
        let corners: Vec<Corner> = boundary.iter().map(|met| met.corner).collect();
        let least = (0..corners.len()).min_by_key(|&place| match corners[place] {
            Corner::Bare(spot) => spot.index(),
            Corner::LeftOf(dart) => dart.index(),
        });
        let least = least.expect("a boundary has corners");
        [&corners[least..], &corners[..least]].concat()
    };
    map.faces().into_iter().map(|face| face.into_iter().map(boundary).collect()).collect()
}

/// Draws a map and looks whether the picture shows it.
pub fn assert_drawn(map: &PlanarMap) {
    let drawing = Drawing::new(map).unwrap_or_else(|error| panic!("{error}: {map:?}"));
    let traced = Traced::new(&drawing);
    traced.assert_nothing_crosses();
    assert_eq!(traced.faces(), faces(map), "{}", map.notation());
}

#[test]
fn positions_reached_by_play_are_drawn() {
    played(100, 7).for_each(|map| assert_drawn(&map));
}

#[test]
#[ignore = "takes longer"]
fn many_positions_reached_by_play_are_drawn() {
    let mut f = 0;
    for map in played(5000, 1_000_000) { if Drawing::new(&map).is_err() { f += 1; } else { assert_drawn(&map) } }
    assert_eq!(f, 0);
}
