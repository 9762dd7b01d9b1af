//! Impartial games: nimbers, sums, couples, and the store of what is proved. Knows no game.

mod couples;
pub mod fact;
mod game;
mod graph;
pub mod nimber;
#[cfg(feature = "store")]
pub mod store;

pub use couples::{CoupleChild, CoupleTree, Estimate, Settings};
pub use fact::Fact;
pub use game::{Codes, Game, Left, Stage};
pub use nimber::{Nimber, NimberSet};
