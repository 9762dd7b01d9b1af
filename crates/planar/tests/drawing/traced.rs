//! Every picture shows its map.

use std::collections::BTreeSet;

use rhizome_planar::{Corner, Drawing, PlanarMap, Random};

use crate::samples::played;
use crate::tracing::{Face, Traced};

/// The faces of a map in the form in which they are traced.
fn faces(map: &PlanarMap) -> BTreeSet<Face> {
    faces_in_order(map).into_iter().collect()
}

fn faces_in_order(map: &PlanarMap) -> Vec<Face> {
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
    assert_shown(&drawing);
}

fn assert_shown(drawing: &Drawing) {
    let (traced, map) = (Traced::new(drawing), drawing.map());
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
    played(5000, 1_000_000).for_each(|map| assert_drawn(&map));
}

#[test]
fn starts_and_first_moves_are_drawn() {
    for spots in 0..=12 {
        let start = PlanarMap::start(spots);
        assert_drawn(&start);
        for chosen in start.moves().take(20) {
            assert_drawn(&start.play(&chosen).expect("a move that is listed"));
        }
    }
}

/// Along whole games, each picture from the one before.
#[test]
fn games_are_drawn_move_by_move() {
    for (spots, seed) in [(2, 1), (3, 2), (5, 3), (8, 4)] {
        let mut random = Random::new(seed);
        let mut drawing = Drawing::new(&PlanarMap::start(spots)).expect("bare spots");
        while let Some(chosen) = drawing.map().random_move(&mut random) {
            drawing = drawing.after(&chosen).expect("a move that is listed");
            assert_shown(&drawing);
        }
    }
}

#[test]
fn a_map_has_one_picture() {
    for map in played(10, 3) {
        let [one, other] = [(), ()].map(|()| Drawing::new(&map).expect("a position that can be drawn"));
        assert_eq!((one.spots(), one.edges(), one.faces()), (other.spots(), other.edges(), other.faces()));
        assert_eq!(one.to_svg(), other.to_svg());
    }
}

/// Marks touch neither each other nor what does not end in them.
#[test]
fn marks_have_space() {
    for map in played(50, 4) {
        let drawing = Drawing::new(&map).expect("a position that can be drawn");
        for spot in drawing.spots() {
            assert!(spot.radius > 0.0);
            assert_eq!(Some(spot.lives), map.rotation(spot.spot).map(|rotation| rotation.lives()));
            for other in drawing.spots().iter().filter(|other| other.spot != spot.spot) {
                assert!(other.at.distance(spot.at) > other.radius + spot.radius);
            }
            for edge in drawing.edges().iter().filter(|edge| !edge.ends.contains(&spot.spot)) {
                assert!(edge.points.iter().all(|point| point.distance(spot.at) > spot.radius));
            }
        }
    }
}

/// The point inside of a face is in that face, and the outline of the face is what is around it.
#[test]
fn faces_have_their_point_inside() {
    for map in played(50, 5) {
        let drawing = Drawing::new(&map).expect("a position that can be drawn");
        let traced = Traced::new(&drawing);
        let inside: Vec<_> =
            drawing.faces().iter().map(|face| traced.face_at(face.inside.x, face.inside.y)).collect();
        assert_eq!(inside, faces_in_order(&map), "{}", map.notation());
        assert_eq!(drawing.faces().iter().filter(|face| face.is_outer).count(), 1);
    }
}

#[test]
fn too_many_spots_are_refused() {
    let error = Drawing::new(&PlanarMap::start(201)).expect_err("too many");
    assert_eq!(error.to_string(), "no more than 200 spots can be drawn");
}

/// The largest pictures, in no more than a moment.
#[test]
#[ignore = "takes longer"]
fn large_positions_are_drawn() {
    assert_drawn(&PlanarMap::start(200));
    for (spots, moves) in [(40, 60), (60, 130), (100, 100)] {
        let map = rhizome_planar::RandomGame::new(spots, 1).nth(moves).expect("a long game");
        let now = std::time::Instant::now();
        match Drawing::new(&map) {
            Ok(_) => assert_drawn(&map),
            Err(error) => assert_eq!(error, rhizome_planar::DrawingError::TooFine),
        }
        println!("{spots} spots, {moves} moves: {:?}", now.elapsed());
    }
}
