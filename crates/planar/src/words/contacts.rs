//! How boundaries touch each other in spots of degree 2, and how they lie on the sphere for that.
//!
//! A boundary is the rim of a disc, its side of the live face that it borders. A letter is a place where two discs
//! touch, or one touches itself. So discs and letters are the vertices and edges of a graph, the words its rotations, and there is a
//! picture if and only if this graph lies on a sphere, with some of the words reversed. What is left of
//! the sphere between the discs, the faces of that graph, are *holes*. All that is dead can go there.

use std::collections::HashMap;

use super::{NotationError, Region, Symbol};

/// How many steps the search for orientations may take.
const MOST_STEPS: usize = 3000;

/// A boundary with its region. Its word is turned round as the map has it.
#[derive(Clone, Debug)]
pub(crate) struct Disc {
    pub(crate) region: usize,
    pub(crate) word: Vec<Symbol>,
}

/// A place in the word of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) disc: usize,
    pub(crate) index: usize,
}

/// What stands on the rim of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) symbol: Symbol,
    /// Where. A letter has two places; this is the one after which the walk around its disc runs along this hole.
    pub(crate) place: Place,
}

/// A hole: what stands on its rim, in the order of a walk with the hole on the left. Empty if its only disc is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hole {
    pub(crate) items: Vec<Item>,
    pub(crate) disc: usize,
}

/// Discs that letters tie together.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) discs: Vec<usize>,
    pub(crate) holes: Vec<Hole>,
}

/// The discs of all regions, turned so that all lies on a sphere, and their pieces.
pub(crate) fn pieces(regions: &[Region]) -> Result<(Vec<Disc>, Vec<Piece>), NotationError> {
    let mut discs = Vec::new();
    for (region, Region { words, .. }) in regions.iter().enumerate() {
        discs.extend(words.iter().map(|word| Disc { region, word: word.clone() }));
    }
    let groups = groups(&discs);
    for group in &groups {
        let mut seen: Vec<usize> = group.iter().map(|&disc| discs[disc].region).collect();
        seen.sort_unstable();
        // A piece has at most one boundary in a face.
        if seen.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(NotationError::NoMap);
        }
    }
    let mut reversed = vec![false; discs.len()];
    for group in &groups {
        for (disc, is_reversed) in orientations(&discs, group)? {
            reversed[disc] = is_reversed;
        }
    }
    turn_pieces(&discs, &groups, &mut reversed);
    for (disc, is_reversed) in discs.iter_mut().zip(reversed) {
        if is_reversed {
            disc.word.reverse();
        }
    }
    let pieces =
        groups.into_iter().map(|group| Piece { holes: holes(&discs, &group), discs: group }).collect();
    Ok((discs, pieces))
}

/// The discs tied together by letters.
fn groups(discs: &[Disc]) -> Vec<Vec<usize>> {
    let mut group_of: Vec<usize> = (0..discs.len()).collect();
    let mut first: HashMap<usize, usize> = HashMap::new();
    for (disc, Disc { word, .. }) in discs.iter().enumerate() {
        for symbol in word {
            let Symbol::Side(side) = symbol else { continue };
            let other = group_of[*first.entry(*side).or_insert(disc)];
            let own = group_of[disc];
            group_of
                .iter_mut()
                .filter(|group| **group == own.max(other))
                .for_each(|group| *group = own.min(other));
        }
    }
    let members = |leader: usize| (0..discs.len()).filter(|&disc| group_of[disc] == leader).collect();
    (0..discs.len()).filter(|&disc| group_of[disc] == disc).map(members).collect()
}

/// Which words of a piece to reverse so that it lies on a sphere.
fn orientations(discs: &[Disc], group: &[usize]) -> Result<Vec<(usize, bool)>, NotationError> {
    let mut search = Search { discs, steps: 0 };
    let first = group[0];
    let found = search.merge(sides(&discs[first].word), &group[1..], vec![(first, false)])?;
    found.ok_or(NotationError::NoMap)
}

fn sides(word: &[Symbol]) -> Vec<usize> {
    let side = |symbol: &Symbol| match symbol {
        Symbol::Side(side) => Some(*side),
        _ => None,
    };
    word.iter().filter_map(side).collect()
}

struct Search<'discs> {
    discs: &'discs [Disc],
    steps: usize,
}

