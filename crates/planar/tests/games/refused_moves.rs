//! Moves that cannot be played.

use rhizome_planar::{Corner, Dart, Move, MoveError, PlanarMap, Spot};

fn bare(spot: usize) -> Corner {
    Corner::Bare(Spot::new(spot))
}

fn left_of(dart: usize) -> Corner {
    Corner::LeftOf(Dart::new(dart))
}

fn join(from: Corner, to: Corner) -> Move {
    Move::Join { from, to }
}

fn split(from: Corner, to: Corner, left: &[Corner]) -> Move {
    Move::Split { from, to, left: left.to_vec() }
}

fn after(spots: usize, moves: &[Move]) -> PlanarMap {
    moves.iter().fold(PlanarMap::start(spots), |map, next| map.play(next).expect("a move by the rules"))
}

#[test]
fn corners_have_to_be_there() {
    let map = after(2, &[join(bare(0), bare(1))]);
    for corner in [bare(0), bare(2), bare(9), bare(usize::MAX), left_of(4), left_of(usize::MAX)] {
        assert_eq!(map.play(&join(corner, left_of(0))), Err(MoveError::NoCorner(corner)));
        assert_eq!(map.play(&join(left_of(0), corner)), Err(MoveError::NoCorner(corner)));
        assert_eq!(map.play(&split(corner, corner, &[])), Err(MoveError::NoCorner(corner)));
        assert_eq!(map.play(&split(left_of(0), left_of(0), &[corner])), Err(MoveError::NoCorner(corner)));
        assert_eq!(map.spot_at(corner), None);
        assert_eq!(map.next_corner(corner), None);
        assert_eq!(map.boundary(corner), []);
    }
    assert_eq!(map.rotation(Spot::new(3)), None);
    assert_eq!(map.origin(Dart::new(4)), None);
}

#[test]
fn no_fourth_curve_ends_in_a_spot() {
    // The new spot, of degree 2, to itself, on one side and from side to side.
    let map = after(3, &[join(bare(0), bare(1))]);
    let no_life = Err(MoveError::NoLife(Spot::new(3)));
    assert_eq!(map.play(&split(left_of(1), left_of(1), &[])), no_life);
    assert_eq!(map.play(&split(left_of(1), left_of(2), &[])), no_life);
    // A dead spot to another.
    let map = map.play(&split(left_of(0), left_of(0), &[])).expect("spot 0 has two lives");
    let no_life = Err(MoveError::NoLife(Spot::new(0)));
    assert_eq!(map.play(&join(left_of(0), bare(2))), no_life);
    assert_eq!(map.play(&join(bare(2), left_of(0))), no_life);
}

#[test]
fn a_curve_stays_in_its_face() {
    let map = after(3, &[split(bare(0), bare(0), &[bare(1)])]);
    assert_eq!(map.play(&join(bare(1), bare(2))), Err(MoveError::OtherFace(bare(2))));
    assert_eq!(map.play(&split(bare(1), bare(1), &[bare(2)])), Err(MoveError::OtherFace(bare(2))));
}

#[test]
fn a_curve_says_what_it_does_to_the_face() {
    let map = after(4, &[join(bare(0), bare(1))]);
    assert_eq!(map.play(&split(bare(2), bare(3), &[])), Err(MoveError::OtherBoundary));
    assert_eq!(map.play(&join(left_of(0), left_of(3))), Err(MoveError::SameBoundary));
    assert_eq!(map.play(&join(bare(2), bare(2))), Err(MoveError::SameBoundary));
    let (from, to) = (left_of(0), left_of(3));
    assert_eq!(map.play(&split(from, to, &[left_of(1)])), Err(MoveError::OwnBoundary(left_of(1))));
    assert_eq!(map.play(&split(from, to, &[bare(2), bare(2)])), Err(MoveError::Twice(bare(2))));
    assert_eq!(
        map.play(&split(bare(2), bare(2), &[left_of(0), left_of(2)])),
        Err(MoveError::Twice(left_of(2)))
    );
}

#[test]
fn errors_say_what_is_wrong() {
    let errors = [
        (MoveError::NoCorner(bare(7)), "the bare spot 7 is not on the map"),
        (MoveError::NoLife(Spot::new(3)), "spot 3 has too few lives: three curves at most end in a spot"),
        (MoveError::Twice(left_of(4)), "the boundary of the corner left of dart 4 is listed twice"),
    ];
    for (error, text) in errors {
        assert_eq!(error.to_string(), text);
    }
}
