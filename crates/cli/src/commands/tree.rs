//! `rhizome tree`: explicit AND/OR trees.

mod certificate;
mod drawing;
mod search;
mod sweep;

pub use sweep::RuleName;

use crate::arguments::TreeCommand;
use crate::ending::Ending;
use crate::solver::Method;

/// Does what `rhizome tree` was asked for.
///
/// # Errors
/// If a file, standard input or standard output fails.
pub fn run(command: TreeCommand) -> anyhow::Result<Ending> {
    match command {
        TreeCommand::Demo { format } => search::demo(format),
        TreeCommand::Solve { file, algorithm, threads, steps, certificate, format } => {
            let method = Method::new(Some(algorithm), threads, None)?;
            search::solve_file(&file, method, steps, certificate.as_deref(), format)
        }
        TreeCommand::Sweep(arguments) => sweep::run(&arguments),
    }
}
