//! Maps from notation.

use rhizome_planar::{NotationError, PlanarMap};
use rhizome_sprouts::{Sprouts, parse, position_of};

use crate::samples::played;
use crate::traced::assert_drawn;

/// The canonical form of a position, land by land.
fn canonical(text: &str) -> String {
    let position = parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let mut sprouts = Sprouts::new();
    let lands = sprouts.lands(&position).expect("a canonical form that can be found");
    let mut lands: Vec<String> = lands.iter().map(|land| position_of(land).to_string()).collect();
    lands.sort();
    if lands.is_empty() { "!".to_owned() } else { lands.join("+") }
}

/// The map found for a text, with its words looked at.
fn found(text: &str) -> PlanarMap {
    let map = PlanarMap::from_notation(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(map.check(), Ok(()), "{text}");
    assert_eq!(canonical(&map.notation()), canonical(text), "{text} became {}", map.notation());
    map
}

#[test]
fn maps_are_found_for_canonical_forms() {
    for map in played(300, 21) {
        found(&canonical(&map.notation()));
        found(&map.notation());
    }
}

#[test]
fn maps_from_canonical_forms_are_drawn() {
    for map in played(100, 22) {
        assert_drawn(&found(&canonical(&map.notation())));
    }
}

#[test]
#[ignore = "takes longer"]
fn many_maps_from_canonical_forms_are_drawn() {
    for map in played(5000, 3_000_000) {
        assert_drawn(&found(&canonical(&map.notation())));
    }
}

#[test]
fn small_positions_become_small_maps() {
    for (text, spots) in
        [("!", 0), ("0", 1), ("0*3", 3), ("22", 2), ("222", 1), ("AB|AB", 2), ("0*2.AB|AB", 4), ("1a1a", 3)]
    {
        assert_eq!(found(text).spots().count(), spots, "{text}");
    }
}

#[test]
fn what_is_no_notation_is_refused() {
    let at = |text: &str| match PlanarMap::from_notation(text) {
        Err(error) => (error.at(), error.to_string()),
        Ok(map) => panic!("{text} became {}", map.notation()),
    };
    assert_eq!(at("0.x").0, Some(2));
    assert_eq!(at("AB|A").0, Some(1));
    assert_eq!(at("0..0").0, Some(4));
    assert_eq!(at("").0, Some(0));
    assert_eq!(at("AA").0, Some(1));
    assert_eq!(at("1a1").0, Some(1));
    assert_eq!(at("0*").0, Some(2));
    assert_eq!(at("0é").0, Some(1));
    assert_eq!(at("(A|A").0, Some(0));
    assert_eq!(at("0+*3").0, Some(2));
    assert_eq!(at("10").0, Some(1));
    assert_eq!(
        at("0*999999999999999999999999"),
        (None, "no map is looked for with more than 200 live spots".to_owned())
    );
}

#[test]
fn words_of_no_sphere_are_refused() {
    for text in ["abab", "A.B|AB", "AB|CD|A.C|B.D", "ABCD|AEFG|BEHI|CFHJ|DGIJ"] {
        match PlanarMap::from_notation(text) {
            Err(NotationError::NoMap | NotationError::Letter { .. }) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
}
