//! The exact canonical form of a land.
//!
//! Two diagrams are the same land exactly when they differ only by the names
//! of letters, by rotations of boundaries, by the order of boundaries and
//! regions, and by mirroring all boundaries of one region together, each
//! region on its own.
//!
//! Lower-case letters need no names: each is written as the distance to its
//! other side. Once the upper-case letters are ranked the rest is sorting:
//! every boundary takes its least rotation, a region its lesser mirror image,
//! boundaries and regions go in order. So the form is the least result over
//! all rankings that agree with an invariant colouring of the letters: colours
//! are refined by what stands around the letter, and where some stay equal
//! each of them is put first in turn (individualisation and refinement, as in
//! McKay's *Practical graph isomorphism*, 1981). A ranking that gives a result
//! seen before shows an automorphism, and the rest of that branch is skipped.

use crate::code::{BOUNDARY_END, LOWER, REGION_END, Token, UPPER};
use crate::diagram::{Diagram, Symbol, ZERO, letter};

const NOWHERE: u32 = u32::MAX;

/// A boundary that is more than one bare spot.
#[derive(Clone, Copy, Debug)]
struct Boundary {
    start: u32,
    end: u32,
    region: u32,
    /// Whether an upper-case letter stands on it.
    tied: bool,
    /// The part of its colour that does not depend on letters.
    colour: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Region {
    /// How many bare spots it holds.
    zeros: u32,
    /// Its other boundaries, as a range of `boundaries`.
    start: u32,
    end: u32,
}

/// Reusable buffers that turn one land of a simplified diagram into its form.
#[derive(Debug, Default)]
pub(crate) struct Canonizer {
    // The land.
    tokens: Vec<Token>,
    boundaries: Vec<Boundary>,
    regions: Vec<Region>,
    /// Number of upper-case letters.
    letters: usize,
    /// Both places of every upper-case letter: (boundary, index into `tokens`).
    places: Vec<[(u32, u32); 2]>,
    names: Vec<u32>,

    // Refinement.
    colours: Vec<u64>,
    sorted: Vec<u64>,
    new_colours: Vec<u64>,
    region_colours: Vec<u64>,

    // The search for the least form.
    path: Vec<usize>,
    first: Leaf,
    best: Leaf,

    // The form for one ranking.
    ranks: Vec<Token>,
    writer: Writer,
    form: Vec<Token>,
}

#[derive(Debug, Default)]
struct Leaf {
    found: bool,
    form: Vec<Token>,
    path: Vec<usize>,
}

impl Leaf {
    fn set(&mut self, form: &[Token], path: &[usize]) {
        self.found = true;
        self.form.clear();
        self.form.extend_from_slice(form);
        self.path.clear();
        self.path.extend_from_slice(path);
    }

    /// The depth at which `path` leaves the path to this leaf.
    fn fork(&self, path: &[usize]) -> usize {
        self.path.iter().zip(path).take_while(|(a, b)| a == b).count()
    }
}

impl Canonizer {
    /// The canonical form of the land that consists of the given regions of a
    /// simplified diagram. No letter may be shared with a region outside.
    pub(crate) fn canonical(&mut self, diagram: &Diagram, regions: &[u32]) -> &[Token] {
        if is_double_pair(diagram, regions) {
            return &[2, 2, BOUNDARY_END, REGION_END];
        }
        self.read(diagram, regions);
        self.best.found = false;
        match self.letters {
            0 => self.write_form(),
            1 => {
                self.ranks.clear();
                self.ranks.push(0);
                self.write_form();
            }
            2 => {
                // Cheaper than to refine.
                self.ranks.clear();
                self.ranks.extend([0, 1]);
                self.write_form();
                self.best.set(&self.form, &[]);
                self.ranks.swap(0, 1);
                self.write_form();
                if self.best.form < self.form {
                    return &self.best.form;
                }
            }
            _ => {
                self.first.found = false;
                self.colours.clear();
                self.colours.resize(self.letters, 1);
                self.path.clear();
                self.search(0);
                return &self.best.form;
            }
        }
        &self.form
    }

