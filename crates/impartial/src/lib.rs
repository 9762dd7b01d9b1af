//! impartial
