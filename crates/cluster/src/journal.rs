//! The journal of a master: its truth, on disk.
//!
//! A master keeps in its journal what it would be a loss to do again: facts, the numbers of nodes, and the outcome. A
//! new master reads it and goes on. Everything else, the server and its streams too, may be lost without harm.
//!
//! What [`Journal::sync`] has returned from survives a crash of the program or of the machine. The format of the file
//! to the byte is in `docs/cluster.md`.

mod directory;
mod error;
mod file;
mod format;
mod replay;

use std::fs;
use std::path::Path;

use tracing::{info, warn};

use crate::message::{Question, Run, RunId};
use directory::DirectoryLock;
pub use error::{Action, JournalError};
use file::JournalFile;
pub use format::{Entry, JOURNAL_VERSION, MAX_RECORD};

/// An open journal. Only one master at a time, in one process, may have it open.
///
/// Dropping it writes what waits if that is possible, without a [`sync`](Journal::sync).
#[derive(Debug)]
pub struct Journal {
    run: Run,
    incarnation: u32,
    cut_bytes: u64,
    file: JournalFile,
    /// Whether entries were added after the last sync.
    is_dirty: bool,
    _lock: DirectoryLock,
}

impl Journal {
    /// Opens the journal in a directory, and shows every entry of it to `visitor` in the order in which they were made.
    /// Makes the directory and the journal, of a new run, if they are missing.
    ///
    /// Each opening begins another incarnation of the master, which is on disk when this returns.
    ///
    /// # Errors
    ///
    /// Every [`JournalError`] but [`JournalError::TooLong`]. The journal is as it was then.
    pub fn open(
        directory: &Path,
        question: &Question,
        domain: &str,
        visitor: impl FnMut(Entry<'_>),
    ) -> Result<Self, JournalError> {
        directory::create(directory)?;
        let lock = DirectoryLock::take(directory)?;
        let path = directory.join(directory::JOURNAL);
        if !path.try_exists().map_err(JournalError::io(&path, Action::Open))? {
            let run = Run { id: RunId::random(), question: question.clone(), domain: domain.to_owned() };
            JournalFile::create(&path, &run)?.publish(&path)?;
        }
        let found = replay::replay(&path, question, domain, visitor)?;
        let cut_bytes = found.length - found.whole;
        if cut_bytes > 0 {
            warn!(path = %path.display(), cut_bytes, "the end of the journal was not written as a whole");
        }
        let incarnation = found.incarnation.saturating_add(1);
        let mut file = JournalFile::open(&path, found.whole)?;
        file.append(|place, buffer| format::write_incarnation(incarnation, place, buffer))?;
        let mut journal = Self { run: found.run, incarnation, cut_bytes, file, is_dirty: true, _lock: lock };
        journal.sync()?;
        info!(path = %path.display(), run = %journal.run.id, incarnation, "the journal is open");
        Ok(journal)
    }

    /// The run that it belongs to.
    #[must_use]
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// How often it has been opened, this time included.
    #[must_use]
    pub const fn incarnation(&self) -> u32 {
        self.incarnation
    }

    /// How many bytes were cut off when it was opened, because a crash had kept them from being written as a whole.
    #[must_use]
    pub const fn cut_bytes(&self) -> u64 {
        self.cut_bytes
    }

    /// Its length in bytes, with what waits to be written.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.file.length()
    }

    /// Adds an entry. It is durable from the next [`sync`](Journal::sync) on.
    ///
    /// # Errors
    ///
    /// [`JournalError::TooLong`] for an entry of more than [`MAX_RECORD`] bytes. [`JournalError::Io`] if the disk is
    /// full: the entry is not added then, but all before are kept, and the same call may succeed later.
    /// [`JournalError::Stopped`] after the disk has failed.
    pub fn append(&mut self, entry: Entry<'_>) -> Result<(), JournalError> {
        entry.check_length()?;
        self.file.append(|place, buffer| entry.write(place, buffer))?;
        self.is_dirty = true;
        Ok(())
    }

