//! Certificates: what a proof of an outcome or a nimber is written as, and a checker that trusts nobody.
//!
//! `docs/certificate-format.md` specifies the format and says why an accepted certificate is a proof. Nothing here
//! knows how certificates come about: the rules of every game are played anew, from the rules alone.

mod certificate;
mod check;
mod explicit;
mod file;
mod games;
mod logic;
mod misere;
mod normal;
mod prune;
mod rules;
mod sprouts;
mod sums;
mod trees;
mod verify;
mod whole;

pub use file::{Claim, Compression, FileError, Head, Kind, Line, Play, Reader, Writer, can_be_written};
pub use games::{
    ChessMate, ConnectFour, Cram, CramLand, Grundy, MatePosition, Nim, Octal, Stones, TicTacToe,
};
pub use prune::{Progress, Pruning, prune};
pub use rules::{SumGame, WholeGame};
pub use sprouts::Sprouts;
pub use verify::{Limits, Refusal, verify, verify_from};
