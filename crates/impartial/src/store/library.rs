//! Calls to the storage library, which may panic on a file that was tampered with.

use std::io;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use redb::Database;

use super::error::{Action, StoreError};

/// A database that is closed when it goes. The library writes then, and may
/// panic on a file that was tampered with, which must not reach anybody.
pub(super) struct OpenDatabase(Option<Database>);

impl OpenDatabase {
    pub(super) fn new(database: Database) -> Self {
        OpenDatabase(Some(database))
    }
}

impl Deref for OpenDatabase {
    type Target = Database;

    fn deref(&self) -> &Database {
        match &self.0 {
            Some(database) => database,
            None => unreachable!("only dropping takes the database"),
        }
    }
}

impl Drop for OpenDatabase {
    fn drop(&mut self) {
        let database = self.0.take();
        // Nobody is left to hear of it.
        let _ = call(move || {
            drop(database);
            Ok(())
        });
    }
}

/// Why the library did not do what it was asked for.
pub(super) enum Refusal {
    Library(redb::Error),
    Panic(String),
}

impl Refusal {
    pub(super) fn into_error(self, directory: &Path, action: Action) -> StoreError {
        let path = directory.into();
        match self {
            Self::Panic(reason) => StoreError::Damaged { path, reason },
            Self::Library(redb::Error::DatabaseAlreadyOpen) => StoreError::InUse { path },
            Self::Library(redb::Error::PreviousIo) => StoreError::Stopped { path },
            Self::Library(redb::Error::Io(source)) => match source.kind() {
                // The library wanted a part that is not there, or asked the system for nonsense
                // that it had read in the file.
                io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
                    StoreError::Damaged { path, reason: source.to_string() }
                }
                _ => StoreError::Io { path, action, source },
            },
            Self::Library(error) => StoreError::Damaged { path, reason: error.to_string() },
        }
    }
}

/// Calls the library. What panics in there, on a file that was tampered with, is an error here.
pub(super) fn call<T>(call: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, Refusal> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result.map_err(Refusal::Library),
        Err(panic) => Err(Refusal::Panic(panic_message(&*panic))),
    }
}

/// Calls the library, and tells of its refusal as an error of the store.
pub(super) fn shield<T>(
    directory: &Path,
    action: Action,
    library_call: impl FnOnce() -> Result<T, redb::Error>,
) -> Result<T, StoreError> {
    call(library_call).map_err(|refusal| refusal.into_error(directory, action))
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("the storage library gave up");
    message.lines().next().unwrap_or_default().to_owned()
}
