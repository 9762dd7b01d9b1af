//! Why a store cannot be opened, read or written, in messages for people.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{FORMAT_VERSION, MAX_CODE_LENGTH, MAX_DOMAIN_LENGTH};
use crate::fact::{Contradiction, DecodeError};

/// Why a store cannot be opened, read or written. Each message is one line that names the path.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another process, or another [`Store`](super::Store) of this one, has the directory open.
    #[error("the store {} is in use by another process", path.display())]
    InUse {
        /// The directory of the store.
        path: PathBuf,
    },
    /// The path is a file or something else that is no directory.
    #[error("{} is no directory, so it cannot be a store", path.display())]
    NotADirectory {
        /// The path that was given.
        path: PathBuf,
    },
    /// The directory has files in it, but they are not a store.
    #[error("{} is no store of this program: it holds {}", path.display(), entry.display())]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// The name of a file in it.
        entry: PathBuf,
    },
    /// The store has a format that this version cannot read.
    #[error(
        "the store {} has format {found}, but this version reads format {FORMAT_VERSION} only",
        path.display()
    )]
    Version {
        /// The directory of the store.
        path: PathBuf,
        /// The version of its format.
        found: u64,
    },
    /// The name of a domain is empty, too long, or not of printable ASCII characters.
    #[error("{domain:?} cannot name a domain: 1 to {MAX_DOMAIN_LENGTH} printable ASCII characters")]
    BadDomain {
        /// The name that was given.
        domain: String,
    },
    /// A code is empty or longer than [`MAX_CODE_LENGTH`].
    #[error(
        "the store {} takes codes of 1 to {MAX_CODE_LENGTH} bytes, not of {length}",
        path.display()
    )]
    BadCode {
        /// The directory of the store.
        path: PathBuf,
        /// The length of the code, in bytes.
        length: usize,
    },
    /// A fact contradicts another one about the same land. One of them was proved wrongly, or the
    /// store was written by a program with another canonical form.
    #[error("in the store {}, domain {domain}, land {code}: {contradiction}", path.display())]
    Contradiction {
        /// The directory of the store.
        path: PathBuf,
        /// The domain of the land.
        domain: String,
        /// The code of the land.
        code: Code,
        /// Both facts.
        contradiction: Contradiction,
    },
    /// The value of a code is no fact.
    #[error("in the store {}, domain {domain}, the fact about land {code} is unreadable: {source}", path.display())]
    BadValue {
        /// The directory of the store.
        path: PathBuf,
        /// The domain of the land.
        domain: String,
        /// The code of the land.
        code: Code,
        /// What is wrong with the value.
        source: ValueError,
    },
    /// The file of the store is cut off or altered.
    #[error("the store {} is damaged: {reason}", path.display())]
    Damaged {
        /// The directory of the store.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// An earlier error, such as a full disk, has stopped the store. What was flushed is safe;
    /// opening the store again goes on from there.
    #[error("the store {} stopped after an error in writing (is the disk full?)", path.display())]
    Stopped {
        /// The directory of the store.
        path: PathBuf,
    },
    /// The operating system refused something: no permission, or a full disk.
    #[error("cannot {action} the store {}: {source}", path.display())]
    Io {
        /// The directory of the store, or the file in it.
        path: PathBuf,
        /// What was tried.
        action: Action,
        /// What the operating system said.
        source: io::Error,
    },
}

impl StoreError {
    pub(super) fn io(path: &Path, action: Action) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.into(), action, source }
    }
}

/// Why the value of a code is no fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ValueError {
    /// It was altered, or belongs to another code.
    #[error("its checksum is wrong")]
    Checksum,
    /// It was written as it is, but not in a form that this version knows.
    #[error(transparent)]
    Fact(#[from] DecodeError),
}

/// What was tried when the operating system refused. Displays as a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// To make the directory or a file in it.
    Create,
    /// To open what is there.
    Open,
    /// To read facts.
    Read,
    /// To write facts or to make them durable.
    Write,
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Create => "create",
            Self::Open => "open",
            Self::Read => "read",
            Self::Write => "write",
        })
    }
}

/// The code of a land in a message: displays as hexadecimal, cut after 40 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code(Box<[u8]>);

impl Code {
    const SHOWN: usize = 40;

    pub(super) fn new(code: &[u8]) -> Self {
        Self(code.into())
    }

    /// All bytes of the code.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0.iter().take(Self::SHOWN) {
            write!(formatter, "{byte:02x}")?;
        }
        if self.0.len() > Self::SHOWN {
            write!(formatter, "… ({} bytes)", self.0.len())?;
        }
        Ok(())
    }
}
