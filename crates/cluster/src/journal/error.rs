//! Why a journal cannot be opened, read or written, in messages for people.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::format::{JOURNAL_VERSION, MAX_RECORD};

/// Why a journal cannot be opened, read or written. Each message is one line that names the path.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// Another master has the journal open.
    #[error("the journal in {} is in use by another master", path.display())]
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{} is no journal of this program", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The journal has a format that this version cannot read.
    #[error("the journal {} has format {found}, but this version reads format {JOURNAL_VERSION} only", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        found: u32,
    },
    /// The journal belongs to another question.
    #[error("the journal {} is about {found}, not about {expected}: use another directory", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The question of the journal.
        found: String,
        /// The question that was asked.
        expected: String,
    },
    /// Something was altered that had been durable. The file is left as it is.
    #[error(
        "the journal {} is damaged at byte {place}: keep a copy, then shorten it to {place} bytes to go on from there",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the first damaged record begins, in bytes from the beginning.
        place: u64,
    },
    /// The head of the journal, which says what it is about, was altered. The file is left as it is.
    #[error("the journal {} is damaged in its head: nothing can be read of it", path.display())]
    DamagedHead {
        /// The file.
        path: PathBuf,
    },
    /// An entry does not fit into a record.
    #[error("an entry of {length} bytes is too long for the journal: {MAX_RECORD} are the most")]
    TooLong {
        /// Its length in bytes.
        length: usize,
    },
    /// An earlier error of the disk has stopped the journal. What was synced before is safe; opening the journal again
    /// goes on from there.
    #[error("the journal {} stopped after an error of the disk", path.display())]
    Stopped {
        /// The file.
        path: PathBuf,
    },
    /// The operating system refused something: no permission, or a full disk.
    #[error("cannot {action} the journal {}: {source}", path.display())]
    Io {
        /// The directory, or the file in it.
        path: PathBuf,
        /// What was tried.
        action: Action,
        /// What the operating system said.
        source: io::Error,
    },
}

impl JournalError {
    pub(super) fn io(path: &Path, action: Action) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.into(), action, source }
    }
}

/// What was tried when the operating system refused. Displays as a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// To make the directory or a file in it.
    Create,
    /// To open what is there.
    Open,
    /// To read entries.
    Read,
    /// To write entries.
    Write,
    /// To make entries durable.
    Sync,
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Create => "create",
            Self::Open => "open",
            Self::Read => "read",
            Self::Write => "write to",
            Self::Sync => "make durable",
        })
    }
}
