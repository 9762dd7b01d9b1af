//! The store on disk: what is proved about lands, kept from one run to the next.
//!
//! A [`Store`] is a directory. It maps the canonical code of a land, an exact string of bytes, to
//! the [`Fact`] that is proved about it. Facts only ever become stronger: what is put in is merged
//! with what is there, and a contradiction is an error.
//!
//! What [`Store::flush`] has returned from survives a crash of the program or of the machine. The
//! layout of the directory, the format of keys and values to the byte, and measurements are in
//! `docs/store.md`.

mod directory;
mod error;
mod library;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use redb::{ReadOnlyTable, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};

use crate::fact::Fact;
pub(crate) use directory::sync_directory;
use directory::{
    DATA, DirectoryLock, builder, check_format, create_data, create_directory, lock, refuse_foreign_files,
    table_name,
};
pub use error::{Action, Code, StoreError, ValueError};
use library::{OpenDatabase, Refusal, call, shield};

/// The version of the format that this program writes, and the only one that it reads.
pub const FORMAT_VERSION: u64 = 1;

/// The longest code of a land, in bytes.
pub const MAX_CODE_LENGTH: usize = 65_000;

/// The longest name of a domain, in bytes.
pub const MAX_DOMAIN_LENGTH: usize = 200;

const CHECKSUM_LENGTH: usize = 4;

/// What a waiting fact takes beside the bytes of its code: its place in a tree of its own, the
/// boxes around it, and the allocator's share.
const WAITING_OVERHEAD: u64 = 120;

/// How much memory a store takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreOptions {
    /// For parts of the file that were read or are about to be written.
    pub cache_bytes: u64,
    /// For facts that were put in and wait for being written together, which spares the disk: the
    /// more at once, the less has to be written for each. A batch that is larger is written at once.
    pub buffer_bytes: u64,
}

impl Default for StoreOptions {
    /// 4 MiB of cache, 8 MiB of facts that wait.
    fn default() -> Self {
        Self { cache_bytes: 4 << 20, buffer_bytes: 8 << 20 }
    }
}

/// An open directory of facts about the lands of one domain.
///
/// A domain is a short name for what the codes mean: the game, the play, and the version of the
/// canonical form, as in `sprouts/1/normal`. One directory may hold many domains, which know
/// nothing of each other. Only one [`Store`] at a time, in one process, may have a directory open.
///
/// Dropping a store flushes it if that is possible; [`Store::close`] says whether it was. A store
/// starts no thread; it may be read from several threads at once.
///
/// ```
/// use rhizome_impartial::{Fact, Nimber, store::Store};
///
/// # let parent = tempfile::tempdir()?;
/// # let directory = parent.path().join("store");
/// let mut store = Store::open(&directory, "sprouts/1/normal")?;
/// store.put_all([(&b"0*2"[..], &Fact::Nimber(Nimber::ZERO))])?;
/// store.flush()?;
/// assert_eq!(store.get(b"0*2")?, Some(Fact::Nimber(Nimber::ZERO)));
/// assert_eq!(store.get(b"0*3")?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Store {
    /// The facts in the file; nothing from when they are written until that has succeeded.
    written: Option<WrittenFacts>,
    database: OpenDatabase,
    /// What is to replace or to join the facts in the file.
    waiting: BTreeMap<Box<[u8]>, Fact>,
    waiting_bytes: u64,
    /// How many codes have a fact, written or waiting.
    count: u64,
    domain: String,
    directory: PathBuf,
    options: StoreOptions,
    /// Fields drop in order, so this goes after the database.
    _lock: DirectoryLock,
}

type WrittenFacts = ReadOnlyTable<&'static [u8], &'static [u8]>;

impl Store {
    /// Opens the store in `directory` for `domain`, with [`StoreOptions::default`].
    ///
    /// Creates the directory and the store if they are missing.
    ///
    /// # Errors
    ///
    /// Every [`StoreError`] but those about codes and facts.
    pub fn open(directory: &Path, domain: &str) -> Result<Self, StoreError> {
        Self::open_with(directory, domain, StoreOptions::default())
    }

