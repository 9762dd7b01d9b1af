//! A second implementation of Sprouts to judge the first by: slow, plain, and
//! written from the rules alone. It shares no code with the crate but the type
//! [`rhizome_sprouts::Position`] in which they talk.

pub mod board;
pub mod disguise;
pub mod graphs;
pub mod isomorphism;
pub mod mutation;
pub mod random;
pub mod rewriting;
pub mod tree;