    fn read(&mut self, diagram: &Diagram, regions: &[u32]) {
        self.tokens.clear();
        self.boundaries.clear();
        self.regions.clear();
        self.places.clear();
        self.letters = 0;
        self.names.clear();
        self.names.resize(diagram.letters(), NOWHERE);
        for &region in regions {
            let mut zeros = 0;
            let start = self.boundaries.len() as u32;
            for boundary in diagram.boundaries(region as usize) {
                let symbols = diagram.boundary(boundary);
                if symbols[0] == ZERO {
                    zeros += 1;
                } else {
                    self.read_boundary(symbols, self.regions.len() as u32);
                }
            }
            self.regions.push(Region { zeros, start, end: self.boundaries.len() as u32 });
        }
        // A letter is upper case where its second side was met on another
        // boundary; only now is it known which are.
        for boundary in &mut self.boundaries {
            let tokens = &self.tokens[boundary.start as usize..boundary.end as usize];
            boundary.tied = tokens.iter().any(|&t| t >= UPPER);
            if !boundary.tied && self.letters > 2 {
                boundary.colour = fixed_colour(tokens);
            }
        }
    }

    fn read_boundary(&mut self, symbols: &[Symbol], region: u32) {
        let boundary = self.boundaries.len() as u32;
        let start = self.tokens.len();
        for (place, &symbol) in symbols.iter().enumerate() {
            let Some(index) = letter(symbol) else {
                self.tokens.push(symbol);
                continue;
            };
            let here = (start + place) as u32;
            let name = self.names[index];
            if name == NOWHERE {
                // For the moment: the place of its first side.
                self.names[index] = here;
                self.tokens.push(UPPER);
            } else if name as usize >= start {
                let distance = (here - name) as Token;
                self.tokens[name as usize] = LOWER + distance;
                self.tokens.push(LOWER + symbols.len() as Token - distance);
            } else {
                let upper = UPPER + self.letters as Token;
                self.tokens[name as usize] = upper;
                self.tokens.push(upper);
                let first = self.boundaries.iter().position(|b| name < b.end).unwrap_or(0);
                self.places.push([(first as u32, name), (boundary, here)]);
                self.letters += 1;
            }
        }
        let end = self.tokens.len() as u32;
        self.boundaries.push(Boundary { start: start as u32, end, region, tied: false, colour: 0 });
    }

    /// Explores all rankings below the current colours, which start at `base`.
    /// Returns the depth to go on from: less than the current depth when the
    /// rest of this branch mirrors one that has been explored.
    fn search(&mut self, base: usize) -> usize {
        let depth = self.path.len();
        self.refine(base);
        let Some(tied) = self.tied_colour(base) else {
            return self.leaf(base);
        };
        for chosen in 0..self.letters {
            if self.colours[base + chosen] != tied {
                continue;
            }
            let next = self.colours.len();
            self.colours.extend_from_within(base..base + self.letters);
            self.colours[next + chosen] = mix(tied ^ 0x5bf0_3635);
            self.path.push(chosen);
            let back = self.search(next);
            self.path.pop();
            self.colours.truncate(next);
            if back < depth {
                return back;
            }
        }
        depth
    }

    fn leaf(&mut self, base: usize) -> usize {
        let colours = &self.colours[base..];
        self.ranks.clear();
        self.ranks.extend(colours.iter().map(|c| self.sorted.partition_point(|s| s < c) as Token));
        self.write_form();
        if !self.first.found {
            self.first.set(&self.form, &self.path);
            self.best.set(&self.form, &self.path);
        } else if self.form == self.first.form {
            return self.first.fork(&self.path);
        } else if self.form == self.best.form {
            return self.best.fork(&self.path);
        } else if self.form < self.best.form {
            self.best.set(&self.form, &self.path);
        }
        self.path.len()
    }

    /// The least colour that several letters have. Needs `sorted` from [`Self::refine`].
    fn tied_colour(&self, _base: usize) -> Option<u64> {
        self.sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    }

    /// Refines the colours that start at `base` until no further letters are told apart.
    fn refine(&mut self, base: usize) {
        let mut distinct = self.sort_colours(base);
        while distinct < self.letters {
            self.refine_once(base);
            let now = self.sort_colours(base);
            if now == distinct {
                break;
            }
            distinct = now;
        }
    }

