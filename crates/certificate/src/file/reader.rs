//! Reads certificates, line by line.

use std::fmt::Write as _;
use std::io::BufRead;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::Line;
use super::body::Body;
use super::error::{FileError, shown};
use super::head::{self, Head, HeadLines};
use super::source::{self, Lines};

/// Reads a certificate, packed or not, of which it never holds more than a few lines.
///
/// It is an iterator of the lines of the body. Whether the file is good is known only at its end: until
/// then no line is worth anything. At the end the number of entries and the digest are checked; what is wrong comes
/// as the last item, or from [`Reader::finish`].
///
/// ```
/// # let text = "";
/// use rhizome_certificate::Reader;
///
/// # let mut sink = |_| ();
/// let read = || {
///     let mut reader = Reader::new(text.as_bytes())?;
///     for line in reader.by_ref() {
///         sink(line?);
///     }
///     reader.finish()
/// };
/// assert_eq!(read().unwrap_err().to_string(), "the file is empty");
/// ```
pub struct Reader<'source> {
    lines: Lines<'source>,
    head: Head,
    stated: String,
    digest: Sha256,
    body: Body,
    /// How it ended, if it did.
    end: Option<Result<(), FileError>>,
}

impl Reader<'static> {
    /// Opens a regular file and reads the head, with the [default limit](Reader::DEFAULT_LIMIT).
    ///
    /// # Errors
    /// Every [`FileError`] but that of the digest. What is no regular file is refused without waiting for it.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Reader::new(source::open(path)?)
    }
}

impl<'source> Reader<'source> {
    /// The most bytes of text that are read from a file: 16 GiB.
    pub const DEFAULT_LIMIT: u64 = 16 << 30;

    /// Reads the head, with the [default limit](Self::DEFAULT_LIMIT).
    ///
    /// # Errors
    /// If the source cannot be read, or its beginning is not that of a certificate.
    pub fn new(source: impl BufRead + 'source) -> Result<Self, FileError> {
        Self::with_limit(source, Self::DEFAULT_LIMIT)
    }

    /// Reads the head. `limit` bounds the bytes of the text, that is, after unpacking.
    ///
    /// # Errors
    /// If the source cannot be read, or its beginning is not that of a certificate.
    pub fn with_limit(source: impl BufRead + 'source, limit: u64) -> Result<Self, FileError> {
        let mut lines = Lines::new(source, limit)?;
        let mut digest = Sha256::new();
        let mut head = HeadLines::default();
        check_start(&mut lines)?;
        let text = lines.text()?;
        head.read_version(text).map_err(|message| lines.error(message))?;
        digest.update(lines.bytes());
        for read in
            [HeadLines::read_game, HeadLines::read_play, HeadLines::read_position, HeadLines::read_claim]
        {
            read(&mut head, next_of_head(&mut lines)?).map_err(|message| lines.error(message))?;
            digest.update(lines.bytes());
        }
        let head = head.read_entries(next_of_head(&mut lines)?).map_err(|message| lines.error(message))?;
        digest.update(lines.bytes());
        let stated = head::read_digest(next_of_head(&mut lines)?).map_err(|message| lines.error(message))?;
        Ok(Reader { body: Body::new(&head), lines, head, stated, digest, end: None })
    }

    /// What the certificate is about.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Reads what is left, and says whether the file is good.
    ///
    /// # Errors
    /// The error that the iterator found, or would have.
    pub fn finish(mut self) -> Result<(), FileError> {
        while self.next().is_some() {}
        self.end.unwrap_or(Ok(()))
    }

    fn read(&mut self) -> Result<Option<Line>, FileError> {
        if !self.lines.advance()? {
            self.body.finish().map_err(|message| FileError::form(None, message))?;
            return self.check_digest().map(|()| None);
        }
        let taken = self.body.take(self.lines.text()?);
        let (kind, text) = taken.map_err(|message| self.lines.error(message))?;
        self.digest.update(self.lines.bytes());
        Ok(Some(Line { number: self.lines.number(), kind, text: text.to_owned() }))
    }

    fn check_digest(&mut self) -> Result<(), FileError> {
        let computed = hexadecimal(&mut self.digest);
        if computed == self.stated {
            return Ok(());
        }
        Err(FileError::Digest { stated: self.stated.clone(), computed })
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Line, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.end.is_some() {
            return None;
        }
        match self.read() {
            Ok(Some(line)) => Some(Ok(line)),
            Ok(None) => {
                self.end = Some(Ok(()));
                None
            }
            Err(error) => {
                self.end = Some(Err(error.clone()));
                Some(Err(error))
            }
        }
    }
}

/// Reads the first line, and looks whether it is that of a certificate at all, before its form is asked for.
fn check_start(lines: &mut Lines<'_>) -> Result<(), FileError> {
    if !lines.advance()? {
        return Err(FileError::form(None, "the file is empty"));
    }
    if lines.bytes().starts_with(head::MAGIC.as_bytes()) {
        return Ok(());
    }
    Err(lines.error(format!(
        "this is no certificate: it begins with {} instead of `{}…`",
        shown(lines.bytes()),
        head::MAGIC
    )))
}

fn next_of_head<'lines>(lines: &'lines mut Lines<'_>) -> Result<&'lines str, FileError> {
    if lines.advance()? { lines.text() } else { Err(lines.error("the head is cut short")) }
}

/// The digest of all that was taken in, in lower case.
pub(super) fn hexadecimal(digest: &mut Sha256) -> String {
    let bytes = digest.finalize_reset();
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
