//! Positions that are nearly the same as another one, and may or may not be the same.

use std::collections::BTreeMap;

use rhizome_sprouts::{Position, Spot};

use super::random::Random;
use super::rewriting::{places_of_letters, spots};

/// Changes one thing at random. `None` if what comes out is no position.
pub fn mutated(position: &Position, random: &mut Random) -> Option<Position> {
    let mut mutated = position.clone();
    let places: Vec<_> = spots(position).into_iter().map(|(place, _)| place).collect();
    let &(r, b, s) = random.choose(&places)?;
    match random.below(5) {
        0 => mutated.regions[r][b].reverse(),
        1 => {
            let next = (s + 1) % mutated.regions[r][b].len();
            mutated.regions[r][b].swap(s, next);
        }
        2 => {
            let &(other_r, other_b, other_s) = random.choose(&places)?;
            mutated.regions[r][b][s] = position.regions[other_r][other_b][other_s];
            mutated.regions[other_r][other_b][other_s] = position.regions[r][b][s];
        }
        3 => {
            let target = random.below(mutated.regions.len());
            let boundary = mutated.regions[r].remove(b);
            mutated.regions[target].push(boundary);
        }
        _ => {
            // The other sides of two letters change places.
            let letters = places_of_letters(position);
            let letters: Vec<_> = letters.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect();
            let (one, places_of_one) = random.choose(&letters)?;
            let (other, places_of_other) = random.choose(&letters)?;
            let (at_one, at_other) = (places_of_one.last()?, places_of_other.last()?);
            mutated.regions[at_one.0][at_one.1][at_one.2] = Spot::Letter(*other);
            mutated.regions[at_other.0][at_other.1][at_other.2] = Spot::Letter(*one);
        }
    }
    mutated.regions.retain(|region| !region.is_empty());
    is_well_formed(&mutated).then_some(mutated)
}

/// Whether the promises of [`Position`] are kept.
pub fn is_well_formed(position: &Position) -> bool {
    let letters = places_of_letters(position);
    let paired = letters.values().all(|places| match places[..] {
        [one, other] => one.0 != other.0 || one.1 == other.1,
        _ => false,
    });
    let bare_alone = position
        .regions
        .iter()
        .flatten()
        .all(|boundary| !boundary.is_empty() && (boundary.len() == 1 || !boundary.contains(&Spot::Zero)));
    paired && bare_alone && position.regions.iter().all(|region| !region.is_empty())
}
