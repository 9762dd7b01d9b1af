//! Positions to be drawn.

use rhizome_planar::{PlanarMap, Random, RandomGame};

/// So many maps from random games with 2 to 10 spots, each at a random moment.
pub fn played(count: usize, seed: u64) -> impl Iterator<Item = PlanarMap> {
    (0..count as u64).map(move |number| {
        let game: Vec<PlanarMap> = RandomGame::new(2 + (number % 9) as usize, seed + number).collect();
        let mut random = Random::new(seed ^ number);
        random.choose(&game).expect("every game has a first map").clone()
    })
}
