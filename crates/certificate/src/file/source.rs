//! Where the bytes come from: a file, packed or not.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::error::FileError;
use super::{compression, form};

const READ: &str = "read the file";

/// Opens a regular file, and nothing else: opening a pipe could wait forever.
pub(super) fn open(path: &Path) -> Result<BufReader<File>, FileError> {
    let check = |metadata: fs::Metadata| {
        let message = if metadata.is_file() {
            return Ok(());
        } else if metadata.is_dir() {
            "it is a directory"
        } else {
            "it is no regular file"
        };
        Err(io::Error::new(io::ErrorKind::InvalidInput, message))
    };
    let open = || {
        check(fs::metadata(path)?)?;
        let file = File::open(path)?;
        check(file.metadata()?)?;
        Ok(BufReader::with_capacity(1 << 16, file))
    };
    open().map_err(FileError::io(READ))
}

/// The lines of a source, packed or not, up to a limit.
pub(super) struct Lines<'source> {
    text: Box<dyn BufRead + 'source>,
    buffer: Vec<u8>,
    /// How many bytes may yet be read.
    left: u64,
    limit: u64,
    number: u64,
}

impl<'source> Lines<'source> {
    pub(super) fn new(mut source: impl BufRead + 'source, limit: u64) -> Result<Self, FileError> {
        let mut start = Vec::new();
        source.by_ref().take(4).read_to_end(&mut start).map_err(FileError::io(READ))?;
        let is_packed = start == compression::MAGIC;
        let whole = io::Cursor::new(start).chain(source);
        let text: Box<dyn BufRead> = if is_packed {
            Box::new(BufReader::with_capacity(1 << 16, compression::Unpacked::new(whole).map_err(refuse)?))
        } else {
            Box::new(whole)
        };
        Ok(Lines { text, buffer: Vec::new(), left: limit, limit, number: 0 })
    }

    /// The number of the line.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next line, if there is one. One that is too long is cut, but still too long.
    pub(super) fn advance(&mut self) -> Result<bool, FileError> {
        self.buffer.clear();
        self.number += 1;
        let most = (form::MAX_LINE as u64 + 2).min(self.left.saturating_add(1));
        let read = self.text.by_ref().take(most).read_until(b'\n', &mut self.buffer);
        let read = read.map_err(refuse)? as u64;
        if read > self.left {
            return Err(self.error(format!("the text has more bytes than the limit of {}", self.limit)));
        }
        self.left -= read;
        Ok(read > 0)
    }

    /// The line with its line feed, as it stands in the file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer
    }

    /// The line without its line feed, if its form is right.
    pub(super) fn text(&self) -> Result<&str, FileError> {
        let whole = self.buffer.strip_suffix(b"\n");
        let text = form::check(whole.unwrap_or(&self.buffer)).map_err(|message| self.error(message))?;
        match whole {
            Some(_) => Ok(text),
            None => Err(self.error("the file ends within a line: the line feed at the end is missing")),
        }
    }

    /// An error about the line.
    pub(super) fn error(&self, message: impl Into<String>) -> FileError {
        FileError::form(self.number, message)
    }
}

/// A broken packing comes as an error of a kind that no system gives.
fn refuse(error: io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::InvalidData => FileError::form(None, error.to_string()),
        _ => FileError::io(READ)(error),
    }
}
