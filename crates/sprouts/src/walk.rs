//! The canonical form of a land with few letters, by walking through it.
//!
//! Letters tie boundaries together to *groups*. In a position that can be
//! drawn, regions and groups form a tree: a group borders a region with one
//! boundary at most, and no way leads around. So a land that is hung up at one
//! of its regions can be described from there: a region by its boundaries, and
//! each of its groups by a walk that starts on the boundary in this region and
//! goes on through every letter to the boundary on its other side, naming
//! letters as they are met. Behind that boundary lies a region again,
//! described in the same way; its mirror image is chosen freely.
//!
//! The description is made least over all places to start from and all mirror
//! images. Walks part only where both mirror images of a boundary look the
//! same and name letters differently. The groups of a region do not depend on
//! each other and are simply sorted. The form is the land written down in the
//! order of the walks, the least over all regions that an invariant does not
//! tell from the best one to hang the land up at.

use crate::code::{BOUNDARY_END, REGION_END, Token, UPPER};
use crate::parts::{Parts, Stretch, seen};

/// Lands with more letters are left to refinement, since walks may part at many places.
const MOST_LETTERS: usize = 12;
const MOST_TIED: usize = 2 * MOST_LETTERS;

/// How a boundary is read: from a token on, forwards or (mirrored) backwards.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    boundary: u32,
    token: u32,
    mirrored: bool,
}

/// The least description of the group of a boundary, seen from its region.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    words: Stretch,
    readings: Stretch,
}

/// Reusable buffers of the walks.
#[derive(Debug, Default)]
pub(crate) struct Walker {
    /// The tied boundaries.
    tied: Vec<u32>,
    /// For each tied boundary the least one of its group; both by index into `tied`.
    groups: Vec<u8>,
    /// For each boundary its index in `tied`.
    index: Vec<u8>,
    words: Vec<Token>,
    readings: Vec<Reading>,
    /// For each tied boundary and mirror image its group.
    seen: Vec<[Group; 2]>,
    /// For each tied boundary and mirror image all else that borders its region.
    behind: Vec<[Stretch; 2]>,
    sorted: Vec<(Stretch, u32)>,
    starts: Vec<u32>,
    walk: Walk,
    best: Walk,
    names: Vec<Token>,
    queue: Vec<Reading>,
    trial: Vec<Token>,
}

/// One walk through a group.
#[derive(Debug, Default)]
struct Walk {
    words: Vec<Token>,
    readings: Vec<Reading>,
    names: [u8; MOST_LETTERS],
    /// Letters in the order of their names.
    order: Vec<u8>,
    visited: u32,
    /// At each parting of the ways whether to take the mirror image.
    choices: Vec<bool>,
    chosen: usize,
}

const UNNAMED: u8 = u8::MAX;

impl Walker {
    /// Writes the canonical form of a land with letters into `form`. Returns
    /// false if the land has too many letters or is no tree.
    pub(crate) fn canonical(&mut self, parts: &Parts, form: &mut Vec<Token>) -> bool {
        if parts.places.len() > MOST_LETTERS || !self.find_groups(parts) {
            return false;
        }
        let key = |region: usize| {
            let region = &parts.regions[region];
            (region.zeros, region.colour)
        };
        let best = (0..parts.regions.len()).map(key).max();
        form.clear();
        for root in (0..parts.regions.len()).filter(|&region| Some(key(region)) == best) {
            self.words.clear();
            self.readings.clear();
            for boundary in parts.boundaries_of(root).filter(|&b| parts.boundaries[b].tied) {
                self.look(parts, boundary);
            }
            let mirrored = parts.regions[root].sided && self.mirror_is_less(parts, root);
            self.write_form(parts, root, mirrored);
            if form.is_empty() || self.trial < *form {
                std::mem::swap(&mut self.trial, form);
            }
        }
        true
    }

    /// Whether the mirror image of the root is described by less than the root as it is.
    fn mirror_is_less(&mut self, parts: &Parts, root: usize) -> bool {
        let order = parts.words_of(root, true).cmp(parts.words_of(root, false));
        if order.is_ne() {
            return order.is_lt();
        }
        self.sort_groups(parts, root, None, false);
        self.trial.clear();
        for &((start, end), _) in &self.sorted {
            self.trial.extend_from_slice(&self.words[start as usize..end as usize]);
        }
        self.sort_groups(parts, root, None, true);
        let words = &self.words;
        let mirror = self.sorted.iter().flat_map(|&((start, end), _)| &words[start as usize..end as usize]);
        mirror.lt(&self.trial)
    }

