//! Shows on the terminal how a search goes on.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rhizome_search::{Observer, Progress};

use crate::quantities::{show_count, show_size};

/// Searches that are over sooner show nothing.
const DELAY: Duration = Duration::from_millis(300);

/// A display of two lines on standard error: figures, and the line that is
/// being searched. It shows nothing if standard error is no terminal, and
/// disappears when it is dropped.
pub struct ProgressDisplay {
    bar: ProgressBar,
    started: Instant,
}

impl ProgressDisplay {
    /// A display of a search that begins now.
    pub fn start() -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}\n  {wide_msg}") {
            bar.set_style(style);
        }
        ProgressDisplay { bar, started: Instant::now() }
    }
}

/// A line on standard error that says what is being done, for as long as it is kept. It shows nothing if
/// standard error is no terminal, or if it is over soon.
pub struct Notice(ProgressBar);

impl Notice {
    /// Says what begins now.
    pub fn start(what: String) -> Self {
        let bar = ProgressBar::new_spinner();
        bar.set_message(what);
        bar.enable_steady_tick(DELAY);
        Notice(bar)
    }

    /// Says how it goes on.
    pub fn say(&self, what: String) {
        self.0.set_message(what);
    }
}

impl Drop for Notice {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl Observer for ProgressDisplay {
    fn progress(&mut self, progress: &Progress) {
        let elapsed = self.started.elapsed();
        if elapsed < DELAY || self.bar.is_hidden() {
            return;
        }
        let expansions = progress.counters.expansions;
        let speed = expansions as f64 / elapsed.as_secs_f64();
        self.bar.set_prefix(format!(
            "{} expansions, {} a second, pn {}, dn {}, {}",
            show_count(expansions),
            show_count(speed as u64),
            progress.root.pn,
            progress.root.dn,
            show_size(progress.memory as u64),
        ));
        self.bar.set_message(progress.line.join(" > "));
        self.bar.tick();
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
