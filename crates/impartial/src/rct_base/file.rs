//! A database of RCTs as a file. `docs/store.md` has the format to the byte.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use rhizome_search::Control;

use super::RctBase;
use super::contents::{Contents, ReadError, read_contents, read_name};
use super::error::RctBaseError;
use crate::store::{Action, MAX_DOMAIN_LENGTH, sync_directory};
use crate::varint::encode_varint;

/// The version of the format that this program writes, and the only one that it reads.
pub const FORMAT_VERSION: u32 = 1;

/// The longest name of a domain or of a position, in bytes.
pub const MAX_NAME_LENGTH: usize = MAX_DOMAIN_LENGTH;

const MAGIC: [u8; 8] = *b"RHIZ-RCT";
const CHECKSUM_LENGTH: u64 = 4;
/// The magic bytes, the version, and the length of the file.
const HEAD_LENGTH: usize = 20;

/// Bytes that are read and summed up at one time.
const CHUNK: usize = 1 << 16;

/// Counts bytes and sums them up on their way to a writer.
struct Summed<W> {
    inner: W,
    hasher: Hasher,
    length: u64,
}

impl<W: Write> Summed<W> {
    fn new(inner: W) -> Self {
        Summed { inner, hasher: Hasher::new(), length: 0 }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..count]);
        self.length += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The length and the checksum of the contents.
fn sum_up(contents: &Contents<'_>) -> (u64, u32) {
    let mut out = BufWriter::with_capacity(CHUNK, Summed::new(io::sink()));
    // Nothing can fail in a sink.
    let _ = contents.write(&mut out).and_then(|()| out.flush());
    let Summed { hasher, length, .. } = out.get_ref();
    (*length, hasher.clone().finalize())
}

/// Writes the whole file.
fn write_file(domain: &str, name: &str, contents: &Contents<'_>, out: impl Write) -> io::Result<()> {
    let mut names = Vec::new();
    for name in [domain, name] {
        encode_varint(name.len() as u64, &mut names);
        names.extend_from_slice(name.as_bytes());
    }
    let length = HEAD_LENGTH as u64 + names.len() as u64 + sum_up(contents).0 + CHECKSUM_LENGTH;
    let mut out = BufWriter::with_capacity(CHUNK, Summed::new(out));
    out.write_all(&MAGIC)?;
    out.write_all(&FORMAT_VERSION.to_le_bytes())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&names)?;
    contents.write(&mut out)?;
    out.flush()?;
    let Summed { mut inner, hasher, .. } = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    inner.write_all(&hasher.finalize().to_le_bytes())?;
    inner.flush()
}

fn check_name(name: &str) -> Result<(), RctBaseError> {
    let is_name = |byte: u8| byte.is_ascii_graphic();
    match name.is_empty() || name.len() > MAX_NAME_LENGTH || !name.bytes().all(is_name) {
        true => Err(RctBaseError::BadName { name: name.to_owned() }),
        false => Ok(()),
    }
}

/// The name that a file has until it is whole. It is of this process, so that two of them do not write into one file.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{}.new", std::process::id()));
    name.into()
}

impl RctBase {
    /// The name of the file with what is below the start of a game of some size, for instance `rhizome-rct-sprouts-1-6.base`.
    /// Letters and digits of the domain stay, and points; other characters become `-`.
    pub fn file_name(domain: &str, size: u32) -> String {
        let stays = |character: char| character.is_ascii_alphanumeric() || character == '.';
        let domain: String =
            domain.chars().map(|character| if stays(character) { character } else { '-' }).collect();
        format!("rhizome-rct-{domain}-{size}.base")
    }

    /// A checksum of all trees in their order and of all lands: CRC-32 of the contents of the file. Whatever is known by
    /// the numbers of trees is worth something only with a base that has the same one.
    pub fn digest(&self) -> u32 {
        sum_up(&Contents::of(self)).1
    }

    /// Saves the base as a file: as a whole and durably, or not at all. An older file gives way.
    ///
    /// `domain` is that of the game, [`Game::domain`](crate::Game::domain); `name` says what it is the base of, as the text of a position.
    ///
    /// # Errors
    /// [`RctBaseError::BadName`], and [`RctBaseError::Io`], after which an older file is as it was.
    pub fn save(&self, path: &Path, domain: &str, name: &str) -> Result<(), RctBaseError> {
        check_name(domain)?;
        check_name(name)?;
        let unfinished = unfinished(path);
        let write = || {
            let file = File::create(&unfinished)?;
            write_file(domain, name, &Contents::of(self), &file)?;
            file.sync_all()?;
            fs::rename(&unfinished, path)
        };
        if let Err(error) = write() {
            // It is of no use any more, and the error is told in any case.
            let _ = fs::remove_file(&unfinished);
            return Err(RctBaseError::io(path, Action::Write)(error));
        }
        let directory = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        sync_directory(directory).map_err(RctBaseError::io(path, Action::Write))
    }

