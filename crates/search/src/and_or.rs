//! Explicit AND/OR trees: every node is written out. To learn from, and for
//! whoever has a tree rather than a game.
//!
//! An OR node is proved by one proved child, an AND node by all of them;
//! leaves are a `WIN` or a `LOSS` for the *prover*. An OR node is one at which
//! the prover is to move, an AND node one at which the opponent is. A node may
//! be a child of several others, but never follow from itself.
//!
//! [`AndOrTree`] is the tree, [`Unfolding`] what a search has seen of it, and
//! [`textbook`] proof-number search as textbooks have it, with two mistakes
//! that are easily made.

mod description;
mod random;
mod replay;
pub mod textbook;
mod tree;
mod unfolding;

pub use description::{NodeDescription, TreeDescription};
pub use random::{RandomTrees, SplitMix};
pub use replay::{ReplayedStep, replay};
pub use tree::{AndOrTree, Kind, MAX_DEPTH, MAX_NODES, TreeError, shown};
pub use unfolding::Unfolding;
