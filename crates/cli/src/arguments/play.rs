//! The command line of `rhizome play`.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::parse_search_memory;
use crate::games::{GameName, GameNames};
use crate::quantities::parse_duration;

/// Examples of `rhizome play`.
pub const PLAY: &str = "\
Examples:
  rhizome play '0*5'
      Sprouts with five spots; moves are chosen by number from a list, or by writing the position after them.

  rhizome play '0*6' --misere --first solver --think 10s
      Who makes the last move loses; the program begins, and thinks ten seconds at most about a move.

  rhizome play 3+5+7 --game nim
      So for sprouts, nim, kayles, grundy and cram.

`rhizome explore` has Sprouts on pictures.";

/// What is played, and how.
#[derive(Debug, Args)]
pub struct PlayGameArguments {
    /// The position to begin with
    #[arg(value_name = "POSITION")]
    pub position: String,
    /// The game
    #[arg(long, value_name = "NAME", default_value = "sprouts", value_parser = GameNames)]
    pub game: GameName,
    /// Who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Who makes the first move
    #[arg(long, value_enum, default_value = "you")]
    pub first: Side,
    /// How long the program may think about a move, for instance 500ms or 10s
    #[arg(long, value_name = "DURATION", default_value = "5s", value_parser = parse_duration)]
    pub think: Duration,
    /// The most memory for a search, for instance 64MiB or 500MB; at least 16MiB
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = parse_search_memory)]
    pub memory: usize,
}

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// Who sits at the terminal.
    You,
    /// The program.
    Solver,
}
