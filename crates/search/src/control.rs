//! Limits, interruption and progress.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
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
    /// As many nodes were expanded as the search was to expand.
    #[error("expansion limit reached")]
    Expansions,
    /// The numbers of the root have reached the thresholds up to which it was to be searched.
    #[error("thresholds reached")]
    Thresholds,
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
    /// A second flag, of a search of several threads.
    pointless: Option<&'a AtomicBool>,
    started: Instant,
    deadline: Option<Instant>,
    memory: usize,
    expansions: u64,
    /// Of one thread at a time; whoever counts wrong only looks at the clock sooner or later.
    calls: AtomicU32,
}

impl<'a> Control<'a> {
    /// Limits that start to count now. `memory` is in bytes, for the tree and
    /// the table together. Setting `cancel` stops the search soon.
    pub fn new(cancel: &'a AtomicBool, time: Option<Duration>, memory: usize) -> Self {
        let started = Instant::now();
        let deadline = time.and_then(|time| started.checked_add(time));
        Control {
            cancel,
            pointless: None,
            started,
            deadline,
            memory,
            expansions: u64::MAX,
            calls: AtomicU32::new(0),
        }
    }

    /// The memory limit in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The most expansions of a search.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The same limits for a search of so many expansions at most. With several threads there are some more.
    pub fn with_expansions(&self, expansions: u64) -> Self {
        Control { expansions, ..self.again() }
    }

    /// The same limits for what goes on beside so many bytes that are held.
    pub fn with_less_memory(&self, held: usize) -> Self {
        Control { memory: self.memory.saturating_sub(held), ..self.again() }
    }

    /// The same limits for one of several threads, which stops also when `pointless` is set.
    pub(crate) fn for_thread<'b>(&'b self, pointless: &'b AtomicBool) -> Control<'b> {
        Control { pointless: Some(pointless), ..self.again() }
    }

    fn again(&self) -> Self {
        Control { calls: AtomicU32::new(0), ..*self }
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
        let calls = self.calls.load(Ordering::Relaxed).wrapping_add(1);
        self.calls.store(calls, Ordering::Relaxed);
        if calls.is_multiple_of(CLOCK_INTERVAL) { self.look() } else { Ok(()) }
    }

    /// Looks at the flag and the clock now.
    ///
    /// # Errors
    /// When the search is to stop.
    pub fn look(&self) -> Result<(), Interruption> {
        let pointless = self.pointless.is_some_and(|pointless| pointless.load(Ordering::Relaxed));
        if pointless || self.cancel.load(Ordering::Relaxed) {
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
    /// Facts that the tree has proved, such as nimbers; 0 if it does not count them.
    pub facts: u64,
}

/// Watches a search.
pub trait Observer: Send {
    /// Called a few times a second while the search runs, by any of its threads.
    fn progress(&mut self, progress: &Progress);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn progress(&mut self, _: &Progress) {}
}
