//! Octal games (Guy and Smith 1956): take tokens from a heap, and leave it in at most two parts.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use rhizome_impartial::{Codes, Game};

use crate::heaps::{self, code, size};
use crate::text::TextError;

/// Bits of a digit: in how many heaps the rest may be left.
const NO_HEAP: u8 = 1;
const ONE_HEAP: u8 = 2;
const TWO_HEAPS: u8 = 4;

/// An octal game, given by its code such as `0.77`.
///
/// Digit k behind the point says what may be done with the rest of a heap from
/// which k tokens were taken: 1, the heap may be taken as a whole; 2, the rest
/// may be left as one heap; 4, it may be left as two heaps. Digits are sums of these.
/// With 4 in front of the point a heap may be split without taking anything.
///
/// A land is a heap on which there is a move; its code is the size in four bytes, the most significant first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Octal {
    /// The digits, from the one before the point on, without zeros at the end.
    digits: Vec<u8>,
}

impl Octal {
    /// The most digits that a code may have behind the point.
    pub const MAX_DIGITS: usize = 100;

    /// The octal game with a code, which is `0.` or `4.` and the digits, each 0 to 7.
    ///
    /// # Errors
    /// If the code is none; the span is in `code`.
    pub fn new(code: &str) -> Result<Self, TextError> {
        let mut characters = code.char_indices();
        let mut digits = vec![match characters.next() {
            Some((_, '0')) => 0,
            Some((_, '4')) => TWO_HEAPS,
            Some((at, other)) => return Err(bad_digit(at, other, "an octal code begins with `0.` or `4.`")),
            None => return Err(TextError::new("the octal code is missing: Kayles is `0.77`", 0..0)),
        }];
        match characters.next() {
            Some((_, '.')) => {}
            Some((at, other)) => return Err(bad_digit(at, other, "the second character is the point")),
            None => {
                return Err(TextError::new("the point is missing: Kayles is `0.77`", code.len()..code.len()));
            }
        }
        for (at, character) in characters {
            match character.to_digit(8) {
                Some(_) if digits.len() > Self::MAX_DIGITS => {
                    let message =
                        format!("the octal code is too long: it takes at most {} digits", Self::MAX_DIGITS);
                    return Err(TextError::new(message, at..code.len()));
                }
                Some(digit) => digits.push(digit as u8),
                None => return Err(bad_digit(at, character, "the digits of an octal code are 0 to 7")),
            }
        }
        if digits.len() == 1 {
            return Err(TextError::new("the digits behind the point are missing", code.len()..code.len()));
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Octal { digits })
    }

    /// Kayles, `0.77`: take one token, or two, and leave the rest in at most two heaps.
    pub fn kayles() -> Self {
        Octal { digits: vec![0, 7, 7] }
    }

    /// Dawson's Chess, `0.137`.
    pub fn dawsons_chess() -> Self {
        Octal { digits: vec![0, 1, 3, 7] }
    }

    /// Reads heap sizes joined by `+`, such as `7+12`, also beside Nim-heaps
    /// such as `+*2`. Returns the codes of the heaps on which there is a move, sorted, of which equal
    /// ones stay, and the size of the Nim-heap that all Nim-heaps make together.
    ///
    /// # Errors
    /// If the text is no such sum, or a heap is greater than [`MAX_HEAP`](crate::MAX_HEAP).
    pub fn parse(&self, text: &str) -> Result<(Codes, u32), TextError> {
        heaps::parse(text, |size| self.has_moves(size))
    }

    /// What may be done with a heap of this size: pairs of what is left when so
    /// many tokens are taken, and the digit for it.
    fn takings(&self, size: u32) -> impl Iterator<Item = (u32, u8)> {
        (0..=size).rev().zip(self.digits.iter().copied())
    }

    fn has_moves(&self, size: u32) -> bool {
        self.takings(size).any(|(left, digit)| match left {
            0 => digit & NO_HEAP != 0,
            1 => digit & ONE_HEAP != 0,
            _ => digit & (ONE_HEAP | TWO_HEAPS) != 0,
        })
    }

    /// Shows the parts of one child.
    fn show<F>(&self, codes: &mut Codes, parts: &[u32], child: &mut F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        codes.clear();
        for &part in parts.iter().filter(|&&part| self.has_moves(part)) {
            codes.push(&code(part));
        }
        child(codes)
    }
}

/// The error that a character of a code is wrong.
fn bad_digit(at: usize, character: char, rule: &str) -> TextError {
    let message = format!("unexpected character `{}`: {rule}", character.escape_debug());
    TextError::new(message, at..at + character.len_utf8())
}

/// Kayles, the best known.
impl Default for Octal {
    fn default() -> Self {
        Self::kayles()
    }
}

impl FromStr for Octal {
    type Err = TextError;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        Self::new(code)
    }
}

/// The code, without zeros at its end.
impl fmt::Display for Octal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, rest) = self.digits.split_first().unwrap_or((&0, &[]));
        write!(formatter, "{first}.")?;
        if rest.is_empty() {
            return formatter.write_str("0");
        }
        rest.iter().try_for_each(|digit| digit.fmt(formatter))
    }
}

impl Game for Octal {
    fn domain(&self) -> String {
        format!("octal:{self}/1")
    }

    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let mut codes = Codes::new();
        for (left, digit) in self.takings(size(land)) {
            if left == 0 && digit & NO_HEAP != 0 {
                self.show(&mut codes, &[], &mut child)?;
            }
            if left > 0 && digit & ONE_HEAP != 0 {
                self.show(&mut codes, &[left], &mut child)?;
            }
            if digit & TWO_HEAPS != 0 {
                for less in 1..=left / 2 {
                    self.show(&mut codes, &[less, left - less], &mut child)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// With n tokens, 2n - 1: taking tokens lowers it by two each, and a split alone by one.
    fn weight(land: &[u8]) -> u32 {
        size(land).saturating_mul(2).saturating_sub(1)
    }

    fn print(&self, land: &[u8]) -> String {
        size(land).to_string()
    }

    fn is_code(&mut self, bytes: &[u8]) -> bool {
        heaps::is_code(bytes, |size| self.has_moves(size))
    }
}
