//! The game against a referee: canonical form, simplification and moves.

mod canonical_form;
mod census;
mod children;
mod codes;
mod game_trees;
mod large_lands;
mod referee;
mod symmetric_lands;
