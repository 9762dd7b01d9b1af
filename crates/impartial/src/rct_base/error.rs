//! Why a database of RCTs cannot be saved or loaded, in messages for people.

use std::io;
use std::path::{Path, PathBuf};

use rhizome_search::Interruption;
use thiserror::Error;

use super::file::{FORMAT_VERSION, MAX_NAME_LENGTH};
use crate::store::Action;

/// Why a database of RCTs cannot be saved or loaded. Each message is one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RctBaseError {
    /// The file is something else.
    #[error("{} is no RCT base of this program", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file has a format that this version cannot read.
    #[error(
        "the RCT base {} has format {found}, but this version reads format {FORMAT_VERSION} only",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        found: u32,
    },
    /// The base is that of another game, or of another canonical form of its lands.
    #[error("the RCT base {} is of {found}, not of {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The domain in the file.
        found: String,
        /// The domain that was asked for.
        expected: String,
    },
    /// The base is that of another position.
    #[error("the RCT base {} has what is below {found}, not what is below {expected}", path.display())]
    OtherBase {
        /// The file.
        path: PathBuf,
        /// The position in the file.
        found: String,
        /// The position that was asked for.
        expected: String,
    },
    /// The end of the file is missing.
    #[error("the RCT base {} is torn: its end is missing", path.display())]
    Torn {
        /// The file.
        path: PathBuf,
    },
    /// The file is not as it was written.
    #[error("the RCT base {} was altered: its checksum is wrong", path.display())]
    Altered {
        /// The file.
        path: PathBuf,
    },
    /// The file is as it was written, but never was in order.
    #[error("the RCT base {} is malformed: {reason}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A domain or a position is empty, too long, or not of printable ASCII characters.
    #[error("{name:?} cannot name an RCT base: 1 to {MAX_NAME_LENGTH} printable ASCII characters")]
    BadName {
        /// The name that was given.
        name: String,
    },
    /// A limit was reached while it was read.
    #[error("the RCT base {} was not read to its end: {reason}", path.display())]
    Stopped {
        /// The file.
        path: PathBuf,
        /// The limit.
        reason: Interruption,
    },
    /// The operating system refused something: no permission, or a full disk.
    #[error("cannot {action} the RCT base {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: Action,
        /// What the operating system said.
        source: io::Error,
    },
}

impl RctBaseError {
    pub(super) fn io(path: &Path, action: Action) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.into(), action, source }
    }
}
