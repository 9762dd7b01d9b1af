//! Certificates: what a proof of an outcome or a nimber is written as, and a checker that trusts nobody.
//!
//! `docs/certificate-format.md` specifies the format and says why an accepted certificate is a proof. Nothing here
//! knows how certificates come about: the rules of every game are played anew, from the rules alone.

mod file;
mod games;
mod rules;
mod sprouts;

pub use file::{Claim, Compression, FileError, Head, Kind, Line, Play, Reader, Writer};
pub use rules::{SumGame, WholeGame};
