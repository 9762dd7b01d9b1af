//! The store on disk: what it keeps, through which crashes, and what it refuses.

use redb::{Database, ReadableTable, TableDefinition, WriteTransaction};
use rhizome_impartial::fact::DecodeError;
use rhizome_impartial::store::{MAX_CODE_LENGTH, Store, StoreError, StoreOptions, ValueError};
use rhizome_impartial::{Fact, Nimber};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const DOMAIN: &str = "sprouts/normal/1";

/// Tells the test binary, started by itself, to write into the store of this directory.
const WRITER: &str = "RHIZOME_TEST_STORE_WRITER";
/// Tells it to hold the store of this directory open until its input ends.
const HOLDER: &str = "RHIZOME_TEST_STORE_HOLDER";

fn nimber(number: u32) -> Fact {
    Fact::Nimber(Nimber::new(number))
}

fn excluded(numbers: impl IntoIterator<Item = u32>) -> Fact {
    Fact::Excluded(numbers.into_iter().map(Nimber::new).collect())
}

fn open(directory: &Path) -> Store {
    Store::open(directory, DOMAIN).unwrap()
}

fn put(store: &mut Store, facts: &[(&str, Fact)]) -> Result<u64, StoreError> {
    store.put_all(facts.iter().map(|(code, fact)| (code.as_bytes(), fact)))
}

fn everything(store: &Store) -> BTreeMap<Vec<u8>, Fact> {
    let mut all = BTreeMap::new();
    let mut last = Vec::new();
    store
        .for_each(|code, fact| {
            assert!(last.as_slice() < code, "codes come in order, each once");
            last = code.to_vec();
            all.insert(code.to_vec(), fact);
        })
        .unwrap();
    assert_eq!(all.len() as u64, store.len());
    all
}

/// The message is one line that names the path.
fn assert_clear(error: &StoreError, path: &Path) {
    let message = error.to_string();
    assert!(message.contains(path.to_str().unwrap()), "{message}");
    assert!(!message.contains('\n'), "{message}");
}

#[test]
fn facts_come_back() {
    let parent = tempfile::tempdir().unwrap();
    let directory = parent.path().join("not/yet/there");
    let long = vec![7; MAX_CODE_LENGTH];
    let facts: Vec<(&[u8], Fact)> = vec![
        (b"0*2", nimber(0)),
        (b"0*3", nimber(1)),
        (b"\0", nimber(u32::MAX)),
        (b"\xff\xff", excluded([0, 1, 63, 64, 1_000_000])),
        (&long, excluded(0..200)),
    ];
    let mut store = open(&directory);
    assert!(store.is_empty());
    assert_eq!(store.put_all(facts.iter().map(|(code, fact)| (*code, fact))).unwrap(), 5);
    for _ in 0..2 {
        assert_eq!((store.len(), store.is_empty()), (5, false));
        for (code, fact) in &facts {
            assert_eq!(store.get(code).unwrap().as_ref(), Some(fact));
        }
        assert_eq!(store.get(b"0*").unwrap(), None);
        assert_eq!(store.get(b"0*22").unwrap(), None);
        let expected = facts.iter().map(|(code, fact)| (code.to_vec(), fact.clone())).collect();
        assert_eq!(everything(&store), expected);
        store.close().unwrap();
        store = open(&directory);
    }
}

#[test]
fn what_is_dropped_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    put(&mut open(directory.path()), &[("22", nimber(1))]).unwrap();
    assert_eq!(open(directory.path()).get(b"22").unwrap(), Some(nimber(1)));
}

