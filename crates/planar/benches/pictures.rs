//! How long it takes to draw positions, to find maps for notation, and to recognise strokes.

use divan::Bencher;
use divan::counter::ItemsCount;
use rhizome_planar::{Drawing, Move, PlanarMap, Random, RandomGame};
use rhizome_sprouts::{Sprouts, parse, position_of};

/// How many positions each round goes over.
const POSITIONS: u64 = 1000;

fn main() {
    divan::main();
}

/// A map from a random game, at a random moment.
fn played(spots: usize, seed: u64) -> Option<PlanarMap> {
    let game: Vec<PlanarMap> = RandomGame::new(spots, seed).collect();
    Random::new(seed).choose(&game).cloned()
}

/// Maps from games with 2 to 10 spots in turn.
fn mixed(count: u64) -> Vec<PlanarMap> {
    (0..count).filter_map(|number| played(2 + number as usize % 9, number)).collect()
}

#[divan::bench(args = [2, 4, 6, 8, 10, 12], sample_count = 200)]
fn draw(bencher: Bencher, spots: usize) {
    let maps: Vec<PlanarMap> = (0..200).filter_map(|seed| played(spots, seed)).collect();
    let mut maps = maps.into_iter().cycle();
    bencher
        .with_inputs(|| maps.next().expect("a cycle"))
        .bench_local_values(|map| Drawing::new(&map).map(drop));
}

/// One position a sample, so that the slowest one is told.
#[divan::bench(sample_count = 1000, sample_size = 1)]
fn draw_each_reached_by_play(bencher: Bencher) {
    let mut maps = mixed(POSITIONS).into_iter().cycle();
    bencher
        .with_inputs(|| maps.next().expect("a cycle"))
        .bench_local_values(|map| Drawing::new(&map).expect("a position that can be drawn"));
}

/// The canonical form of a position, land by land.
fn canonical(map: &PlanarMap) -> String {
    let position = parse(&map.notation()).expect("notation of a map");
    let lands = Sprouts::new().lands(&position).expect("a canonical form that can be found");
    let mut lands: Vec<String> = lands.iter().map(|land| position_of(land).to_string()).collect();
    lands.sort();
    if lands.is_empty() { "!".to_owned() } else { lands.join("+") }
}

/// A map is found and drawn, from the canonical forms of the same positions.
#[divan::bench(sample_count = 1000, sample_size = 1)]
fn draw_each_typed_in(bencher: Bencher) {
    let mut texts = mixed(POSITIONS).iter().map(canonical).collect::<Vec<_>>().into_iter().cycle();
    bencher.with_inputs(|| texts.next().expect("a cycle")).bench_local_values(|text| {
        let map = PlanarMap::from_notation(&text).expect("the words of a map");
        Drawing::new(&map).expect("a position that can be drawn")
    });
}

#[divan::bench(sample_count = 1)]
fn map_from_notation(bencher: Bencher) {
    let texts: Vec<String> = mixed(POSITIONS).iter().map(PlanarMap::notation).collect();
    bencher
        .counter(ItemsCount::new(texts.len()))
        .bench_local(|| texts.iter().filter(|text| PlanarMap::from_notation(text).is_ok()).count());
}

/// Drawings with a random move each.
fn with_moves() -> Vec<(Drawing, Move)> {
    let mut random = Random::new(2);
    let maps = mixed(POSITIONS / 10);
    maps.iter().filter_map(|map| Some((Drawing::new(map).ok()?, map.random_move(&mut random)?))).collect()
}

#[divan::bench]
fn curve_of_move(bencher: Bencher) {
    let drawings = with_moves();
    bencher
        .counter(ItemsCount::new(drawings.len()))
        .bench_local(|| drawings.iter().filter(|(drawing, chosen)| drawing.curve(chosen).is_ok()).count());
}

#[divan::bench]
fn recognise(bencher: Bencher) {
    let drawings = with_moves().into_iter();
    let strokes: Vec<_> = drawings
        .filter_map(|(drawing, chosen)| {
            let points = drawing.curve(&chosen).ok()?.points;
            Some((drawing, points))
        })
        .collect();
    bencher
        .counter(ItemsCount::new(strokes.len()))
        .bench_local(|| strokes.iter().filter(|(drawing, points)| drawing.recognise(points).is_ok()).count());
}
