//! The directory of a store: its files, who may use it, and what the data file says of itself.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use redb::{Database, ReadableDatabase, TableDefinition};

use super::error::{Action, StoreError};
use super::library::{Refusal, call, shield};
use super::{FORMAT_VERSION, StoreOptions};

// Every name begins alike, so that no file of another program can be taken for one of ours.
pub(super) const DATA: &str = "rhizome-store.redb";
const DATA_UNFINISHED: &str = "rhizome-store.redb.new";
const LOCK: &str = "rhizome-store.lock";
/// How the names of RCT bases begin, which may lie in the same directory.
const RCT_BASE_PREFIX: &str = "rhizome-rct-";

/// What the file says of itself.
const ABOUT: TableDefinition<'_, &str, u64> = TableDefinition::new("rhizome-store");
const ABOUT_FORMAT: &str = "format";
/// The facts of a domain are in a table that is named after it, behind this.
const FACTS_PREFIX: &str = "facts ";

pub(super) fn create_directory(directory: &Path) -> Result<(), StoreError> {
    match fs::metadata(directory) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(StoreError::NotADirectory { path: directory.into() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(directory).map_err(StoreError::io(directory, Action::Create))
        }
        Err(error) => Err(StoreError::io(directory, Action::Open)(error)),
    }
}

pub(super) fn refuse_foreign_files(directory: &Path) -> Result<(), StoreError> {
    let mut foreign = None;
    for entry in fs::read_dir(directory).map_err(StoreError::io(directory, Action::Open))? {
        let name = entry.map_err(StoreError::io(directory, Action::Open))?.file_name();
        if name == DATA {
            // What else lies in a store is nobody's business.
            return Ok(());
        }
        let is_base = name.to_str().is_some_and(|name| name.starts_with(RCT_BASE_PREFIX));
        if name != DATA_UNFINISHED && name != LOCK && !is_base {
            foreign = Some(name);
        }
    }
    match foreign {
        Some(entry) => Err(StoreError::Foreign { path: directory.into(), entry: entry.into() }),
        None => Ok(()),
    }
}

pub(super) fn builder(options: StoreOptions) -> redb::Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(usize::try_from(options.cache_bytes).unwrap_or(usize::MAX));
    builder
}

pub(super) fn table_name(domain: &str) -> String {
    format!("{FACTS_PREFIX}{domain}")
}

/// Makes the file under another name first, so that it is never there by halves.
pub(super) fn create_data(
    directory: &Path,
    domain: &str,
    options: StoreOptions,
) -> Result<Database, StoreError> {
    let unfinished = directory.join(DATA_UNFINISHED);
    let create = Action::Create;
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(StoreError::io(&unfinished, create)(error));
        }
        _ => {}
    }
    let name = table_name(domain);
    let facts: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new(&name);
    let database = shield(directory, create, || {
        let database = builder(options).create(&unfinished)?;
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        transaction.open_table(ABOUT)?.insert(ABOUT_FORMAT, FORMAT_VERSION)?;
        transaction.open_table(facts)?;
        transaction.commit()?;
        Ok(database)
    })?;
    fs::rename(&unfinished, directory.join(DATA)).map_err(StoreError::io(directory, create))?;
    sync_directory(directory).map_err(StoreError::io(directory, create))?;
    Ok(database)
}

/// Makes the names in a directory durable, where the system can.
pub(crate) fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}

pub(super) fn check_format(directory: &Path, database: &Database) -> Result<(), StoreError> {
    let format = call(|| {
        let table = database.begin_read()?.open_table(ABOUT)?;
        Ok(table.get(ABOUT_FORMAT)?.map(|format| format.value()))
    });
    match format {
        Ok(Some(FORMAT_VERSION)) => Ok(()),
        Ok(Some(found)) => Err(StoreError::Version { path: directory.into(), found }),
        Ok(None) | Err(Refusal::Library(redb::Error::TableDoesNotExist(_))) => {
            Err(StoreError::Foreign { path: directory.into(), entry: DATA.into() })
        }
        Err(refusal) => Err(refusal.into_error(directory, Action::Open)),
    }
}

/// The right to use a directory.
pub(super) struct DirectoryLock(File);

impl Drop for DirectoryLock {
    fn drop(&mut self) {
        // Closing the file would not do: a process that is just being started from this one holds
        // a copy of it for a moment, and with it the lock.
        let _ = self.0.unlock();
    }
}

pub(super) fn lock(directory: &Path) -> Result<DirectoryLock, StoreError> {
    let path = directory.join(LOCK);
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(StoreError::io(&path, Action::Create))?;
    match file.try_lock() {
        Ok(()) => Ok(DirectoryLock(file)),
        Err(fs::TryLockError::WouldBlock) => Err(StoreError::InUse { path: directory.into() }),
        Err(fs::TryLockError::Error(error)) => Err(StoreError::io(&path, Action::Open)(error)),
    }
}
