//! A shelf of games for proof-number search, one file each.
//!
//! Nim, the octal games (Kayles and Dawson's Chess among them), Grundy's game
//! and Cram are impartial: they implement `rhizome_impartial::Game`, and get
//! their sums from there. Tic-tac-toe, Connect Four and chess mates implement
//! `rhizome_search::Rules`.

mod cram;
mod grundy;
mod heaps;
mod nim;
mod octal;
mod sums;
mod text;

pub use cram::Cram;
pub use grundy::Grundy;
pub use heaps::MAX_HEAP;
pub use nim::Nim;
pub use octal::Octal;
pub use text::TextError;
