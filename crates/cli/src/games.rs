//! The games that the program plays.
//!
//! A further game takes an implementation of `ImpartialGame` or `PlainGame`
//! in the modules below, a [`GameName`] and an arm in [`GameName::play`].

mod child_list;
mod impartial;
mod name;
mod plain;

use std::sync::atomic::AtomicBool;

use rhizome_search::Outcome;

pub use child_list::ChildList;
use impartial::Impartial;
pub use impartial::ImpartialGame;
pub use name::{GameName, GameNames};
use plain::Plain;

use rhizome_games::{ChessMate, ConnectFour, Cram, Grundy, Nim, TextError, TicTacToe};
use rhizome_sprouts::Sprouts;

use crate::solver::{Counter, Describer, Search, Solver};

/// What can be read from text.
pub trait Readable {
    /// What is read.
    type Position;

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is no position: what is wrong, and where.
    fn read(&mut self, text: &str) -> Result<Self::Position, Misreading>;
}

/// A game as the commands see it, whatever its rules are like.
pub trait Playable: Readable {
    /// Whether positions have nimbers.
    const IMPARTIAL: bool;

    /// Prints a position in its simplest form.
    fn print(&self, position: &Self::Position) -> String;

    /// Puts the positions after each move on a list.
    ///
    /// # Errors
    /// If the list has to stop, or they cannot be found.
    fn list_children(&mut self, position: &Self::Position, list: &mut ChildList) -> Result<(), String>;

    /// What an outcome says, for people.
    fn meaning(&self, position: &Self::Position, outcome: Outcome) -> String;

    /// A solver that knows nothing. It stops when `cancel` is set.
    ///
    /// # Errors
    /// If this game cannot be searched like this.
    fn solver<'a>(
        &self,
        search: Search,
        cancel: &'a AtomicBool,
    ) -> anyhow::Result<Box<dyn Solver<Self::Position> + 'a>>;

    /// What finds the RCTs of positions and knows none, if they have RCTs.
    fn rcts(&self) -> Option<Box<dyn Describer<Self::Position>>>;

    /// What counts all that is below the start of a size.
    ///
    /// # Errors
    /// If there is no such start, or positions do not fall apart into lands: why.
    fn census(&self, size: u32) -> Result<Box<dyn Counter>, String>;
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misreading {
    /// What is wrong, in one line.
    pub message: String,
    /// The message and below it the text with a mark under the place.
    pub picture: String,
}

impl Misreading {
    /// What is wrong with a text.
    pub fn of(text: &str, error: &TextError) -> Self {
        let message = error.to_string();
        let picture = rhizome_sprouts::picture(&message, text, error.span());
        Misreading { message, picture }
    }
}

/// What the program is to do with a game, whichever it is.
pub trait Task {
    /// What comes out.
    type Output;

    /// Does it with a game.
    fn run<G: Playable>(self, game: G) -> Self::Output;
}

impl GameName {
    /// Does a task with the game of this name.
    pub fn play<T: Task>(self, task: T) -> T::Output {
        match self {
            GameName::Sprouts => task.run(Impartial::new(Sprouts::new)),
            GameName::Nim => task.run(Impartial::new(|| Nim)),
            GameName::Octal(game) => task.run(Impartial::new(move || game.clone())),
            GameName::Grundy => task.run(Impartial::new(|| Grundy)),
            GameName::Cram => task.run(Impartial::new(Cram::new)),
            GameName::TicTacToe => task.run(Plain::<TicTacToe>::default()),
            GameName::ConnectFour => task.run(Plain::<ConnectFour>::default()),
            GameName::Chess => task.run(Plain::<ChessMate>::default()),
        }
    }
}