    /// Opens the store in `directory` for `domain`.
    ///
    /// Creates the directory and the store if they are missing.
    ///
    /// # Errors
    ///
    /// Every [`StoreError`] but those about codes and facts.
    pub fn open_with(directory: &Path, domain: &str, options: StoreOptions) -> Result<Self, StoreError> {
        let is_name = |byte: u8| byte.is_ascii_graphic();
        if domain.is_empty() || domain.len() > MAX_DOMAIN_LENGTH || !domain.bytes().all(is_name) {
            return Err(StoreError::BadDomain { domain: domain.to_owned() });
        }
        create_directory(directory)?;
        refuse_foreign_files(directory)?;
        let lock = lock(directory)?;
        let data = directory.join(DATA);
        let database = if data.try_exists().map_err(StoreError::io(&data, Action::Open))? {
            shield(directory, Action::Open, || Ok(builder(options).open(&data)?))?
        } else {
            create_data(directory, domain, options)?
        };
        let database = OpenDatabase::new(database);
        check_format(directory, &database)?;
        let mut store = Self {
            written: None,
            database,
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            count: 0,
            domain: domain.to_owned(),
            directory: directory.into(),
            options,
            _lock: lock,
        };
        let written = match store.read_written() {
            Err(Refusal::Library(redb::Error::TableDoesNotExist(_))) => {
                // The domain is new: without a fact, this makes its table.
                store.write_waiting()?;
                store.read_written()
            }
            written => written,
        };
        let written = written.map_err(|refusal| refusal.into_error(directory, Action::Open))?;
        store.count = shield(directory, Action::Read, || Ok(written.len()?))?;
        store.written = Some(written);
        Ok(store)
    }

    /// What is proved about the land with this code.
    ///
    /// # Errors
    ///
    /// [`StoreError::BadCode`] for a code that no land has; [`StoreError::BadValue`],
    /// [`StoreError::Damaged`] or [`StoreError::Io`] if the file cannot be read;
    /// [`StoreError::Stopped`] if writing has failed before.
    pub fn get(&self, code: &[u8]) -> Result<Option<Fact>, StoreError> {
        if code.is_empty() || code.len() > MAX_CODE_LENGTH {
            return Err(StoreError::BadCode { path: self.directory.clone(), length: code.len() });
        }
        if let Some(fact) = self.waiting.get(code) {
            return Ok(Some(fact.clone()));
        }
        let written = self.written()?;
        let found = shield(&self.directory, Action::Read, || {
            Ok(written.get(code)?.map(|value| decode_value(code, value.value())))
        })?;
        found.transpose().map_err(|error| self.bad_value(code, error))
    }

