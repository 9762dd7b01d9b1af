//! Writes certificates.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::iter;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::body::Body;
use super::error::FileError;
use super::head::{HEAD_LINES, Head, HeadLines, digest_line};
use super::reader::{Reader, hexadecimal};
use super::{Kind, compression, form, replace};

const WRITE: &str = "write the file";

/// Makes sure that a certificate can be written to a file, as far as that can be known beforehand.
///
/// # Errors
/// If no file can be created in its directory, or the path is something other than a file.
pub fn can_be_written(path: &Path) -> Result<(), FileError> {
    replace::can_be_written(path)
}

/// Whether a file is to be compressed with zstd.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// If the text has more than 1 MiB.
    #[default]
    WhenLarge,
    /// In any case.
    Always,
    /// Never.
    Never,
}

/// Collects the lines of a certificate, and writes them in their order.
///
/// Entries may come in any order, and more than once. Trees and nodes stay in the order in which they come.
/// Nothing is written that [`Reader`](super::Reader) would refuse.
#[derive(Clone, Debug)]
pub struct Writer {
    head: Head,
    /// The texts of the lines of each kind, in the order of the kinds.
    lines: [Vec<Box<str>>; Kind::ALL.len()],
}

impl Writer {
    /// The size of a text from which on it is compressed when nothing else is said.
    pub const LARGE: u64 = 1 << 20;

    /// A certificate without lines. The number of entries in the head does not count.
    pub fn new(head: Head) -> Self {
        Writer { head, lines: Default::default() }
    }

    /// Adds a line: its kind, and what follows it.
    pub fn push(&mut self, kind: Kind, text: impl Into<Box<str>>) {
        self.lines[kind as usize].push(text.into());
    }

    /// The number of entries that were written last.
    pub fn entries(&self) -> u64 {
        self.head.entries
    }

    /// Writes the text.
    ///
    /// # Errors
    /// [`FileError::Form`] before anything is written, if the head or a line is not of the right form or has no place in such a certificate,
    /// and [`FileError::Io`].
    pub fn write(&mut self, sink: impl Write) -> Result<(), FileError> {
        self.text()?.write(sink)
    }

    /// Writes the text, compressed.
    ///
    /// # Errors
    /// As [`Writer::write`].
    pub fn write_compressed(&mut self, sink: impl Write) -> Result<(), FileError> {
        self.text()?.write_compressed(sink)
    }

    /// Writes a file: all of it, or none. A file that stands there gives way when the new one is on the disk.
    ///
    /// # Errors
    /// As [`Writer::write`]. Nothing is left behind then, and an older file is as it was.
    pub fn write_file(&mut self, path: &Path, compression: Compression) -> Result<(), FileError> {
        let text = self.text()?;
        let compress = match compression {
            Compression::WhenLarge => text.length > Self::LARGE,
            Compression::Always => true,
            Compression::Never => false,
        };
        replace::replace(path, |file| {
            if !compress {
                return text.write(buffered(file));
            }
            text.write_compressed(buffered(file))?;
            // No proof should be lost to a fault of the compressor.
            file.rewind().map_err(FileError::io(WRITE))?;
            Reader::new(BufReader::new(file))?.finish()
        })
    }

    /// Sorts and counts the entries, and checks and measures the text.
    fn text(&mut self) -> Result<Text<'_>, FileError> {
        let mut entries = 0;
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_entry()) {
            let lines = &mut self.lines[kind as usize];
            lines.sort_unstable();
            lines.dedup();
            entries += lines.len() as u64;
        }
        self.head.entries = entries;
        let head = self.head.text();
        let kinds = check_head(&self.head, &head)?.kinds();
        if let Some(kind) =
            Kind::ALL.into_iter().find(|kind| !kinds.contains(kind) && !self.lines[*kind as usize].is_empty())
        {
            return Err(FileError::form(None, format!("`{kind}` has no place in such a certificate")));
        }
        let mut text = Text { head, kinds, lines: &self.lines, length: 0 };
        text.check_lines(&self.head)?;
        let mut digest = Sha256::new();
        text.pieces().for_each(|piece| digest.update(piece));
        text.head.push_str(&digest_line(&hexadecimal(&mut digest)));
        text.length = text.pieces().map(|piece| piece.len() as u64).sum();
        Ok(text)
    }
}

/// A text that is ready to be written.
struct Text<'writer> {
    head: String,
    kinds: &'static [Kind],
    lines: &'writer [Vec<Box<str>>],
    length: u64,
}

impl Text<'_> {
    fn lines(&self) -> impl Iterator<Item = (Kind, &str)> {
        let of_kind = |&kind: &Kind| self.lines[kind as usize].iter().map(move |text| (kind, &**text));
        self.kinds.iter().flat_map(of_kind)
    }

    fn check_lines(&self, head: &Head) -> Result<(), FileError> {
        let mut body = Body::new(head);
        let mut line = String::new();
        for ((kind, text), number) in self.lines().zip(HEAD_LINES + 1..) {
            line.clear();
            line.push_str(kind.word());
            line.push(' ');
            line.push_str(text);
            let check = form::check(line.as_bytes()).and_then(|line| body.take(line));
            check.map_err(|message| FileError::form(number, message))?;
        }
        Ok(())
    }

    fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let line = |(kind, text): (Kind, _)| [kind.word(), " ", text, "\n"];
        iter::once(&*self.head).chain(self.lines().flat_map(line)).map(str::as_bytes)
    }

    fn write(&self, mut sink: impl Write) -> Result<(), FileError> {
        let mut write = || {
            self.pieces().try_for_each(|piece| sink.write_all(piece))?;
            sink.flush()
        };
        write().map_err(FileError::io(WRITE))
    }

    fn write_compressed(&self, mut sink: impl Write) -> Result<(), FileError> {
        compression::pack(Pieces { rest: self.pieces(), piece: &[] }, &mut sink)?;
        sink.flush().map_err(FileError::io(WRITE))
    }
}

/// Checks the lines of the head but that of the digest.
fn check_head(head: &Head, text: &str) -> Result<Head, FileError> {
    let mut number = 0;
    let mut lines = text.split_terminator('\n');
    let mut next = || -> Result<&str, String> {
        number += 1;
        form::check(lines.next().unwrap_or_default().as_bytes())
    };
    let mut read = || {
        let mut found = HeadLines::default();
        found.read_version(next()?)?;
        found.read_game(next()?)?;
        found.read_play(next()?)?;
        found.read_position(next()?)?;
        found.read_claim(next()?)?;
        found.read_entries(next()?)
    };
    match read() {
        // A line feed in one of its fields would make it another one.
        Ok(found) if found == *head => Ok(found),
        Ok(_) => Err(FileError::form(None, "a field of the head has more than one line")),
        Err(message) => Err(FileError::form(number, message)),
    }
}

fn buffered(file: &mut File) -> BufWriter<&mut File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// Reads one piece after the other.
struct Pieces<'text, Rest> {
    rest: Rest,
    piece: &'text [u8],
}

impl<'text, Rest: Iterator<Item = &'text [u8]>> Read for Pieces<'text, Rest> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            let Some(piece) = self.rest.next() else { return Ok(0) };
            self.piece = piece;
        }
        self.piece.read(buffer)
    }
}
