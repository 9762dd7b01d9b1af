//! What can be wrong with a written position, and a picture of where.

use std::ops::Range;

use super::lexer::LetterName;
use super::{MAX_BYTES, MAX_SPOTS};

/// Why a text is no position, and which part of it is to blame.
///
/// Its `Display` is the message alone, in one line; [`NotationError::render`]
/// shows the place as well.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct NotationError {
    problem: Problem,
    span: Range<usize>,
}

/// Everything that can be wrong. The texts are for users: what is wrong and,
/// where that is short, what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Problem {
    #[error("there is no position here; the position without live spots is written `!`")]
    Nothing,
    #[error("the text is too long: a position takes at most {MAX_BYTES} bytes")]
    TooLong,
    #[error("too many spots: a position may hold at most {MAX_SPOTS}")]
    TooManySpots,
    #[error(
        "unknown character `{}`: spots are `0`, `1`, `2` and the letters `A` to `Z` and `a` to `z`",
        shown(*.0)
    )]
    UnknownCharacter(char),
    #[error("white space inside a position")]
    WhiteSpace,
    #[error("the number after `0*` is missing: three bare spots are `0*3`")]
    MissingCount,
    #[error("`0**` means nothing: three bare spots are `0*3`, a bare spot beside a heap is `0+*3`")]
    DoubleStar,
    #[error(
        "`*` does not belong here: it repeats the bare spot once, as in `0*3`, or begins a heap, as in `+*3`"
    )]
    StrayStar,
    #[error("a bare spot `0` is a boundary of its own: put `.` between it and its neighbour")]
    BareSpotNotAlone,
    #[error("a letter beyond `Z` or `z` is written like `(A1)` or `(a1)`, with a number from 1 on")]
    ExtendedLetter,
    #[error("the number of this letter is too big: the greatest is {}", u32::MAX)]
    ExtendedLetterTooFar,
    #[error("the letter `{0}` stands only once in its land: it must stand twice, in two regions")]
    UpperOnce(LetterName),
    #[error("the letter `{0}` stands for the third time in its land: it must stand exactly twice")]
    UpperThrice(LetterName),
    #[error(
        "the letter `{0}` stands twice in one region: a spot with both sides in one region is a lower-case letter, twice on one boundary"
    )]
    UpperTwiceInRegion(LetterName),
    #[error("the letter `{0}` stands only once on its boundary: it must stand twice there")]
    LowerOnce(LetterName),
    #[error("the letter `{0}` stands for the third time on its boundary: it must stand exactly twice")]
    LowerThrice(LetterName),
    #[error(
        "two boundaries share the letter `{0}`: a lower-case letter stands twice on one boundary, a spot between two regions is an upper-case letter"
    )]
    LowerShared(LetterName),
    #[error("an empty boundary: there is no spot here")]
    EmptyBoundary,
    #[error("an empty region: there is no boundary here")]
    EmptyRegion,
    #[error("an empty land: there is no region here")]
    EmptyLand,
    #[error("`.` is missing: in the notation that ends in `!`, every boundary ends in `.`")]
    MissingDot,
    #[error("`}}` is missing: in the notation that ends in `!`, every region ends in `}}`")]
    MissingBrace,
    #[error("`]` is missing: in the notation that ends in `!`, every land ends in `]`")]
    MissingBracket,
    #[error("`!` is missing: in the notation with `}}` and `]`, the position ends in `!`")]
    MissingEnd,
    #[error(
        "two notations are mixed: write `0.AB|AB` with `|` and `+`, or `0.AB.}}AB.}}]!` with `}}`, `]` and `!`"
    )]
    Mixed,
    #[error("only heaps such as `+*3` may follow `!`")]
    AfterEnd,
    #[error("`!` does not belong here: it is the position without live spots, and stands before all heaps")]
    EndNotAlone,
    #[error("the size of the heap after `*` is missing: write it like `*3`")]
    MissingHeap,
    #[error("the heap is too big: the greatest is *{}", u32::MAX)]
    HeapTooBig,
    #[error("a heap stands alone: only `+` may follow it")]
    AfterHeap,
}

/// How many columns of a long text are shown, and how many of them at least
/// stand before the place, if there are so many.
const WINDOW: usize = 60;
const BEFORE: usize = 20;

impl NotationError {
    pub(super) fn new(problem: Problem, span: Range<usize>) -> Self {
        Self { problem, span }
    }

    /// The bytes of the text that are to blame. Empty where something is missing
    /// at the end; then `start` is the place where it should stand.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The message, the text and a line of carets under the place, three lines in
    /// all and no line feed at the end.
    ///
    /// `text` is the text that was read. Of a long one only the surroundings of
    /// the place are shown, between `…`. Characters that cannot be seen are
    /// escaped; every other character counts as one column.
    pub fn render(&self, text: &str) -> String {
        picture(&self.to_string(), text, self.span())
    }
}

/// A message about a part of a text, as [`NotationError::render`] shows it.
pub fn picture(message: &str, text: &str, span: Range<usize>) -> String {
    let start = text.floor_char_boundary(span.start);
    let end = text.ceil_char_boundary(span.end);
    let (head, tail) = text.split_at(start);
    let head_width = width_up_to(WINDOW, head.chars().rev());
    let tail_width = width_up_to(WINDOW, tail.chars());
    let before = head_width.min(BEFORE.max(WINDOW.saturating_sub(tail_width)));

    let first = take_columns(before, head.char_indices().rev()).map_or(start, |(at, _)| at);
    let last = take_columns(WINDOW - before, tail.char_indices())
        .map_or(start, |(at, character)| start + at + character.len_utf8());

    let mut line = escaped(&text[first..last]);
    let mut indent = columns(&text[first..start]);
    if first > 0 {
        line.insert(0, '…');
        indent += 1;
    }
    if last < text.len() {
        line.push('…');
    }
    let marked = columns(&text[start..end.min(last)]).max(1);
    let carets = " ".repeat(indent) + &"^".repeat(marked);
    format!("{message}\n{line}\n{carets}")
}

/// The character as it is shown: itself, or an escape if it cannot be seen or
/// would disturb its neighbours.
fn shown(character: char) -> String {
    match character {
        '\\' | '\'' | '"' => character.to_string(),
        _ => character.escape_debug().to_string(),
    }
}

/// The text as it is shown.
fn escaped(text: &str) -> String {
    text.chars().map(shown).collect()
}

/// How many columns the text takes.
fn columns(text: &str) -> usize {
    text.chars().map(|character| shown(character).chars().count()).sum()
}

/// The columns that the characters take, or anything above `limit` if they take more.
fn width_up_to(limit: usize, characters: impl Iterator<Item = char>) -> usize {
    let mut width = 0;
    for character in characters {
        width += shown(character).chars().count();
        if width > limit {
            break;
        }
    }
    width
}

/// The last of the characters that fit into so many columns together.
fn take_columns(columns: usize, characters: impl Iterator<Item = (usize, char)>) -> Option<(usize, char)> {
    let mut width = 0;
    characters
        .take_while(|(_, character)| {
            width += shown(*character).chars().count();
            width <= columns
        })
        .last()
}