#[test]
fn facts_merge() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    assert_eq!(put(&mut store, &[("a", excluded([0])), ("b", excluded([0])), ("c", nimber(2))]).unwrap(), 3);
    let more = [("a", excluded([1])), ("b", nimber(5)), ("c", excluded([0, 1])), ("d", excluded([]))];
    assert_eq!(put(&mut store, &more).unwrap(), 2);
    assert_eq!(put(&mut store, &more).unwrap(), 0);
    assert_eq!(put(&mut store, &[]).unwrap(), 0);
    assert_eq!(store.get(b"a").unwrap(), Some(excluded([0, 1])));
    assert_eq!(store.get(b"b").unwrap(), Some(nimber(5)));
    assert_eq!(store.get(b"c").unwrap(), Some(nimber(2)));
    assert_eq!(store.get(b"d").unwrap(), None, "a fact that says nothing is not kept");
    assert_eq!(store.len(), 3);
    // Several facts about one code in one batch.
    let batch = [("e", excluded([0])), ("e", excluded([2])), ("e", nimber(1)), ("e", excluded([0]))];
    assert_eq!(put(&mut store, &batch).unwrap(), 1);
    assert_eq!(store.get(b"e").unwrap(), Some(nimber(1)));
    assert_eq!(everything(&store).len(), 4);
}

#[test]
fn a_contradiction_writes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    put(&mut store, &[("a", nimber(1)), ("b", excluded([0, 1]))]).unwrap();
    let before = everything(&store);
    for batch in [
        [("new", nimber(0)), ("a", nimber(2))],
        [("new", nimber(0)), ("a", excluded([1]))],
        [("new", nimber(0)), ("b", nimber(1))],
        [("new", nimber(0)), ("new", nimber(1))],
    ] {
        let error = put(&mut store, &batch).unwrap_err();
        assert_clear(&error, directory.path());
        let StoreError::Contradiction { code, domain, .. } = &error else { panic!("{error}") };
        assert_eq!((code.as_bytes(), domain.as_str()), (batch[1].0.as_bytes(), DOMAIN));
        assert_eq!(everything(&store), before);
    }
    drop(store);
    assert_eq!(everything(&open(directory.path())), before);
}

#[test]
fn domains_know_nothing_of_each_other() {
    let directory = tempfile::tempdir().unwrap();
    let names = ["sprouts/normal/1", "sprouts/misere/1", "sprouts/normal/11", "s"];
    for round in 0..2 {
        for (number, name) in (0..).zip(names) {
            let mut store = Store::open(directory.path(), name).unwrap();
            assert_eq!((store.domain(), store.len()), (name, round));
            let code = format!("land {round}");
            put(&mut store, &[(&code, nimber(number + 1))]).unwrap();
        }
    }
    for (number, name) in (0..).zip(names) {
        let store = Store::open(directory.path(), name).unwrap();
        let expected = ["land 0", "land 1"].map(|code| (code.as_bytes().to_vec(), nimber(number + 1)));
        assert_eq!(everything(&store), BTreeMap::from(expected));
    }
}

#[test]
fn bad_names_and_codes_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    for domain in ["", "two words", "größe", "line\n", &"x".repeat(201)] {
        let error = Store::open(directory.path(), domain).unwrap_err();
        assert!(matches!(error, StoreError::BadDomain { .. }), "{error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    let mut store = Store::open(directory.path(), &"x".repeat(200)).unwrap();
    for code in [vec![], vec![0; MAX_CODE_LENGTH + 1]] {
        let fact = nimber(0);
        let error = store.put_all([(b"fine".as_slice(), &fact), (&code, &fact)]).unwrap_err();
        assert!(matches!(error, StoreError::BadCode { length, .. } if length == code.len()));
        assert_clear(&error, directory.path());
        assert!(store.get(&code).is_err());
    }
    assert!(store.is_empty());
}

#[test]
fn a_store_is_a_model_of_a_map() {
    let directory = tempfile::tempdir().unwrap();
    let mut random = Random::seeded(1);
    let mut model: BTreeMap<Vec<u8>, Fact> = BTreeMap::new();
    let mut store = open(directory.path());
    for round in 0..60 {
        let mut batch = Vec::new();
        for _ in 0..random.below(400) {
            let land = random.below(3000);
            // The nimber of a land is fixed, so that no batch contradicts another.
            let value = land % 7;
            let fact = if random.below(3) == 0 {
                nimber(value as u32)
            } else {
                excluded((0..random.below(5) as u32 + 1).map(|n| n * 37).filter(|n| *n != value as u32))
            };
            batch.push((land.to_string().into_bytes(), fact));
        }
        for (code, fact) in &batch {
            let known = model.entry(code.clone()).or_insert_with(|| excluded([]));
            known.merge(fact).unwrap();
        }
        model.retain(|_, fact| !fact.is_empty());
        store.put_all(batch.iter().map(|(code, fact)| (code.as_slice(), fact))).unwrap();
        if round % 10 == 9 {
            assert_eq!(everything(&store), model);
            drop(store);
            store = open(directory.path());
        }
    }
}

#[test]
fn a_second_handle_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    let error = Store::open(directory.path(), "another/domain").unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    assert_clear(&error, directory.path());
    drop(store);
    open(directory.path());
}

