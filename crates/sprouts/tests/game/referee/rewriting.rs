//! Simplification by one small step after the other, in any order one likes.

use std::collections::{BTreeSet, HashMap};

use rhizome_sprouts::{Position, Region, Spot};

use super::random::Random;

/// The place of a spot: region, boundary, and place on the boundary.
type Place = (usize, usize, usize);

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A region with fewer than 2 lives goes.
    DropRegion(usize),
    /// A letter that stands once becomes `2`.
    Unpair(Place),
    /// `aa` side by side, the first side here and the second at the next place, becomes `2`.
    Contract(Place),
    /// In a small region: `0` becomes `222`, `1` becomes `22`.
    Unfold(Place),
    /// In a small region: one of the two sides of a letter, both in the region, goes,
    /// and so the other becomes `2`.
    DropSide(Place),
    /// In a small region: this boundary and the next become one.
    Merge(usize, usize),
    /// Two regions that are both exactly the same two letters become `22`.
    DoublePair(usize, usize),
}

/// Simplifies until no rule applies, a random step each time.
pub fn simplified(position: &Position, random: &mut Random) -> Position {
    let mut position = position.clone();
    while let Some(&step) = random.choose(&steps(&position)) {
        apply(&mut position, step);
    }
    position
}

/// The number of lives of a region; a letter counts once however often it stands there.
pub fn lives(region: &Region) -> usize {
    lives_of(region.iter().flatten())
}

/// The number of lives of a position.
pub fn count_lives(position: &Position) -> usize {
    lives_of(position.regions.iter().flatten().flatten())
}

fn lives_of<'a>(spots: impl Iterator<Item = &'a Spot>) -> usize {
    let mut letters = BTreeSet::new();
    spots
        .map(|spot| match spot {
            Spot::Zero => 3,
            Spot::One => 2,
            Spot::Two => 1,
            Spot::Letter(letter) => usize::from(letters.insert(*letter)),
        })
        .sum()
}

/// Where each letter stands.
pub fn places_of_letters(position: &Position) -> HashMap<u32, Vec<Place>> {
    let mut places: HashMap<u32, Vec<Place>> = HashMap::new();
    for (place, spot) in spots(position) {
        if let Spot::Letter(letter) = spot {
            places.entry(letter).or_default().push(place);
        }
    }
    places
}

pub fn spots(position: &Position) -> Vec<(Place, Spot)> {
    let mut spots = Vec::new();
    for (r, region) in position.regions.iter().enumerate() {
        for (b, boundary) in region.iter().enumerate() {
            for (s, &spot) in boundary.iter().enumerate() {
                spots.push(((r, b, s), spot));
            }
        }
    }
    spots
}

fn steps(position: &Position) -> Vec<Step> {
    let letters = places_of_letters(position);
    let small = |r: usize| lives(&position.regions[r]) <= 3;
    let mut steps = Vec::new();
    for (r, region) in position.regions.iter().enumerate() {
        if lives(region) < 2 {
            steps.push(Step::DropRegion(r));
        }
        if small(r) {
            steps.extend((1..region.len()).map(|b| Step::Merge(r, b - 1)));
        }
        for other in r + 1..position.regions.len() {
            let pair = letters_if_pair(region);
            if pair.is_some() && pair == letters_if_pair(&position.regions[other]) {
                steps.push(Step::DoublePair(r, other));
            }
        }
    }
    for (place, spot) in spots(position) {
        let (r, b, s) = place;
        match spot {
            Spot::Zero | Spot::One if small(r) => steps.push(Step::Unfold(place)),
            Spot::Letter(letter) => {
                let boundary = &position.regions[r][b];
                let places = &letters[&letter];
                if places.len() == 1 {
                    steps.push(Step::Unpair(place));
                } else if places[0].0 == places[1].0 && small(r) {
                    steps.push(Step::DropSide(place));
                }
                if boundary.len() > 1 && boundary[(s + 1) % boundary.len()] == spot {
                    steps.push(Step::Contract(place));
                }
            }
            _ => {}
        }
    }
    steps
}

/// The two letters that a region is, if it is exactly two letters.
fn letters_if_pair(region: &Region) -> Option<BTreeSet<u32>> {
    let letters: Option<Vec<u32>> = region
        .iter()
        .flatten()
        .map(|spot| match spot {
            Spot::Letter(letter) => Some(*letter),
            _ => None,
        })
        .collect();
    let letters = letters.filter(|letters| letters.len() == 2)?;
    Some(letters.into_iter().collect()).filter(|pair: &BTreeSet<u32>| pair.len() == 2)
}

fn apply(position: &mut Position, step: Step) {
    let regions = &mut position.regions;
    match step {
        Step::DropRegion(r) => {
            regions.remove(r);
        }
        Step::Unpair((r, b, s)) => regions[r][b][s] = Spot::Two,
        Step::Contract((r, b, s)) => {
            let next = (s + 1) % regions[r][b].len();
            regions[r][b][s] = Spot::Two;
            regions[r][b].remove(next);
        }
        Step::Unfold((r, b, s)) => {
            let twos = if regions[r][b][s] == Spot::Zero { 3 } else { 2 };
            regions[r][b].splice(s..=s, vec![Spot::Two; twos]);
        }
        Step::DropSide((r, b, s)) => {
            regions[r][b].remove(s);
            regions[r].retain(|boundary| !boundary.is_empty());
        }
        Step::Merge(r, b) => {
            let next = regions[r].remove(b + 1);
            regions[r][b].extend(next);
        }
        Step::DoublePair(r, other) => {
            regions[r] = vec![vec![Spot::Two; 2]];
            regions.remove(other);
        }
    }
}
