//! What there is to tell about RCTs: of positions, and of expressions.

use std::time::Duration;

use rhizome_impartial::rct::expression::ExpressionError;
use rhizome_impartial::{Game, Rct, RctFinder, Rcts};
use rhizome_search::{Control, Interruption};

use crate::games::{Misreading, Readable};
use crate::interrupt::Interrupt;
use crate::sum::Sum;

/// An RCT, as it is told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The RCT as text.
    pub rct: String,
    /// The name.
    pub name: String,
    /// The height.
    pub height: u32,
    /// The outcome in misère play.
    pub outcome: String,
    /// The genus.
    pub genus: String,
    /// The size of the Nim-heap that it is, if it is one.
    pub nim_heap: Option<u32>,
    /// The nimber in normal play.
    pub nimber: u32,
    /// Whether it is tame.
    pub tame: bool,
}

impl Description {
    fn new(rcts: &Rcts, rct: Rct, control: &Control<'_>) -> Result<Self, Interruption> {
        Ok(Description {
            rct: rcts.expression(rct, control)?,
            name: rcts.name(rct, control)?,
            height: rcts.height(rct),
            outcome: rcts.outcome(rct).to_string(),
            genus: rcts.genus(rct, control)?.to_string(),
            nim_heap: rcts.heap(rct),
            nimber: rcts.nimber(rct).get(),
            tame: rcts.is_tame(rct),
        })
    }
}

/// Finds the RCTs of positions, and keeps what it has found.
pub trait Describer<P> {
    /// The RCT of a position. What was found for others gives way if the memory does not suffice for all.
    ///
    /// # Errors
    /// Why there is no answer, for people.
    fn describe(&mut self, position: &P, control: &Control<'_>) -> Result<Description, String>;
}

/// Finds the RCTs of sums of lands.
pub struct RctsOfLands<G> {
    finder: RctFinder<G>,
}

impl<G: Game> RctsOfLands<G> {
    /// Knows no RCT.
    pub fn new(game: G) -> Self {
        RctsOfLands { finder: RctFinder::new(game) }
    }

    fn attempt(&mut self, position: &Sum, control: &Control<'_>) -> Result<Description, Interruption> {
        let lands = self.finder.position(&position.lands, control)?;
        let rcts = self.finder.rcts_mut();
        let heap = rcts.nim_heap_within(position.heap.get(), control)?;
        let rct = rcts.sum(lands, heap, control)?;
        Description::new(rcts, rct, control)
    }
}

impl<G: Game> Describer<Sum> for RctsOfLands<G> {
    fn describe(&mut self, position: &Sum, control: &Control<'_>) -> Result<Description, String> {
        let is_new = self.finder.lands() == 0;
        let mut answer = self.attempt(position, control);
        if answer.as_ref().is_err_and(|&stop| stop == Interruption::Memory) && !is_new {
            self.finder.forget();
            answer = self.attempt(position, control);
        }
        answer.map_err(|stop| match stop {
            Interruption::Tree => self.finder.complaint(),
            stop => stop.to_string(),
        })
    }
}

/// Reads expressions, and tells of their RCTs.
pub struct ReadExpressions {
    /// The most bytes for all trees.
    pub memory: usize,
    /// The most time for each expression.
    pub time: Option<Duration>,
    /// Stops the reading.
    pub interrupt: Interrupt,
    /// The trees that were met.
    pub rcts: Rcts,
}

impl ReadExpressions {
    fn attempt(&mut self, text: &str, control: &Control<'_>) -> Result<Description, ExpressionError> {
        let rct = self.rcts.parse(text, control)?;
        Ok(Description::new(&self.rcts, rct, control)?)
    }
}

impl Readable for ReadExpressions {
    /// The RCT, or why it was not found.
    type Position = Result<Description, String>;

    fn read(&mut self, text: &str) -> Result<Self::Position, Misreading> {
        let interrupt = self.interrupt.clone();
        let control = Control::new(interrupt.flag(), self.time, self.memory);
        let mut answer = self.attempt(text, &control);
        if answer == Err(ExpressionError::Stopped(Interruption::Memory)) && self.rcts.trees() > 1 {
            self.rcts = Rcts::new();
            answer = self.attempt(text, &control);
        }
        match answer {
            Ok(description) => Ok(Ok(description)),
            Err(ExpressionError::Stopped(stop)) => Ok(Err(stop.to_string())),
            Err(ExpressionError::Text { message, span }) => {
                let picture = rhizome_sprouts::picture(&message, text, span);
                Err(Misreading { message, picture })
            }
        }
    }
}
