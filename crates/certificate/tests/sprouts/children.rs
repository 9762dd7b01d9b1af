//! The children of lands: those by the rules are those by the search's game, and by curves on maps.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::{ControlFlow, Range};

use rhizome_impartial::Game;
use rhizome_planar::{PlanarMap, Random, RandomGame};
use rhizome_sprouts::position_of;

use crate::lands::{Classes, Land, children, code_of, random_lands, read_land, read_sum};

/// Compares the children of a land with those by the search's game, and returns these as codes.
fn compare_land(
    classes: &mut Classes,
    game: &mut rhizome_sprouts::Sprouts,
    code: &[u8],
) -> Vec<Vec<Vec<u8>>> {
    let text = position_of(code).to_string();
    let ours = children(classes, &[read_land(&text)]);
    let mut theirs = BTreeSet::new();
    let mut codes = Vec::new();
    let ended = game.children(code, |child| {
        let lands: Vec<Land> = child.iter().map(|land| read_land(&position_of(land).to_string())).collect();
        theirs.insert(classes.sum(&lands));
        codes.push(child.iter().map(<[u8]>::to_vec).collect());
        ControlFlow::Continue(())
    });
    assert!(ended.is_continue(), "the children of {text} cannot be found");
    classes.compare(&text, &ours, &theirs);
    codes
}

/// Compares all lands from a start on, and returns how many there are.
fn compare_all_below(spots: usize) -> usize {
    let (mut classes, mut game) = (Classes::default(), rhizome_sprouts::Sprouts::new());
    let mut waiting = code_of(&mut game, &format!("0*{spots}"));
    let mut seen: HashSet<Vec<u8>> = waiting.iter().cloned().collect();
    while let Some(code) = waiting.pop() {
        for child in compare_land(&mut classes, &mut game, &code) {
            waiting.extend(child.into_iter().filter(|land| seen.insert(land.clone())));
        }
    }
    let mut met = HashMap::new();
    for code in &seen {
        let text = position_of(code).to_string();
        if let Some(before) = met.insert(classes.class(&read_land(&text)), text.clone()) {
            panic!("{text} and {before} are the same");
        }
    }
    assert_eq!(classes.count, seen.len());
    let collisions = classes.count - classes.lands.len();
    assert!(collisions * 200 <= classes.count, "{collisions} of {} fingerprints", classes.count);
    classes.count
}

#[test]
fn children_of_all_lands_below_four_spots() {
    assert!(compare_all_below(4) > 400);
}

#[test]
#[ignore = "takes minutes"]
fn children_of_all_lands_below_five_spots() {
    assert!(compare_all_below(5) > 10_000);
}

fn compare_random_lands(seed: u64, wanted: usize) {
    let mut game = rhizome_sprouts::Sprouts::new();
    for land in random_lands(&mut game, &mut Random::new(seed), wanted) {
        compare_land(&mut Classes::default(), &mut game, &land);
    }
}

#[test]
fn children_of_random_lands() {
    compare_random_lands(1, 300);
}

#[test]
#[ignore = "takes minutes"]
fn children_of_ten_thousand_random_lands() {
    compare_random_lands(2, 10_000);
}

/// Compares along random games on maps, and returns how many maps there were.
fn compare_games(spots: usize, seeds: Range<u64>) -> usize {
    let maps = seeds.flat_map(|seed| RandomGame::new(spots, seed));
    let compare = |map: &PlanarMap| {
        let mut classes = Classes::default();
        let ours = children(&mut classes, &read_sum(&map.notation()));
        let mut texts = BTreeSet::new();
        for chosen in map.moves() {
            texts.insert(map.play(&chosen).expect("a move that is listed").notation());
        }
        let theirs = texts.iter().map(|text| classes.sum(&read_sum(text))).collect();
        classes.compare(&map.notation(), &ours, &theirs);
    };
    maps.inspect(compare).count()
}

#[test]
fn children_of_random_maps() {
    let maps: usize = (2..=7).map(|spots| compare_games(spots, 0..20)).sum();
    assert!(maps > 1_000, "only {maps} maps");
}

#[test]
#[ignore = "takes minutes"]
fn children_along_ten_thousand_games_on_maps() {
    let maps: usize = (2..=9).map(|spots| compare_games(spots, 10_000..11_250)).sum();
    assert!(maps > 100_000, "only {maps} maps");
}
