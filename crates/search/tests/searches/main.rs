//! The searches on random explicit trees, whose outcomes are computed from the
//! leaves up, and the parts that the searches share.

mod algorithm;
mod answers;
mod explicit_tree;
mod forgetful_tree;
mod memory;
mod numbers;
mod random_numbers;
mod random_trees;
#[cfg(shuttle)]
mod schedules;
mod stopping;
mod table;
mod threads;
mod trial;
