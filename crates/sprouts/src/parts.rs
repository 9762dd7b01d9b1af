//! A land cut up into its parts, for the search for its canonical form.

use crate::code::{BOUNDARY_END, LOWER, REGION_END, Token, UPPER};

/// A range of tokens.
pub(crate) type Stretch = (u32, u32);

/// A boundary that is more than one bare spot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boundary {
    /// Its tokens.
    tokens: Stretch,
    /// The region that it borders.
    pub(crate) region: u32,
    /// Whether upper-case letters stand on it.
    pub(crate) tied: bool,
    /// If none do: its word, as it is and mirrored.
    word: [Stretch; 2],
}

impl Boundary {
    /// Where its tokens start and end.
    #[inline]
    pub(crate) fn bounds(&self) -> (usize, usize) {
        (self.tokens.0 as usize, self.tokens.1 as usize)
    }
}

/// A region: some bare spots and a range of boundaries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// The number of bare spots.
    pub(crate) zeros: u32,
    boundaries: Stretch,
    /// Whether its mirror image can differ from it.
    pub(crate) sided: bool,
    /// The words of boundaries without letters, in order, as they are and mirrored.
    words: [Stretch; 2],
    /// An invariant of all but the letters.
    pub(crate) colour: u64,
}

/// Where one side of an upper-case letter stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The boundary.
    pub(crate) boundary: u32,
    /// Index into all tokens.
    pub(crate) token: u32,
}

/// The parts of a land.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// The tokens of all boundaries but bare spots.
    pub(crate) tokens: Vec<Token>,
    /// All boundaries but bare spots.
    pub(crate) boundaries: Vec<Boundary>,
    /// All regions.
    pub(crate) regions: Vec<Region>,
    /// Both places of every upper-case letter.
    pub(crate) places: Vec<[Place; 2]>,
    /// Words that do not depend on the names of letters.
    words: Vec<Token>,
    sorted: Vec<Stretch>,
}

impl Parts {
    /// Cuts up the land with these tokens. Letters are named in order of appearance.
    pub(crate) fn read(&mut self, tokens: &[Token]) {
        self.tokens.clear();
        self.boundaries.clear();
        self.regions.clear();
        self.places.clear();
        self.words.clear();
        let mut zeros = 0;
        let (mut first_boundary, mut first_token) = (0, 0);
        let mut tied = false;
        for &token in tokens {
            match token {
                0 => zeros += 1,
                BOUNDARY_END => {
                    let end = self.tokens.len() as u32;
                    let region = self.regions.len() as u32;
                    let tokens = (first_token, end);
                    self.boundaries.push(Boundary { tokens, region, tied, word: [(0, 0); 2] });
                    first_token = end;
                    tied = false;
                }
                REGION_END => {
                    let end = self.boundaries.len() as u32;
                    self.finish_region(zeros, (first_boundary, end));
                    first_boundary = end;
                    zeros = 0;
                }
                _ => {
                    if token >= UPPER {
                        tied = true;
                        self.place(usize::from(token - UPPER));
                    }
                    self.tokens.push(token);
                }
            }
        }
    }

    fn place(&mut self, letter: usize) {
        let place = Place { boundary: self.boundaries.len() as u32, token: self.tokens.len() as u32 };
        match self.places.get_mut(letter) {
            Some(places) => places[1] = place,
            None => self.places.push([place, place]),
        }
    }

    /// Writes the words of a region that do not depend on letters.
    fn finish_region(&mut self, zeros: u32, boundaries: Stretch) {
        let mut sided = false;
        let mut words = [(0, 0); 2];
        let mut colours = [0; 2];
        let range = boundaries.0 as usize..boundaries.1 as usize;
        for mirrored in [false, true] {
            self.sorted.clear();
            for boundary in &mut self.boundaries[range.clone()] {
                let (start, end) = boundary.bounds();
                sided |= end - start > 2;
                if !boundary.tied {
                    let first = self.words.len() as u32;
                    push_least_word(&self.tokens[start..end], &[], mirrored, &mut self.words);
                    boundary.word[usize::from(mirrored)] = (first, self.words.len() as u32);
                    self.sorted.push((first, self.words.len() as u32));
                }
            }
            words[usize::from(mirrored)] = match self.sorted[..] {
                [] => (0, 0),
                [only] => only,
                _ => {
                    sort_by_slices(&mut self.sorted, &self.words);
                    let first = self.words.len();
                    for &(start, end) in &self.sorted {
                        self.words.extend_from_within(start as usize..end as usize);
                    }
                    (first as u32, self.words.len() as u32)
                }
            };
            let (start, end) = words[usize::from(mirrored)];
            colours[usize::from(mirrored)] = self.words[start as usize..end as usize]
                .iter()
                .fold(0, |hash, &token| mix(hash ^ u64::from(token)));
            if !sided {
                words[1] = words[0];
                colours[1] = colours[0];
                for boundary in &mut self.boundaries[range.clone()] {
                    boundary.word[1] = boundary.word[0];
                }
                break;
            }
        }
        let mut colour = mix(u64::from(zeros)).wrapping_add(mix(colours[0].wrapping_add(colours[1])));
        for boundary in self.boundaries[range].iter().filter(|boundary| boundary.tied) {
            colour = colour.wrapping_add(mix(u64::from(boundary.tokens.1 - boundary.tokens.0)));
        }
        self.regions.push(Region { zeros, boundaries, sided, words, colour });
    }

