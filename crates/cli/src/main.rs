//! The program `rhizome`: proves who wins, on the command line.

mod answer;
mod arguments;
mod cluster;
mod commands;
mod dialogue;
mod ending;
mod games;
mod interrupt;
mod lines;
mod log;
mod metrics;
mod process_memory;
mod progress;
mod quantities;
mod report;
mod solver;
mod sum;

use std::process::ExitCode;
use std::thread;

use clap::Parser;

use arguments::Arguments;
use ending::Ending;

/// Searches descend as deep as a game is long, which is some 30,000 moves for
/// the largest positions that can be written. Only what is used takes memory.
const STACK_BYTES: usize = 1 << 28;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let program = move || commands::run(arguments);
    let ending = match thread::Builder::new().stack_size(STACK_BYTES).spawn(program) {
        Ok(thread) => match thread.join() {
            Ok(ending) => ending,
            Err(panic) => std::panic::resume_unwind(panic),
        },
        Err(error) => Err(anyhow::Error::new(error).context("cannot start a thread")),
    };
    let ending = ending.unwrap_or_else(|error| {
        ending::complain(&format!("{error:#}"));
        Ending::BadInput
    });
    ending.into()
}
