//! The rules of the games other than Sprouts, each by itself.

mod chess;
mod connect_four;
mod cram;
mod grundy;
mod heaps;
mod nim;
mod octal;
mod stones;
#[cfg(test)]
mod testing;
mod tic_tac_toe;

pub use chess::{ChessMate, MatePosition};
pub use connect_four::ConnectFour;
pub use cram::{Cram, CramLand};
pub use grundy::Grundy;
pub use nim::Nim;
pub use octal::Octal;
pub use stones::Stones;
pub use tic_tac_toe::TicTacToe;