    /// Merges facts into the store, all of them or none. Returns how many codes were news: those
    /// without a fact before, and those whose fact became stronger.
    ///
    /// A code may come several times. The facts are durable from the next [`Store::flush`] on; a
    /// crash before that loses all of a batch or nothing of it, and no batch before a later one.
    ///
    /// # Errors
    ///
    /// [`StoreError::Contradiction`] if a fact contradicts the store or another fact of the batch,
    /// [`StoreError::BadCode`] for a code that is too long or empty: the store is as it was then.
    /// Those of [`Store::flush`] if so many facts wait that they are written at once, and those
    /// of [`Store::get`].
    pub fn put_all<'a>(
        &mut self,
        facts: impl IntoIterator<Item = (&'a [u8], &'a Fact)>,
    ) -> Result<u64, StoreError> {
        let contradiction = |code, contradiction| StoreError::Contradiction {
            path: self.directory.clone(),
            domain: self.domain.clone(),
            code: Code::new(code),
            contradiction,
        };
        let mut batch: HashMap<&[u8], Fact, foldhash::fast::RandomState> = HashMap::default();
        for (code, fact) in facts {
            match batch.entry(code) {
                Entry::Vacant(entry) => drop(entry.insert(fact.clone())),
                Entry::Occupied(mut entry) => {
                    entry.get_mut().merge(fact).map_err(|error| contradiction(code, error))?;
                }
            }
        }
        let mut batch: Vec<_> = batch.into_iter().collect();
        // Neighbours in the file are then read together.
        batch.sort_unstable_by_key(|(code, _)| *code);
        let mut news = Vec::with_capacity(batch.len());
        let mut count = self.count;
        for (code, fact) in batch {
            let known = self.get(code)?;
            count += u64::from(known.is_none() && !fact.is_empty());
            let mut merged = known.unwrap_or_else(|| Fact::Excluded(Default::default()));
            if merged.merge(&fact).map_err(|error| contradiction(code, error))? {
                news.push((code, merged));
            }
        }
        self.count = count;
        let news_count = news.len() as u64;
        for (code, fact) in news {
            if self.waiting.insert(code.into(), fact).is_none() {
                self.waiting_bytes += code.len() as u64 + WAITING_OVERHEAD;
            }
        }
        if self.waiting_bytes > self.options.buffer_bytes {
            self.flush()?;
        }
        Ok(news_count)
    }

    /// Writes what was put in and makes it durable: it survives a crash of the machine.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`] if the disk is full or fails; [`StoreError::Stopped`] from then on, until
    /// the store is opened again. What was flushed before is safe.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        // A reader would keep the library from using the place of what is replaced again.
        self.written = None;
        self.write_waiting()?;
        let written = self.read_written();
        self.written = Some(written.map_err(|refusal| refusal.into_error(&self.directory, Action::Read))?);
        self.waiting.clear();
        self.waiting_bytes = 0;
        Ok(())
    }

    /// Flushes and closes the store.
    ///
    /// # Errors
    ///
    /// Those of [`Store::flush`]. The store is closed in any case.
    pub fn close(mut self) -> Result<(), StoreError> {
        self.flush()
    }

    /// The number of codes of this domain that have a fact. Exact, and costs nothing.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Whether this domain has no fact.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Shows every fact of this domain to `visitor`, in the order of the bytes of the codes.
    ///
    /// # Errors
    ///
    /// Those of [`Store::get`]; the visitor has then seen the facts before that place.
    pub fn for_each(&self, mut visitor: impl FnMut(&[u8], Fact)) -> Result<(), StoreError> {
        let read = Action::Read;
        let written = self.written()?;
        let mut entries = shield(&self.directory, read, || Ok(written.iter()?))?;
        let mut waiting = self.waiting.iter().peekable();
        while let Some((key, value)) = shield(&self.directory, read, || Ok(entries.next().transpose()?))? {
            let code = shield(&self.directory, read, || Ok(key.value()))?;
            while let Some((code, fact)) = waiting.next_if(|(waiting, _)| ***waiting < *code) {
                visitor(code, fact.clone());
            }
            let fact = match waiting.next_if(|(waiting, _)| ***waiting == *code) {
                Some((_, fact)) => fact.clone(),
                None => shield(&self.directory, read, || Ok(decode_value(code, value.value())))?
                    .map_err(|error| self.bad_value(code, error))?,
            };
            visitor(code, fact);
        }
        for (code, fact) in waiting {
            visitor(code, fact.clone());
        }
        Ok(())
    }

    /// The directory of the store.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The domain that the store was opened for.
    #[must_use]
    pub fn domain(&self) -> &str {
        &self.domain
    }

    fn written(&self) -> Result<&WrittenFacts, StoreError> {
        self.written.as_ref().ok_or_else(|| StoreError::Stopped { path: self.directory.clone() })
    }

    fn read_written(&self) -> Result<WrittenFacts, Refusal> {
        let name = table_name(&self.domain);
        call(|| Ok(self.database.begin_read()?.open_table(TableDefinition::new(&name))?))
    }

    /// Writes all facts that wait, in one transaction. They go on waiting.
    fn write_waiting(&self) -> Result<(), StoreError> {
        let name = table_name(&self.domain);
        let table: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new(&name);
        shield(&self.directory, Action::Write, || {
            let mut transaction = self.database.begin_write()?;
            // Opening after a crash is then a matter of milliseconds, however large the file.
            transaction.set_quick_repair(true);
            {
                let mut table = transaction.open_table(table)?;
                let mut value = Vec::new();
                for (code, fact) in &self.waiting {
                    encode_value(code, fact, &mut value);
                    table.insert(&**code, value.as_slice())?;
                }
            }
            Ok(transaction.commit()?)
        })
    }

    fn bad_value(&self, code: &[u8], source: ValueError) -> StoreError {
        StoreError::BadValue {
            path: self.directory.clone(),
            domain: self.domain.clone(),
            code: Code::new(code),
            source,
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Nobody is left to hear of an error; `close` is there for those who want to.
        let _ = self.flush();
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Store")
            .field("directory", &self.directory)
            .field("domain", &self.domain)
            .field("len", &self.count)
            .finish_non_exhaustive()
    }
}

/// A value is a fact and a checksum over it, its code, and the length of the code, so that no
/// altered or misplaced byte can turn one proved fact into another.
fn encode_value(code: &[u8], fact: &Fact, value: &mut Vec<u8>) {
    value.clear();
    fact.encode(value);
    let checksum = checksum(code, value);
    value.extend_from_slice(&checksum);
}

fn decode_value(code: &[u8], value: &[u8]) -> Result<Fact, ValueError> {
    let (fact, expected) = value.split_last_chunk::<CHECKSUM_LENGTH>().ok_or(ValueError::Checksum)?;
    if checksum(code, fact) != *expected {
        return Err(ValueError::Checksum);
    }
    Ok(Fact::decode(fact)?)
}

fn checksum(code: &[u8], fact: &[u8]) -> [u8; CHECKSUM_LENGTH] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(code.len() as u32).to_le_bytes());
    hasher.update(code);
    hasher.update(fact);
    hasher.finalize().to_le_bytes()
}
