//! Notation read.

use std::collections::HashMap;

use super::{NotationError, Region, Symbol};

/// The greatest number of symbols in a position, bare spots included.
const MOST_SYMBOLS: usize = 200;

const UPPER_RULE: &str = "an upper-case letter has to stand twice in its land, in two regions";
const LOWER_RULE: &str = "a lower-case letter has to stand twice in its boundary";

/// A symbol or a separator, and the byte where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'text> {
    Separator(u8),
    Bare(usize),
    One,
    Two,
    Letter(&'text str),
}

/// The regions of all lands. Letters become numbers, those of different lands and boundaries different ones.
pub(crate) fn regions(text: &str) -> Result<Vec<Region>, NotationError> {
    let start = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    if trimmed == "!" {
        return Ok(Vec::new());
    }
    let tokens = tokens(trimmed, start)?;
    let mut reader = Reader { next_side: 0, symbols: 0 };
    let mut regions = Vec::new();
    for land in tokens.split(|(_, token)| *token == Token::Separator(b'+')) {
        reader.land(land, start + trimmed.len(), &mut regions)?;
    }
    regions.retain(|region: &Region| region.bare > 0 || !region.words.is_empty());
    Ok(regions)
}

fn tokens(text: &str, start: usize) -> Result<Vec<(usize, Token<'_>)>, NotationError> {
    const EXPECTED: &str = "a spot: 0, 1, 2 or a letter, or one of the signs . | + *";
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut place = 0;
    while let Some(&byte) = bytes.get(place) {
        let at = start + place;
        let mut length = 1;
        let token = match byte {
            b'.' | b'|' | b'+' => Token::Separator(byte),
            b'0' if bytes.get(place + 1) == Some(&b'*') => {
                let digits = text[place + 2..].bytes().take_while(u8::is_ascii_digit).count();
                length = 2 + digits;
                let number = &text[place + 2..place + length];
                if number.is_empty() {
                    return Err(NotationError::Unexpected { at: at + 2, expected: "a number of bare spots" });
                }
                // A number that does not fit is too large in any case.
                Token::Bare(number.parse().unwrap_or(usize::MAX))
            }
            b'0' => Token::Bare(1),
            b'1' => Token::One,
            b'2' => Token::Two,
            b'A'..=b'Z' | b'a'..=b'z' => Token::Letter(&text[place..=place]),
            b'(' => {
                let is_letter = bytes.get(place + 1).is_some_and(u8::is_ascii_alphabetic);
                let digits = bytes[(place + 2).min(bytes.len())..]
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit())
                    .count();
                length = 3 + digits;
                if !is_letter || digits == 0 || bytes.get(place + 2 + digits) != Some(&b')') {
                    return Err(NotationError::Unexpected { at, expected: "a letter such as (A1)" });
                }
                Token::Letter(&text[place + 1..place + 2 + digits])
            }
            b'*' => {
                return Err(NotationError::Unexpected { at, expected: "no Nim-heap: a picture has none" });
            }
            _ => return Err(NotationError::Unexpected { at, expected: EXPECTED }),
        };
        tokens.push((at, token));
        place += length;
    }
    Ok(tokens)
}

struct Reader {
    next_side: usize,
    symbols: usize,
}

/// Where the sides of a letter stand.
#[derive(Clone, Copy)]
struct Met {
    side: usize,
    at: usize,
    place: usize,
    times: usize,
}

impl Reader {
    fn land(
        &mut self,
        tokens: &[(usize, Token<'_>)],
        end: usize,
        regions: &mut Vec<Region>,
    ) -> Result<(), NotationError> {
        let mut upper: HashMap<&str, Met> = HashMap::new();
        for region_tokens in tokens.split(|(_, token)| *token == Token::Separator(b'|')) {
            let mut region = Region::default();
            for word in region_tokens.split(|(_, token)| *token == Token::Separator(b'.')) {
                let place = regions.len();
                self.boundary(word, end, place, &mut upper, &mut region)?;
            }
            regions.push(region);
        }
        match upper.values().filter(|met| met.times != 2).map(|met| met.at).min() {
            Some(at) => Err(NotationError::Letter { at, rule: UPPER_RULE }),
            None => Ok(()),
        }
    }

    fn boundary<'text>(
        &mut self,
        tokens: &[(usize, Token<'text>)],
        end: usize,
        place: usize,
        upper: &mut HashMap<&'text str, Met>,
        region: &mut Region,
    ) -> Result<(), NotationError> {
        if let [(_, Token::Bare(count))] = tokens {
            self.count(*count)?;
            region.bare += count;
            return Ok(());
        }
        if tokens.is_empty() {
            // The text does not say where an empty list stands, but its end always is a right place to look at.
            return Err(NotationError::Unexpected { at: end, expected: "a boundary between two signs" });
        }
        let mut lower: HashMap<&str, Met> = HashMap::new();
        let mut word = Vec::new();
        for &(at, token) in tokens {
            self.count(1)?;
            let symbol = match token {
                Token::One => Symbol::One,
                Token::Two => Symbol::Two,
                Token::Bare(_) | Token::Separator(_) => {
                    return Err(NotationError::Unexpected { at, expected: "no bare spot beside others" });
                }
                Token::Letter(name) => {
                    let is_upper = name.starts_with(|first: char| first.is_ascii_uppercase());
                    let letters = if is_upper { &mut *upper } else { &mut lower };
                    let next = Met { side: self.next_side, at, place, times: 0 };
                    let met = letters.entry(name).or_insert(next);
                    self.next_side += usize::from(met.times == 0);
                    if met.times == 2 || (is_upper && met.times == 1 && met.place == place) {
                        let rule = if is_upper { UPPER_RULE } else { LOWER_RULE };
                        return Err(NotationError::Letter { at, rule });
                    }
                    met.times += 1;
                    Symbol::Side(met.side)
                }
            };
            word.push(symbol);
        }
        if let Some(at) = lower.values().filter(|met| met.times != 2).map(|met| met.at).min() {
            return Err(NotationError::Letter { at, rule: LOWER_RULE });
        }
        region.words.push(word);
        Ok(())
    }

    fn count(&mut self, symbols: usize) -> Result<(), NotationError> {
        self.symbols = self.symbols.saturating_add(symbols);
        if self.symbols > MOST_SYMBOLS { Err(NotationError::TooLarge(MOST_SYMBOLS)) } else { Ok(()) }
    }
}
