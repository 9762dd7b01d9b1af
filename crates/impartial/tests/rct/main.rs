//! Reduced canonical trees: reduction, sums, genus, tameness, names and expressions, against trees that are
//! nothing but sets of sets, and sums that are played out.

mod brute_force;
mod expressions;
mod games;
mod genera;
mod names;
mod reduction;
mod samples;
mod sums;
mod tame;
