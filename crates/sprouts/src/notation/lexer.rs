//! Cuts the text of a position into tokens.

use std::ops::Range;

use super::MAX_SPOTS;
use super::error::{NotationError, Problem};

/// The name of a letter as it is written: its case and its place in the sequence
/// A, B, …, Z, (A1), …, (Z1), (A2), …, which starts at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LetterName {
    pub(super) upper: bool,
    pub(super) index: u64,
}

/// How many letters there are before the extension begins.
const ALPHABET: u8 = 26;

impl std::fmt::Display for LetterName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let alphabet = u64::from(ALPHABET);
        let first = if self.upper { b'A' } else { b'a' };
        // The remainder is below 26, so it fits.
        let letter = char::from(first + (self.index % alphabet) as u8);
        match self.index / alphabet {
            0 => write!(formatter, "{letter}"),
            round => write!(formatter, "({letter}{round})"),
        }
    }
}

/// One token. `0` and `0*n` are both [`Token::Zeros`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Zeros(usize),
    One,
    Two,
    Letter(LetterName),
    Dot,
    Bar,
    Plus,
    Star,
    Brace,
    Bracket,
    Bang,
    End,
}

impl Token {
    pub(super) fn is_spot(self) -> bool {
        matches!(self, Self::Zeros(_) | Self::One | Self::Two | Self::Letter(_))
    }
}

/// A place in a text, from which the next token is read.
pub(super) struct Lexer<'text> {
    text: &'text str,
    position: usize,
}

impl<'text> Lexer<'text> {
    /// Reads `text` from the byte `start` on; `start` is the start of a character.
    pub(super) fn new(text: &'text str, start: usize) -> Self {
        Self { text, position: start }
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'text str {
        &self.text[self.position..]
    }

    /// Reads one token and says where it stands. At the end of the text this is
    /// [`Token::End`] with an empty span, again and again.
    pub(super) fn next_token(&mut self) -> Result<(Token, Range<usize>), NotationError> {
        let start = self.position;
        let Some(character) = self.rest().chars().next() else {
            return Ok((Token::End, start..start));
        };
        self.position += character.len_utf8();
        let token = match character {
            '0' => self.zeros(start)?,
            '1' => Token::One,
            '2' => Token::Two,
            '.' => Token::Dot,
            '|' => Token::Bar,
            '+' => Token::Plus,
            '*' => Token::Star,
            '}' => Token::Brace,
            ']' => Token::Bracket,
            '!' => Token::Bang,
            '(' => Token::Letter(self.extended_letter(start)?),
            letter if letter.is_ascii_alphabetic() => Token::Letter(letter_name(letter, 0)),
            white if white.is_whitespace() => {
                return Err(self.error_from(start, Problem::WhiteSpace));
            }
            other => return Err(self.error_from(start, Problem::UnknownCharacter(other))),
        };
        Ok((token, start..self.position))
    }

    /// Reads the size of a heap, whose `*` has just been read and stood at `star`.
    pub(super) fn heap_size(&mut self, star: &Range<usize>) -> Result<u32, NotationError> {
        let digits = self.digits();
        if digits.is_empty() {
            return Err(NotationError::new(Problem::MissingHeap, star.clone()));
        }
        self.text[digits.clone()].parse().map_err(|_| NotationError::new(Problem::HeapTooBig, digits))
    }

    /// The rest of `0` or `0*n`, whose `0` stood at `start`.
    fn zeros(&mut self, start: usize) -> Result<Token, NotationError> {
        if !self.rest().starts_with('*') {
            return Ok(Token::Zeros(1));
        }
        self.position += 1;
        let digits = self.digits();
        if digits.is_empty() {
            if self.rest().starts_with('*') {
                self.position += 1;
                return Err(self.error_from(start, Problem::DoubleStar));
            }
            return Err(self.error_from(start, Problem::MissingCount));
        }
        match self.text[digits.clone()].parse() {
            Ok(count) if count <= MAX_SPOTS => Ok(Token::Zeros(count)),
            _ => Err(NotationError::new(Problem::TooManySpots, digits)),
        }
    }

    /// The rest of a letter like `(A1)`, whose `(` stood at `start`.
    fn extended_letter(&mut self, start: usize) -> Result<LetterName, NotationError> {
        let letter = self.rest().chars().next().filter(char::is_ascii_alphabetic);
        let Some(letter) = letter else {
            return Err(self.error_from(start, Problem::ExtendedLetter));
        };
        self.position += 1;
        let digits = self.digits();
        let number = &self.text[digits];
        if number.is_empty() || number.starts_with('0') || !self.rest().starts_with(')') {
            return Err(self.error_from(start, Problem::ExtendedLetter));
        }
        self.position += 1;
        match number.parse::<u32>() {
            Ok(round) => Ok(letter_name(letter, round)),
            Err(_) => Err(self.error_from(start, Problem::ExtendedLetterTooFar)),
        }
    }

    /// Reads as many decimal digits as there are and says where they stand.
    fn digits(&mut self) -> Range<usize> {
        let start = self.position;
        self.position += self.rest().bytes().take_while(u8::is_ascii_digit).count();
        start..self.position
    }

    fn error_from(&self, start: usize, problem: Problem) -> NotationError {
        NotationError::new(problem, start..self.position)
    }
}

/// The name of an ASCII letter with the number behind it, 0 for none.
fn letter_name(letter: char, round: u32) -> LetterName {
    let upper = letter.is_ascii_uppercase();
    let first = if upper { 'A' } else { 'a' };
    let place = u64::from(u32::from(letter) - u32::from(first));
    LetterName { upper, index: u64::from(round) * u64::from(ALPHABET) + place }
}
