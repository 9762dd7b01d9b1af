//! The directory of a journal, and who may use it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{Action, JournalError};

// Every name begins alike, so that no file of another program can be taken for one of ours.
pub(super) const JOURNAL: &str = "rhizome-master.journal";
pub(super) const UNFINISHED: &str = "rhizome-master.journal.new";
const LOCK: &str = "rhizome-master.lock";

pub(super) fn create(directory: &Path) -> Result<(), JournalError> {
    fs::create_dir_all(directory).map_err(JournalError::io(directory, Action::Create))
}

/// Makes the name of a file durable, where the system can.
pub(super) fn sync_directory(file: &Path) -> io::Result<()> {
    match file.parent() {
        Some(directory) if cfg!(unix) => File::open(directory)?.sync_all(),
        _ => Ok(()),
    }
}

/// The right to use a directory.
#[derive(Debug)]
pub(super) struct DirectoryLock(File);

impl DirectoryLock {
    pub(super) fn take(directory: &Path) -> Result<Self, JournalError> {
        let path: PathBuf = directory.join(LOCK);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(JournalError::io(&path, Action::Create))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(fs::TryLockError::WouldBlock) => Err(JournalError::InUse { path: directory.into() }),
            Err(fs::TryLockError::Error(error)) => Err(JournalError::io(&path, Action::Open)(error)),
        }
    }
}

impl Drop for DirectoryLock {
    fn drop(&mut self) {
        // Closing the file would not do: a process that is just being started from this one holds a copy of it for a
        // moment, and with it the lock.
        let _ = self.0.unlock();
    }
}
