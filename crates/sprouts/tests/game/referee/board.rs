//! The board as the rules see it: spots with their degrees, and the walks
//! along the boundaries of every region. Nothing is simplified, and no move is
//! left out because another is like it.

use std::collections::{BTreeMap, HashMap, HashSet};

use rhizome_sprouts::{Position, Spot};

use super::random::Random;

type SpotNumber = usize;

#[derive(Clone, Debug)]
pub struct Board {
    /// Regions of boundaries of the live spots that are met when walking along them.
    regions: Vec<Vec<Vec<SpotNumber>>>,
    /// The degree of every spot there has been.
    degrees: Vec<u8>,
}

/// An occurrence of a spot in a region: boundary and place on it.
type Place = (usize, usize);

/// A curve that may be drawn in a region, from one occurrence to another or to itself.
#[derive(Clone, Copy, Debug)]
pub struct Curve {
    region: usize,
    from: Place,
    to: Place,
}

impl Board {
    pub fn start(spots: usize) -> Self {
        Board { regions: vec![(0..spots).map(|spot| vec![spot]).collect()], degrees: vec![0; spots] }
    }

    pub fn from_position(position: &Position) -> Self {
        let mut board = Board { regions: Vec::new(), degrees: Vec::new() };
        let mut letters = HashMap::new();
        for region in &position.regions {
            let mut walks = Vec::new();
            for boundary in region {
                let mut walk = Vec::new();
                for spot in boundary {
                    walk.push(match spot {
                        Spot::Zero => board.new_spot(0),
                        Spot::One => board.new_spot(1),
                        Spot::Two => board.new_spot(2),
                        Spot::Letter(letter) => *letters.entry(*letter).or_insert_with(|| board.new_spot(2)),
                    });
                }
                walks.push(walk);
            }
            board.regions.push(walks);
        }
        board
    }

    /// The board in the terms of the notation. Regions without live spots go,
    /// since they cannot be written.
    pub fn to_position(&self) -> Position {
        let times = self.times();
        let spot = |&spot: &SpotNumber| match (self.degrees[spot], times[&spot]) {
            (0, _) => Spot::Zero,
            (1, _) => Spot::One,
            (_, 1) => Spot::Two,
            _ => Spot::Letter(spot as u32),
        };
        let regions = self.regions.iter().filter(|region| !region.is_empty());
        let regions = regions.map(|region| {
            let boundaries = region.iter();
            boundaries.map(|walk| walk.iter().map(spot).collect()).collect()
        });
        Position { regions: regions.collect(), heap: 0 }
    }

    pub fn lives(&self) -> u32 {
        let alive: HashSet<_> = self.regions.iter().flatten().flatten().collect();
        alive.iter().map(|&&spot| u32::from(3 - self.degrees[spot])).sum()
    }

    fn new_spot(&mut self, degree: u8) -> SpotNumber {
        self.degrees.push(degree);
        self.degrees.len() - 1
    }

    /// How often each live spot stands on the board.
    fn times(&self) -> HashMap<SpotNumber, usize> {
        let mut times = HashMap::new();
        for &spot in self.regions.iter().flatten().flatten() {
            *times.entry(spot).or_default() += 1;
        }
        times
    }

    /// All curves, without saying on which side of them the other boundaries end up.
    pub fn curves(&self) -> Vec<Curve> {
        let mut curves = Vec::new();
        for (region, walks) in self.regions.iter().enumerate() {
            let places: Vec<Place> = walks
                .iter()
                .enumerate()
                .flat_map(|(boundary, walk)| (0..walk.len()).map(move |place| (boundary, place)))
                .collect();
            for (index, &from) in places.iter().enumerate() {
                for &to in &places[index..] {
                    if self.may_be_drawn(walks[from.0][from.1], walks[to.0][to.1]) {
                        curves.push(Curve { region, from, to });
                    }
                }
            }
        }
        curves
    }

    fn may_be_drawn(&self, from: SpotNumber, to: SpotNumber) -> bool {
        if from == to { self.degrees[from] + 2 <= 3 } else { self.degrees[from] < 3 && self.degrees[to] < 3 }
    }

    /// The number of boundaries that a curve leaves on one side or the other:
    /// none, if it runs between two boundaries.
    fn others(&self, curve: &Curve) -> usize {
        if curve.from.0 == curve.to.0 { self.regions[curve.region].len() - 1 } else { 0 }
    }

    /// The board after a curve has been drawn, with a new spot on it.
    /// `first_side` says of each other boundary whether it ends up on the first side.
    fn draw(&self, curve: &Curve, first_side: impl Fn(usize) -> bool) -> Board {
        let mut next = self.clone();
        let walks = next.regions.remove(curve.region);
        let (from_boundary, from_place) = curve.from;
        let (to_boundary, to_place) = curve.to;
        let from = walks[from_boundary][from_place];
        let to = walks[to_boundary][to_place];
        let new = next.new_spot(2);
        let mut others = walks.clone();
        if from_boundary != to_boundary {
            // x…x and y…y are cut open and joined: x…x z y…y z.
            let mut walk = self.around(&walks[from_boundary], from_place);
            walk.push(new);
            walk.extend(self.around(&walks[to_boundary], to_place));
            walk.push(new);
            others.remove(from_boundary.max(to_boundary));
            others.remove(from_boundary.min(to_boundary));
            others.push(walk);
            next.regions.push(others);
        } else {
            // x…y…x becomes x…y z and y…x z.
            let walk = &walks[from_boundary];
            let (mut first, mut second);
            if from_place == to_place {
                first = vec![from];
                second = self.around(walk, from_place);
            } else {
                first = walk[from_place..=to_place].to_vec();
                second = walk[to_place..].to_vec();
                second.extend(&walk[..=from_place]);
            }
            first.push(new);
            second.push(new);
            others.remove(from_boundary);
            let mut sides = [vec![first], vec![second]];
            for (index, other) in others.into_iter().enumerate() {
                sides[usize::from(!first_side(index))].push(other);
            }
            next.regions.extend(sides);
        }
        next.degrees[from] += 1;
        next.degrees[to] += 1;
        let Board { regions, degrees } = &mut next;
        for region in regions.iter_mut() {
            for walk in region.iter_mut() {
                walk.retain(|&spot| degrees[spot] < 3);
            }
            region.retain(|walk| !walk.is_empty());
        }
        next
    }