#[test]
fn a_second_process_is_refused_until_the_first_is_gone() {
    let directory = tempfile::tempdir().unwrap();
    let mut holder = Helper::start(HOLDER, "helper_that_holds_a_store_open", directory.path());
    assert_eq!(holder.next_word().as_deref(), Some("open"));
    let error = Store::open(directory.path(), DOMAIN).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    assert_eq!(
        error.to_string(),
        format!("the store {} is in use by another process", directory.path().display())
    );
    holder.kill();
    open(directory.path());
}

#[test]
fn what_was_flushed_survives_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let mut random = Random::from_clock();
    let mut batches = 0;
    for _ in 0..10 {
        let (flushed, _) = write_and_kill(directory.path(), &mut random);
        let store = open(directory.path());
        batches = check_batches(&store, flushed.max(batches));
    }
    assert!(batches > 0, "no writer ever came to flush anything");
}

#[test]
fn a_kill_while_a_store_is_made_leaves_a_path_to_open() {
    let mut random = Random::from_clock();
    for _ in 0..20 {
        let parent = tempfile::tempdir().unwrap();
        let directory = parent.path().join("store");
        let mut writer = Helper::start(WRITER, "helper_that_writes", &directory);
        std::thread::sleep(Duration::from_micros(random.below(30_000)));
        writer.kill();
        let flushed = writer.last_number();
        check_batches(&open(&directory), flushed);
    }
}

#[test]
fn a_torn_file_opens_or_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let mut random = Random::from_clock();
    let (mut opened, mut refused) = (0, 0);
    for round in 0..10 {
        let (_, killed) = write_and_kill(directory.path(), &mut random);
        assert!(killed, "the writer ended by itself");
        for _ in 0..4 {
            let copy = Copy::of(directory.path());
            let length = fs::metadata(copy.data()).unwrap().len();
            let cut = if round % 2 == 0 { 1 + random.below(5000) } else { random.below(length + 1) };
            let file = OpenOptions::new().write(true).open(copy.data()).unwrap();
            file.set_len(length.saturating_sub(cut)).unwrap();
            match examine(copy.path()) {
                Ok(_) => opened += 1,
                Err(error) => {
                    refused += 1;
                    assert_clear(&error, copy.path());
                    assert!(
                        matches!(error, StoreError::Damaged { .. }),
                        "cut by {cut} of {length}: {error:?}"
                    );
                }
            }
        }
    }
    eprintln!("torn files: {opened} opened, {refused} refused");
}

#[test]
fn altered_bytes_never_make_another_fact() {
    check_altered_files(Random::seeded(1796027710266894091), 300, examine);
}

#[test]
#[ignore = "takes minutes, and is another test each time"]
fn many_altered_bytes_never_make_another_fact() {
    // Writing into a file that was tampered with may, once in thousands of times, end the process:
    // the storage library panics while it cleans up after a panic. `docs/store.md` says so.
    check_altered_files(Random::from_clock(), 5_000, only_read);
}