    /// Finds the groups; false if regions and groups do not form a tree.
    fn find_groups(&mut self, parts: &Parts) -> bool {
        self.tied.clear();
        self.index.clear();
        for (number, boundary) in parts.boundaries.iter().enumerate() {
            self.index.push(self.tied.len() as u8);
            if boundary.tied {
                self.tied.push(number as u32);
            }
        }
        let count = self.tied.len();
        self.groups.clear();
        self.groups.extend(0..count as u8);
        let mut groups = count;
        for places in &parts.places {
            let [a, b] = places.map(|place| self.groups[usize::from(self.index[place.boundary as usize])]);
            if a != b {
                groups -= 1;
                for group in &mut self.groups {
                    if *group == a.max(b) {
                        *group = a.min(b);
                    }
                }
            }
        }
        self.seen.clear();
        self.seen.resize(count, [Group::default(); 2]);
        self.behind.clear();
        self.behind.resize(count, [(0, 0); 2]);
        // The land is connected, so it is a tree if it has one edge, a tied boundary, less than nodes.
        count + 1 == parts.regions.len() + groups
    }

    /// Describes the group of a boundary as seen from its region.
    fn look(&mut self, parts: &Parts, boundary: usize) {
        let index = usize::from(self.index[boundary]);
        for other in (0..self.tied.len()).filter(|&other| other != index) {
            if self.groups[other] != self.groups[index] {
                continue;
            }
            let entering = self.tied[other] as usize;
            let region = parts.boundaries[entering].region as usize;
            for next in parts.boundaries_of(region) {
                if next != entering && parts.boundaries[next].tied {
                    self.look(parts, next);
                }
            }
            for mirrored in [false, true] {
                if mirrored && !parts.regions[region].sided {
                    self.behind[other][1] = self.behind[other][0];
                    break;
                }
                self.sort_groups(parts, region, Some(entering), mirrored);
                let start = self.words.len() as u32;
                self.words.push(parts.regions[region].zeros as Token);
                self.words.extend_from_slice(parts.words_of(region, mirrored));
                for &((start, end), _) in &self.sorted {
                    self.words.extend_from_within(start as usize..end as usize);
                }
                self.words.push(REGION_END);
                self.behind[other][usize::from(mirrored)] = (start, self.words.len() as u32);
            }
        }
        let region = parts.boundaries[boundary].region as usize;
        for mirrored in [false, true] {
            self.seen[index][usize::from(mirrored)] = if mirrored && !parts.regions[region].sided {
                self.seen[index][0]
            } else {
                self.walk_all(parts, boundary, mirrored)
            };
        }
    }

    /// Sorts the groups of a region, all but the one that is entered from, by their descriptions.
    fn sort_groups(&mut self, parts: &Parts, region: usize, entering: Option<usize>, mirrored: bool) {
        self.sorted.clear();
        for boundary in parts.boundaries_of(region) {
            if parts.boundaries[boundary].tied && Some(boundary) != entering {
                let index = usize::from(self.index[boundary]);
                self.sorted.push((self.seen[index][usize::from(mirrored)].words, boundary as u32));
            }
        }
        if self.sorted.len() > 1 {
            let words = &self.words;
            let slice = |(start, end): Stretch| &words[start as usize..end as usize];
            self.sorted.sort_by(|a, b| slice(a.0).cmp(slice(b.0)));
        }
    }

