//! Files on the disk, and errors of the system.

use std::fs;
use std::io::{self, BufReader, Cursor, Read, Write};
use std::path::Path;

use rhizome_certificate::{Compression, FileError, Kind, Reader};

use super::{in_time, large_writer, packed, read, sample};

#[test]
fn files_are_written_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.cert");
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let is_packed = |path: &Path| fs::read(path).unwrap().starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    for (lines, compression, expected) in [
        (1000, Compression::WhenLarge, false),
        (1000, Compression::Always, true),
        (100_000, Compression::Never, false),
        (100_000, Compression::WhenLarge, true),
    ] {
        large_writer(lines).write_file(&path, compression).unwrap();
        assert_eq!(is_packed(&path), expected);
        assert_eq!(names(), ["a.cert"]);
        assert_eq!(Reader::open(&path).unwrap().count(), lines as usize);
    }
    let before = fs::read(&path).unwrap();
    for (kind, text) in
        [(Kind::Land, "two\nlines"), (Kind::Land, ""), (Kind::Loss, "7"), (Kind::Land, "a  b")]
    {
        let mut writer = large_writer(3);
        writer.push(kind, text);
        assert!(matches!(writer.write_file(&path, Compression::WhenLarge), Err(FileError::Form { .. })));
    }
    assert!(large_writer(3).write_file(directory.path(), Compression::Never).is_err());
    assert!(large_writer(3).write_file(&directory.path().join("none/a.cert"), Compression::Never).is_err());
    assert_eq!(names(), ["a.cert"]);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_opened_and_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (path, expected) in [
        (&*pipe, "it is no regular file"),
        (Path::new("/dev/null"), "it is no regular file"),
        (directory.path(), "it is a directory"),
    ] {
        let found = in_time(|| Reader::open(path)).err().unwrap().to_string();
        assert_eq!(found, format!("cannot read the file: {expected}"));
        let found = large_writer(3).write_file(path, Compression::Never).unwrap_err().to_string();
        assert_eq!(found, format!("cannot write the file: {expected}"));
    }
    let missing = Reader::open(&directory.path().join("missing")).err().unwrap();
    assert!(matches!(missing, FileError::Io { kind: io::ErrorKind::NotFound, .. }), "{missing}");
    // A link stays a link.
    let (target, link) = (directory.path().join("target"), directory.path().join("link"));
    fs::write(&target, "old").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    large_writer(3).write_file(&link, Compression::Never).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(Reader::open(&target).unwrap().count(), 3);
}

/// A source, or a sink, that fails after some bytes.
struct Failing {
    good: Cursor<Vec<u8>>,
    room: usize,
}

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.good.read(buffer)? {
            0 => Err(io::Error::other("the disk is broken")),
            read => Ok(read),
        }
    }
}

impl Write for Failing {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let room = self.room.min(buffer.len());
        self.room -= room;
        if room > 0 { Ok(room) } else { Err(io::Error::other("the disk is full")) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_system_are_told_as_such() {
    let sample = sample();
    for file in [packed(&sample), sample] {
        for length in 0..=file.len() {
            let good = Cursor::new(file[..length].to_vec());
            let found = read(BufReader::new(Failing { good, room: 0 })).unwrap_err().to_string();
            assert_eq!(found, "cannot read the file: the disk is broken");
        }
    }
    let mut writer = large_writer(10);
    for room in [0, 1, 100] {
        let sink = || Failing { good: Cursor::default(), room };
        for found in [writer.write(sink()), writer.write_compressed(sink())] {
            assert_eq!(found.unwrap_err().to_string(), "cannot write the file: the disk is full");
        }
    }
}
