//! Land codes: the canonical form of a land as bytes.
//!
//! While a form is made it is a list of [`Token`]s; the bytes are what is
//! compared, hashed, interned and stored.
//!
//! | token | meaning |
//! |---|---|
//! | 0 | a spot of degree 0, which is a whole boundary and has no end mark |
//! | 1, 2 | a spot of degree 1; of degree 2 with one side |
//! | 3 | end of a boundary |
//! | 4 | end of a region |
//! | [`LOWER`] + d | a letter whose other side stands d places further on the same boundary |
//! | [`UPPER`] + i | a letter that is shared by two regions, the i-th of the land |
//!
//! Bytes: a token below 5 is itself; lower-case letters with d up to
//! 80 are 4 + d; upper-case letters with i up to 169 are 85 + i. A land that
//! needs more starts with the byte 255 and has every token as two bytes,
//! least first.

use crate::diagram::{Diagram, LETTER, ONE, TWO, ZERO};

pub(crate) type Token = u16;

const ZERO_TOKEN: Token = 0;
const ONE_TOKEN: Token = 1;
const TWO_TOKEN: Token = 2;
pub(crate) const BOUNDARY_END: Token = 3;
pub(crate) const REGION_END: Token = 4;
/// The base of tokens for letters that stand twice on their boundary.
pub(crate) const LOWER: Token = 0x100;
/// The base of tokens for letters that two regions share.
pub(crate) const UPPER: Token = 0x8000;

const LOWER_BYTE: u8 = 4;
const LOWER_MOST: u8 = 80;
const LOWER_KIND: u8 = (LOWER >> 8) as u8;
const UPPER_BYTE: u8 = 85;
const UPPER_MOST: u8 = 169;
const UPPER_KIND: u8 = (UPPER >> 8) as u8;
const WIDE: u8 = 255;

/// Appends the bytes of a land to `bytes`.
pub(crate) fn encode(tokens: &[Token], bytes: &mut Vec<u8>) {
    let start = bytes.len();
    let mut fits = true;
    bytes.extend(tokens.iter().map(|&token| {
        let [kind, rest] = token.to_be_bytes();
        let (base, most) = match kind {
            0 => (0, REGION_END as u8),
            LOWER_KIND => (LOWER_BYTE, LOWER_MOST),
            UPPER_KIND => (UPPER_BYTE, UPPER_MOST),
            _ => (0, 0),
        };
        fits &= rest <= most && (kind == 0 || base > 0);
        base.wrapping_add(rest)
    }));
    if !fits {
        bytes.truncate(start);
        bytes.push(WIDE);
        bytes.extend(tokens.iter().flat_map(|token| token.to_le_bytes()));
    }
}

/// The tokens of a land code.
pub(crate) fn tokens(code: &[u8]) -> impl Iterator<Item = Token> + '_ {
    let (narrow, wide) = match code.split_first() {
        Some((&WIDE, rest)) => (&[][..], rest),
        _ => (code, &[][..]),
    };
    let narrow = narrow.iter().map(|&byte| match byte {
        0..=LOWER_BYTE => Token::from(byte),
        UPPER_BYTE.. => UPPER + Token::from(byte - UPPER_BYTE),
        _ => LOWER + Token::from(byte - LOWER_BYTE),
    });
    narrow.chain(wide.chunks_exact(2).map(|pair| Token::from_le_bytes([pair[0], pair[1]])))
}

/// Writes the land with this code into `diagram`, which is cleared before.
pub(crate) fn decode(code: &[u8], diagram: &mut Diagram) {
    let uppers = tokens(code).filter(|&t| t >= UPPER).count() / 2;
    diagram.clear(uppers);
    // The letters of the open boundary whose other side is still to come: (place, letter).
    let mut waiting: smallvec::SmallVec<[(usize, Token); 16]> = smallvec::SmallVec::new();
    let mut place = 0;
    for token in tokens(code) {
        match token {
            0 => {
                diagram.push(ZERO);
                diagram.end_boundary();
                continue;
            }
            1 => diagram.push(ONE),
            2 => diagram.push(TWO),
            BOUNDARY_END => {
                diagram.end_boundary();
                waiting.clear();
                place = 0;
                continue;
            }
            REGION_END => {
                diagram.end_region();
                continue;
            }
            UPPER.. => diagram.push(LETTER + (token - UPPER)),
            _ => {
                let letter = match waiting.iter().position(|&(other, _)| other == place) {
                    Some(found) => waiting.swap_remove(found).1,
                    None => {
                        let letter = diagram.new_letter();
                        waiting.push((place + usize::from(token - LOWER), letter));
                        letter
                    }
                };
                diagram.push(letter);
            }
        }
        place += 1;
    }
}

