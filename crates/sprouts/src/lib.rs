//! The game of Sprouts: notation, simplification, the exact canonical form and the moves.
//!
//! Lands are identified by their *code*, the bytes of their canonical form:
//! two lands have the same code exactly when they are the same.

mod canon;
mod code;
mod diagram;
mod form;
mod game;
mod memo;
mod moves;
mod notation;
mod parts;
mod position;
mod refine;
mod simplify;
mod walk;

pub use game::{Sprouts, position_of};
pub use notation::{MAX_BYTES, MAX_SPOTS, NotationError, parse};
pub use position::{Boundary, Position, Region, Spot};
