//! Writing a journal: behind what is there, and nothing by halves.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::directory::{UNFINISHED, sync_directory};
use super::error::{Action, JournalError};
use super::format;
use crate::message::Run;

/// How much waits in memory before it is written, in bytes.
const BUFFER: usize = 1 << 18;

/// The end of a journal, where it grows.
#[derive(Debug)]
pub(super) struct JournalFile {
    path: PathBuf,
    file: File,
    /// How much of the file is written, in bytes. What stands behind that is of no use.
    written: u64,
    /// What comes behind it.
    buffer: Vec<u8>,
    /// Whether nobody knows any more what is on disk.
    is_stopped: bool,
}

impl JournalFile {
    /// Goes on with a file behind its first `written` bytes, and cuts off the rest.
    pub(super) fn open(path: &Path, written: u64) -> Result<Self, JournalError> {
        let file = OpenOptions::new().write(true).open(path).map_err(JournalError::io(path, Action::Open))?;
        let mut file = Self { path: path.into(), file, written, buffer: Vec::new(), is_stopped: false };
        file.rewind().map_err(JournalError::io(path, Action::Write))?;
        Ok(file)
    }

    /// Begins a file that is to take the place of the journal at `path`, under another name so far.
    pub(super) fn create(path: &Path, run: &Run) -> Result<Self, JournalError> {
        let path = path.with_file_name(UNFINISHED);
        let file = File::create(&path).map_err(JournalError::io(&path, Action::Create))?;
        Ok(Self { path, file, written: 0, buffer: format::head(run), is_stopped: false })
    }

    /// Makes a file that was [created](Self::create) durable, and puts it in its place.
    pub(super) fn publish(&mut self, path: &Path) -> Result<(), JournalError> {
        self.sync()?;
        let create = Action::Create;
        fs::rename(&self.path, path).map_err(JournalError::io(path, create))?;
        self.path = path.into();
        sync_directory(path).map_err(JournalError::io(path, create))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) const fn length(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }

    /// Adds what `write` puts behind a buffer. It is told at which place of the file that will be.
    pub(super) fn append(&mut self, write: impl FnOnce(u64, &mut Vec<u8>)) -> Result<(), JournalError> {
        if self.buffer.len() >= BUFFER {
            self.write()?;
        }
        write(self.length(), &mut self.buffer);
        Ok(())
    }

    /// Writes what waits, and makes all that is written durable.
    pub(super) fn sync(&mut self) -> Result<(), JournalError> {
        self.write()?;
        self.file.sync_data().map_err(|error| {
            // The system may have thrown away what it could not write, and would not say so a second time.
            self.is_stopped = true;
            JournalError::io(&self.path, Action::Sync)(error)
        })
    }

    /// Writes what waits.
    pub(super) fn write(&mut self) -> Result<(), JournalError> {
        if self.is_stopped {
            return Err(JournalError::Stopped { path: self.path.clone() });
        }
        if self.buffer.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.write_all(&self.buffer) {
            // What was written of it would be in the way of trying again.
            self.is_stopped = self.rewind().is_err();
            return Err(JournalError::io(&self.path, Action::Write)(error));
        }
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    fn rewind(&mut self) -> io::Result<()> {
        self.file.set_len(self.written)?;
        self.file.seek(SeekFrom::Start(self.written)).map(drop)
    }
}

impl Drop for JournalFile {
    fn drop(&mut self) {
        // Nobody is left to hear of an error; `sync` is there for those who want to.
        let _ = self.write();
    }
}
