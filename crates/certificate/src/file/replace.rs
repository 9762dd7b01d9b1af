//! Puts a file in its place as a whole, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::error::FileError;

const WRITE: &str = "write the file";

/// Writes a file beside its place, and moves it there when all of it is on the disk. Whatever fails, nothing is left behind, and what
/// stood there stands as it was.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let io = FileError::io(WRITE);
    let target = target(path).map_err(&io)?;
    let directory = directory(&target);
    let (unfinished, mut file) = create(directory).map_err(&io)?;
    let finish = || {
        write(&mut file)?;
        // Who may read and write it is not for a new proof to change.
        if let Ok(metadata) = fs::metadata(&target) {
            file.set_permissions(metadata.permissions()).map_err(&io)?;
        }
        file.sync_all().map_err(&io)?;
        fs::rename(&unfinished, &target).map_err(&io)
    };
    if let Err(error) = finish() {
        // It is of no use any more, and the error is told in any case.
        let _ = fs::remove_file(&unfinished);
        return Err(error);
    }
    // The file is there and whole. That its name stays after a power failure is not promised by every file system.
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
    Ok(())
}

/// Makes sure that a file can be written, as far as that can be known before.
pub(super) fn can_be_written(path: &Path) -> Result<(), FileError> {
    let io = FileError::io(WRITE);
    let target = target(path).map_err(&io)?;
    let (trial, _) = create(directory(&target)).map_err(&io)?;
    fs::remove_file(trial).map_err(&io)
}

/// The directory of a file.
fn directory(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The file that a path names, behind all links, if there is one. Devices and the like are never replaced.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => fs::canonicalize(path),
        Ok(metadata) if metadata.is_dir() => {
            Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"))
        }
        Ok(_) => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path.to_owned()),
        Err(error) => Err(error),
    }
}

/// Creates a new file in a directory.
fn create(directory: &Path) -> io::Result<(PathBuf, File)> {
    for attempt in 0..1000 {
        let path = directory.join(format!(".rhizome-{}-{attempt}.unfinished", std::process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other.map(|file| (path, file)),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many unfinished files stand beside it"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_failure_leaves_everything_as_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.cert");
        let fail = |file: &mut File| {
            file.write_all(b"half").unwrap();
            Err(FileError::form(None, "no"))
        };
        let files = || fs::read_dir(directory.path()).unwrap().count();
        assert!(replace(&path, fail).is_err());
        assert_eq!(files(), 0);
        replace(&path, |file| file.write_all(b"whole").map_err(FileError::io(WRITE))).unwrap();
        assert!(replace(&path, fail).is_err());
        can_be_written(&path).unwrap();
        assert_eq!(files(), 1);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }
}