    /// Loads a base that [`Self::save`] saved under these names; none if there is no such file. Trees have the same numbers as before.
    ///
    /// # Errors
    /// Every [`RctBaseError`]. No more memory is taken than `control` allows, whatever the file says.
    pub fn load(
        path: &Path,
        domain: &str,
        name: &str,
        control: &Control<'_>,
    ) -> Result<Option<Self>, RctBaseError> {
        check_name(domain)?;
        check_name(name)?;
        // To open a pipe would wait for a writer.
        let file = match fs::metadata(path).map(|metadata| metadata.is_file()) {
            Ok(true) => File::open(path),
            Ok(false) => return Err(RctBaseError::Foreign { path: path.to_owned() }),
            Err(error) => Err(error),
        };
        let file = match file {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(RctBaseError::io(path, Action::Open)(error)),
        };
        let length = file.metadata().map_err(RctBaseError::io(path, Action::Open))?.len();
        Loading { path, control }.load(file, length, domain, name).map(Some)
    }
}

/// A file that is being loaded.
struct Loading<'a> {
    path: &'a Path,
    control: &'a Control<'a>,
}

impl Loading<'_> {
    fn load(
        &self,
        mut file: impl Read + Seek,
        length: u64,
        domain: &str,
        name: &str,
    ) -> Result<RctBase, RctBaseError> {
        self.check_head(&mut file, length)?;
        file.rewind().map_err(self.io())?;
        self.check_sum(&mut file, length)?;
        file.seek(SeekFrom::Start(HEAD_LENGTH as u64)).map_err(self.io())?;
        let behind = length - HEAD_LENGTH as u64 - CHECKSUM_LENGTH;
        let mut reader = BufReader::with_capacity(CHUNK, file.take(behind));
        let path = || self.path.to_owned();
        let found = read_name(&mut reader).map_err(|error| self.refuse(error))?;
        if found != domain {
            return Err(RctBaseError::OtherGame { path: path(), found, expected: domain.to_owned() });
        }
        let found = read_name(&mut reader).map_err(|error| self.refuse(error))?;
        if found != name {
            return Err(RctBaseError::OtherBase { path: path(), found, expected: name.to_owned() });
        }
        let base = read_contents(&mut reader, self.control).map_err(|error| self.refuse(error))?;
        match reader.bytes().next() {
            None => Ok(base),
            Some(Ok(_)) => Err(self.refuse(ReadError::Malformed("something stands behind the lands".into()))),
            Some(Err(error)) => Err(self.io()(error)),
        }
    }

    /// Checks what the head says, the length of the file included.
    fn check_head(&self, file: &mut impl Read, length: u64) -> Result<(), RctBaseError> {
        let mut head = Vec::new();
        file.take(HEAD_LENGTH as u64).read_to_end(&mut head).map_err(self.io())?;
        let path = || self.path.to_owned();
        let magic = &head[..head.len().min(MAGIC.len())];
        if magic != &MAGIC[..magic.len()] {
            return Err(RctBaseError::Foreign { path: path() });
        }
        let (Some(version), Some(whole)) = (head.get(8..12), head.get(12..HEAD_LENGTH)) else {
            return Err(RctBaseError::Torn { path: path() });
        };
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let (found, whole) = (number(version) as u32, number(whole));
        if found != FORMAT_VERSION {
            return Err(RctBaseError::Version { path: path(), found });
        }
        if length < whole {
            return Err(RctBaseError::Torn { path: path() });
        }
        if length > whole || length < HEAD_LENGTH as u64 + CHECKSUM_LENGTH {
            return Err(RctBaseError::Altered { path: path() });
        }
        Ok(())
    }

    /// Checks the sum over the whole file, so that nothing that was altered is even looked at.
    fn check_sum(&self, file: &mut impl Read, length: u64) -> Result<(), RctBaseError> {
        let mut hasher = Hasher::new();
        let mut chunk = vec![0; CHUNK];
        let mut left = length - CHECKSUM_LENGTH;
        while left > 0 {
            self.control.look().map_err(|stop| self.refuse(stop.into()))?;
            let part = &mut chunk[..left.min(CHUNK as u64) as usize];
            file.read_exact(part).map_err(self.io())?;
            hasher.update(part);
            left -= part.len() as u64;
        }
        let mut sum = [0; CHECKSUM_LENGTH as usize];
        file.read_exact(&mut sum).map_err(self.io())?;
        match hasher.finalize().to_le_bytes() == sum {
            true => Ok(()),
            false => Err(RctBaseError::Altered { path: self.path.to_owned() }),
        }
    }

    fn refuse(&self, error: ReadError) -> RctBaseError {
        let path = self.path.to_owned();
        match error {
            ReadError::Io(error) => self.io()(error),
            ReadError::Malformed(reason) => RctBaseError::Malformed { path, reason },
            ReadError::Stopped(reason) => RctBaseError::Stopped { path, reason },
        }
    }

    fn io(&self) -> impl FnOnce(io::Error) -> RctBaseError {
        RctBaseError::io(self.path, Action::Read)
    }
}