    /// The least of all walks that start on a boundary in one direction.
    fn walk_all(&mut self, parts: &Parts, boundary: usize, mirrored: bool) -> Group {
        let (start, end) = parts.boundaries[boundary].bounds();
        let mut found = false;
        self.starts.clear();
        for token in start..end {
            if parts.tokens[token] < UPPER {
                continue;
            }
            // The first word names letters one after the other wherever it
            // starts, so only where it is least without names is a start.
            let reading = |token: u32| Reading { boundary: boundary as u32, token, mirrored };
            let blind = |token: u32| tokens(parts, reading(token)).map(|token| token.min(UPPER));
            match self.starts.first().map(|&first| blind(token as u32).cmp(blind(first))) {
                Some(std::cmp::Ordering::Greater) => continue,
                Some(std::cmp::Ordering::Less) => self.starts.clear(),
                _ => {}
            }
            self.starts.push(token as u32);
        }
        for start in 0..self.starts.len() {
            let token = self.starts[start];
            self.walk.choices.clear();
            loop {
                let reading = Reading { boundary: boundary as u32, token, mirrored };
                let best = if found { &self.best.words[..] } else { &[] };
                let index = &self.index;
                if self.walk.run(parts, reading, index, &self.behind, &self.words, best) {
                    std::mem::swap(&mut self.walk.words, &mut self.best.words);
                    std::mem::swap(&mut self.walk.readings, &mut self.best.readings);
                    found = true;
                }
                if !self.walk.next_choices() {
                    break;
                }
            }
        }
        let (word, reading) = (self.words.len() as u32, self.readings.len() as u32);
        self.words.extend_from_slice(&self.best.words);
        self.readings.extend_from_slice(&self.best.readings);
        Group { words: (word, self.words.len() as u32), readings: (reading, self.readings.len() as u32) }
    }

    /// Writes the land into `trial` in the order of the walks from a region.
    fn write_form(&mut self, parts: &Parts, root: usize, mirrored: bool) {
        self.trial.clear();
        self.names.clear();
        self.names.resize(parts.places.len(), 0);
        self.queue.clear();
        let mut named = UPPER;
        self.write_region(parts, root, None, mirrored, &mut named);
        let mut next = 0;
        while next < self.queue.len() {
            let reading = self.queue[next];
            next += 1;
            let region = parts.boundaries[reading.boundary as usize].region as usize;
            self.write_region(parts, region, Some(reading), reading.mirrored, &mut named);
        }
    }

    fn write_region(
        &mut self,
        parts: &Parts,
        region: usize,
        entering: Option<Reading>,
        mirrored: bool,
        named: &mut Token,
    ) {
        self.trial.extend(std::iter::repeat_n(0, parts.regions[region].zeros as usize));
        self.trial.extend_from_slice(parts.words_of(region, mirrored));
        if let Some(reading) = entering {
            self.write_boundary(parts, reading, named);
        }
        self.sort_groups(parts, region, entering.map(|reading| reading.boundary as usize), mirrored);
        for place in 0..self.sorted.len() {
            let boundary = self.sorted[place].1 as usize;
            let index = usize::from(self.index[boundary]);
            let (start, end) = self.seen[index][usize::from(mirrored)].readings;
            let first = self.readings[start as usize];
            self.write_boundary(parts, first, named);
            self.queue.extend_from_slice(&self.readings[start as usize + 1..end as usize]);
        }
        self.trial.push(REGION_END);
    }

    fn write_boundary(&mut self, parts: &Parts, reading: Reading, named: &mut Token) {
        for mut token in tokens(parts, reading) {
            if token >= UPPER {
                let name = &mut self.names[usize::from(token - UPPER)];
                if *name == 0 {
                    *name = *named;
                    *named += 1;
                }
                token = *name;
            }
            self.trial.push(token);
        }
        self.trial.push(BOUNDARY_END);
    }
}

/// The tokens of a boundary as it is read once around.
#[inline]
fn tokens(parts: &Parts, reading: Reading) -> impl Iterator<Item = Token> + '_ {
    let (start, end) = parts.boundaries[reading.boundary as usize].bounds();
    let (symbols, first) = (&parts.tokens[start..end], reading.token as usize - start);
    let length = symbols.len();
    let mut place = first;
    (0..length).map(move |_| {
        let token = symbols[place];
        if reading.mirrored {
            place = if place == 0 { length - 1 } else { place - 1 };
        } else {
            place = if place + 1 == length { 0 } else { place + 1 };
        }
        if token >= UPPER { token } else { seen(token, length as Token, reading.mirrored) }
    })
}

