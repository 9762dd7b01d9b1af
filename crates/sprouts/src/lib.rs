//! The game of Sprouts: notation, simplification, the exact canonical form and the moves.

mod notation;
mod position;

pub use notation::{NotationError, parse};
pub use position::{Boundary, Position, Region, Spot};
