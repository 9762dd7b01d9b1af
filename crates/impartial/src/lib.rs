//! Impartial games: nimbers, sums, couples, and the store of what is proved. Knows no game.

mod backing;
mod couples;
pub mod fact;
mod fact_store;
mod game;
mod graph;
pub mod nimber;
#[cfg(feature = "store")]
pub mod store;

pub use couples::{CoupleChild, CoupleTree, Settings};
pub use fact::Fact;
pub use fact_store::{FactStore, FactStoreError};
pub use game::{Codes, Game, Left, Stage};
pub use nimber::{Nimber, NimberSet};