impl Walk {
    /// Walks through a group from a reading of one of its boundaries. Returns
    /// whether the description is less than `best` (which is empty if there is none yet).
    fn run(
        &mut self,
        parts: &Parts,
        first: Reading,
        index: &[u8],
        behind: &[[Stretch; 2]],
        words: &[Token],
        best: &[Token],
    ) -> bool {
        self.words.clear();
        self.readings.clear();
        self.order.clear();
        self.names = [UNNAMED; MOST_LETTERS];
        self.visited = 1 << index[first.boundary as usize];
        self.chosen = 0;
        let slice = |(start, end): Stretch| &words[start as usize..end as usize];
        let mut less = best.is_empty();
        self.push_word(parts, first);
        self.readings.push(first);
        let mut compared = 0;
        let mut next = 0;
        loop {
            if !less {
                let until = self.words.len().min(best.len());
                match self.words[compared..until].cmp(&best[compared..until]) {
                    std::cmp::Ordering::Greater => return false,
                    std::cmp::Ordering::Less => less = true,
                    std::cmp::Ordering::Equal => compared = until,
                }
            }
            let Some(&letter) = self.order.get(next) else { break };
            next += 1;
            let unvisited =
                |place: &&crate::parts::Place| self.visited >> index[place.boundary as usize] & 1 == 0;
            let Some(place) = parts.places[usize::from(letter)].iter().find(unvisited) else {
                continue;
            };
            let boundary = index[place.boundary as usize];
            self.visited |= 1 << boundary;
            let plain = Reading { boundary: place.boundary, token: place.token, mirrored: false };
            let mirrored = Reading { mirrored: true, ..plain };
            let [rest, mirrored_rest] = behind[usize::from(boundary)].map(slice);
            let sided = parts.regions[parts.boundaries[place.boundary as usize].region as usize].sided;
            let mirror = sided
                && match self.compare(parts, plain, mirrored).then_with(|| rest.cmp(mirrored_rest)) {
                    std::cmp::Ordering::Less => false,
                    std::cmp::Ordering::Greater => true,
                    // With one new letter at most both ways go on alike.
                    std::cmp::Ordering::Equal => self.new_letters(parts, plain) > 1 && self.choose(),
                };
            let reading = if mirror { mirrored } else { plain };
            self.push_word(parts, reading);
            self.words.extend_from_slice(if reading.mirrored { mirrored_rest } else { rest });
            self.readings.push(reading);
        }
        less
    }

    fn push_word(&mut self, parts: &Parts, reading: Reading) {
        for mut token in tokens(parts, reading) {
            if token >= UPPER {
                let letter = token - UPPER;
                let name = &mut self.names[usize::from(letter)];
                if *name == UNNAMED {
                    *name = self.order.len() as u8;
                    self.order.push(letter as u8);
                }
                token = UPPER + Token::from(*name);
            }
            self.words.push(token);
        }
        self.words.push(BOUNDARY_END);
    }

    /// Compares two readings of a boundary by the words that they would give.
    /// New names grow in order of appearance and are above all old ones, so
    /// that letters without a name can be compared as if they were equal.
    fn compare(&self, parts: &Parts, a: Reading, b: Reading) -> std::cmp::Ordering {
        let named = |token: Token| match token {
            UPPER.. => UPPER + Token::from(self.names[usize::from(token - UPPER)]),
            _ => token,
        };
        tokens(parts, a).map(named).cmp(tokens(parts, b).map(named))
    }

    /// The number of letters on a boundary that have no name yet.
    fn new_letters(&self, parts: &Parts, reading: Reading) -> usize {
        let unnamed = |&token: &Token| token >= UPPER && self.names[usize::from(token - UPPER)] == UNNAMED;
        parts.tokens_of(reading.boundary as usize).iter().copied().filter(unnamed).count()
    }

    /// Whether to take the mirror image at this parting of the ways.
    fn choose(&mut self) -> bool {
        if self.chosen == self.choices.len() {
            self.choices.push(false);
        }
        self.chosen += 1;
        self.choices[self.chosen - 1]
    }

    /// Goes on to the next way at the last parting; false if all were taken.
    fn next_choices(&mut self) -> bool {
        self.choices.truncate(self.chosen);
        while let Some(last) = self.choices.pop() {
            if !last {
                self.choices.push(true);
                return true;
            }
        }
        false
    }
}

const _: () = assert!(MOST_TIED <= 32, "visited boundaries are bits of a u32");
