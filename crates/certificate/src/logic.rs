//! What a certificate has to show, cut into needs.
//!
//! Every entry, and the claim, *needs* some things, such as a reply to each child. Each need can be met in one or
//! several *ways*, and a way leans on some entries. A certificate is valid if every need of the claim and of every
//! entry has a way; pruning keeps a set of entries in which this is so.

use std::fmt;
use std::ops::ControlFlow;

/// An entry, counted from 0 in the order of the file.
pub(crate) type Entry = u32;

/// What has needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    /// The claim of the head.
    Claim,
    /// An entry.
    Entry(Entry),
}

/// Goes through the needs of a subject: every way that the current need can be met in, then its end.
pub(crate) trait Judge {
    /// A way to meet the current need: the entries that it leans on. Entries may come twice.
    /// Breaks when no further ways are asked for.
    fn way(&mut self, entries: &[Entry]) -> ControlFlow<()>;

    /// The end of a need. `what` says what was needed.
    /// Breaks when no further needs are asked for.
    fn end(&mut self, what: &dyn fmt::Display) -> ControlFlow<()>;

    /// Whether to stop at once, even within a need. It is asked before every move that is looked at.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Why a subject could not be looked at to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The judge has seen enough.
    Judge,
    /// It cannot hold, whichever entries there are.
    Wrong(String),
    /// It would take more memory than is allowed.
    Memory,
    /// The check was cancelled.
    Cancelled,
}

impl From<String> for Stop {
    fn from(reason: String) -> Self {
        Stop::Wrong(reason)
    }
}

impl From<&str> for Stop {
    fn from(reason: &str) -> Self {
        Stop::Wrong(reason.to_owned())
    }
}

/// Why a certificate is not accepted, or was not looked at to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Objection {
    /// A need of a subject is not met.
    Unmet(Subject, String),
    /// It would take more memory than is allowed.
    Memory,
    /// It was cancelled.
    Cancelled,
}

impl Objection {
    /// The objection to a subject after its needs were told: what the judge found unmet, or why it stopped.
    pub(crate) fn to(subject: Subject, told: Result<(), Stop>, unmet: Option<String>) -> Result<(), Self> {
        match (told, unmet) {
            (_, Some(reason)) | (Err(Stop::Wrong(reason)), None) => Err(Objection::Unmet(subject, reason)),
            (Err(Stop::Memory), None) => Err(Objection::Memory),
            // A judge that has found nothing unmet only breaks because it is cancelled.
            (Err(Stop::Judge | Stop::Cancelled), None) => Err(Objection::Cancelled),
            (Ok(()), None) => Ok(()),
        }
    }
}

/// A certificate that was read, ready to be looked at entry by entry.
pub(crate) trait Logic: Sync {
    /// What a thread needs for itself.
    type Worker: Send;

    /// The number of entries.
    fn entries(&self) -> usize;

    /// What a thread needs for itself, at the beginning.
    fn worker(&self) -> Self::Worker;

    /// Puts the needs of a subject before a judge.
    ///
    /// # Errors
    /// If the judge breaks, or they cannot all be told.
    fn needs(&self, worker: &mut Self::Worker, subject: Subject, judge: &mut dyn Judge) -> Result<(), Stop>;
}

/// Breaks as [`Stop::Judge`].
pub(crate) fn asked(flow: ControlFlow<()>) -> Result<(), Stop> {
    if flow.is_break() { Err(Stop::Judge) } else { Ok(()) }
}
