//! Games on maps, from the first move to the last.

mod random_games;
mod refused_moves;
mod small_games;
mod spelling;
mod words;
