//! The games that the program plays.
//!
//! A further game takes an implementation of [`Playable`], a [`GameName`] and
//! an arm in [`GameName::play`].

use clap::ValueEnum;
use rhizome_impartial::{Game, Nimber};
use rhizome_sprouts::Sprouts;

use crate::sum::Sum;

/// A game whose positions can be read from text.
pub trait Playable: Game + Default {
    /// Reads a position.
    ///
    /// # Errors
    /// If the text is no position: what is wrong, and where.
    fn read(&mut self, text: &str) -> Result<Sum, Misreading>;
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misreading {
    /// What is wrong, in one line.
    pub message: String,
    /// The message and below it the text with a mark under the place.
    pub picture: String,
}

/// What the program is to do with a game, whichever it is.
pub trait Task {
    /// What comes out.
    type Output;

    /// Does it with the game `G`.
    fn run<G: Playable>(self) -> Self::Output;
}

/// The names of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    /// Sprouts: join two spots by a curve with a new spot on it.
    Sprouts,
}

impl GameName {
    /// Does a task with the game of this name.
    pub fn play<T: Task>(self, task: T) -> T::Output {
        match self {
            GameName::Sprouts => task.run::<Sprouts>(),
        }
    }
}

impl Playable for Sprouts {
    fn read(&mut self, text: &str) -> Result<Sum, Misreading> {
        let position = rhizome_sprouts::parse(text)
            .map_err(|error| Misreading { message: error.to_string(), picture: error.render(text) })?;
        let lands = self
            .lands(&position)
            .map_err(|error| Misreading { message: error.to_string(), picture: error.to_string() })?;
        Ok(Sum { lands, heap: Nimber::new(position.heap) })
    }
}
