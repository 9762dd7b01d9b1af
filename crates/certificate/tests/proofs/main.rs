//! Proofs of the search, judged by the checker: with the right rules and with wrong ones, of true claims and of false ones.
//! And certificates by hand, each about one rule or limit.

mod broken_rules;
mod gathered;
mod limits;
mod misere;
mod misere_rules;
