//! Other ways to write the same position.

use std::collections::{BTreeSet, HashMap};

use rhizome_sprouts::{Boundary, Position, Region, Spot};

use super::random::Random;
use super::rewriting::{lives, places_of_letters, spots};

/// The same position with other names and in another order.
pub fn shuffled(position: &Position, random: &mut Random) -> Position {
    let letters: BTreeSet<u32> = places_of_letters(position).into_keys().collect();
    let mut numbers: Vec<u32> = (0..letters.len() as u32).map(|n| 7 * n + 3).collect();
    random.shuffle(&mut numbers);
    let names: HashMap<u32, u32> = letters.into_iter().zip(numbers).collect();
    let mut shuffled = position.clone();
    for region in &mut shuffled.regions {
        let mirrored = random.coin();
        for boundary in region.iter_mut() {
            if mirrored {
                boundary.reverse();
            }
            let shift = random.below(boundary.len());
            boundary.rotate_left(shift);
            for spot in boundary.iter_mut() {
                if let Spot::Letter(letter) = spot {
                    *letter = names[letter];
                }
            }
        }
        random.shuffle(region);
    }
    random.shuffle(&mut shuffled.regions);
    shuffled
}

/// The same position with other names, in another order, and with a few
/// simplifications undone, each of which leaves the simplest form as it is.
pub fn disguised(position: &Position, random: &mut Random) -> Position {
    let mut disguised = position.clone();
    for _ in 0..random.below(5) {
        undo_a_simplification(&mut disguised, random);
        if random.coin() {
            disguised = shuffled(&disguised, random);
        }
    }
    shuffled(&disguised, random)
}

fn new_letter(position: &Position) -> u32 {
    let letters = places_of_letters(position).into_keys();
    letters.max().map_or(0, |letter| letter + 1)
}

fn undo_a_simplification(position: &mut Position, random: &mut Random) {
    let letter = Spot::Letter(new_letter(position));
    match random.below(5) {
        // A region that nobody can move in.
        0 => position.regions.push(vec![vec![Spot::Two]]),
        // A `2` becomes a letter: its other side lies beside it, or in a region where nothing else is.
        choice @ (1 | 2) => {
            let spots = spots(position);
            let twos: Vec<_> = spots.iter().filter(|(_, s)| *s == Spot::Two).collect();
            if let Some(&&((r, b, s), _)) = random.choose(&twos) {
                if choice == 1 {
                    position.regions[r][b].splice(s..=s, [letter, letter]);
                } else {
                    position.regions[r][b][s] = letter;
                    position.regions.push(vec![vec![letter]]);
                }
            }
        }
        // A region of 2 or 3 lives, whose arrangement does not matter.
        3 => {
            let of_size = |&r: &usize| (2..=3).contains(&lives(&position.regions[r]));
            let small: Vec<usize> = (0..position.regions.len()).filter(of_size).collect();
            if let Some(&r) = random.choose(&small) {
                rearrange(position, r, random);
            }
        }
        // A region that is the land `22` becomes `AB|AB`.
        _ => {
            let is_double = |&r: &usize| {
                let region = &position.regions[r];
                lives(region) == 2 && shared_letters(position, r).is_empty()
            };
            let doubles: Vec<usize> = (0..position.regions.len()).filter(is_double).collect();
            if let Some(&r) = random.choose(&doubles) {
                let first = new_letter(position);
                let pair = [Spot::Letter(first), Spot::Letter(first + 1)];
                position.regions[r] = in_boundaries(pair.map(|spot| vec![spot]).to_vec(), random);
                let other = in_boundaries(pair.map(|spot| vec![spot]).to_vec(), random);
                position.regions.push(other);
            }
        }
    }
}

/// The letters of a region that also stand in another region.
fn shared_letters(position: &Position, region: usize) -> Vec<u32> {
    let places = places_of_letters(position);
    let here = places.iter().filter(|(_, places)| {
        let inside = places.iter().filter(|place| place.0 == region).count();
        inside > 0 && inside < places.len()
    });
    let mut letters: Vec<u32> = here.map(|(&letter, _)| letter).collect();
    letters.sort_unstable();
    letters
}

/// Writes a region anew, of which only the number of its own lives and the
/// letters it shares are kept.
fn rearrange(position: &mut Position, region: usize, random: &mut Random) {
    let shared = shared_letters(position, region);
    let mut own = lives(&position.regions[region]) - shared.len();
    let mut letter = new_letter(position);
    let mut groups: Vec<Boundary> = shared.into_iter().map(|l| vec![Spot::Letter(l)]).collect();
    let bare = own == 3 && random.coin();
    if bare {
        position.regions[region] = vec![vec![Spot::Zero]];
        return;
    }
    while own > 0 {
        let (group, used) = match random.below(3) {
            0 if own >= 2 => (vec![Spot::One], 2),
            1 => {
                letter += 1;
                (vec![Spot::Letter(letter); 2], 1)
            }
            _ => (vec![Spot::Two], 1),
        };
        own -= used;
        groups.push(group);
    }
    position.regions[region] = in_boundaries(groups, random);
}

/// Spreads groups of spots over boundaries, and mixes the spots of each
/// boundary; those of a group stay on one boundary.
fn in_boundaries(mut groups: Vec<Boundary>, random: &mut Random) -> Region {
    random.shuffle(&mut groups);
    let mut region: Region = Vec::new();
    for group in groups {
        let same = random.coin();
        match region.last_mut().filter(|_| same) {
            Some(boundary) => boundary.extend(group),
            None => region.push(group),
        }
    }
    region.iter_mut().for_each(|boundary| random.shuffle(boundary));
    region
}
