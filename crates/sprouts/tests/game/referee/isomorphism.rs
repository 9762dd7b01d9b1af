//! Whether two positions are the same, by trying to lay one over the other.

use std::collections::{BTreeMap, BTreeSet};

use rhizome_sprouts::{Boundary, Position, Region, Spot};

use super::rewriting::places_of_letters;

/// Whether two positions differ only by the names of letters, rotations of
/// boundaries, the order of boundaries, regions and lands, and by mirroring
/// all boundaries of single regions together.
pub fn same(one: &Position, other: &Position) -> bool {
    if one.heap != other.heap {
        return false;
    }
    // Being the same goes from land to land, so it does not matter which of
    // several lands that are the same is taken.
    let mut left = lands(other);
    lands(one).iter().all(|land| {
        let found = left.iter().position(|other| same_land(land, other));
        found.map(|index| left.swap_remove(index)).is_some()
    }) && left.is_empty()
}

/// The regions that letters tie together.
pub fn lands(position: &Position) -> Vec<Vec<Region>> {
    let mut lands: Vec<(BTreeSet<u32>, Vec<Region>)> = Vec::new();
    for region in &position.regions {
        let mut letters: BTreeSet<u32> = letters_of(region).collect();
        let mut regions = vec![region.clone()];
        let mut apart = Vec::new();
        for (other_letters, other_regions) in lands {
            if other_letters.is_disjoint(&letters) {
                apart.push((other_letters, other_regions));
            } else {
                letters.extend(other_letters);
                regions.extend(other_regions);
            }
        }
        apart.push((letters, regions));
        lands = apart;
    }
    lands.into_iter().map(|(_, regions)| regions).collect()
}

fn letters_of(region: &Region) -> impl Iterator<Item = u32> + '_ {
    region.iter().flatten().filter_map(|spot| match spot {
        Spot::Letter(letter) => Some(*letter),
        _ => None,
    })
}

/// A first look at a region that all regions that are the same share: for each
/// boundary how many spots of which kind it has, whatever their order.
pub fn look(region: &Region) -> Vec<[usize; 4]> {
    let mut look: Vec<[usize; 4]> = region
        .iter()
        .map(|boundary| {
            let mut counts = [0; 4];
            for spot in boundary {
                counts[match spot {
                    Spot::Zero => 0,
                    Spot::One => 1,
                    Spot::Two => 2,
                    Spot::Letter(_) => 3,
                }] += 1;
            }
            counts
        })
        .collect();
    look.sort_unstable();
    look
}

fn same_land(one: &[Region], other: &[Region]) -> bool {
    let looks = [one, other].map(|land| land.iter().map(look).collect::<Vec<_>>());
    let mut sorted = looks.clone();
    sorted.iter_mut().for_each(|looks| looks.sort_unstable());
    if sorted[0] != sorted[1] {
        return false;
    }
    let steps = steps(one);
    let mut overlay = Overlay {
        one,
        other,
        steps: &steps,
        looks: &looks,
        regions: BTreeMap::new(),
        taken: BTreeSet::new(),
        there: BTreeMap::new(),
        back: BTreeMap::new(),
    };
    overlay.extend(0)
}

/// A boundary that is to be laid over another one.
struct Step {
    region: usize,
    boundary: usize,
    /// Whether one of its letters also stands on another boundary.
    tied: bool,
}

/// All boundaries, region after region. A region that shares letters with
/// those before it comes early, and so do the boundaries that share them, so
/// that what does not fit is found out early.
fn steps(land: &[Region]) -> Vec<Step> {
    let as_position = Position { regions: land.to_vec(), heap: 0 };
    let places = places_of_letters(&as_position);
    let tied = |boundary: &Boundary| {
        boundary.iter().any(|spot| match spot {
            Spot::Letter(letter) => places[letter].iter().any(|&p| p.0 != places[letter][0].0),
            _ => false,
        })
    };
    let mut steps = Vec::new();
    let mut met = BTreeSet::new();
    let mut left: Vec<usize> = (0..land.len()).collect();
    while !left.is_empty() {
        let known = |&region: &usize| letters_of(&land[region]).filter(|l| met.contains(l)).count();
        let best = (0..left.len()).max_by_key(|&index| known(&left[index]));
        let region = left.swap_remove(best.unwrap_or(0));
        let mut boundaries: Vec<usize> = (0..land[region].len()).collect();
        boundaries.sort_by_key(|&boundary| {
            let letters = land[region][boundary].iter();
            let meets = |spot: &&Spot| matches!(spot, Spot::Letter(l) if met.contains(l));
            std::cmp::Reverse(letters.filter(meets).count())
        });
        steps.extend(boundaries.into_iter().map(|boundary| Step {
            region,
            boundary,
            tied: tied(&land[region][boundary]),
        }));
        met.extend(letters_of(&land[region]));
    }
    steps
}