fn check_altered_files(mut random: Random, rounds: usize, examine: fn(&Path) -> Result<Facts, StoreError>) {
    let original = tempfile::tempdir().unwrap();
    let mut store = open(original.path());
    (0..10).for_each(|batch| write_batch(&mut store, batch).unwrap());
    store.close().unwrap();
    let truth: BTreeMap<_, _> =
        (0..10).flat_map(|batch| (0..BATCH).map(move |index| land(batch, index))).collect();
    let mut refused = 0;
    for round in 0..rounds {
        let copy = Copy::of(original.path());
        let mut bytes = fs::read(copy.data()).unwrap();
        for _ in 0..1 + random.below(3) {
            // The head of the file is small, but much depends on it.
            let limit = if round % 3 == 0 { 5000 } else { bytes.len() as u64 };
            let place = random.below(limit) as usize;
            bytes[place] =
                if round % 2 == 0 { bytes[place] ^ 1 << random.below(8) } else { random.next() as u8 };
        }
        fs::write(copy.data(), bytes).unwrap();
        match examine(copy.path()) {
            Ok(facts) => assert!(facts.iter().all(|(code, fact)| truth.get(code) == Some(fact))),
            Err(error) => {
                refused += 1;
                assert_clear(&error, copy.path());
            }
        }
    }
    eprintln!("altered files: {refused} of {rounds} refused");
}

#[test]
fn an_altered_value_is_named() {
    let directory = tempfile::tempdir().unwrap();
    put(&mut open(directory.path()), &[("left", nimber(1)), ("right", nimber(2))]).unwrap();
    for (value, wanted) in [
        (&b""[..], ValueError::Checksum),
        (b"abc", ValueError::Checksum),
        (b"\x11\x02\0\0\0\0", ValueError::Checksum),
        // A tag of the future, with the checksum that belongs to it.
        (b"\x91\xc6\x50\x05\xfb", ValueError::Fact(DecodeError::UnknownTag(0x91))),
    ] {
        alter(directory.path(), |transaction| {
            let table = TableDefinition::<&[u8], &[u8]>::new("facts sprouts/normal/1");
            transaction.open_table(table).unwrap().insert(&b"right"[..], value).unwrap();
        });
        let store = open(directory.path());
        assert_eq!(store.get(b"left").unwrap(), Some(nimber(1)));
        for error in [store.get(b"right").unwrap_err(), store.for_each(|_, _| ()).unwrap_err()] {
            assert_clear(&error, directory.path());
            let StoreError::BadValue { code, source, .. } = &error else { panic!("{error:?}") };
            assert_eq!((code.as_bytes(), *source), (&b"right"[..], wanted));
        }
    }
}

#[test]
fn a_value_is_as_documented() {
    let directory = tempfile::tempdir().unwrap();
    put(&mut open(directory.path()), &[("22", nimber(1))]).unwrap();
    alter(directory.path(), |transaction| {
        let table = TableDefinition::<&[u8], &[u8]>::new("facts sprouts/normal/1");
        let table = transaction.open_table(table).unwrap();
        // CRC-32 of 02 00 00 00, "22", 11 01.
        let expected = [0x11, 0x01, 0x46, 0xca, 0x14, 0x7e];
        assert_eq!(table.get(&b"22"[..]).unwrap().unwrap().value(), expected);
    });
}

