//! Positions that are the same, or nearly.

use rhizome_planar::Random;
use rhizome_sprouts::{Position, Spot};

/// A position written down in another way, but the same.
pub fn disguise(position: &Position, random: &mut Random) -> Position {
    fn shuffle<T>(items: &mut [T], random: &mut Random) {
        for place in 1..items.len() {
            items.swap(place, random.next_bits() as usize % (place + 1));
        }
    }
    let regions = position.regions.len();
    let mut names: Vec<u32> = (0..5_000).collect();
    shuffle(&mut names, random);
    let mut disguised = position.clone();
    for region in &mut disguised.regions {
        let backwards = random.next_bits() >> 63 == 1;
        shuffle(region, random);
        for word in region {
            let turn = random.next_bits() as usize % word.len();
            word.rotate_left(turn);
            if backwards {
                word.reverse();
            }
            for spot in word {
                if let Spot::Letter(name) = spot {
                    *name = names[*name as usize];
                }
            }
        }
    }
    shuffle(&mut disguised.regions, random);
    assert_eq!(disguised.regions.len(), regions);
    disguised
}

/// A position that is nearly the same: a word is turned around, or two spots trade places.
pub fn damage(position: &Position, random: &mut Random) -> Position {
    let mut damaged = position.clone();
    let mut words: Vec<&mut Vec<Spot>> = damaged.regions.iter_mut().flatten().collect();
    let first = random.next_bits() as usize % words.len();
    if random.next_bits() >> 63 == 1 {
        words[first].reverse();
        return damaged;
    }
    let second = random.next_bits() as usize % words.len();
    let (one, other) =
        (random.next_bits() as usize % words[first].len(), random.next_bits() as usize % words[second].len());
    let spot = words[first][one];
    words[first][one] = std::mem::replace(&mut words[second][other], spot);
    damaged
}
