//! One module for each command.

mod canon;
mod census;
mod children;
mod completions;
mod explore;
mod master;
mod nimber;
mod play;
mod prune;
mod rct;
mod searching;
mod simulate;
mod solve;
mod tree;
mod verify;
mod worker;

pub use tree::RuleName;

use crate::arguments::{Arguments, Command};
use crate::ending::Ending;

/// Does what the command line asks for.
///
/// # Errors
/// If the surroundings fail: standard input or output, threads, signals.
pub fn run(arguments: Arguments) -> anyhow::Result<Ending> {
    match arguments.command {
        Command::Solve { subject, play, search } => solve::run(subject, play, &search),
        Command::Master(arguments) => master::run(*arguments),
        Command::Worker(arguments) => worker::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Nimber { subject, search } => nimber::run(subject, &search),
        Command::Canon { subject } => canon::run(subject),
        Command::Children { subject, memory } => children::run(subject, memory),
        Command::Rct { subject, expression, limits } => rct::run(subject, expression, &limits),
        Command::Census(arguments) => census::run(&arguments),
        Command::Tree { command } => tree::run(command),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Prune(arguments) => prune::run(&arguments),
        Command::Explore(arguments) => explore::run(arguments),
        Command::Play(arguments) => play::run(arguments),
        Command::Completions { shell } => completions::run(shell),
    }
}
