//! Misère play: outcomes that the search and RCTs give, for games small enough to be played out.

/// The same algorithms as in the tests of the search.
#[path = "../../../search/tests/searches/algorithm.rs"]
mod algorithm;
mod answers;
mod brute_force;
mod facts;
#[path = "../couples/games.rs"]
mod games;
#[path = "../couples/impatient.rs"]
mod impatient;
mod memory;
mod nim;
#[path = "../couples/overwhelmed.rs"]
mod overwhelmed;
#[path = "../couples/random_game.rs"]
mod random_game;
/// The same generator as in the tests of the search.
#[path = "../../../search/tests/searches/random_numbers.rs"]
mod random_numbers;
#[path = "../couples/shelf.rs"]
mod shelf;
mod stopping;
#[cfg(feature = "store")]
mod store_on_disk;
mod stores;
mod trial;
#[path = "../couples/way.rs"]
mod way;
