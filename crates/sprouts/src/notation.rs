//! The notation of positions: reading both ways of writing them, and printing one.
//!
//! Regions are separated by `|`, boundaries by `.` and lands by `+`:
//! `0*2.AB|AB+1a1a+*3`. In the older notation every boundary ends in `.`, every
//! region in `}`, every land in `]` and the position in `!`:
//! `0.0.AB.}AB.}]1a1a.}]!+*3`. Both are read, the first is printed.
//! `docs/notation.md` explains them to a reader who is new to them.

mod builder;
mod display;
mod error;
mod lexer;

use std::ops::Range;
use std::str::FromStr;

use crate::position::Position;
use builder::Builder;
use error::Problem;
pub use error::{NotationError, picture};
use lexer::{Lexer, Token};

/// The greatest number of spots that a written position may hold, `0*n`
/// counting n times and a letter counting once for each side that is written.
///
/// Beyond it not even the children of the position would fit into a machine.
pub const MAX_SPOTS: usize = 10_000;

/// The greatest length of a written position in bytes, white space around it included.
pub const MAX_BYTES: usize = 1_000_000;

/// Reads a position in either notation.
///
/// White space around the position is ignored. Letters are numbered over the
/// whole position in the order in which they first appear, so that the two
/// notations of one position give equal results. The position is not simplified,
/// and it is not checked that it can be drawn on a sphere.
///
/// # Errors
///
/// A [`NotationError`] says what is wrong and where: a character that does not
/// belong here, something empty or unfinished, a letter that does not stand
/// twice where it should, a number that is missing or too big, or more than
/// [`MAX_SPOTS`] spots or [`MAX_BYTES`] bytes.
pub fn parse(text: &str) -> Result<Position, NotationError> {
    if text.len() > MAX_BYTES {
        let span = text.floor_char_boundary(MAX_BYTES)..text.len();
        return Err(NotationError::new(Problem::TooLong, span));
    }
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(NotationError::new(Problem::Nothing, 0..0));
    }
    let start = text.len() - text.trim_start().len();
    let parser = Parser::new(&text[..start + trimmed.len()], start)?;
    match trimmed.bytes().find(|byte| b"}]!|+".contains(byte)) {
        Some(b'!') if trimmed.starts_with('!') => parser.without_spots(),
        Some(b'}' | b']' | b'!') => parser.older(),
        _ => parser.newer(),
    }
}

impl FromStr for Position {
    type Err = NotationError;

    /// Reads a position in either notation, as [`parse`] does.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text)
    }
}

/// Walks over the tokens of one text and hands what it reads to the builder.
struct Parser<'text> {
    lexer: Lexer<'text>,
    builder: Builder,
    /// The token under consideration; everything before it has been dealt with.
    token: Token,
    span: Range<usize>,
    /// Where the token before it stood.
    previous: Range<usize>,
}

/// What an empty place is called, from the smallest to the largest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Boundary,
    Region,
    Land,
}

impl<'text> Parser<'text> {
    fn new(text: &'text str, start: usize) -> Result<Self, NotationError> {
        let mut lexer = Lexer::new(text, start);
        let (token, span) = lexer.next_token()?;
        Ok(Self { lexer, builder: Builder::default(), token, span, previous: start..start })
    }

    fn advance(&mut self) -> Result<(), NotationError> {
        let (token, span) = self.lexer.next_token()?;
        self.token = token;
        self.previous = std::mem::replace(&mut self.span, span);
        Ok(())
    }

    fn error<T>(&self, problem: Problem) -> Result<T, NotationError> {
        Err(NotationError::new(problem, self.span.clone()))
    }

    /// The position that begins with `!`.
    fn without_spots(mut self) -> Result<Position, NotationError> {
        self.advance()?;
        self.heaps_to_the_end()
    }

    /// What may follow the `!` of either notation.
    fn heaps_to_the_end(mut self) -> Result<Position, NotationError> {
        while self.token != Token::End {
            let from = self.span.start;
            if self.token != Token::Plus {
                return self.error(Problem::AfterEnd);
            }
            self.advance()?;
            if self.token != Token::Star {
                return Err(NotationError::new(Problem::AfterEnd, from..self.span.end));
            }
            self.heap()?;
        }
        Ok(self.builder.finish())
    }

