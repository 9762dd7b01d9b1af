//! Ctrl-C and termination: a clean stop first, an end at once if asked again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::ending::Ending;

/// What comes so soon after the first signal is its echo: `timeout` and other
/// programs that pass signals on send them to the process and to its group.
const ECHO: Duration = Duration::from_millis(300);

/// A flag that Ctrl-C and SIGTERM raise.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
}

impl Interrupt {
    /// A flag that the signals raise from now on. To be called once; the
    /// second signal ends the program.
    ///
    /// # Errors
    /// If the signals cannot be caught.
    pub fn on_signals() -> anyhow::Result<Self> {
        let interrupt = Interrupt::default();
        let raised = Arc::clone(&interrupt.raised);
        let mut first = None;
        ctrlc::set_handler(move || {
            raised.store(true, Ordering::Relaxed);
            if first.get_or_insert_with(Instant::now).elapsed() > ECHO {
                std::process::exit(Ending::Stopped.code().into());
            }
        })
        .context("cannot catch the signals that stop the program")?;
        Ok(interrupt)
    }

    /// Whether the program is to stop.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// The flag itself, for a search to look at.
    pub fn flag(&self) -> &AtomicBool {
        &self.raised
    }
}
