//! Limits, interruption and progress.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::numbers::Numbers;

/// Why a search stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Interruption {
    /// The cancel flag was set.
    #[error("interrupted")]
    Cancelled,
    /// The time limit was reached.
    #[error("time limit reached")]
    Time,
    /// The memory limit was reached, and freeing memory did not help.
    #[error("memory limit reached")]
    Memory,
    /// The tree cannot go on, for a reason of its own, which it can be asked for.
    #[error("the tree cannot go on")]
    Tree,
}

/// How many calls of [`Control::check`] pass between two looks at the clock.
const CLOCK_INTERVAL: u32 = 32;

/// The limits of a search, which it looks at all the time.
#[derive(Debug)]
pub struct Control<'a> {
    cancel: &'a AtomicBool,
    started: Instant,
    deadline: Option<Instant>,
    memory: usize,
    calls: Cell<u32>,
}

impl<'a> Control<'a> {
    /// Limits that start to count now. `memory` is in bytes, for the tree and
    /// the table together. Setting `cancel` stops the search soon.
    pub fn new(cancel: &'a AtomicBool, time: Option<Duration>, memory: usize) -> Self {
        let started = Instant::now();
        let deadline = time.and_then(|time| started.checked_add(time));
        Control { cancel, started, deadline, memory, calls: Cell::new(0) }
    }

    /// The memory limit in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The same limits for what goes on beside so many bytes that are held.
    pub fn with_less_memory(&self, held: usize) -> Self {
        let memory = self.memory.saturating_sub(held);
        Control {
            cancel: self.cancel,
            started: self.started,
            deadline: self.deadline,
            memory,
            calls: Cell::new(0),
        }
    }

    /// The time since the limits began to count.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Cheap enough to be called for every expansion and for every few children.
    ///
    /// # Errors
    /// When the search is to stop.
    #[inline]
    pub fn check(&self) -> Result<(), Interruption> {
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        if calls.is_multiple_of(CLOCK_INTERVAL) { self.look() } else { Ok(()) }
    }

    /// Looks at the flag and the clock now.
    ///
    /// # Errors
    /// When the search is to stop.
    pub fn look(&self) -> Result<(), Interruption> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Interruption::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Interruption::Time),
            _ => Ok(()),
        }
    }
}

/// What a search has done. All algorithms count the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes whose children were generated. A node that was forgotten and
    /// expanded again counts again.
    pub expansions: u64,
    /// The most atomic nodes that the search has held at one time: those with
    /// numbers, or, for depth-first search, those of the line that it searched.
    pub nodes: u64,
    /// How often memory was freed because the limit was near.
    pub collections: u64,
    /// The most bytes that the tree and the table have held.
    pub peak_memory: usize,
}

/// What an observer gets to see now and then.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What has been done so far.
    pub counters: Counters,
    /// The numbers of the root, as far as they have been carried back to it.
    pub root: Numbers,
    /// The line that is being searched, from the root on.
    pub line: Vec<String>,
    /// Bytes that the tree and the table hold.
    pub memory: usize,
}

/// Watches a search.
pub trait Observer {
    /// Called a few times a second while the search runs.
    fn progress(&mut self, progress: &Progress);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn progress(&mut self, _: &Progress) {}
}
