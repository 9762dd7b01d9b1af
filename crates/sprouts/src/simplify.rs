//! Simplification, and the lands of a position: from a raw diagram to the
//! tokens of its lands.
//!
//! What may be left out or rewritten without changing the game tree:
//!
//! 1. Dead spots do not stand in a diagram at all.
//! 2. A region with fewer than 2 lives goes: no move can be made in it.
//! 3. A letter of which one side is left becomes `2`.
//! 4. `aa` side by side becomes `2`: a curve that ends between the two sides
//!    cannot be told from one that ends on the other side.
//! 5. In a region of 3 lives or fewer the arrangement does not matter: all
//!    that counts is how many lives belong to the region alone and which
//!    letters it shares. It is written as one boundary.
//! 6. The land `AB|AB` is `22`: one move ends either.
//!
//! The steps are confluent. None of 2 to 5 changes the number of lives of a
//! region that stays, so which regions go is decided at once, and so is which
//! letters lose a side; then each region is rewritten on its own.

use crate::code::{BOUNDARY_END, LOWER, REGION_END, Token, UPPER};
use crate::diagram::{Diagram, LETTER, ONE, Symbol, TWO, ZERO, letter};

const NOWHERE: u32 = u32::MAX;

/// What the two sides of a letter come to.
#[derive(Clone, Copy, Debug)]
struct Letter {
    /// The region of the side that is met first.
    first: u32,
    /// The region of the other side if it is another one, else `NOWHERE`.
    second: u32,
    /// Its name in its land, or `NOWHERE` as long as it has none.
    name: u32,
}

impl Letter {
    const UNMET: Self = Letter { first: NOWHERE, second: NOWHERE, name: NOWHERE };
}

/// Reusable buffers.
#[derive(Debug, Default)]
pub(crate) struct Simplifier {
    /// Lives of each region.
    lives: Vec<u32>,
    letters: Vec<Letter>,
    /// For each region that stays the least region known to belong to the same land.
    leaders: Vec<u32>,
    /// The first region of each land.
    firsts: Vec<u32>,
    word: Vec<Symbol>,
}

impl Simplifier {
    /// Finds out which regions of `raw` stay and which of them make up lands. Returns the number of lands.
    pub(crate) fn find_lands(&mut self, raw: &Diagram) -> usize {
        self.meet_letters(raw);
        self.leaders.clear();
        self.leaders.extend(0..raw.regions() as u32);
        let stays = |lives: &[u32], region: u32| lives[region as usize] >= 2;
        for letter in 0..self.letters.len() {
            let Letter { first, second, .. } = self.letters[letter];
            if second == NOWHERE {
                continue;
            }
            if stays(&self.lives, first) && stays(&self.lives, second) {
                let (a, b) = (self.leader(first), self.leader(second));
                self.leaders[a.max(b) as usize] = a.min(b);
            } else {
                // One side at most is left; if one is, it is a `2` from now on.
                self.letters[letter].first = NOWHERE;
            }
        }
        self.firsts.clear();
        for region in 0..raw.regions() as u32 {
            if stays(&self.lives, region) {
                let leader = self.leader(region);
                self.leaders[region as usize] = leader;
                if leader == region {
                    self.firsts.push(region);
                }
            } else {
                self.leaders[region as usize] = NOWHERE;
            }
        }
        self.firsts.len()
    }

    /// Counts the lives of regions and finds the sides of letters.
    fn meet_letters(&mut self, raw: &Diagram) {
        self.lives.clear();
        self.letters.clear();
        self.letters.resize(raw.letters(), Letter::UNMET);
        for region in 0..raw.regions() {
            let mut lives = 0;
            for &symbol in raw.region_symbols(region) {
                if symbol < LETTER {
                    lives += u32::from(LETTER - symbol);
                    continue;
                }
                let letter = &mut self.letters[usize::from(symbol - LETTER)];
                if letter.first == NOWHERE {
                    letter.first = region as u32;
                    lives += 1;
                } else if letter.first != region as u32 {
                    letter.second = region as u32;
                    lives += 1;
                }
            }
            self.lives.push(lives);
        }
    }

