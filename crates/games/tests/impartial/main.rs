//! The impartial games, against the definitions of their rules.

mod agreement;
mod cram_boards;
mod cram_shapes;
mod dominoes;
mod grundy;
mod mistakes;
mod nim;
mod notation;
mod octal;
mod random_numbers;
mod rules;
mod searching;
mod truth;
