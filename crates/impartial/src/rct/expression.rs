//! RCTs as text.
//!
//! A Nim-heap is `*n`, any other tree the braces around its options in the [order of RCTs](super::order), and a factor is added as `+*1`:
//! `{*1,{*2}}`, `{*2}+*1`. Equal RCTs print alike. Where this would take more than
//! [`LONGEST_PLAIN`] characters, trees that occur more than once are defined first, in the same order, and named by numbers from 1 on:
//! `@1={*2};@2={*1,@1};{@1,@2+*1}`. A tree counts as often as it is an option of the trees of which the whole is made, whether
//! with or without a factor; heaps, and the whole itself, are never defined.
//!
//! More than that is read:
//!
//! ```text
//! expression = { definition ";" } sum
//! definition = name "=" sum
//! sum        = term { "+" term }
//! term       = heap | name | set
//! heap       = "*" number
//! name       = "@" number
//! set        = "{" [ sum { "," sum } ] "}"
//! ```
//!
//! White space may stand around everything but inside a number. Members of sets may come in any order and more than once, sets need not be
//! reduced, sums may have any terms, and the terms may be of any kind: what is read is the RCT of what is written.
//! A name has to be defined before it is used, and only once. No part may be higher than [`GREATEST_HEIGHT`].

mod parse;
mod print;

use std::ops::Range;

use rhizome_search::{Control, Interruption};

use super::{Rct, Rcts};

/// How many characters an expression may have that is written without definitions.
pub const LONGEST_PLAIN: u64 = 4096;

/// The greatest height of an expression that is read, with the heights of terms added up.
pub const GREATEST_HEIGHT: u32 = 1000;

/// Why a text was not read as an RCT. Its `Display` is the message, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// The text is no expression.
    #[error("{message}")]
    Text {
        /// What is wrong.
        message: String,
        /// Which bytes of the text are to blame. Empty where something is missing.
        span: Range<usize>,
    },
    /// A limit or an interrupt came first.
    #[error(transparent)]
    Stopped(#[from] Interruption),
}

impl Rcts {
    /// An RCT as text.
    ///
    /// # Errors
    /// When `control` asks to stop, or the text does not fit into its memory.
    pub fn expression(&self, rct: Rct, control: &Control<'_>) -> Result<String, Interruption> {
        print::print(self, rct, control)
    }

    /// Reads an expression: finds the RCT of what is written, with all that this takes.
    ///
    /// # Errors
    /// If the text is no expression, higher than [`GREATEST_HEIGHT`], or the RCTs take more than `control` allows.
    pub fn parse(&mut self, text: &str, control: &Control<'_>) -> Result<Rct, ExpressionError> {
        parse::parse(self, text, control)
    }
}
