//! Games with few spots, counted by hand or to the end.

use std::collections::{BTreeMap, HashMap};

use rhizome_planar::PlanarMap;

use crate::spelling::spelling;

fn children(map: &PlanarMap) -> Vec<PlanarMap> {
    map.moves().map(|chosen| map.play(&chosen).expect("a move that is listed")).collect()
}

/// How many moves lead to each notation.
fn first_moves(map: &PlanarMap) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for child in children(map) {
        *counts.entry(child.notation()).or_default() += 1;
    }
    counts
}

fn counts(expected: &[(&str, usize)]) -> BTreeMap<String, usize> {
    expected.iter().map(|&(text, count)| (text.to_owned(), count)).collect()
}

/// With n spots there are n(n - 1)/2 joins, and loops at n spots, each with 2^(n - 2) ways to part the others
/// if there are others.
#[test]
fn first_moves_are_as_counted_by_hand() {
    assert_eq!(first_moves(&PlanarMap::start(1)), counts(&[("AB|AB", 1)]));
    assert_eq!(first_moves(&PlanarMap::start(2)), counts(&[("1a1a", 1), ("AB|AB.0", 2)]));
    let three = counts(&[("1a1a.0", 2), ("0.1a1a", 1), ("AB|AB.0*2", 3), ("AB.0|AB.0", 3)]);
    assert_eq!(first_moves(&PlanarMap::start(3)), three);
    assert_eq!(PlanarMap::start(4).moves().count(), 6 + 4 * 4);
    assert_eq!(PlanarMap::start(5).moves().count(), 10 + 5 * 8);
}

/// On `1a1a`: a loop at each end, the end to either side of the middle for each end, and end to end.
/// On `0.AB|AB`: a loop at the bare spot, the bare spot to A and to B, and A to B without the spot on one side,
/// or with the bare spot on the one side or the other.
#[test]
fn second_moves_of_two_spots_are_as_counted_by_hand() {
    for child in children(&PlanarMap::start(2)) {
        let expected = if child.notation() == "1a1a" { 2 + 4 + 1 } else { 1 + 2 + 1 + 2 };
        assert_eq!(child.moves().count(), expected, "{}", child.notation());
    }
}

/// The number of complete games by their length.
fn complete_games(map: &PlanarMap, lengths: &mut BTreeMap<usize, usize>) {
    let children = children(map);
    if children.is_empty() {
        *lengths.entry(map.moves_played()).or_default() += 1;
    }
    children.iter().for_each(|child| complete_games(child, lengths));
}

#[test]
fn all_complete_games_with_one_spot() {
    let mut lengths = BTreeMap::new();
    complete_games(&PlanarMap::start(1), &mut lengths);
    assert_eq!(lengths, BTreeMap::from([(2, 2)]));
}

/// A program on cyclic words, without a map, counts the same.
#[test]
fn all_complete_games_with_two_spots() {
    let mut lengths = BTreeMap::new();
    complete_games(&PlanarMap::start(2), &mut lengths);
    assert_eq!(lengths, BTreeMap::from([(4, 78), (5, 360)]));
}

/// Whether the player to move wins.
fn is_win(map: &PlanarMap, misere: bool, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    let spelling = spelling(map);
    if let Some(&win) = known.get(&spelling) {
        return win;
    }
    let children = children(map);
    let ended = children.is_empty() && misere;
    let win = ended || children.iter().any(|child| !is_win(child, misere, known));
    known.insert(spelling, win);
    win
}

fn outcomes(spots: usize) -> (bool, bool) {
    let start = PlanarMap::start(spots);
    (is_win(&start, false, &mut HashMap::new()), is_win(&start, true, &mut HashMap::new()))
}

/// Applegate, Jacobson and Sleator found these outcomes (*Computer analysis of Sprouts*, 1991).
#[test]
fn outcomes_with_up_to_four_spots() {
    let expected = [(false, true), (false, true), (false, false), (true, false), (true, false)];
    assert_eq!([0, 1, 2, 3, 4].map(outcomes), expected);
}

/// The same authors, for five spots.
#[test]
#[ignore = "takes longer"]
fn outcomes_with_five_spots() {
    assert_eq!(outcomes(5), (true, true));
}