impl Search<'_> {
    /// Merges one more disc into a cyclic word, either way round: where two discs touch, they become one. Letters
    /// that stand twice in it must not cross.
    fn merge(
        &mut self,
        merged: Vec<usize>,
        rest: &[usize],
        done: Vec<(usize, bool)>,
    ) -> Result<Option<Vec<(usize, bool)>>, NotationError> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(NotationError::NotFound);
        }
        if is_crossed(&merged) {
            return Ok(None);
        }
        let ties = |disc: &usize| {
            let own = sides(&self.discs[*disc].word);
            own.iter().filter(|side| merged.contains(side)).count()
        };
        // The disc with the most ties first, since it is the most likely one to show that something is wrong.
        let Some(&next) = rest.iter().max_by_key(|disc| ties(disc)) else { return Ok(Some(done)) };
        let left: Vec<usize> = rest.iter().copied().filter(|&disc| disc != next).collect();
        for is_reversed in [false, true] {
            let mut word = sides(&self.discs[next].word);
            if is_reversed {
                word.reverse();
            }
            let Some(at) = merged.iter().position(|side| word.contains(side)) else { continue };
            let inner = word.iter().position(|side| *side == merged[at]).unwrap_or(0);
            let whole = [&merged[..at], &word[inner + 1..], &word[..inner], &merged[at + 1..]].concat();
            let mut more = done.clone();
            more.push((next, is_reversed));
            if let Some(found) = self.merge(whole, &left, more)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Whether two letters of a cyclic word that both stand twice cross: a … b … a … b. Others are no matter.
fn is_crossed(word: &[usize]) -> bool {
    let count = |side: &usize| word.iter().filter(|other| *other == side).count();
    let mut open: Vec<usize> = Vec::new();
    for side in word.iter().filter(|side| count(side) == 2) {
        match open.last() {
            Some(last) if last == side => drop(open.pop()),
            _ if open.contains(side) => return true,
            _ => open.push(*side),
        }
    }
    false
}

/// Reverses whole pieces, so that in each region either all words are reversed or none. Pieces and regions are
/// a forest, so one follows from the other; where they are not, the map will not be one of a sphere.
fn turn_pieces(discs: &[Disc], groups: &[Vec<usize>], reversed: &mut [bool]) {
    let mut is_turned = vec![false; groups.len()];
    let mut wanted: HashMap<usize, bool> = HashMap::new();
    loop {
        let is_next = |group: &usize| {
            let known = groups[*group].iter().any(|&disc| wanted.contains_key(&discs[disc].region));
            !is_turned[*group] && (known || wanted.is_empty())
        };
        let next = (0..groups.len()).find(is_next).or_else(|| is_turned.iter().position(|turned| !turned));
        let Some(group) = next else { return };
        is_turned[group] = true;
        let turn =
            groups[group].iter().find_map(|&disc| Some(wanted.get(&discs[disc].region)? != &reversed[disc]));
        for &disc in &groups[group] {
            reversed[disc] ^= turn.unwrap_or(false);
            wanted.entry(discs[disc].region).or_insert(reversed[disc]);
        }
    }
}

/// The holes of a piece: a walk along a hole goes backwards along discs, and from one to the other where they touch.
fn holes(discs: &[Disc], group: &[usize]) -> Vec<Hole> {
    let mut places: HashMap<usize, Vec<Place>> = HashMap::new();
    for &disc in group {
        for (index, symbol) in discs[disc].word.iter().enumerate() {
            if let Symbol::Side(side) = symbol {
                places.entry(*side).or_default().push(Place { disc, index });
            }
        }
    }
    let item = |place: Place| Item { symbol: discs[place.disc].word[place.index], place };
    let before = |place: Place| {
        let length = discs[place.disc].word.len();
        Place { disc: place.disc, index: (place.index + length - 1) % length }
    };
    let other_side = |place: Place| match item(place).symbol {
        Symbol::Side(side) => places[&side].iter().copied().find(|&other| other != place).unwrap_or(place),
        _ => place,
    };
    let contacts: Vec<Place> = group
        .iter()
        .flat_map(|&disc| (0..discs[disc].word.len()).map(move |index| Place { disc, index }))
        .filter(|&place| matches!(item(place).symbol, Symbol::Side(_)))
        .collect();
    if contacts.is_empty() {
        // Then there is one disc only, with one hole around it.
        let around = group.iter().map(|&disc| {
            let indices = (0..discs[disc].word.len()).rev();
            Hole { items: indices.map(|index| item(Place { disc, index })).collect(), disc }
        });
        return around.collect();
    }
    let mut holes: Vec<Hole> = Vec::new();
    for &first in &contacts {
        if holes.iter().any(|hole| hole.items.iter().any(|item| item.place == first)) {
            continue;
        }
        let mut items = vec![item(first)];
        let mut here = before(other_side(first));
        while here != first {
            items.push(item(here));
            here = match item(here).symbol {
                Symbol::Side(_) => before(other_side(here)),
                _ => before(here),
            };
        }
        holes.push(Hole { items, disc: first.disc });
    }
    holes
}
