//! A shelf of games for proof-number search, one file each.
//!
//! Nim, the octal games (Kayles and Dawson's Chess among them), Grundy's game
//! and Cram are impartial: they implement `rhizome_impartial::Game`, and get
//! their sums from there. Tic-tac-toe, Connect Four and chess mates implement
//! `rhizome_search::Rules`.

mod chess;
mod connect_four;
mod cram;
mod grid;
mod grid_text;
mod grundy;
mod heaps;
mod nim;
mod octal;
mod sums;
mod text;
mod tic_tac_toe;

pub use chess::{ChessMate, MatePosition};
pub use connect_four::ConnectFour;
pub use cram::Cram;
pub use grid::Stones;
pub use grundy::Grundy;
pub use heaps::MAX_HEAP;
pub use nim::Nim;
pub use octal::Octal;
pub use text::TextError;
pub use tic_tac_toe::TicTacToe;

/// The programs of the tutorial, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/your-own-game.md")]
struct YourOwnGame;
