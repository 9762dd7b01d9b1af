//! Ctrl-C and termination: a clean stop first, an end at once if asked again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use crate::ending::Ending;

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
        ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
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
