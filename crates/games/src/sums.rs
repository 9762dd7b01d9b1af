//! Sums as they are written in every impartial game: terms joined by `+`, some of them Nim-heaps.

use std::ops::Range;

use crate::text::TextError;

/// The greatest length of a text in bytes, white space around it included.
const MAX_BYTES: usize = 1_000_000;

/// One term of a sum, and where it starts in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term<'text> {
    pub(crate) text: &'text str,
    start: usize,
}

impl<'text> Term<'text> {
    /// The term from one of its bytes on.
    pub(crate) fn from(self, at: usize) -> Self {
        Term { text: &self.text[at..], start: self.start + at }
    }

    /// Cuts the term before one of its bytes.
    pub(crate) fn cut(self, at: usize) -> (Self, Self) {
        (Term { text: &self.text[..at], start: self.start }, self.from(at))
    }

    /// Cuts the term behind the decimal digits in front.
    pub(crate) fn cut_digits(self) -> (Self, Self) {
        let digits = self.text.bytes().take_while(u8::is_ascii_digit).count();
        self.cut(digits)
    }

    /// The value of a term of decimal digits, `None` if it is greater than any `u32`.
    pub(crate) fn number(self) -> Option<u32> {
        self.text.parse().ok()
    }

    pub(crate) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// An error about the whole term.
    pub(crate) fn error<T>(self, message: impl Into<String>) -> Result<T, TextError> {
        Err(TextError::new(message, self.span()))
    }

    /// An error about the first character of the term, or about the place where it should be.
    pub(crate) fn error_in_front<T>(self, message: impl Into<String>) -> Result<T, TextError> {
        let length = self.text.chars().next().map_or(0, char::len_utf8);
        Err(TextError::new(message, self.start..self.start + length))
    }

    /// The error that the first character of the term does not belong there. `rule` says what would.
    pub(crate) fn unknown<T>(self, rule: &str) -> Result<T, TextError> {
        match self.text.chars().next() {
            Some(character) => {
                let shown = character.escape_debug();
                self.error_in_front(format!("unexpected character `{shown}`: {rule}"))
            }
            None => self.error(format!("something is missing here: {rule}")),
        }
    }
}

/// Reads a sum. Terms that are no Nim-heaps are given to `land`; the heaps
/// become one, whose size is returned. White space around the sum is ignored.
///
/// # Errors
/// Those of `land`, and if a term is missing, a heap is none, or something
/// other than heaps stands beside the position without moves, `!`.
pub(crate) fn parse_sum(
    text: &str,
    mut land: impl FnMut(Term<'_>) -> Result<(), TextError>,
) -> Result<u32, TextError> {
    if text.len() > MAX_BYTES {
        let span = text.floor_char_boundary(MAX_BYTES)..text.len();
        return Err(TextError::new(
            format!("the text is too long: a position takes at most {MAX_BYTES} bytes"),
            span,
        ));
    }
    let trimmed = text.trim();
    let whole = Term { text: trimmed, start: text.len() - text.trim_start().len() };
    if trimmed.is_empty() {
        let message = "there is no position here; the position without moves is written `!`";
        return Err(TextError::new(message, 0..0));
    }
    if let Some(at) = trimmed.find(char::is_whitespace) {
        return whole.from(at).error_in_front("white space inside a position");
    }
    let mut heap = 0;
    let mut at = 0;
    for (index, text) in trimmed.split('+').enumerate() {
        let term = Term { text, start: whole.start + at };
        if text.is_empty() {
            return whole
                .from(at)
                .error_in_front("an empty term: something has to stand on both sides of `+`");
        } else if text.starts_with('*') {
            heap ^= parse_heap(term.from(1))?;
        } else if text.starts_with('!') && index == 0 {
            if text.len() > 1 {
                return term.from(1).error(ONLY_HEAPS);
            }
        } else if text.starts_with('!') {
            return term.error_in_front(
                "`!` does not belong here: it is the position without moves, and stands before all heaps",
            );
        } else if trimmed.starts_with('!') {
            return term.error(ONLY_HEAPS);
        } else {
            land(term)?;
        }
        at += text.len() + 1;
    }
    Ok(heap)
}

const ONLY_HEAPS: &str = "only heaps such as `+*3` may follow `!`";

/// Reads the size of a Nim-heap, which stands behind its `*`.
fn parse_heap(term: Term<'_>) -> Result<u32, TextError> {
    let (digits, rest) = term.cut_digits();
    if digits.text.is_empty() {
        return rest.error_in_front("the size of the heap after `*` is missing: write it like `*3`");
    }
    if !rest.text.is_empty() {
        return rest.error_in_front("a heap stands alone: only `+` may follow it");
    }
    match digits.number() {
        Some(size) => Ok(size),
        None => digits.error(format!("the heap is too big: the greatest is *{}", u32::MAX)),
    }
}
