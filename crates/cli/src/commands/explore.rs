//! `rhizome explore`.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use rhizome_explorer::{Explorer, Options, SimulationPoint, read_simulation};

use crate::answer::print_text;
use crate::arguments::ExploreArguments;
use crate::ending::Ending;
use crate::interrupt::Interrupt;

/// How often the flag is looked at that ends the program.
const PATIENCE: Duration = Duration::from_millis(100);

/// The longest simulation that is read, in bytes.
const LONGEST_SIMULATION: u64 = 1 << 20;

/// Serves the explorer until it is interrupted.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(arguments: ExploreArguments) -> anyhow::Result<Ending> {
    let simulation = match &arguments.simulation {
        Some(path) => read(path).with_context(|| format!("--simulation {}", path.display()))?,
        None => Vec::new(),
    };
    let interrupt = Interrupt::on_signals()?;
    let explorer = Explorer::bind(Options {
        listen: arguments.listen,
        names: arguments.names,
        store: arguments.store,
        memory: arguments.memory,
        time: arguments.time_limit,
        watch: arguments.watch,
        simulation,
    })?;
    print_text(format!("The explorer is at http://{}/", explorer.address()))?;
    let ender = explorer.ender();
    thread::Builder::new()
        .name("interrupt".to_owned())
        .spawn(move || {
            while !interrupt.is_raised() {
                thread::sleep(PATIENCE);
            }
            ender.end();
        })
        .context("cannot start a thread")?;
    explorer.serve().context("cannot serve any more")?;
    Ok(Ending::Answered)
}

fn read(path: &Path) -> anyhow::Result<Vec<SimulationPoint>> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST_SIMULATION + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_SIMULATION {
        bail!("the file is too long: {LONGEST_SIMULATION} bytes are the most");
    }
    Ok(read_simulation(&text)?)
}