    /// The walk around a boundary from one place back to it. A bare spot is
    /// met once, where the walk turns around it; any other is left on one side
    /// and come back to on the other.
    fn around(&self, walk: &[SpotNumber], place: usize) -> Vec<SpotNumber> {
        if self.degrees[walk[place]] == 0 {
            return walk.to_vec();
        }
        let mut around = walk[place..].to_vec();
        around.extend(&walk[..=place]);
        around
    }

    /// The boards after every move, the other boundaries dealt out in all 2^m ways.
    pub fn children(&self) -> Vec<Board> {
        let mut children = Vec::new();
        for curve in self.curves() {
            for deal in 0..1u64 << self.others(&curve) {
                children.push(self.draw(&curve, |index| deal >> index & 1 == 1));
            }
        }
        children
    }

    /// The number of moves, [`Self::children`] being that many boards.
    pub fn count_moves(&self) -> u64 {
        let curves = self.curves();
        curves.iter().map(|curve| 1 << self.others(curve)).sum()
    }

    /// The board after a random move, `None` if there is no move.
    pub fn random_child(&self, random: &mut Random) -> Option<Board> {
        let curve = *random.choose(&self.curves())?;
        let deal: Vec<bool> = (0..self.others(&curve)).map(|_| random.coin()).collect();
        Some(self.draw(&curve, |index| deal[index]))
    }

    /// The boards of a random game, from the one after the first move to the end.
    pub fn random_game(&self, random: &mut Random) -> Vec<Board> {
        let next = |board: &Board| board.random_child(random);
        std::iter::successors(Some(self.clone()), next).skip(1).collect()
    }

    /// Spells the board out in an order that depends little on how it came
    /// about. Equal spellings mean equal boards, whatever the order: all that
    /// is done is to rename spots, to rotate boundaries, to mirror regions and
    /// to put boundaries and regions in another order. The opposite is not
    /// true, boards that are alike may have different spellings.
    pub fn spelling(&self) -> Vec<u16> {
        const LETTER: u16 = 10;
        const BOUNDARY_END: u16 = 3;
        const REGION_END: u16 = 4;
        let times = self.times();
        let mut names: BTreeMap<SpotNumber, u16> = times
            .iter()
            .map(|(&spot, &times)| match (self.degrees[spot], times) {
                (2, 2) => (spot, LETTER),
                (degree, _) => (spot, u16::from(degree)),
            })
            .collect();
        let mut regions = self.regions.clone();
        for _ in 0..3 {
            let word = |walk: &[SpotNumber]| walk.iter().map(|spot| names[spot]).collect();
            for region in &mut regions {
                let mut mirrored = region.clone();
                mirrored.iter_mut().for_each(|walk| walk.reverse());
                let words = arrange(region, word);
                if arrange(&mut mirrored, word) < words {
                    *region = mirrored;
                }
            }
            regions.sort_by_cached_key(|region| -> Vec<Vec<u16>> {
                region.iter().map(|walk| word(walk)).collect()
            });
            let mut named = LETTER;
            let mut seen = HashSet::new();
            for &spot in regions.iter().flatten().flatten() {
                if names[&spot] >= LETTER && seen.insert(spot) {
                    names.insert(spot, named);
                    named += 1;
                }
            }
        }
        let mut spelling = Vec::new();
        for region in &regions {
            for walk in region {
                spelling.extend(walk.iter().map(|spot| names[spot]));
                spelling.push(BOUNDARY_END);
            }
            spelling.push(REGION_END);
        }
        spelling
    }

    /// This board and all that can be reached from it, each spelling once.
    pub fn all_below(&self) -> Vec<Board> {
        let mut seen = HashSet::from([self.spelling()]);
        let mut found = vec![self.clone()];
        let mut next = 0;
        while next < found.len() {
            for child in found[next].children() {
                if seen.insert(child.spelling()) {
                    found.push(child);
                }
            }
            next += 1;
        }
        found
    }
}

/// Rotates each boundary to its least rotation and sorts them. Returns the words in that order.
fn arrange(region: &mut [Vec<SpotNumber>], word: impl Fn(&[SpotNumber]) -> Vec<u16>) -> Vec<Vec<u16>> {
    for walk in region.iter_mut() {
        let written = word(walk);
        let rotated = |&start: &usize| [&written[start..], &written[..start]].concat();
        let least = (0..walk.len()).min_by_key(rotated).unwrap_or(0);
        walk.rotate_left(least);
    }
    region.sort_by_cached_key(|walk| word(walk));
    region.iter().map(|walk| word(walk)).collect()
}