#[test]
fn a_path_that_is_a_file_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let file = parent.path().join("file");
    fs::write(&file, "text").unwrap();
    let error = Store::open(&file, DOMAIN).unwrap_err();
    assert!(matches!(error, StoreError::NotADirectory { .. }), "{error}");
    assert_clear(&error, &file);
    let below = file.join("store");
    let error = Store::open(&below, DOMAIN).unwrap_err();
    assert!(matches!(error, StoreError::Io { .. }), "{error}");
    assert_clear(&error, &below);
    assert_eq!(fs::read_to_string(&file).unwrap(), "text");
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_that_nobody_can_write_to_is_refused() {
    let path = Path::new("/proc/rhizome-store-of-a-test");
    let error = Store::open(path, DOMAIN).unwrap_err();
    assert!(matches!(error, StoreError::Io { .. }), "{error}");
    assert_clear(&error, path);
}

#[cfg(unix)]
#[test]
fn a_directory_without_permission_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().unwrap();
    let directory = parent.path().join("store");
    fs::create_dir(&directory).unwrap();
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o555)).unwrap();
    if File::create(directory.join("probe")).is_ok() {
        eprintln!("skipped: this user may write into directories that are read-only");
        return;
    }
    let error = Store::open(&directory, DOMAIN).unwrap_err();
    assert!(matches!(error, StoreError::Io { .. }), "{error}");
    assert_clear(&error, &directory);
}

/// Linux has a device on which every write fails for want of room, but no such directory; a small
/// file system is needed, which `RHIZOME_TEST_SMALL_DIRECTORY` may name.
#[test]
fn a_full_disk_is_an_error_and_keeps_what_was_flushed() {
    let Some(small) = std::env::var_os("RHIZOME_TEST_SMALL_DIRECTORY") else {
        eprintln!("skipped: RHIZOME_TEST_SMALL_DIRECTORY names no directory on a small file system");
        return;
    };
    let parent = tempfile::tempdir_in(small).unwrap();
    let directory = parent.path().join("store");
    let mut store = open(&directory);
    let mut flushed = 0;
    let error = loop {
        let result = write_batch(&mut store, flushed).and_then(|()| store.flush());
        match result {
            Ok(()) => flushed += 1,
            Err(error) => break error,
        }
    };
    eprintln!("full after {flushed} batches: {error}");
    assert!(matches!(error, StoreError::Io { .. } | StoreError::Stopped { .. }), "{error}");
    assert_clear(&error, &directory);
    let error = write_batch(&mut store, flushed).and_then(|()| store.flush()).unwrap_err();
    assert!(matches!(error, StoreError::Stopped { .. }), "{error}");
    drop(store);
    // There may be no room for opening either, which needs a little.
    let roomy = Copy::of(&directory);
    check_batches(&open(roomy.path()), flushed);
}

#[test]
fn foreign_files_are_refused_and_left_alone() {
    for name in ["letter.txt", ".hidden", "lock", "data"] {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join(name), "mine").unwrap();
        let error = Store::open(directory.path(), DOMAIN).unwrap_err();
        assert!(matches!(&error, StoreError::Foreign { entry, .. } if entry == Path::new(name)), "{error}");
        assert_clear(&error, directory.path());
        assert_eq!(files(directory.path()), [Path::new(name)]);
    }
}

#[test]
fn a_store_of_another_program_or_version_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    drop(open(directory.path()));
    let data = directory.path().join("rhizome-store.redb");

    alter(directory.path(), |transaction| {
        transaction.open_table(ABOUT).unwrap().insert("format", 2).unwrap();
    });
    let error = Store::open(directory.path(), DOMAIN).unwrap_err();
    assert!(matches!(error, StoreError::Version { found: 2, .. }), "{error}");
    assert_clear(&error, directory.path());

    alter(directory.path(), |transaction| {
        transaction.open_table(ABOUT).unwrap().remove("format").unwrap();
    });
    let error = Store::open(directory.path(), DOMAIN).unwrap_err();
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");

    fs::remove_file(&data).unwrap();
    alter(directory.path(), |transaction| {
        transaction.open_table(TableDefinition::<u64, u64>::new("theirs")).unwrap();
    });
    let error = Store::open(directory.path(), DOMAIN).unwrap_err();
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");

    for other in [&b""[..], b"text", &[0; 100_000]] {
        fs::write(&data, other).unwrap();
        let error = Store::open(directory.path(), DOMAIN).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        assert_clear(&error, directory.path());
        assert_eq!(fs::read(&data).unwrap(), other);
    }
}

