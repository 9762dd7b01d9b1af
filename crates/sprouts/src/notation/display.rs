//! Prints a position in the first notation.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::{Display, Formatter, Result};

use super::lexer::LetterName;
use crate::position::{Boundary, Position, Region, Spot};

impl Display for Position {
    /// Prints the first notation. Regions that share letters are put together
    /// into a land; apart from that, everything stays in its order. Letters are
    /// named in the order of their first appearance, upper-case letters in their
    /// land, lower-case letters in their boundary.
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let letters = Letters::of(self);
        let lands = letters.lands(self.regions.len());
        if lands.is_empty() {
            formatter.write_str("!")?;
        }
        for (index, land) in lands.iter().enumerate() {
            if index > 0 {
                formatter.write_str("+")?;
            }
            let mut upper = Names::new(true);
            for (index, region) in land.iter().enumerate() {
                if index > 0 {
                    formatter.write_str("|")?;
                }
                write_region(formatter, &self.regions[*region], &letters, &mut upper)?;
            }
        }
        if self.heap > 0 {
            write!(formatter, "+*{}", self.heap)?;
        }
        Ok(())
    }
}

/// Where the letters of a position stand.
struct Letters {
    /// For each letter, the region and the boundary where it first appears, and
    /// whether it appears there again.
    first: HashMap<u32, (usize, usize, bool)>,
    /// Pairs of regions that share a letter.
    ties: Vec<(usize, usize)>,
}

impl Letters {
    fn of(position: &Position) -> Self {
        let mut first: HashMap<u32, (usize, usize, bool)> = HashMap::new();
        let mut ties = Vec::new();
        for (region_index, region) in position.regions.iter().enumerate() {
            for (boundary_index, boundary) in region.iter().enumerate() {
                for spot in boundary {
                    let Spot::Letter(number) = spot else { continue };
                    match first.entry(*number) {
                        Entry::Vacant(entry) => {
                            entry.insert((region_index, boundary_index, false));
                        }
                        Entry::Occupied(mut entry) => {
                            let (region, boundary, lower) = entry.get_mut();
                            if (*region, *boundary) == (region_index, boundary_index) {
                                *lower = true;
                            } else {
                                ties.push((*region, region_index));
                            }
                        }
                    }
                }
            }
        }
        Self { first, ties }
    }

    fn is_lower(&self, number: u32) -> bool {
        matches!(self.first.get(&number), Some((_, _, true)))
    }

    /// The regions of each land, lands in the order of their first regions.
    fn lands(&self, regions: usize) -> Vec<Vec<usize>> {
        let mut leaders: Vec<usize> = (0..regions).collect();
        for (one, other) in &self.ties {
            let one = leader(&mut leaders, *one);
            let other = leader(&mut leaders, *other);
            // The first region leads, so that a land comes up with its first region below.
            leaders[one.max(other)] = one.min(other);
        }
        let mut lands: Vec<Vec<usize>> = Vec::new();
        let mut land_of = vec![0; regions];
        for region in 0..regions {
            let leader = leader(&mut leaders, region);
            if leader == region {
                land_of[region] = lands.len();
                lands.push(Vec::new());
            }
            lands[land_of[leader]].push(region);
        }
        lands
    }
}

/// The region that stands for the land of `region`.
fn leader(leaders: &mut [usize], mut region: usize) -> usize {
    while leaders[region] != region {
        leaders[region] = leaders[leaders[region]];
        region = leaders[region];
    }
    region
}

/// Names given to letters in the order in which they are asked for.
struct Names {
    upper: bool,
    names: HashMap<u32, u64>,
}

impl Names {
    fn new(upper: bool) -> Self {
        Self { upper, names: HashMap::new() }
    }

    fn name(&mut self, number: u32) -> LetterName {
        let next = self.names.len() as u64;
        LetterName { upper: self.upper, index: *self.names.entry(number).or_insert(next) }
    }
}

fn write_region(
    formatter: &mut Formatter<'_>,
    region: &Region,
    letters: &Letters,
    upper: &mut Names,
) -> Result {
    let is_bare = |boundary: &Boundary| *boundary == [Spot::Zero];
    let runs = region.chunk_by(|one, other| is_bare(one) && is_bare(other));
    for (index, run) in runs.enumerate() {
        if index > 0 {
            formatter.write_str(".")?;
        }
        match run {
            [boundary] => write_boundary(formatter, boundary, letters, upper)?,
            _ => write!(formatter, "0*{}", run.len())?,
        }
    }
    Ok(())
}

fn write_boundary(
    formatter: &mut Formatter<'_>,
    boundary: &Boundary,
    letters: &Letters,
    upper: &mut Names,
) -> Result {
    let mut lower = Names::new(false);
    for spot in boundary {
        match spot {
            Spot::Zero => formatter.write_str("0")?,
            Spot::One => formatter.write_str("1")?,
            Spot::Two => formatter.write_str("2")?,
            Spot::Letter(number) if letters.is_lower(*number) => {
                write!(formatter, "{}", lower.name(*number))?;
            }
            Spot::Letter(number) => write!(formatter, "{}", upper.name(*number))?,
        }
    }
    Ok(())
}