    fn leader(&self, mut region: u32) -> u32 {
        while self.leaders[region as usize] != region {
            region = self.leaders[region as usize];
        }
        region
    }

    /// Writes the tokens of a land in its simplest form, letters named in
    /// order of appearance. To be called once for each land.
    pub(crate) fn write_land(&mut self, raw: &Diagram, land: usize, tokens: &mut Vec<Token>) {
        tokens.clear();
        let first = self.firsts[land];
        let mut named = 0;
        for region in first as usize..raw.regions() {
            if self.leaders[region] == first {
                if self.lives[region] <= 3 {
                    self.write_small_region(raw, region, &mut named, tokens);
                } else {
                    for boundary in raw.boundaries(region) {
                        self.write_boundary(raw.boundary(boundary), &mut named, tokens);
                    }
                }
                tokens.push(REGION_END);
            }
        }
        if is_double_pair(tokens) {
            tokens.clear();
            tokens.extend([TWO, TWO, BOUNDARY_END, REGION_END]);
        }
    }

    /// The token of a letter that two regions share, or `None` for another spot.
    #[inline]
    fn shared(&mut self, symbol: Symbol, named: &mut u32) -> Option<Token> {
        let letter = &mut self.letters[letter(symbol)?];
        if letter.first == NOWHERE || letter.second == NOWHERE {
            return None;
        }
        if letter.name == NOWHERE {
            letter.name = *named;
            *named += 1;
        }
        Some(UPPER + letter.name as Token)
    }

    /// A region of 2 or 3 lives, as one boundary: its own lives, then the letters it shares.
    fn write_small_region(&mut self, raw: &Diagram, region: usize, named: &mut u32, tokens: &mut Vec<Token>) {
        let start = tokens.len();
        for &symbol in raw.region_symbols(region) {
            if let Some(token) = self.shared(symbol, named) {
                tokens.push(token);
            }
        }
        let letters = tokens.len() - start;
        for _ in letters..self.lives[region] as usize {
            tokens.push(TWO);
        }
        tokens.push(BOUNDARY_END);
    }

    fn write_boundary(&mut self, symbols: &[Symbol], named: &mut u32, tokens: &mut Vec<Token>) {
        if symbols[0] == ZERO {
            tokens.push(ZERO);
            return;
        }
        let mut word = std::mem::take(&mut self.word);
        word.clear();
        let mut doubles = false;
        for &symbol in symbols {
            if symbol <= TWO {
                word.push(symbol);
                continue;
            }
            let sides = self.letters[usize::from(symbol - LETTER)];
            if sides.first == NOWHERE {
                word.push(TWO);
            } else if sides.second == NOWHERE && word.last() == Some(&symbol) {
                let last = word.len() - 1;
                word[last] = TWO;
            } else {
                doubles |= sides.second == NOWHERE;
                word.push(symbol);
            }
        }
        let last = word.len() - 1;
        if doubles && last > 0 && word[last] == word[0] && word[0] >= LETTER {
            word.pop();
            word[0] = TWO;
        }
        for (place, &symbol) in word.iter().enumerate() {
            let token = match symbol {
                ..LETTER => symbol,
                _ => match self.shared(symbol, named) {
                    Some(token) => token,
                    None => LOWER + distance(&word, place),
                },
            };
            tokens.push(token);
        }
        tokens.push(BOUNDARY_END);
        self.word = word;
    }
}

/// How far ahead the other side of a letter stands on its boundary.
fn distance(word: &[Symbol], place: usize) -> Token {
    let same = |&other: &Symbol| other == word[place];
    match word[place + 1..].iter().position(same) {
        Some(between) => between as Token + 1,
        None => {
            let before = word.iter().position(same).unwrap_or(place);
            (word.len() - (place - before)) as Token
        }
    }
}

/// Whether the land is `AB|AB`.
fn is_double_pair(tokens: &[Token]) -> bool {
    matches!(*tokens, [a, b, BOUNDARY_END, REGION_END, c, d, BOUNDARY_END, REGION_END]
        if [a, b, c, d].iter().all(|&token| token >= UPPER))
}

const _: () = assert!(LETTER - ZERO == 3 && LETTER - ONE == 2 && LETTER - TWO == 1, "lives of spots");
