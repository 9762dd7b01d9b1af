//! Games without sums: every position is solved as a whole.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use rhizome_games::{ChessMate, ConnectFour, Stones, TextError, TicTacToe};
use rhizome_search::{Outcome, PortableRules};

use super::{ChildList, Misreading, Playable, Readable};
use crate::solver::{Counter, Describer, Play, PositionSolver, Search, Solver};

/// A game without sums whose positions can be read from text.
pub trait PlainGame: PortableRules<Position: Send> + Clone + Send + 'static {
    /// Reads a position, and the rules that go with it, such as the size of a board.
    ///
    /// # Errors
    /// If the text is no position: what is wrong, and where.
    fn parse_with_rules(text: &str) -> Result<(Self, Self::Position), TextError>;

    /// What an outcome says, for people.
    fn meaning(&self, position: &Self::Position, outcome: Outcome) -> String;
}

impl PlainGame for TicTacToe {
    fn parse_with_rules(text: &str) -> Result<(Self, Stones), TextError> {
        TicTacToe::parse(text)
    }

    fn meaning(&self, position: &Stones, outcome: Outcome) -> String {
        first_player(*position, outcome)
    }
}

impl PlainGame for ConnectFour {
    fn parse_with_rules(text: &str) -> Result<(Self, Stones), TextError> {
        ConnectFour::parse(text)
    }

    fn meaning(&self, position: &Stones, outcome: Outcome) -> String {
        first_player(*position, outcome)
    }
}

/// What the outcome, which is that of the player to move, says of the first player.
fn first_player(stones: Stones, outcome: Outcome) -> String {
    let words = match (stones.is_first_to_move(), outcome) {
        (true, Outcome::Win) | (false, Outcome::Loss) => "the first player can force a line",
        (true, Outcome::Loss) => "the first player cannot force a line",
        (false, Outcome::Win) => "the second player, who is to move, can keep the first from a line",
    };
    words.to_owned()
}

impl PlainGame for ChessMate {
    fn parse_with_rules(text: &str) -> Result<(Self, Self::Position), TextError> {
        ChessMate::parse(text)
    }

    fn meaning(&self, position: &Self::Position, outcome: Outcome) -> String {
        let mover = position.is_attacker_to_move();
        let who = if mover { "the player to move" } else { "the other player" };
        match mover == (outcome == Outcome::Win) {
            true => format!("{who} can force mate in time"),
            false => format!("{who} cannot force mate in time"),
        }
    }
}

/// A game without sums, as the commands see it.
pub struct Plain<R>(PhantomData<R>);

impl<R> Default for Plain<R> {
    fn default() -> Self {
        Plain(PhantomData)
    }
}

impl<R: PlainGame> Readable for Plain<R> {
    type Position = (R, R::Position);

    fn read(&mut self, text: &str) -> Result<(R, R::Position), Misreading> {
        R::parse_with_rules(text).map_err(|error| Misreading::of(text, &error))
    }
}

impl<R: PlainGame> Playable for Plain<R> {
    const IMPARTIAL: bool = false;

    fn print(&self, (rules, position): &(R, R::Position)) -> String {
        rules.print(position)
    }

    fn list_children(
        &mut self,
        (rules, position): &(R, R::Position),
        list: &mut ChildList,
    ) -> Result<(), String> {
        let mut children = Vec::new();
        rules.children(position, &mut children);
        children.iter().try_for_each(|child| list.insert(rules.print(child), 0))
    }

    fn meaning(&self, (rules, position): &(R, R::Position), outcome: Outcome) -> String {
        rules.meaning(position, outcome)
    }

    fn solver<'a>(
        &self,
        search: Search,
        cancel: &'a AtomicBool,
    ) -> anyhow::Result<Box<dyn Solver<(R, R::Position)> + 'a>> {
        if search.play != Play::Normal {
            bail!(
                "--misere: only impartial games have a misère play, and --game names one that is not impartial"
            );
        }
        Ok(Box::new(PositionSolver::<R>::new(search, cancel)))
    }

    fn rcts(&self) -> Option<Box<dyn Describer<(R, R::Position)>>> {
        None
    }

    fn census(&self, _: u32) -> Result<Box<dyn Counter>, String> {
        Err("only what is below positions of impartial games is counted, and --game names one that is not impartial".to_owned())
    }
}
