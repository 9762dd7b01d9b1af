//! Puts a position together from its spots and checks its letters.

use std::collections::HashMap;
use std::ops::Range;

use super::MAX_SPOTS;
use super::error::{NotationError, Problem};
use super::lexer::{LetterName, Token};
use crate::position::{Boundary, Position, Region, Spot};

/// The position as far as it has been read.
#[derive(Default)]
pub(super) struct Builder {
    position: Position,
    region: Region,
    boundary: Boundary,
    spots: usize,
    letters: u32,
    /// Counts the regions as written, those without live spots included.
    regions_written: usize,
    /// The upper-case letters of the land and the lower-case letters of the boundary.
    upper: HashMap<LetterName, Occurrence>,
    lower: HashMap<LetterName, Occurrence>,
    /// The lower-case letters of the land that stood once on their boundary.
    single: Vec<(LetterName, Range<usize>)>,
}

/// What is known of a letter that has been read at least once.
struct Occurrence {
    number: u32,
    times: u8,
    span: Range<usize>,
    region: usize,
}

impl Builder {
    /// Adds a spot to the boundary. Every token that is no spot is ignored.
    pub(super) fn spot(&mut self, token: Token, span: &Range<usize>) -> Result<(), NotationError> {
        let (count, place) = match token {
            // The number is what is wrong with `0*9999`, if something is.
            Token::Zeros(count) if span.len() > 1 => (count, span.start + 2..span.end),
            Token::Zeros(count) => (count, span.clone()),
            _ => (1, span.clone()),
        };
        if count > MAX_SPOTS - self.spots {
            return Err(NotationError::new(Problem::TooManySpots, place));
        }
        self.spots += count;
        match token {
            Token::Zeros(count) => {
                let bare = std::iter::repeat_with(|| vec![Spot::Zero]);
                self.region.extend(bare.take(count));
            }
            Token::One => self.boundary.push(Spot::One),
            Token::Two => self.boundary.push(Spot::Two),
            Token::Letter(name) => {
                let number = self.letter(name, span)?;
                self.boundary.push(Spot::Letter(number));
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the boundary. `0*0` leaves nothing.
    pub(super) fn end_boundary(&mut self) {
        let single = self.lower.drain().filter(|(_, seen)| seen.times == 1);
        let from = self.single.len();
        self.single.extend(single.map(|(name, seen)| (name, seen.span)));
        self.single[from..].sort_by_key(|(_, span)| span.start);
        if !self.boundary.is_empty() {
            self.region.push(std::mem::take(&mut self.boundary));
        }
    }

    /// Ends the region. One that holds only `0*0` leaves nothing.
    pub(super) fn end_region(&mut self) {
        self.regions_written += 1;
        if !self.region.is_empty() {
            self.position.regions.push(std::mem::take(&mut self.region));
        }
    }

    /// Ends the land, and with it the scope of its letters.
    ///
    /// # Errors
    ///
    /// The first letter that does not stand twice where it should.
    pub(super) fn end_land(&mut self) -> Result<(), NotationError> {
        let upper = self.upper.drain().filter(|(_, seen)| seen.times == 1);
        let mut errors: Vec<_> =
            upper.map(|(name, seen)| NotationError::new(Problem::UpperOnce(name), seen.span)).collect();
        let mut boundaries: HashMap<LetterName, usize> = HashMap::new();
        for (name, _) in &self.single {
            *boundaries.entry(*name).or_default() += 1;
        }
        let mut met: HashMap<LetterName, usize> = HashMap::new();
        for (name, span) in self.single.drain(..) {
            let times = met.entry(name).or_default();
            *times += 1;
            if boundaries.get(&name) == Some(&1) {
                errors.push(NotationError::new(Problem::LowerOnce(name), span));
            } else if *times == 2 {
                errors.push(NotationError::new(Problem::LowerShared(name), span));
            }
        }
        let first = errors.into_iter().min_by_key(|error| error.span().start);
        first.map_or(Ok(()), Err)
    }

    /// Adds a heap; heaps add up by exclusive or.
    pub(super) fn heap(&mut self, size: u32) {
        self.position.heap ^= size;
    }

    /// The position, after its last land has been ended.
    pub(super) fn finish(self) -> Position {
        self.position
    }

    /// The number of the letter, which is new in its scope or has been read once before.
    fn letter(&mut self, name: LetterName, span: &Range<usize>) -> Result<u32, NotationError> {
        let scope = if name.upper { &mut self.upper } else { &mut self.lower };
        let Some(seen) = scope.get_mut(&name) else {
            let number = self.letters;
            self.letters += 1;
            let occurrence =
                Occurrence { number, times: 1, span: span.clone(), region: self.regions_written };
            scope.insert(name, occurrence);
            return Ok(number);
        };
        let problem = match (seen.times, name.upper) {
            (1, false) => None,
            (1, true) if seen.region != self.regions_written => None,
            (1, true) => Some(Problem::UpperTwiceInRegion(name)),
            (_, true) => Some(Problem::UpperThrice(name)),
            (_, false) => Some(Problem::LowerThrice(name)),
        };
        if let Some(problem) = problem {
            return Err(NotationError::new(problem, span.clone()));
        }
        seen.times += 1;
        Ok(seen.number)
    }
}