    /// A position whose lands are joined by `+`.
    fn newer(mut self) -> Result<Position, NotationError> {
        // What stood before the current token: the start counts as the start of a land.
        let mut before = Level::Land;
        loop {
            if self.token == Token::Star && before == Level::Land {
                self.heap()?;
                match self.token {
                    Token::End => return Ok(self.builder.finish()),
                    Token::Plus => {}
                    _ => return self.error(Problem::AfterHeap),
                }
                self.advance()?;
                continue;
            }
            if !self.token.is_spot() {
                return self.no_spot_in_newer(before);
            }
            self.boundary()?;
            match self.token {
                Token::Dot => before = Level::Boundary,
                Token::Bar => before = Level::Region,
                Token::Plus | Token::End => before = Level::Land,
                Token::Star => return self.error(Problem::StrayStar),
                Token::Brace | Token::Bracket => return self.error(Problem::Mixed),
                _ => return self.error(Problem::EndNotAlone),
            }
            if before >= Level::Region {
                self.builder.end_region();
            }
            if before == Level::Land {
                self.builder.end_land()?;
            }
            if self.token == Token::End {
                return Ok(self.builder.finish());
            }
            self.advance()?;
        }
    }

    /// The error for a place where a spot should stand and does not.
    fn no_spot_in_newer<T>(&self, before: Level) -> Result<T, NotationError> {
        let after = match self.token {
            Token::Dot => Level::Boundary,
            Token::Bar => Level::Region,
            Token::Brace | Token::Bracket => return self.error(Problem::Mixed),
            Token::Bang => return self.error(Problem::EndNotAlone),
            Token::Star => return self.error(Problem::StrayStar),
            _ => Level::Land,
        };
        let problem = match before.min(after) {
            Level::Boundary => Problem::EmptyBoundary,
            Level::Region => Problem::EmptyRegion,
            Level::Land => Problem::EmptyLand,
        };
        let span = self.previous.start..self.span.end;
        Err(NotationError::new(problem, span))
    }

    /// A position whose boundaries end in `.`, regions in `}`, lands in `]` and itself in `!`.
    fn older(mut self) -> Result<Position, NotationError> {
        while self.token != Token::Bang {
            self.older_start(Problem::MissingEnd)?;
            self.older_land()?;
        }
        self.advance()?;
        self.heaps_to_the_end()
    }

    fn older_land(&mut self) -> Result<(), NotationError> {
        while self.token != Token::Bracket {
            self.older_start(Problem::MissingBracket)?;
            while self.token != Token::Brace {
                self.older_start(Problem::MissingBrace)?;
                self.boundary()?;
                match self.token {
                    Token::Dot => self.advance()?,
                    Token::Bar => return self.error(Problem::Mixed),
                    Token::Plus => return self.error(self.plus_in_older(Problem::MissingDot)),
                    Token::Star => return self.error(Problem::StrayStar),
                    _ => return self.error(Problem::MissingDot),
                }
            }
            self.builder.end_region();
            self.advance()?;
        }
        self.builder.end_land()?;
        self.advance()
    }

    /// Makes sure that a boundary begins here. `missing` is the error if this is
    /// the end of something larger that was not closed.
    fn older_start(&self, missing: Problem) -> Result<(), NotationError> {
        let problem = match self.token {
            Token::Dot => Problem::EmptyBoundary,
            Token::Brace => Problem::EmptyRegion,
            // A land that holds regions is over at `]`, so here its last region is still open.
            Token::Bracket if matches!(missing, Problem::MissingBrace) => missing,
            Token::Bracket => Problem::EmptyLand,
            Token::Bar => Problem::Mixed,
            Token::Plus => self.plus_in_older(missing),
            Token::Star => Problem::StrayStar,
            Token::Bang | Token::End => missing,
            Token::Zeros(_) | Token::One | Token::Two | Token::Letter(_) => return Ok(()),
        };
        self.error(problem)
    }

    /// The `+` of a heap means that the position was not closed before it; any
    /// other is the `+` between lands, which belongs to the first notation.
    fn plus_in_older(&self, missing: Problem) -> Problem {
        if self.lexer.rest().starts_with('*') { missing } else { Problem::Mixed }
    }

    /// Reads the spots of one boundary, up to the first token that is none.
    fn boundary(&mut self) -> Result<(), NotationError> {
        let mut bare_before = false;
        let mut first = true;
        while self.token.is_spot() {
            let bare = matches!(self.token, Token::Zeros(_));
            if bare_before || (bare && !first) {
                let span = self.previous.start..self.span.end;
                return Err(NotationError::new(Problem::BareSpotNotAlone, span));
            }
            self.builder.spot(self.token, &self.span)?;
            bare_before = bare;
            first = false;
            self.advance()?;
        }
        self.builder.end_boundary();
        Ok(())
    }

    /// Reads a heap, the current token being its `*`.
    fn heap(&mut self) -> Result<(), NotationError> {
        let size = self.lexer.heap_size(&self.span)?;
        self.builder.heap(size);
        self.advance()
    }
}
