//! Verifying a certificate: read to the end, then checked.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};

use thiserror::Error;

use crate::certificate::{Certificate, Task};
use crate::check::check;
use crate::file::{FileError, Head, Reader};
use crate::logic::{Entry, Logic, Objection, Subject};

/// Limits and signals of a check.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// On how many threads entries are checked.
    pub threads: usize,
    /// About how many bytes the trees of misère play may take on each thread.
    pub memory: usize,
    /// When this is set, the check stops.
    pub cancel: &'a AtomicBool,
    /// Counts what is done: the claim, and each entry.
    pub done: &'a AtomicU64,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The file cannot be read, or is no certificate.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line says nothing that can be checked.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1 on.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// An entry does not follow from the others.
    #[error("line {line} is not proved: {reason}")]
    Entry {
        /// The line, from 1 on.
        line: u64,
        /// What is missing.
        reason: String,
    },
    /// The claim does not follow from the entries.
    #[error("the claim is not proved: {0}")]
    Claim(String),
    /// The check takes more memory than is allowed.
    #[error("the trees take more memory than is allowed")]
    Memory,
    /// The check was cancelled.
    #[error("interrupted")]
    Cancelled,
}

impl Refusal {
    /// Whether the certificate is at fault, rather than its surroundings.
    pub fn is_invalid(&self) -> bool {
        match self {
            Refusal::File(error) => !matches!(error, FileError::Io { .. }),
            Refusal::Line { .. } | Refusal::Entry { .. } | Refusal::Claim(_) => true,
            Refusal::Memory | Refusal::Cancelled => false,
        }
    }
}

/// Checks the certificate in a file.
///
/// # Errors
/// Why it is not accepted.
pub fn verify(path: &Path, limits: &Limits<'_>) -> Result<Head, Refusal> {
    verify_from(Reader::open(path)?, limits)
}

/// Checks a certificate that is being read.
///
/// # Errors
/// Why it is not accepted.
pub fn verify_from(reader: Reader<'_>, limits: &Limits<'_>) -> Result<Head, Refusal> {
    Certificate::read(reader, limits.memory, Verification { limits })
}

struct Verification<'a> {
    limits: &'a Limits<'a>,
}

impl Task for Verification<'_> {
    type Output = Head;
    const KEEPS_LINES: bool = false;

    fn run<L: Logic>(self, certificate: &Certificate, logic: &L) -> Result<Head, Refusal> {
        let Limits { threads, cancel, done, .. } = *self.limits;
        check(logic, threads, cancel, done).map_err(|objection| certificate.refusal(objection))?;
        Ok(certificate.head.clone())
    }
}

impl Certificate {
    /// The refusal that an objection to it comes to.
    pub(crate) fn refusal(&self, objection: Objection) -> Refusal {
        match objection {
            Objection::Unmet(Subject::Claim, reason) => Refusal::Claim(reason),
            Objection::Unmet(Subject::Entry(entry), reason) => {
                Refusal::Entry { line: self.line_of(entry), reason }
            }
            Objection::Memory => Refusal::Memory,
            Objection::Cancelled => Refusal::Cancelled,
        }
    }

    /// The line of an entry in the file. Entries come last, and all together.
    pub(crate) fn line_of(&self, entry: Entry) -> u64 {
        self.before_entries + u64::from(entry) + 1
    }
}
