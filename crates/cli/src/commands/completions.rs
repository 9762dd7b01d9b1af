//! `rhizome completions`.

use std::io::{self, Write};

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::ending::Ending;

/// Prints the completion script for a shell.
///
/// # Errors
/// If standard output fails.
pub fn run(shell: Shell) -> anyhow::Result<Ending> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "rhizome", &mut script);
    match io::stdout().lock().write_all(&script) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(Ending::Answered),
    }
}
