//! The games of the explorer, and how their positions are read.

use std::ops::Range;

use rhizome_games::{Cram, Grundy, Nim, Octal, TextError};
use rhizome_impartial::{Codes, Game, Nimber};
use rhizome_sprouts::Sprouts;

use crate::sum::Sum;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Misreading {
    /// What is wrong, in one line.
    pub message: String,
    /// Which bytes of the text are to blame, if it is some of them.
    pub span: Option<Range<usize>>,
}

/// A game of the explorer.
pub trait ExplorerGame: Game + Clone + Send + 'static {
    /// Its name, as on the command line.
    const NAME: &'static str;

    /// Its name in certificates.
    const CERTIFIED: &'static str = Self::NAME;

    /// Its name for people.
    const TITLE: &'static str;

    /// Positions to begin with.
    const EXAMPLES: &'static [&'static str];

    /// The greatest weight of a position whose search is recorded step by step.
    const MOST_RECORDED: u64;

    /// The game.
    fn begin() -> Self;

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is none: what is wrong, and where.
    fn read(&mut self, text: &str) -> Result<Sum, Misreading>;

    /// The position whose lands have their RCTs computed before a search in misère play.
    fn misere_base() -> &'static str;
}

fn sum_of(parsed: Result<(Codes, u32), TextError>) -> Result<Sum, Misreading> {
    match parsed {
        Ok((lands, heap)) => Ok(Sum { lands, heap: Nimber::new(heap) }),
        Err(error) => Err(Misreading { message: error.to_string(), span: Some(error.span()) }),
    }
}

impl ExplorerGame for Sprouts {
    const NAME: &'static str = "sprouts";
    const TITLE: &'static str = "Sprouts";
    const EXAMPLES: &'static [&'static str] =
        &["0*3", "0*4", "0*2.AB|AB", "0.AB|0.AB", "1a1a.0", "ABC|ABD|CE|DE"];
    const MOST_RECORDED: u64 = 15;

    fn begin() -> Self {
        Sprouts::new()
    }

    fn read(&mut self, text: &str) -> Result<Sum, Misreading> {
        let position = rhizome_sprouts::parse(text)
            .map_err(|error| Misreading { message: error.to_string(), span: Some(error.span()) })?;
        let lands =
            self.lands(&position).map_err(|error| Misreading { message: error.to_string(), span: None })?;
        Ok(Sum { lands, heap: Nimber::new(position.heap) })
    }

    fn misere_base() -> &'static str {
        "0*4"
    }
}

impl ExplorerGame for Nim {
    const NAME: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const EXAMPLES: &'static [&'static str] = &["1+2+3", "3+4", "2+2+1"];
    const MOST_RECORDED: u64 = 16;

    fn begin() -> Self {
        Nim
    }

    fn read(&mut self, text: &str) -> Result<Sum, Misreading> {
        sum_of(self.parse(text))
    }

    fn misere_base() -> &'static str {
        "40"
    }
}

impl ExplorerGame for Octal {
    const NAME: &'static str = "kayles";
    const CERTIFIED: &'static str = "octal:0.77";
    const TITLE: &'static str = "Kayles";
    const EXAMPLES: &'static [&'static str] = &["5", "7+3", "4+4+1"];
    const MOST_RECORDED: u64 = 16;

    fn begin() -> Self {
        Octal::kayles()
    }

    fn read(&mut self, text: &str) -> Result<Sum, Misreading> {
        sum_of(self.parse(text))
    }

    fn misere_base() -> &'static str {
        "16"
    }
}

impl ExplorerGame for Grundy {
    const NAME: &'static str = "grundy";
    const TITLE: &'static str = "Grundy's game";
    const EXAMPLES: &'static [&'static str] = &["8", "5+7"];
    const MOST_RECORDED: u64 = 24;

    fn begin() -> Self {
        Grundy
    }

    fn read(&mut self, text: &str) -> Result<Sum, Misreading> {
        sum_of(self.parse(text))
    }

    fn misere_base() -> &'static str {
        "16"
    }
}

impl ExplorerGame for Cram {
    const NAME: &'static str = "cram";
    const TITLE: &'static str = "Cram";
    const EXAMPLES: &'static [&'static str] = &["2x3", "3x3", "../.#", ".../.#."];
    const MOST_RECORDED: u64 = 16;

    fn begin() -> Self {
        Cram::new()
    }

    fn read(&mut self, text: &str) -> Result<Sum, Misreading> {
        sum_of(self.parse(text))
    }

    fn misere_base() -> &'static str {
        "3x3"
    }
}
