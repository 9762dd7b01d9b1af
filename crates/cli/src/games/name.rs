//! The names of the games on the command line.

use std::ffi::OsStr;
use std::fmt;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use rhizome_games::Octal;
use rhizome_search::and_or::shown;

/// A game by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameName {
    /// Sprouts.
    Sprouts,
    /// Nim.
    Nim,
    /// An octal game.
    Octal(Octal),
    /// Grundy's game.
    Grundy,
    /// Cram.
    Cram,
    /// Tic-tac-toe.
    TicTacToe,
    /// Connect Four.
    ConnectFour,
    /// Mates in chess.
    Chess,
}

/// The names, and what is told about the games.
const NAMES: [(&str, &str); 9] = [
    ("sprouts", "Sprouts: join two spots by a curve with a new spot on it"),
    ("nim", "Nim: take tokens from one heap"),
    ("kayles", "Kayles: take one token or two, and leave the rest in one heap or two"),
    ("octal:CODE", "the octal game with a code, such as octal:0.77 (Kayles) or octal:0.137 (Dawson's Chess)"),
    ("grundy", "Grundy's game: split a heap into two of different sizes"),
    ("cram", "Cram: lay a domino on two free cells"),
    ("tic-tac-toe", "Tic-tac-toe: does the first player get three in a row?"),
    ("connect-four", "Connect Four: does the first player get four in a row?"),
    ("chess", "Chess: can the player to move force mate within some moves?"),
];

const OCTAL: &str = "octal:";

impl fmt::Display for GameName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameName::Sprouts => formatter.write_str("sprouts"),
            GameName::Nim => formatter.write_str("nim"),
            GameName::Octal(game) => write!(formatter, "{OCTAL}{game}"),
            GameName::Grundy => formatter.write_str("grundy"),
            GameName::Cram => formatter.write_str("cram"),
            GameName::TicTacToe => formatter.write_str("tic-tac-toe"),
            GameName::ConnectFour => formatter.write_str("connect-four"),
            GameName::Chess => formatter.write_str("chess"),
        }
    }
}

impl GameName {
    /// The game of a name.
    ///
    /// # Errors
    /// If there is none: which there are.
    pub fn parse(text: &str) -> Result<Self, String> {
        Ok(match text {
            "sprouts" => GameName::Sprouts,
            "nim" => GameName::Nim,
            "kayles" => GameName::Octal(Octal::kayles()),
            "grundy" => GameName::Grundy,
            "cram" => GameName::Cram,
            "tic-tac-toe" => GameName::TicTacToe,
            "connect-four" => GameName::ConnectFour,
            "chess" => GameName::Chess,
            _ => match text.strip_prefix(OCTAL) {
                Some(code) => GameName::Octal(Octal::new(code).map_err(|error| {
                    let place = error.span().start + OCTAL.len() + 1;
                    format!("{error} (at character {place} of `{}`)", shown(text))
                })?),
                None => {
                    let names: Vec<&str> = NAMES.iter().map(|&(name, _)| name).collect();
                    return Err(format!(
                        "there is no game `{}`; there are {}",
                        shown(text),
                        names.join(", ")
                    ));
                }
            },
        })
    }
}

/// Reads the name of a game from the command line.
#[derive(Clone, Copy, Debug)]
pub struct GameNames;

impl TypedValueParser for GameNames {
    type Value = GameName;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<GameName, Error> {
        let text = value.to_string_lossy();
        GameName::parse(&text).map_err(|mut message| {
            message.push('\n');
            let mut error = Error::raw(ErrorKind::ValueValidation, message).with_cmd(command);
            if let Some(argument) = argument {
                error.insert(ContextKind::InvalidArg, ContextValue::String(argument.to_string()));
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(NAMES.iter().map(|&(name, help)| PossibleValue::new(name).help(help))))
    }
}
