//! Proof-number search on extended NAND trees. Knows no game.
//!
//! A node of a NAND tree is a win for the player to move if and only if some
//! child is a loss. A game tells its tree by [`NandTree`], and [`solve`] finds
//! out who wins, by one of three algorithms: [`Dfs`], [`Pns`] and [`Dfpn`].
//! All of them report the same [`Counters`], obey a [`Control`] (cancel flag,
//! time and memory limit) and show an [`Observer`] how they come along. The
//! same tree searched in the same way gives the same counters.
//!
//! Beside atomic nodes a tree may have *decomposable* ones, which fall apart
//! into independent lands; that is what makes a NAND tree extended. How they
//! are put together from couples of a land and a Nim-heap is the matter of
//! the crate `rhizome-impartial`.
//!
//! What is proved belongs to the tree, and stays true whatever happens to the
//! search: an interrupted search may be taken up again with the same tree.
//!
//! # Example
//!
//! The subtraction game: take 1, 2 or 3 of a heap; who cannot move loses.
//!
//! ```
//! use std::collections::HashMap;
//! use std::sync::atomic::AtomicBool;
//! use rhizome_search::*;
//!
//! struct Subtraction {
//!     start: u64,
//!     proved: HashMap<u64, Outcome>,
//! }
//!
//! impl NandTree for Subtraction {
//!     type Child = NodeId;
//!
//!     fn root(&self) -> NodeId {
//!         NodeId(self.start)
//!     }
//!     fn view<'a>(&self, child: NodeId, _: &'a mut Parts) -> View<'a> {
//!         self.outcome(child).map_or(View::Atomic(child), View::Settled)
//!     }
//!     fn outcome(&self, node: NodeId) -> Option<Outcome> {
//!         self.proved.get(&node.0).copied()
//!     }
//!     fn is_expanded(&self, _: NodeId) -> bool {
//!         true
//!     }
//!     fn expand(&mut self, _: NodeId, _: &Control) -> Result<(), Interruption> {
//!         Ok(())
//!     }
//!     fn children(&self, node: NodeId) -> usize {
//!         node.0.min(3) as usize
//!     }
//!     fn child(&self, node: NodeId, index: usize) -> NodeId {
//!         NodeId(node.0 - 1 - index as u64)
//!     }
//!     fn settle(&mut self, node: NodeId, outcome: Outcome) {
//!         self.proved.insert(node.0, outcome);
//!     }
//!     fn memory(&self) -> usize {
//!         self.proved.len() * 32
//!     }
//!     fn collect(&mut self, _: &[NodeId], _: usize) -> Result<(), Interruption> {
//!         Ok(())
//!     }
//!     fn renamed(&self, old: NodeId) -> Option<NodeId> {
//!         Some(old)
//!     }
//!     fn describe(&self, node: NodeId) -> String {
//!         node.0.to_string()
//!     }
//! }
//!
//! let mut tree = Subtraction { start: 21, proved: HashMap::new() };
//! let cancel = AtomicBool::new(false);
//! let control = Control::new(&cancel, None, 64 << 20);
//! let answer = solve(&mut tree, &mut Dfpn, Style::default(), &control, &mut NoObserver);
//! assert_eq!(answer.outcome, Ok(Outcome::Win));
//! ```

pub mod and_or;
mod control;
mod dfpn;
mod dfs;
mod frontier;
mod numbers;
mod pdfpn;
mod pns;
mod portable_tree;
mod position_proof;
mod position_tree;
mod recorder;
mod rules;
mod scan;
mod session;
mod shared_tree;
mod sync;
mod table;
mod thresholds;
mod tree;

pub use control::{Control, Counters, Interruption, NoObserver, Observer, Progress};
pub use dfpn::Dfpn;
pub use dfs::Dfs;
pub use frontier::{Assignment, Frontier};
pub use numbers::{Numbers, Outcome, ProofNumber};
pub use pdfpn::Pdfpn;
pub use pns::Pns;
pub use portable_tree::{FactError, PortableFact, PortableTree};
pub use position_tree::{ChildFinder, PositionTree};
pub use recorder::{RecordedStep, Recorder};
pub use rules::{PortableRules, Rules};
pub use scan::Addition;
pub use session::{Algorithm, Answer, Session, Style, resume, solve, table_within};
pub use shared_tree::{Finder, Nothing, SharedTree};
pub use table::{Entry, Table};
pub use thresholds::Thresholds;
pub use tree::{NandTree, NodeId, Parts, Rest, View};