    /// The boundaries of a region that are more than bare spots, by number.
    #[inline]
    pub(crate) fn boundaries_of(&self, region: usize) -> std::ops::Range<usize> {
        let (start, end) = self.regions[region].boundaries;
        start as usize..end as usize
    }

    /// The tokens of a boundary.
    #[inline]
    pub(crate) fn tokens_of(&self, boundary: usize) -> &[Token] {
        let (start, end) = self.boundaries[boundary].bounds();
        &self.tokens[start..end]
    }

    /// The word of a boundary without letters.
    #[inline]
    pub(crate) fn word(&self, boundary: usize, mirrored: bool) -> &[Token] {
        let (start, end) = self.boundaries[boundary].word[usize::from(mirrored)];
        &self.words[start as usize..end as usize]
    }

    /// The words of all boundaries of a region that have no letters, in order.
    #[inline]
    pub(crate) fn words_of(&self, region: usize, mirrored: bool) -> &[Token] {
        let (start, end) = self.regions[region].words[usize::from(mirrored)];
        &self.words[start as usize..end as usize]
    }
}

/// Appends a boundary, read forwards or backwards from where it is least, with its end mark.
/// `ranks` has the rank of every upper-case letter.
#[inline]
pub(crate) fn push_least_word(symbols: &[Token], ranks: &[Token], mirrored: bool, words: &mut Vec<Token>) {
    let start = words.len();
    let length = symbols.len() as Token;
    let ranked = |&token: &Token| match token {
        UPPER.. => UPPER + ranks[usize::from(token - UPPER)],
        _ => seen(token, length, mirrored),
    };
    if mirrored {
        words.extend(symbols.iter().rev().map(ranked));
    } else {
        words.extend(symbols.iter().map(ranked));
    }
    rotate_to_least(&mut words[start..]);
    words.push(BOUNDARY_END);
}

/// A token that is no upper-case letter as it reads in a boundary of this length. Read
/// backwards, the other side of a letter is the rest of the way around ahead.
#[inline]
pub(crate) fn seen(token: Token, length: Token, mirrored: bool) -> Token {
    if mirrored && token >= LOWER { LOWER + length - (token - LOWER) } else { token }
}

#[inline]
fn rotate_to_least(word: &mut [Token]) {
    match word {
        [] | [_] => {}
        [first, second] => {
            if second < first {
                std::mem::swap(first, second);
            }
        }
        _ => {
            let best = least_rotation(word);
            if best > 0 {
                word.rotate_left(best);
            }
        }
    }
}

/// Where the least rotation of a word starts. Takes time linear in its length:
/// two candidates are compared, and the one that loses takes all places with it
/// that its rotation has in common with the other.
fn least_rotation(word: &[Token]) -> usize {
    let length = word.len();
    let at = |index: usize| word[if index < length { index } else { index - length }];
    let (mut best, mut other, mut same) = (0, 1, 0);
    while best < length && other < length && same < length {
        match at(best + same).cmp(&at(other + same)) {
            std::cmp::Ordering::Equal => {
                same += 1;
                continue;
            }
            std::cmp::Ordering::Greater => best += same + 1,
            std::cmp::Ordering::Less => other += same + 1,
        }
        if best == other {
            other += 1;
        }
        same = 0;
    }
    best.min(other)
}

/// Sorts stretches of `text` by what stands in them.
pub(crate) fn sort_by_slices(stretches: &mut [Stretch], text: &[Token]) {
    let slice = |(start, end): Stretch| &text[start as usize..end as usize];
    if stretches.len() > 20 {
        stretches.sort_by(|&a, &b| slice(a).cmp(slice(b)));
        return;
    }
    // Insertion sort: there are few.
    for sorted in 1..stretches.len() {
        let mut place = sorted;
        while place > 0 && slice(stretches[place]) < slice(stretches[place - 1]) {
            stretches.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// Mixes the bits of a colour. The constant is that of Fibonacci hashing.
#[inline]
pub(crate) fn mix(colour: u64) -> u64 {
    let spread = colour.wrapping_add(0x2545_f491).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ (spread >> 29)
}
