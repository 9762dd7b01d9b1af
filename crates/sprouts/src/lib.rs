//! The game of Sprouts: notation, simplification, the exact canonical form and the moves.
//!
//! A [`Position`] is what [`parse`] reads and what is printed. [`Sprouts`] is
//! the game as the search plays it: it turns positions into codes of lands,
//! and lands into the lands of their children. Two lands have the same code
//! exactly when they are the same; [`position_of`] leads back from a code.
//!
//! ```
//! use rhizome_impartial::Game;
//! use rhizome_sprouts::{Sprouts, parse, position_of};
//!
//! let mut sprouts = Sprouts::new();
//! let lands = sprouts.lands(&parse("AB|2.0.BA.0+2")?)?;
//! let forms: Vec<String> = lands.iter().map(|land| position_of(land).to_string()).collect();
//! assert_eq!(forms, ["0*2.2.AB|AB"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "broken-rules")]
mod broken;
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

#[cfg(feature = "broken-rules")]
#[doc(hidden)]
pub use broken::Mutant;
pub use game::{Sprouts, TooSymmetric, position_of};
pub use notation::{MAX_BYTES, MAX_SPOTS, NotationError, parse, picture};
pub use position::{Boundary, Position, Region, Spot};