#[test]
fn a_full_buffer_is_written_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let options = StoreOptions { cache_bytes: 0, buffer_bytes: 50_000 };
    let mut store = Store::open_with(directory.path(), DOMAIN, options).unwrap();
    let data = directory.path().join("rhizome-store.redb");
    let empty = fs::metadata(&data).unwrap().len();
    for batch in 0..20 {
        write_batch(&mut store, batch).unwrap();
        // What waits and what is written is shown as one.
        check_batches(&store, batch + 1);
    }
    assert!(fs::metadata(&data).unwrap().len() > empty);
    store.close().unwrap();
    check_batches(&open(directory.path()), 20);
}

#[test]
fn a_store_can_be_read_by_several_threads() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    write_batch(&mut store, 0).unwrap();
    store.flush().unwrap();
    write_batch(&mut store, 1).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| check_batches(&store, 2));
        }
    });
}

#[test]
fn an_empty_store_opens_at_once() {
    let parent = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    drop(open(&parent.path().join("store")));
    let made = begin.elapsed();
    let begin = Instant::now();
    drop(open(&parent.path().join("store")));
    eprintln!("made in {made:?}, opened in {:?}", begin.elapsed());
    // The limit is generous, for busy disks; docs/store.md has measurements.
    assert!(begin.elapsed() < Duration::from_secs(2));
}

/// Facts by the codes of their lands.
type Facts = BTreeMap<Vec<u8>, Fact>;

/// Opens the store, reads all of it, and writes, as a program would. Returns what it read.
fn examine(directory: &Path) -> Result<Facts, StoreError> {
    let (mut store, all) = open_and_read(directory)?;
    put(&mut store, &[("another", nimber(1))])?;
    store.close()?;
    Ok(all)
}

fn open_and_read(directory: &Path) -> Result<(Store, Facts), StoreError> {
    let store = Store::open(directory, DOMAIN)?;
    let mut all = BTreeMap::new();
    store.for_each(|code, fact| drop(all.insert(code.to_vec(), fact)))?;
    for code in all.keys().step_by(100) {
        store.get(code)?;
    }
    Ok((store, all))
}

fn only_read(directory: &Path) -> Result<Facts, StoreError> {
    open_and_read(directory).map(|(_, all)| all)
}

/// What the file of a store says of itself.
const ABOUT: TableDefinition<'_, &str, u64> = TableDefinition::new("rhizome-store");

/// Changes the file of a store behind its back.
fn alter(directory: &Path, change: impl FnOnce(&WriteTransaction)) {
    let database = Database::create(directory.join("rhizome-store.redb")).unwrap();
    let transaction = database.begin_write().unwrap();
    change(&transaction);
    transaction.commit().unwrap();
}

/// A copy of a store, to be spoilt.
struct Copy(tempfile::TempDir);

impl Copy {
    fn of(directory: &Path) -> Self {
        let copy = tempfile::tempdir().unwrap();
        for file in files(directory) {
            fs::copy(directory.join(&file), copy.path().join(&file)).unwrap();
        }
        Self(copy)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn data(&self) -> PathBuf {
        self.path().join("rhizome-store.redb")
    }
}

/// The names of the files in a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into()).collect()
}

const BATCH: u64 = 400;

/// Land `index` of batch `batch`. Codes of a batch are scattered over the whole order.
fn land(batch: u64, index: u64) -> (Vec<u8>, Fact) {
    let mut code = Random::seeded(batch * BATCH + index).next().to_le_bytes().to_vec();
    code.extend_from_slice(format!("{batch}/{index}").as_bytes());
    let fact =
        if index.is_multiple_of(5) { excluded([(batch % 9) as u32, 70]) } else { nimber((index % 7) as u32) };
    (code, fact)
}