/// More lives than a land may have that comes from elsewhere.
const MOST_LIVES: u32 = 1 << 14;

/// Whether bytes of any origin can be decoded: boundaries and regions end, and every letter stands twice, a lower-case one
/// on one boundary and an upper-case one in two regions.
pub(crate) fn is_well_formed(code: &[u8]) -> bool {
    if code.first() == Some(&WIDE) && code.len().is_multiple_of(2) || code.len() > 1 << 16 {
        return false;
    }
    let sides = tokens(code).filter(|&token| token >= UPPER).count();
    let mut regions_of_uppers: Vec<Vec<usize>> = vec![Vec::new(); sides / 2];
    let mut region = 0;
    let mut is_region_empty = true;
    let mut boundary: Vec<Token> = Vec::new();
    for token in tokens(code) {
        is_region_empty &= token == REGION_END;
        match token {
            ZERO_TOKEN if boundary.is_empty() => {}
            BOUNDARY_END if !boundary.is_empty() => {
                if !are_matched(&boundary) {
                    return false;
                }
                boundary.clear();
            }
            REGION_END if boundary.is_empty() && !is_region_empty => {
                region += 1;
                is_region_empty = true;
            }
            ONE_TOKEN | TWO_TOKEN => boundary.push(token),
            LOWER.. => {
                boundary.push(token);
                if token >= UPPER {
                    match regions_of_uppers.get_mut(usize::from(token - UPPER)) {
                        Some(regions) if !regions.contains(&region) && regions.len() < 2 => {
                            regions.push(region)
                        }
                        _ => return false,
                    }
                }
            }
            _ => return false,
        }
    }
    boundary.is_empty()
        && is_region_empty
        && region > 0
        && sides.is_multiple_of(2)
        && regions_of_uppers.iter().all(|regions| regions.len() == 2)
        && lives(code) <= MOST_LIVES
}

/// Whether the lower-case letters of a boundary stand in pairs.
fn are_matched(boundary: &[Token]) -> bool {
    let mut is_second_side = vec![false; boundary.len()];
    for (place, &token) in boundary.iter().enumerate() {
        if is_second_side[place] || !(LOWER..UPPER).contains(&token) {
            continue;
        }
        let other = place + usize::from(token - LOWER);
        let is_lower = boundary.get(other).is_some_and(|token| (LOWER..UPPER).contains(token));
        if other == place || !is_lower || std::mem::replace(&mut is_second_side[other], true) {
            return false;
        }
    }
    true
}

/// The number of lives of a land: 3 minus the degree, summed over its spots.
pub(crate) fn lives(code: &[u8]) -> u32 {
    let mut lives = 0;
    let mut sides = 0;
    for token in tokens(code) {
        match token {
            0 => lives += 3,
            1 => lives += 2,
            2 => lives += 1,
            BOUNDARY_END | REGION_END => {}
            _ => sides += 1,
        }
    }
    lives + sides / 2
}

/// The lives of a land and twice its regions. A curve between two boundaries
/// lowers this by one and a curve within a boundary raises it by one, before
/// what died is left out. Lands that have it in common tend to have the same
/// nimbers: of the 201 lands with 10 that are met while 0*13 is solved, three in four have nimber 0.
pub(crate) fn kind(code: &[u8]) -> u32 {
    lives(code) + 2 * tokens(code).filter(|&token| token == REGION_END).count() as u32
}

/// How hard a land is to solve, roughly: the squares of the lives of its
/// regions, added up. A land cut into small regions is far easier than one
/// large region with as many lives.
pub(crate) fn effort(code: &[u8]) -> u32 {
    let mut effort = 0u32;
    let mut doubled = 0;
    for token in tokens(code) {
        match token {
            0 => doubled += 6,
            1 => doubled += 4,
            2 => doubled += 2,
            BOUNDARY_END => {}
            REGION_END => {
                let lives = doubled / 2;
                effort = effort.saturating_add(lives * lives);
                doubled = 0;
            }
            UPPER.. => doubled += 2,
            // The other side of the letter counts the other half.
            _ => doubled += 1,
        }
    }
    effort
}