    /// Sorts the colours into `sorted` and counts the different ones.
    fn sort_colours(&mut self, base: usize) -> usize {
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.colours[base..base + self.letters]);
        self.sorted.sort_unstable();
        1 + self.sorted.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    fn refine_once(&mut self, base: usize) {
        let letters = self.letters;
        self.new_colours.clear();
        self.new_colours.resize(2 * letters, 0);
        self.region_colours.clear();
        self.region_colours.extend(self.regions.iter().map(|r| mix(u64::from(r.zeros) + 7)));
        for boundary in &self.boundaries {
            if !boundary.tied {
                let region = &mut self.region_colours[boundary.region as usize];
                *region = region.wrapping_add(boundary.colour);
            }
        }
        let mut boundary_sum = vec_of_zeros(&mut self.sorted, self.boundaries.len());
        let colours = &self.colours[base..base + letters];
        for (index, places) in self.places.iter().enumerate() {
            for (side, &(boundary, place)) in places.iter().enumerate() {
                let Boundary { start, end, .. } = self.boundaries[boundary as usize];
                let tokens = &self.tokens[start as usize..end as usize];
                let view = view_from(tokens, (place - start) as usize, colours);
                self.new_colours[2 * index + side] = view;
                boundary_sum[boundary as usize] =
                    boundary_sum[boundary as usize].wrapping_add(mix(view));
            }
        }
        for (boundary, sum) in self.boundaries.iter().zip(boundary_sum.drain(..)) {
            if boundary.tied {
                let region = &mut self.region_colours[boundary.region as usize];
                *region = region.wrapping_add(mix(sum));
            }
        }
        for index in 0..letters {
            let mut sum = 0u64;
            for side in 0..2 {
                let boundary = self.places[index][side].0 as usize;
                let region = self.boundaries[boundary].region as usize;
                let view = self.new_colours[2 * index + side];
                sum = sum.wrapping_add(mix(view ^ self.region_colours[region].rotate_left(17)));
            }
            let colour = &mut self.colours[base + index];
            *colour = mix(colour.wrapping_mul(3).wrapping_add(sum));
        }
    }

    /// Writes the form under `ranks` into `form`.
    fn write_form(&mut self) {
        self.writer.write(&self.tokens, &self.boundaries, &self.regions, &self.ranks);
        self.writer.finish(self.letters, &mut self.form);
    }
}

/// Writes forms: sorts words into regions and regions into a land.
#[derive(Debug, Default)]
struct Writer {
    /// Words of boundaries, each rotated to its least form, for one mirror image of one region.
    words: Vec<Token>,
    word_ends: Vec<(u32, u32)>,
    /// Regions, one after the other, and where each starts and ends.
    streams: Vec<Token>,
    regions: Vec<(u32, u32)>,
    other: Vec<Token>,
    names: Vec<Token>,
}

impl Writer {
    fn write(&mut self, tokens: &[Token], boundaries: &[Boundary], regions: &[Region], ranks: &[Token]) {
        self.streams.clear();
        self.regions.clear();
        for region in regions {
            let start = self.streams.len();
            self.streams.extend(std::iter::repeat_n(0, region.zeros as usize));
            let own = &boundaries[region.start as usize..region.end as usize];
            let words = self.streams.len();
            self.write_words(tokens, own, ranks, false);
            if own.iter().any(|b| b.end - b.start > 2) {
                self.other.clear();
                std::mem::swap(&mut self.other, &mut self.streams);
                self.write_words(tokens, own, ranks, true);
                std::mem::swap(&mut self.other, &mut self.streams);
                if self.other[..] < self.streams[words..] {
                    self.streams.truncate(words);
                    self.streams.extend_from_slice(&self.other);
                }
            }
            self.streams.push(REGION_END);
            self.regions.push((start as u32, self.streams.len() as u32));
        }
    }

    /// Appends the words of the boundaries in order, of the region as it is or mirrored.
    fn write_words(&mut self, tokens: &[Token], own: &[Boundary], ranks: &[Token], mirrored: bool) {
        self.words.clear();
        self.word_ends.clear();
        for boundary in own {
            let symbols = &tokens[boundary.start as usize..boundary.end as usize];
            let start = self.words.len();
            let length = symbols.len() as Token;
            let ranked = |&token: &Token| match token {
                UPPER.. => UPPER + ranks[usize::from(token - UPPER)],
                LOWER.. if mirrored => LOWER + length - (token - LOWER),
                _ => token,
            };
            if mirrored {
                self.words.extend(symbols.iter().rev().map(ranked));
            } else {
                self.words.extend(symbols.iter().map(ranked));
            }
            least_rotation(&mut self.words[start..]);
            self.words.push(BOUNDARY_END);
            self.word_ends.push((start as u32, self.words.len() as u32));
        }
        let words = &self.words;
        sort_by_slices(&mut self.word_ends, words);
        for &(start, end) in &self.word_ends {
            self.streams.extend_from_slice(&words[start as usize..end as usize]);
        }
    }