fn write_batch(store: &mut Store, batch: u64) -> Result<(), StoreError> {
    let lands: Vec<_> = (0..BATCH).map(|index| land(batch, index)).collect();
    store.put_all(lands.iter().map(|(code, fact)| (code.as_slice(), fact))).map(drop)
}

/// Checks that batches 0 to `flushed` - 1 are there, that every batch is there as a whole or not at
/// all, and that none is there after one that is not. Returns how many there are.
fn check_batches(store: &Store, flushed: u64) -> u64 {
    let all = everything(store);
    assert_eq!(all.len() as u64 % BATCH, 0, "a batch is there in part");
    let batches = all.len() as u64 / BATCH;
    assert!(batches >= flushed, "{flushed} batches were flushed, but {batches} are left");
    for batch in 0..batches {
        for index in 0..BATCH {
            let (code, fact) = land(batch, index);
            assert_eq!(all.get(&code), Some(&fact), "batch {batch} of {batches}, land {index}");
        }
    }
    for index in [0, BATCH - 1] {
        let (code, fact) = land(batches.saturating_sub(1), index);
        assert_eq!(store.get(&code).unwrap(), (batches > 0).then_some(fact));
    }
    batches
}

/// Lets a process write into the store and kills it at a random moment. Returns how many batches
/// it had reported as flushed, and whether it was still running.
fn write_and_kill(directory: &Path, random: &mut Random) -> (u64, bool) {
    let mut writer = Helper::start(WRITER, "helper_that_writes", directory);
    // The first report says that the store is open.
    writer.next_word();
    std::thread::sleep(Duration::from_micros(random.below(400_000)));
    let killed = writer.child.try_wait().unwrap().is_none();
    writer.kill();
    (writer.last_number(), killed)
}

#[test]
fn helper_that_writes() {
    let Some(directory) = std::env::var_os(WRITER) else { return };
    let mut store = open(Path::new(&directory));
    let first = store.len() / BATCH;
    report(first);
    for batch in first..first + 5000 {
        write_batch(&mut store, batch).unwrap();
        if batch % 3 == 0 {
            store.flush().unwrap();
            report(batch + 1);
        }
    }
}

#[test]
fn helper_that_holds_a_store_open() {
    let Some(directory) = std::env::var_os(HOLDER) else { return };
    let _store = open(Path::new(&directory));
    report("open");
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

/// What begins the lines of a helper among those of the test harness.
const REPORT: &str = "report: ";

fn report(word: impl std::fmt::Display) {
    // One write, so that a kill leaves no half of it; a line of its own, whatever stands before.
    let line = format!("\n{REPORT}{word}\n");
    let mut output = std::io::stdout().lock();
    output.write_all(line.as_bytes()).and_then(|()| output.flush()).unwrap();
}

/// The test binary, started again to run one of the helpers above.
struct Helper {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Helper {
    fn start(variable: &str, helper: &str, directory: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([helper, "--exact", "--nocapture", "--test-threads=1"])
            .env(variable, directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// The next word that the helper reports, or nothing if it has ended.
    fn next_word(&mut self) -> Option<String> {
        let lines = self.lines.by_ref().map(Result::unwrap);
        lines.filter_map(|line| line.strip_prefix(REPORT).map(str::to_owned)).next()
    }

    /// Kills without a chance to clean up: SIGKILL on Unix.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The last number that a killed writer had reported, or 0.
    fn last_number(&mut self) -> u64 {
        std::iter::from_fn(|| self.next_word()).last().map_or(0, |word| word.parse().unwrap())
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A small generator (SplitMix64), so that the writer and the checker agree on the lands.
struct Random(u64);

impl Random {
    fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    fn from_clock() -> Self {
        let seed =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
        eprintln!("seed {seed}");
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }
}
