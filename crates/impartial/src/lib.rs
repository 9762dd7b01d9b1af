//! Impartial games: nimbers, sums, couples, misère play, and the store of what is proved. Knows no game.
//!
//! A [`Game`] says which lands a move on a land leaves. [`CoupleTree`] makes
//! the extended NAND tree of it in normal play, whose atomic nodes are couples
//! of a land and a Nim-heap, and keeps all [`Fact`]s that are proved about
//! lands. Facts can outlive the search in a [`FactStore`]; with the feature
//! `store` there is one on disk.
//!
//! In misère play nimbers do not suffice. There an [`Rct`], a reduced canonical tree, tells what a position is worth in every sum:
//! [`RctFinder`] finds it, an [`RctBase`] keeps those of many lands, and [`MisereTree`] makes a NAND tree to search of
//! lands, RCTs and \*1.
//!
//! # Example
//!
//! Kayles: take one pin, or two that stand side by side, out of a row. Is a
//! row of 7 pins and one of 3 a win?
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//! use rhizome_impartial::{Codes, CoupleTree, Game, Nimber, Settings};
//! use rhizome_search::{Control, Dfpn, NoObserver, Outcome, Style, solve};
//!
//! struct Kayles;
//!
//! impl Game for Kayles {
//!     fn domain(&self) -> String {
//!         "kayles/1".to_owned()
//!     }
//!     fn children<F>(&mut self, row: &[u8], mut child: F) -> ControlFlow<()>
//!     where
//!         F: FnMut(&Codes) -> ControlFlow<()>,
//!     {
//!         let mut rows = Codes::new();
//!         for taken in 1..=row[0].min(2) {
//!             for left in 0..=row[0] - taken {
//!                 rows.clear();
//!                 for part in [left, row[0] - taken - left] {
//!                     if part > 0 {
//!                         rows.push(&[part]);
//!                     }
//!                 }
//!                 child(&rows)?;
//!             }
//!         }
//!         ControlFlow::Continue(())
//!     }
//!     fn weight(row: &[u8]) -> u32 {
//!         u32::from(row[0])
//!     }
//!     fn print(&self, row: &[u8]) -> String {
//!         row[0].to_string()
//!     }
//! }
//!
//! let mut position = Codes::new();
//! position.push(&[7]);
//! position.push(&[3]);
//! let mut tree = CoupleTree::new(Kayles, Settings::default());
//! tree.set_root(&position, Nimber::ZERO);
//! let cancel = AtomicBool::new(false);
//! let control = Control::new(&cancel, None, 64 << 20);
//! let answer = solve(&mut tree, &mut Dfpn, Style::default(), &control, &mut NoObserver);
//! assert_eq!(answer.outcome, Ok(Outcome::Win));
//! ```

mod backing;
mod census;
mod couple_proof;
mod couples;
mod experience;
pub mod fact;
mod fact_list;
mod fact_store;
mod families;
mod game;
mod graph;
mod land_finder;
mod lists;
mod misere;
mod misere_proof;
pub mod nimber;
pub mod rct;
mod rct_base;
mod rct_finder;
mod remembering;
mod shelf;
#[cfg(feature = "store")]
pub mod store;
mod told_children;
mod varint;

pub use census::{Census, Counts};
pub use couple_proof::{CoupleClaim, Extent};
pub use couples::{CoupleChild, CoupleTree, Settings};
pub use fact::Fact;
pub use fact_store::{FactStore, FactStoreError};
pub use game::{Codes, Game, Left, Stage};
pub use land_finder::LandFinder;
pub use misere::{MisereSettings, MisereTree};
pub use misere_proof::{LostNode, MisereProof, MisereProofText};
pub use nimber::{Nimber, NimberSet};
pub use rct::{Rct, Rcts};
pub use rct_base::RctBase;
#[cfg(feature = "store")]
pub use rct_base::RctBaseError;
pub use rct_finder::RctFinder;
pub use remembering::Remembering;