    /// Makes everything durable: it survives a crash of the machine. That takes milliseconds, on some disks tens of
    /// them, so it should not be after every entry.
    ///
    /// # Errors
    ///
    /// [`JournalError::Io`] if the disk is full: nothing is lost, and a later call may succeed. If the disk itself has
    /// failed, [`JournalError::Stopped`] from then on: only opening the journal again tells what there is.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        if !self.is_dirty {
            return Ok(());
        }
        self.file.sync()?;
        self.is_dirty = false;
        self.mark()
    }

    /// Replaces all entries by these, durably. If that fails, the journal is as it was.
    ///
    /// # Errors
    ///
    /// Those of [`append`](Journal::append) and [`sync`](Journal::sync).
    pub fn compact<'a>(&mut self, entries: impl IntoIterator<Item = Entry<'a>>) -> Result<(), JournalError> {
        let path = self.file.path().to_owned();
        self.file = self.rewrite(&path, entries).inspect_err(|_| {
            // It may be the disk that is full.
            let _ = fs::remove_file(path.with_file_name(directory::UNFINISHED));
        })?;
        self.is_dirty = false;
        self.mark()
    }

    fn rewrite<'a>(
        &self,
        path: &Path,
        entries: impl IntoIterator<Item = Entry<'a>>,
    ) -> Result<JournalFile, JournalError> {
        let mut file = JournalFile::create(path, &self.run)?;
        file.append(|place, buffer| format::write_incarnation(self.incarnation, place, buffer))?;
        for entry in entries {
            entry.check_length()?;
            file.append(|place, buffer| entry.write(place, buffer))?;
        }
        file.publish(path)?;
        Ok(file)
    }

    /// Keeps the entries for which `keep` holds, in their order, and puts others behind them, durably. If that fails, the
    /// journal is as it was.
    ///
    /// # Errors
    ///
    /// Those of [`append`](Journal::append) and [`sync`](Journal::sync), and those of [`open`](Journal::open) if what
    /// stands in the journal cannot be read any more.
    pub fn retain<'a>(
        &mut self,
        keep: impl FnMut(&Entry<'_>) -> bool,
        others: impl IntoIterator<Item = Entry<'a>>,
    ) -> Result<(), JournalError> {
        self.sync()?;
        let path = self.file.path().to_owned();
        self.file = self.sift(&path, keep, others).inspect_err(|_| {
            let _ = fs::remove_file(path.with_file_name(directory::UNFINISHED));
        })?;
        self.mark()
    }

    fn sift<'a>(
        &self,
        path: &Path,
        mut keep: impl FnMut(&Entry<'_>) -> bool,
        others: impl IntoIterator<Item = Entry<'a>>,
    ) -> Result<JournalFile, JournalError> {
        let mut file = JournalFile::create(path, &self.run)?;
        file.append(|place, buffer| format::write_incarnation(self.incarnation, place, buffer))?;
        let mut written = Ok(());
        replay::replay(path, &self.run.question, &self.run.domain, |entry| {
            if written.is_ok() && keep(&entry) {
                written = file.append(|place, buffer| entry.write(place, buffer));
            }
        })?;
        written?;
        for entry in others {
            entry.check_length()?;
            file.append(|place, buffer| entry.write(place, buffer))?;
        }
        file.publish(path)?;
        Ok(file)
    }

    /// Hands what was added to the operating system: it survives the end of this process, though not yet that of the
    /// machine.
    ///
    /// # Errors
    ///
    /// Those of [`append`](Journal::append).
    pub fn write(&mut self) -> Result<(), JournalError> {
        self.file.write()
    }

    /// Tells damage before this place from what a crash leaves behind it.
    fn mark(&mut self) -> Result<(), JournalError> {
        self.file.append(|place, buffer| format::write_synced(self.run.id, place, buffer))
    }
}