/// A part of the first land laid over a part of the second.
struct Overlay<'a> {
    one: &'a [Region],
    other: &'a [Region],
    steps: &'a [Step],
    /// What [`look`] says of the regions of both.
    looks: &'a [Vec<Vec<[usize; 4]>>; 2],
    /// For each region the region that it lies over, and whether it is mirrored.
    regions: BTreeMap<usize, (usize, bool)>,
    /// The boundaries of the second land that are covered, each by its region and boundary.
    taken: BTreeSet<(usize, usize)>,
    /// Letters of the first land to those of the second, and the other way round.
    there: BTreeMap<u32, u32>,
    back: BTreeMap<u32, u32>,
}

impl Overlay<'_> {
    /// Lays the boundary of this step and all later ones; takes everything
    /// back if that is not possible.
    fn extend(&mut self, index: usize) -> bool {
        let Some(step) = self.steps.get(index) else {
            return true;
        };
        if self.regions.contains_key(&step.region) {
            return self.lay(index);
        }
        let region = &self.one[step.region];
        for target in 0..self.other.len() {
            let covered = self.regions.values().any(|&(region, _)| region == target);
            if covered || self.looks[0][step.region] != self.looks[1][target] {
                continue;
            }
            let has_sense = region.iter().any(|boundary| boundary.len() > 2);
            for mirrored in [false, true] {
                if mirrored && !has_sense {
                    continue;
                }
                self.regions.insert(step.region, (target, mirrored));
                if self.lay(index) {
                    return true;
                }
                self.regions.remove(&step.region);
            }
        }
        false
    }

    /// Lays a boundary whose region has its place.
    fn lay(&mut self, index: usize) -> bool {
        let step = &self.steps[index];
        let (target, mirrored) = self.regions[&step.region];
        let mut boundary = self.one[step.region][step.boundary].clone();
        if mirrored {
            boundary.reverse();
        }
        for candidate in 0..self.other[target].len() {
            let over = &self.other[target][candidate];
            if self.taken.contains(&(target, candidate)) || over.len() != boundary.len() {
                continue;
            }
            for _ in 0..boundary.len() {
                boundary.rotate_left(1);
                let Some(new) = self.bind(&boundary, over) else {
                    continue;
                };
                self.taken.insert((target, candidate));
                if self.extend(index + 1) {
                    return true;
                }
                self.taken.remove(&(target, candidate));
                let nothing_new = new.is_empty();
                self.unbind(&new);
                if !step.tied {
                    // Boundaries without ties that fit here are all alike.
                    return false;
                }
                if nothing_new {
                    // Another rotation that fits leaves everything else as it is.
                    break;
                }
            }
        }
        false
    }

    /// Lays spot over spot. Returns the letters of the first land that were
    /// not laid before, or `None` if it does not fit.
    fn bind(&mut self, boundary: &Boundary, over: &Boundary) -> Option<Vec<u32>> {
        let mut new = Vec::new();
        for pair in boundary.iter().zip(over) {
            let fits = match pair {
                (Spot::Letter(one), Spot::Letter(other)) => {
                    match (self.there.get(one), self.back.get(other)) {
                        (None, None) => {
                            self.there.insert(*one, *other);
                            self.back.insert(*other, *one);
                            new.push(*one);
                            true
                        }
                        (there, _) => there == Some(other),
                    }
                }
                (one, other) => one == other,
            };
            if !fits {
                self.unbind(&new);
                return None;
            }
        }
        Some(new)
    }

    fn unbind(&mut self, letters: &[u32]) {
        for letter in letters {
            if let Some(other) = self.there.remove(letter) {
                self.back.remove(&other);
            }
        }
    }
}
