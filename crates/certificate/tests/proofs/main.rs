//! Proofs of the search, judged by the checker: with the right rules and with wrong ones, of true claims and of false ones.

mod broken_rules;
mod gathered;
