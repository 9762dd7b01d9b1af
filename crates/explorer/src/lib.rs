//! The explorer: a local web page on which to watch proof numbers step by step, walk the tree of a position with its
//! values, play Sprouts against a solver, and watch long searches.
//!
//! [`Explorer::bind`] opens a listener and what is asked of it, and [`Explorer::serve`] answers until it is told to end. The
//! page is part of the program and loads nothing from elsewhere. It listens on loopback unless it is told otherwise, refuses
//! requests under foreign names and from foreign pages, and bounds the number, the time and the memory of what it computes.
//! No file is read or written but the store that it was given.

mod api;
mod assets;
mod desk;
mod explorer;
mod games;
mod guard;
mod input;
mod jobs;
mod learn;
pub mod opponent;
mod picture;
mod problem;
mod server;
mod slots;
mod sum;
mod table;
mod watched;

pub use desk::{
    CertificateClaim, CertificateError, Children, Desk, Desks, OpenError, Opening, RctValue, ReadPosition,
};
pub use explorer::{Ender, Explorer, ExplorerError, Options};
pub use games::Misreading;
pub use sum::Sum;
pub use watched::{SimulationError, SimulationPoint, read_simulation};
