//! What holds in every game.

use std::collections::HashSet;

use rhizome_planar::{Corner, Move, PlanarMap, RandomGame};

fn corners(map: &PlanarMap) -> Vec<Corner> {
    map.faces().iter().flatten().flatten().map(|met| met.corner).collect()
}

#[test]
fn maps_stay_in_order_and_games_have_the_length_they_must() {
    for spots in 1..=9 {
        for seed in 0..400 {
            let maps: Vec<PlanarMap> = RandomGame::new(spots, seed).collect();
            for (moves, map) in maps.iter().enumerate() {
                assert_eq!(map.check(), Ok(()), "{spots} spots, seed {seed}, {moves} moves: {map:?}");
                assert_eq!(map.moves_played(), moves);
                assert_eq!(map.lives(), 3 * spots - moves);
            }
            let length = maps.len() - 1;
            assert!((2 * spots..3 * spots).contains(&length), "{length} moves with {spots} spots");
        }
    }
}

#[test]
fn without_spots_there_is_no_move() {
    let start = PlanarMap::start(0);
    assert_eq!(start.check(), Ok(()));
    assert_eq!(start.moves().count(), 0);
    assert_eq!(start.notation(), "!");
    assert_eq!(RandomGame::new(0, 1).count(), 1);
}

#[test]
fn the_same_seed_is_the_same_game() {
    let game = |seed| RandomGame::new(6, seed).collect::<Vec<_>>();
    assert_eq!(game(1), game(1));
    let different: HashSet<_> = (0..20).map(game).collect();
    assert!(different.len() > 15);
}

/// Every move is listed once, can be played, and does to faces and lives what a move does.
#[test]
fn every_move_listed_can_be_played() {
    for spots in 1..=6 {
        for seed in 0..8 {
            for map in RandomGame::new(spots, seed) {
                let moves: Vec<Move> = map.moves().collect();
                assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len());
                for chosen in &moves {
                    let next = map.play(chosen).expect("a move that is listed");
                    assert_eq!(next.check(), Ok(()), "{chosen:?} on {map:?}");
                    assert_eq!(next.lives() + 1, map.lives());
                    let split = usize::from(matches!(chosen, Move::Split { .. }));
                    assert_eq!(next.faces().len(), map.faces().len() + split);
                }
            }
        }
    }
}

/// What is to the left of a curve is to the left of its new spot, and the rest of the face is to the right.
#[test]
fn boundaries_come_to_lie_on_their_side() {
    let mut parted = 0;
    for seed in 0..40 {
        for map in RandomGame::new(6, seed) {
            for chosen in map.moves().step_by(5) {
                let Move::Split { from, left, .. } = &chosen else { continue };
                let next = map.play(&chosen).expect("a move that is listed");
                let (before, after) = (map.faces(), next.faces());
                let place =
                    before.iter().position(|face| face.iter().flatten().any(|met| met.corner == *from));
                let place = place.expect("the face of the curve");
                let rest =
                    before[place].iter().filter(|boundary| boundary.iter().all(|met| met.corner != *from));
                for boundary in rest {
                    let is_left = boundary.iter().any(|met| left.contains(&met.corner));
                    let side = if is_left { &after[place] } else { after.last().expect("a face") };
                    let words = side.iter().map(|boundary| boundary.iter().map(|met| met.corner));
                    let wanted = boundary.iter().map(|met| met.corner);
                    assert!(words.into_iter().any(|word| word.eq(wanted.clone())), "{chosen:?} on {map:?}");
                    parted += 1;
                }
                for (place, side) in [(place, 0), (after.len() - 1, 1)] {
                    let new = next.spots().last().expect("a new spot");
                    let curve = &after[place][0];
                    assert_eq!(
                        curve.iter().filter(|met| met.spot == new).count(),
                        1,
                        "side {side} of {chosen:?}"
                    );
                }
            }
        }
    }
    assert!(parted > 10_000, "only {parted} boundaries");
}

/// Corners and darts keep their names as long as their spots are not drawn to.
#[test]
fn what_has_a_name_keeps_it() {
    for seed in 0..50 {
        let maps: Vec<PlanarMap> = RandomGame::new(7, seed).collect();
        for pair in maps.windows(2) {
            let old: HashSet<Corner> = corners(&pair[0]).into_iter().collect();
            let new: HashSet<Corner> = corners(&pair[1]).into_iter().collect();
            let gone: Vec<_> = old.difference(&new).collect();
            assert!(gone.iter().all(|corner| matches!(corner, Corner::Bare(_))), "{gone:?}");
            assert!(pair[0].darts().all(|dart| pair[0].origin(dart) == pair[1].origin(dart)));
        }
    }
}
