//! Tests of the program as its users meet it: arguments and lines in, text and exit codes out.

mod answers;
mod batches;
mod census;
mod documents;
#[cfg(unix)]
mod exploring;
mod games;
mod misere;
mod misere_limits;
mod mistakes;
mod playing;
mod rcts;
#[cfg(unix)]
mod resuming;
mod simulations;
mod stopping;
mod stores;
mod support;
mod trees;
