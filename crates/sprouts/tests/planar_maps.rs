//! The game against maps on the sphere: on these a move is a curve, and nothing is ever simplified.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use rhizome_impartial::Game;
use rhizome_planar::{Corner, Move, PlanarMap, RandomGame};
use rhizome_sprouts::{Position, Spot, Sprouts, parse, position_of};

/// The codes of lands, sorted.
type Sum = Vec<Vec<u8>>;

fn sum_of(sprouts: &mut Sprouts, position: &Position) -> Sum {
    let codes = sprouts.lands(position).expect("a canonical form that can be found");
    codes.iter().map(<[u8]>::to_vec).collect()
}

fn sum_of_map(sprouts: &mut Sprouts, map: &PlanarMap) -> Sum {
    let notation = map.notation();
    match parse(&notation) {
        Ok(position) => sum_of(sprouts, &position),
        Err(error) => panic!("{}", error.render(&notation)),
    }
}

/// The position of a map by its spots, not by its notation: a letter for each spot of degree 2.
fn position_of_map(map: &PlanarMap) -> Position {
    let spot = |met: &rhizome_planar::Occurrence| match met.degree {
        0 => Some(Spot::Zero),
        1 => Some(Spot::One),
        2 => Some(Spot::Letter(met.spot.index() as u32)),
        _ => None,
    };
    let faces = map.faces();
    let regions = faces.iter().map(|face| -> Vec<Vec<Spot>> {
        let words = face.iter().map(|boundary| boundary.iter().filter_map(spot).collect());
        words.filter(|word: &Vec<Spot>| !word.is_empty()).collect()
    });
    Position { regions: regions.filter(|region| !region.is_empty()).collect(), heap: 0 }
}

/// The children of a map, in canonical form.
fn children_by_curves(sprouts: &mut Sprouts, map: &PlanarMap) -> BTreeSet<Sum> {
    let mut children = HashMap::new();
    for chosen in map.moves() {
        let child = map.play(&chosen).expect("a move that is listed");
        children.entry(child.notation()).or_insert_with(|| sum_of_map(sprouts, &child));
    }
    children.into_values().collect()
}

/// The children of a sum of lands as the search sees them.
fn children_by_game(sprouts: &mut Sprouts, sum: &Sum) -> BTreeSet<Sum> {
    let mut children = BTreeSet::new();
    for (place, land) in sum.iter().enumerate() {
        let ended = sprouts.children(land, |codes| {
            let mut child = sum.clone();
            child.remove(place);
            child.extend(codes.iter().map(<[u8]>::to_vec));
            child.sort();
            children.insert(child);
            ControlFlow::Continue(())
        });
        assert!(ended.is_continue(), "the children of {} cannot be found", position_of(land));
    }
    children
}

fn text_of(sum: &Sum) -> String {
    let lands: Vec<String> = sum.iter().map(|land| position_of(land).to_string()).collect();
    if lands.is_empty() { "!".to_owned() } else { lands.join("+") }
}

/// Compares the children of a map with those of its canonical form, and says how they differ.
fn compare(sprouts: &mut Sprouts, map: &PlanarMap) {
    let sum = sum_of_map(sprouts, map);
    assert_eq!(sum_of(sprouts, &position_of_map(map)), sum, "the words of {}", map.notation());
    let (by_curves, by_game) = (children_by_curves(sprouts, map), children_by_game(sprouts, &sum));
    let texts = |sums: Vec<&Sum>| sums.into_iter().map(text_of).collect::<Vec<_>>();
    let missing = texts(by_curves.difference(&by_game).collect());
    let surplus = texts(by_game.difference(&by_curves).collect());
    let (notation, form) = (map.notation(), text_of(&sum));
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "children of {notation}, which is {form}: missing {missing:?}, too many {surplus:?}"
    );
}

/// Compares along random games, and returns how many maps there were.
fn compare_games(spots: usize, seeds: std::ops::Range<u64>) -> usize {
    let mut sprouts = Sprouts::new();
    let maps = seeds.flat_map(|seed| RandomGame::new(spots, seed));
    maps.inspect(|map| compare(&mut sprouts, map)).count()
}

#[test]
fn children_of_random_maps_are_those_of_their_canonical_forms() {
    let maps: usize = (2..=7).map(|spots| compare_games(spots, 0..20)).sum();
    assert!(maps > 1_000, "only {maps} maps");
}

#[test]
#[ignore = "takes minutes"]
fn children_along_ten_thousand_games_are_those_of_their_canonical_forms() {
    let maps: usize = (2..=9).map(|spots| compare_games(spots, 0..1_250)).sum();
    assert!(maps > 100_000, "only {maps} maps");
}

/// Every map that can be reached with two spots.
#[test]
fn children_of_all_maps_with_two_spots() {
    let mut sprouts = Sprouts::new();
    let mut waiting = vec![PlanarMap::start(2)];
    let mut seen = BTreeSet::new();
    while let Some(map) = waiting.pop() {
        compare(&mut sprouts, &map);
        let children = map.moves().map(|chosen| map.play(&chosen).expect("a move that is listed"));
        waiting.extend(children.filter(|child| seen.insert(child.notation())));
    }
    assert!(seen.len() > 50, "only {} maps", seen.len());
}

/// More than 26 letters of either case are written so that they can be read.
#[test]
fn long_words_can_be_read() {
    let mut sprouts = Sprouts::new();
    let mut map = PlanarMap::start(40);
    for spot in map.spots().skip(1) {
        let before = rhizome_planar::Spot::new(spot.index() - 1);
        let faces = map.faces();
        let from = faces.iter().flatten().flatten().find(|met| met.spot == before).expect("the last spot");
        map = map.play(&Move::Join { from: from.corner, to: Corner::Bare(spot) }).expect("a bare spot");
    }
    assert!(map.notation().contains("(a1)"));
    assert_eq!(sum_of_map(&mut sprouts, &map), sum_of(&mut sprouts, &position_of_map(&map)));
    let faces = map.faces();
    let ends: Vec<Corner> =
        faces.iter().flatten().flatten().filter(|met| met.degree == 1).map(|met| met.corner).collect();
    let closed = Move::Split { from: ends[0], to: ends[1], left: Vec::new() };
    map = map.play(&closed).expect("the ends of a chain can be joined");
    assert!(map.notation().contains("(A1)"));
    assert_eq!(sum_of_map(&mut sprouts, &map), sum_of(&mut sprouts, &position_of_map(&map)));
}
