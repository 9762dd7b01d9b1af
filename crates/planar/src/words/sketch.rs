//! A map put together from words: pieces with dead spots in their holes, and faces.

use std::collections::HashMap;

use crate::element::{Corner, Dart, Rotation, Spot};
use crate::map::PlanarMap;

use super::contacts::{Disc, Hole, Piece, Place, pieces};
use super::hubs::{Graph, Half, Stem};
use super::{NotationError, Region, Symbol};

/// A map whose live faces are these regions.
pub(crate) fn map(regions: &[Region]) -> Result<PlanarMap, NotationError> {
    if regions.is_empty() {
        return Ok(PlanarMap::start(0));
    }
    let (mut discs, mut pieces) = pieces(regions)?;
    let lands = lands(regions, &discs, &pieces)?;
    let owners: Vec<HashMap<usize, bool>> = pieces.iter().map(owners).collect();
    let mut owners = owners;
    // Lands have nothing in common but one dead face, around which each has a lens.
    let mut lenses: Vec<(usize, usize)> = Vec::new();
    if lands.len() > 1 {
        for land in &lands {
            let holes =
                pieces.iter().enumerate().filter(|(_, piece)| land.contains(&discs[piece.discs[0]].region));
            let holes = holes
                .flat_map(|(piece, Piece { holes, .. })| (0..holes.len()).map(move |hole| (piece, hole)));
            let best = holes.max_by_key(|&(piece, hole)| {
                let own = own_stems(&pieces[piece].holes[hole], &owners[piece]);
                (own > 0 && own.is_multiple_of(2), own > 0, own)
            });
            lenses.push(best.unwrap_or_else(|| {
                let disc = discs.len();
                discs.push(Disc { region: land[0], word: Vec::new() });
                let holes = vec![Hole { items: Vec::new(), disc }];
                pieces.push(Piece { discs: vec![disc], holes });
                owners.push(HashMap::new());
                (pieces.len() - 1, 0)
            }));
        }
    }
    let mut sketch = Sketch { graph: Graph::default(), corners: vec![None; discs.len()] };
    let mut common = Vec::new();
    for (number, (piece, owners)) in pieces.iter().zip(&owners).enumerate() {
        let sides = sketch.contacts(&discs, piece, owners);
        for (place, hole) in piece.holes.iter().enumerate() {
            common.extend(sketch.fill(hole, &sides, lenses.contains(&(number, place))));
        }
    }
    sketch.finish(regions, &discs, common)
}

/// The regions of each land. Regions and pieces are tied together by discs, and have to be a forest.
fn lands(regions: &[Region], discs: &[Disc], pieces: &[Piece]) -> Result<Vec<Vec<usize>>, NotationError> {
    let mut land_of: Vec<usize> = (0..regions.len()).collect();
    for piece in pieces {
        for pair in piece.discs.windows(2) {
            let [one, other] = [pair[0], pair[1]].map(|disc| land_of[discs[disc].region]);
            if one == other {
                return Err(NotationError::NoMap);
            }
            land_of
                .iter_mut()
                .filter(|land| **land == one.max(other))
                .for_each(|land| *land = one.min(other));
        }
    }
    let members = |leader: usize| (0..regions.len()).filter(|&region| land_of[region] == leader).collect();
    Ok((0..regions.len()).filter(|&region| land_of[region] == region).map(members).collect())
}

/// How many stems in a hole own their edges.
fn own_stems(hole: &Hole, owners: &HashMap<usize, bool>) -> usize {
    let is_own = |symbol| matches!(symbol, Symbol::Side(side) if owners.get(&side) == Some(&true));
    hole.items.iter().filter(|item| is_own(item.symbol)).count()
}

