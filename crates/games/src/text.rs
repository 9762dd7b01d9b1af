//! What is wrong with a text that should be a position, and where.

use std::ops::Range;

/// Why a text is no position of a game. Its `Display` is the message, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    message: String,
    span: Range<usize>,
}

impl TextError {
    /// An error about a part of a text, given by its bytes.
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        TextError { message: message.into(), span }
    }

    /// Which bytes of the text are to blame. Empty where something is missing at the end.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// So many cells, in words.
pub(crate) fn count_of_cells(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}

/// The position in a notation that came as bytes, if it is one of a game with these rules.
pub(crate) fn read_with_rules<R: PartialEq, P>(
    rules: &R,
    bytes: &[u8],
    parse: impl FnOnce(&str) -> Result<(R, P), TextError>,
) -> Option<P> {
    let (found, position) = parse(std::str::from_utf8(bytes).ok()?).ok()?;
    (found == *rules).then_some(position)
}
