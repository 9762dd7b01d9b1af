//! Lines on standard error that tell what happens.

use std::io;

use tracing_subscriber::EnvFilter;

use crate::arguments::{LogArguments, LogFormat};

/// Begins to tell. To be called once.
pub fn start(arguments: &LogArguments) {
    let level = if arguments.verbose { "debug" } else { "info" };
    let usual = || EnvFilter::new(format!("warn,rhizome={level},rhizome_cluster={level}"));
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| usual());
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(false);
    let started = match arguments.log {
        LogFormat::Text => lines.with_target(false).try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    // Somebody else tells already.
    drop(started);
}