/// For each letter of a piece whether it owns its two edges or is a spot of the start: so that as few holes
/// as possible have an even number of stems that own their edges, one at most.
///
/// Each letter stands in two holes, or twice in one, so that to change it changes both. Along a tree of holes,
/// from its leaves to its root, all but the root can be made odd.
fn owners(piece: &Piece) -> HashMap<usize, bool> {
    let holes_of = |side: usize| -> Vec<usize> {
        let has = |hole: &Hole| hole.items.iter().any(|item| item.symbol == Symbol::Side(side));
        (0..piece.holes.len()).filter(|&hole| has(&piece.holes[hole])).collect()
    };
    let sides = |hole: &Hole| -> Vec<usize> {
        let side = |symbol| match symbol {
            Symbol::Side(side) => Some(side),
            _ => None,
        };
        hole.items.iter().filter_map(|item| side(item.symbol)).collect()
    };
    let mut owners: HashMap<usize, bool> =
        piece.holes.iter().flat_map(sides).map(|side| (side, true)).collect();
    let root = (0..piece.holes.len()).max_by_key(|&hole| sides(&piece.holes[hole]).len()).unwrap_or(0);
    let mut order = vec![(root, None)];
    let mut place = 0;
    while place < order.len() {
        for side in sides(&piece.holes[order[place].0]) {
            for hole in holes_of(side) {
                if order.iter().all(|&(seen, _)| seen != hole) {
                    order.push((hole, Some(side)));
                }
            }
        }
        place += 1;
    }
    for &(hole, towards_root) in order.iter().rev() {
        let is_even = own_stems(&piece.holes[hole], &owners).is_multiple_of(2);
        if let (true, Some(owner)) = (is_even, towards_root.and_then(|side| owners.get_mut(&side))) {
            *owner = !*owner;
        }
    }
    owners
}

/// A map that is being put together.
struct Sketch {
    graph: Graph,
    /// For each disc a half left of which it is.
    corners: Vec<Option<Half>>,
}

impl Sketch {
    /// The spots where discs touch, with a stem for each place of each letter.
    fn contacts(
        &mut self,
        discs: &[Disc],
        piece: &Piece,
        owners: &HashMap<usize, bool>,
    ) -> HashMap<Place, Stem> {
        let mut halves: HashMap<usize, Vec<Half>> = HashMap::new();
        let mut stems = HashMap::new();
        for &disc in &piece.discs {
            for (index, symbol) in discs[disc].word.iter().enumerate() {
                let Symbol::Side(side) = *symbol else { continue };
                let free = halves.entry(side).or_insert_with(|| self.graph.node::<2>().to_vec());
                let Some(half) = free.pop() else { continue };
                // The walk around the disc leaves along this half.
                self.corners[disc] = Some(half);
                stems.insert(Place { disc, index }, Stem { half, is_own: owners.get(&side) == Some(&true) });
            }
        }
        stems
    }

    /// Joins what stands on the rim of a hole. The half left of which its lens is, if it is to have one.
    fn fill(&mut self, hole: &Hole, sides: &HashMap<Place, Stem>, with_lens: bool) -> Option<Half> {
        let mut stems = Vec::new();
        for item in &hole.items {
            let stem = match item.symbol {
                Symbol::Side(_) => sides.get(&item.place).copied(),
                Symbol::One => {
                    let [half] = self.graph.node();
                    self.corners[item.place.disc] = Some(half);
                    Some(Stem { half, is_own: false })
                }
                Symbol::Two => {
                    let (stem, outside) = self.graph.loop_at_end();
                    self.corners[item.place.disc] = Some(outside);
                    Some(stem)
                }
            };
            stems.extend(stem);
        }
        let own = |stems: &[Stem]| stems.iter().filter(|stem| stem.is_own).count();
        if with_lens {
            while own(&stems) == 0 || own(&stems) % 2 == 1 {
                stems.push(self.graph.dead_end());
            }
        } else if own(&stems) == 0 || own(&stems) % 2 == 1 {
            while stems.len() < 2 || own(&stems) % 2 == 0 {
                stems.push(self.graph.dead_end());
            }
            self.graph.join(&stems);
            return None;
        }
        let lens = self.graph.join_with_lens(&stems);
        self.corners[hole.disc].get_or_insert(lens.outside);
        with_lens.then_some(lens.inside)
    }

