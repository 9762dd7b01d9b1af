//! The notation of maps.

use rhizome_planar::{Corner, Move, PlanarMap, Spot};

/// Bare spots joined to a chain, each to the next.
fn chain(spots: usize) -> PlanarMap {
    (1..spots).fold(PlanarMap::start(spots), |map, spot| {
        let (before, next) = (Spot::new(spot - 1), Spot::new(spot));
        let from =
            map.faces().concat().concat().into_iter().find(|met| met.spot == before).expect("the last spot");
        map.play(&Move::Join { from: from.corner, to: Corner::Bare(next) }).expect("a bare spot")
    })
}

/// A chain closed to a ring.
fn ring(spots: usize) -> PlanarMap {
    let chain = chain(spots);
    let ends: Vec<_> = chain.faces().concat().concat().into_iter().filter(|met| met.degree == 1).collect();
    let curve = Move::Split { from: ends[0].corner, to: ends[1].corner, left: Vec::new() };
    chain.play(&curve).expect("the ends of a chain can be joined")
}

#[test]
fn starts() {
    for (spots, text) in [(0, "!"), (1, "0"), (2, "0*2"), (30, "0*30")] {
        assert_eq!(PlanarMap::start(spots).notation(), text);
    }
}

#[test]
fn chains_and_rings() {
    assert_eq!(chain(2).notation(), "1a1a");
    // A walk begins with the last curve: middle, curve, end, curve, middle, other curve, other end, other curve.
    assert_eq!(chain(3).notation(), "ab1bac1c");
    // Left of the last curve the walk begins where it begins, right of it where it ends.
    assert_eq!(ring(2).notation(), "ABCD|CBAD");
}

/// The letters of a boundary or of a land go on after `z` and `Z`.
#[test]
fn more_than_26_letters() {
    let alphabet = |first: char| (first..).take(26).map(String::from).collect::<Vec<_>>();
    let letters = |first: char, count: usize| {
        let mut letters = alphabet(first);
        letters.extend(alphabet(first).iter().map(|letter| format!("({letter}1)")));
        letters.truncate(count);
        letters
    };
    // From the last inner spot to the last end and back, and on to the first end and back.
    let there = letters('a', 29).split_off(2);
    let back: Vec<_> = there.iter().rev().cloned().collect();
    assert_eq!(chain(16).notation(), format!("ab1ba{}1{}", there.concat(), back.concat()));
    let there = letters('A', 32);
    let back: Vec<_> = there[..3].iter().rev().chain(there[3..].iter().rev()).cloned().collect();
    assert_eq!(ring(16).notation(), format!("{}|{}", there.concat(), back.concat()));
}

/// A loop at each of two spots makes two lands if nothing on the outside is alive; here the outside ties them.
#[test]
fn lands_are_joined_by_a_plus() {
    let start = PlanarMap::start(4);
    let bare = |spot| Corner::Bare(Spot::new(spot));
    let apart = Move::Split { from: bare(0), to: bare(0), left: vec![bare(1)] };
    let map = start.play(&apart).expect("a loop");
    assert_eq!(map.notation(), "AB.0|AB.0*2");
    // The two spots of the loop are joined beside the spot that is alone: three regions without ties.
    let alone = map.faces()[0]
        .iter()
        .flatten()
        .filter(|met| met.degree == 2)
        .map(|met| met.corner)
        .collect::<Vec<_>>();
    let curve = Move::Split { from: alone[0], to: alone[1], left: vec![bare(1)] };
    let map = map.play(&curve).expect("both have a life");
    assert_eq!(map.notation(), "A.0|A+0*2");
}
