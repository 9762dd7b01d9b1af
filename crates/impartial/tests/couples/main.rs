//! Couples: outcomes and nimbers that the search finds through them, for games
//! small enough that the definition of nimbers gives the same.

/// The same algorithms as in the tests of the search.
#[path = "../../../search/tests/searches/algorithm.rs"]
mod algorithm;
mod brute_force;
mod collections;
mod games;
mod impatient;
mod nimbers;
mod overwhelmed;
mod random_game;
/// The same generator as in the tests of the search.
#[path = "../../../search/tests/searches/random_numbers.rs"]
mod random_numbers;
mod shelf;
mod staged;
mod stopping;
mod stores;
mod sums;
mod trial;
mod way;