    /// Numbers spots and darts in an order in which they can be played, and puts the boundaries into faces.
    fn finish(
        self,
        regions: &[Region],
        discs: &[Disc],
        common: Vec<Half>,
    ) -> Result<PlanarMap, NotationError> {
        let Self { graph, corners } = self;
        let bare: usize = regions.iter().map(|region| region.bare).sum();
        let (spots, darts) = order(&graph, bare).ok_or(NotationError::NotFound)?;
        let count = spots.len() + bare;
        let mut rotations = vec![Rotation::Bare; count];
        let mut origins = vec![Spot::new(0); darts.len()];
        for (node, halves) in graph.rotations.iter().enumerate() {
            let own: Vec<Dart> = halves.iter().map(|&half| darts[half]).collect();
            own.iter().for_each(|dart| origins[dart.index()] = spots[node]);
            rotations[spots[node].index()] = match own[..] {
                [a] => Rotation::One([a]),
                [a, b] => Rotation::Two([a, b]),
                [a, b, c] => Rotation::Three([a, b, c]),
                _ => Rotation::Bare,
            };
        }
        let left_of = |half: Half| Corner::LeftOf(darts[half]);
        let mut next_bare = (0..bare).map(|spot| Corner::Bare(Spot::new(spot)));
        let mut faces: Vec<Vec<Corner>> = Vec::new();
        for (region, Region { bare, .. }) in regions.iter().enumerate() {
            let own = discs.iter().zip(&corners).filter(|(disc, _)| disc.region == region);
            let mut face: Vec<Corner> = own.filter_map(|(_, corner)| corner.map(left_of)).collect();
            face.extend(next_bare.by_ref().take(*bare));
            faces.push(face);
        }
        if !common.is_empty() {
            faces.push(common.into_iter().map(left_of).collect());
        }
        let mut map = PlanarMap { rotations, origins, faces };
        let mut seen: Vec<Corner> = map.faces.iter().flatten().flat_map(|&corner| map.walk(corner)).collect();
        for corner in map.darts().map(Corner::LeftOf) {
            if !seen.contains(&corner) {
                seen.extend(map.walk(corner));
                map.faces.push(vec![corner]);
            }
        }
        // What comes out of words that fit together is a map; this is the proof.
        if map.check().is_ok() { Ok(map) } else { Err(NotationError::NoMap) }
    }
}

/// For each node its spot and for each half its dart, so that every spot that owns edges comes after the spots to which they
/// lead. The bare spots come before all others. `None` if there is no such order.
fn order(graph: &Graph, bare: usize) -> Option<(Vec<Spot>, Vec<Dart>)> {
    let nodes = graph.rotations.len();
    let own = |node: usize| graph.rotations[node].iter().copied().filter(|&half| graph.is_own[half]);
    let mut spots: Vec<Option<Spot>> = vec![None; nodes];
    let mut darts = vec![Dart::new(0); graph.origins.len()];
    let mut next = bare;
    for node in (0..nodes).filter(|&node| own(node).count() == 0) {
        spots[node] = Some(Spot::new(next));
        next += 1;
    }
    let mut next_dart = 0;
    while let Some(node) = (0..nodes).find(|&node| {
        spots[node].is_none() && own(node).all(|half| spots[graph.origins[graph.twins[half]]].is_some())
    }) {
        let halves: Vec<Half> = own(node).collect();
        let [first, second] = halves[..] else { return None };
        for (place, half) in [graph.twins[first], first, second, graph.twins[second]].into_iter().enumerate()
        {
            darts[half] = Dart::new(next_dart + place);
        }
        next_dart += 4;
        spots[node] = Some(Spot::new(next));
        next += 1;
    }
    let spots = spots.into_iter().collect::<Option<Vec<Spot>>>()?;
    (next_dart == darts.len()).then_some((spots, darts))
}
