//! Sprouts on combinatorial maps.
//!
//! A second model of the game, which shares nothing with the one that the search plays. Here nothing is
//! ever simplified: a position is all that has been drawn, dead spots included, and a move is a curve
//! through a face. So it can judge other models, and it knows what a picture of the position has to show.
//!
//! # The model
//!
//! Every edge is cut into two *darts*, each leaving the spot at its end; the other one is its *twin*. A
//! *rotation* lists the darts that leave a spot, counterclockwise. The rotations of a connected graph say, up
//! to deformation, how it lies on an oriented surface with every face a disc (Heffter 1891; Edmonds, *A
//! combinatorial representation for polyhedral surfaces*, 1960); Tutte (*What is a map?*, 1973) takes such
//! permutations as the definition of a map. To walk along a face with the face on the left, follow a dart to its
//! far end and go on with the dart that stands clockwise of its twin. The orbits of that rule are the *boundaries*.
//!
//! What is drawn in a game need not be connected. Rotations say nothing about how its pieces lie to each
//! other, so a map also keeps, for each *face*, which boundaries border it. A bare spot is a boundary of
//! its own. On the sphere every piece has at most one boundary in each face.
//!
//! A *corner* is the place where a boundary passes a spot: a spot of degree d ≥ 1 has d of them, one left
//! of each dart that leaves it, and a bare spot has one. A curve leaves at a corner and arrives at a corner of
//! the same face, possibly the same. Between two boundaries it joins them. Within one it splits the face
//! in two, and every other boundary of the face comes to lie on its left or on its right.
//!
//! # Pictures
//!
//! A [`Drawing`] gives a map places and smooth curves that do not cross, tells which move a stroke drawn by hand is, and draws the
//! curve of a move. [`PlanarMap::from_notation`] finds a map for a position in words.
//!
//! ```
//! use rhizome_planar::{Drawing, PlanarMap};
//!
//! let drawing = Drawing::new(&PlanarMap::from_notation("0*2.AB|AB")?)?;
//! let chosen = drawing.map().moves().next().expect("a first move");
//! let stroke = drawing.curve(&chosen)?.points;
//! assert_eq!(drawing.recognise(&stroke)?.chosen, chosen);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Moves
//!
//! ```
//! use rhizome_planar::{MoveError, PlanarMap};
//!
//! let start = PlanarMap::start(2);
//! let children = start.moves().map(|curve| Ok(start.play(&curve)?.notation()));
//! let children: Vec<String> = children.collect::<Result<_, MoveError>>()?;
//! assert_eq!(children, ["AB|AB.0", "1a1a", "AB|AB.0"]);
//! # Ok::<(), MoveError>(())
//! ```

mod drawing;
mod element;
mod invariants;
mod map;
mod moves;
mod notation;
mod play;
mod random;
mod words;

pub use drawing::{
    AfterError, CurveError, Drawing, DrawingError, DrawnEdge, DrawnFace, DrawnMove, DrawnSpot, Point,
    Recognised, StrokeError,
};
pub use element::{Corner, Dart, Rotation, Spot};
pub use invariants::Fault;
pub use map::{Boundary, Face, Occurrence, PlanarMap};
pub use moves::Move;
pub use play::MoveError;
pub use random::{Random, RandomGame};
pub use words::NotationError;