    /// Sorts the regions and names the letters in order of appearance.
    fn finish(&mut self, letters: usize, form: &mut Vec<Token>) {
        sort_by_slices(&mut self.regions, &self.streams);
        form.clear();
        if letters == 0 {
            let streams = &self.streams;
            form.extend(self.regions.iter().flat_map(|&(s, e)| &streams[s as usize..e as usize]));
            return;
        }
        self.names.clear();
        self.names.resize(letters, 0);
        let mut named = 0;
        for &(start, end) in &self.regions {
            for &token in &self.streams[start as usize..end as usize] {
                if token < UPPER {
                    form.push(token);
                    continue;
                }
                let name = &mut self.names[usize::from(token - UPPER)];
                if *name == 0 {
                    named += 1;
                    *name = named;
                }
                form.push(UPPER + *name - 1);
            }
        }
    }
}

/// Sorts ranges of `text` by what stands in them. Insertion sort: there are few.
fn sort_by_slices(ranges: &mut [(u32, u32)], text: &[Token]) {
    let slice = |(start, end): (u32, u32)| &text[start as usize..end as usize];
    if ranges.len() > 16 {
        ranges.sort_by(|&a, &b| slice(a).cmp(slice(b)));
        return;
    }
    for sorted in 1..ranges.len() {
        let mut place = sorted;
        while place > 0 && slice(ranges[place]) < slice(ranges[place - 1]) {
            ranges.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// Rotates a word to its least rotation.
fn least_rotation(word: &mut [Token]) {
    let length = word.len();
    let mut best = 0;
    let mut start = 1;
    while start < length {
        // Compares the rotations that start at `best` and at `start`.
        let mut same = 0;
        while same < length {
            let a = word[wrap(best + same, length)];
            let b = word[wrap(start + same, length)];
            if a != b {
                if b < a {
                    best = start;
                }
                break;
            }
            same += 1;
        }
        if same == length {
            // The word repeats itself from here on.
            break;
        }
        start += 1;
    }
    word.rotate_left(best);
}

#[inline]
fn wrap(index: usize, length: usize) -> usize {
    if index < length { index } else { index - length }
}

/// What a letter sees when walking along its boundary from `place` in both
/// directions, as one colour that does not tell the directions apart.
fn view_from(tokens: &[Token], place: usize, colours: &[u64]) -> u64 {
    let length = tokens.len();
    let colour = |token: Token, forwards: bool| match token {
        UPPER.. => colours[usize::from(token - UPPER)],
        LOWER.. if !forwards => u64::from(LOWER + length as Token - (token - LOWER)),
        _ => u64::from(token),
    };
    let (mut ahead, mut behind) = (length as u64, length as u64);
    for step in 0..length {
        let (there, back) = (wrap(place + step, length), wrap(place + length - step, length));
        ahead = mix(ahead.wrapping_add(colour(tokens[there], true)));
        behind = mix(behind.wrapping_add(colour(tokens[back], false)));
    }
    ahead.wrapping_add(behind)
}

/// The colour of a boundary on which no upper-case letter stands.
fn fixed_colour(tokens: &[Token]) -> u64 {
    let sum = (0..tokens.len()).fold(0u64, |sum, place| sum.wrapping_add(mix(view_from(tokens, place, &[]))));
    mix(sum)
}

fn vec_of_zeros(buffer: &mut Vec<u64>, length: usize) -> &mut Vec<u64> {
    buffer.clear();
    buffer.resize(length, 0);
    buffer
}

/// Mixes the bits of a colour. The constant is that of Fibonacci hashing.
#[inline]
fn mix(colour: u64) -> u64 {
    let spread = colour.wrapping_add(0x2545_f491).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ (spread >> 29)
}

/// Whether the land is `AB|AB`, which one move ends, as it ends `22`.
fn is_double_pair(diagram: &Diagram, regions: &[u32]) -> bool {
    regions.len() == 2
        && regions.iter().all(|&region| {
            let symbols = diagram.region_symbols(region as usize);
            symbols.len() == 2 && symbols.iter().all(|&s| letter(s).is_some())
        })
}
