//! Databases of RCTs as files: what comes back, and what is refused.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use proptest::prelude::*;
use rhizome_impartial::store::Store;
use rhizome_impartial::{Codes, Game, Rct, RctBase, RctBaseError};
use rhizome_search::{Control, Interruption};

const DOMAIN: &str = "rows/1";

/// Kayles with rows of up to 255 pins. The code of a row is its length and some bytes that all long rows have in common.
struct Rows;

fn code(row: u8) -> Vec<u8> {
    let mut code = vec![7; usize::from(row / 3)];
    code.push(row);
    code
}

fn codes(rows: impl IntoIterator<Item = u8>) -> Codes {
    let mut codes = Codes::new();
    rows.into_iter().filter(|&row| row > 0).for_each(|row| codes.push(&code(row)));
    codes
}

impl Game for Rows {
    fn domain(&self) -> String {
        DOMAIN.to_owned()
    }
    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let row = land[land.len() - 1];
        for taken in 1..=row.min(2) {
            for left in 0..=(row - taken) / 2 {
                child(&codes([left, row - taken - left]))?;
            }
        }
        ControlFlow::Continue(())
    }
    fn weight(land: &[u8]) -> u32 {
        u32::from(land[land.len() - 1])
    }
    fn print(&self, land: &[u8]) -> String {
        land[land.len() - 1].to_string()
    }
}

fn with_limits<T>(time: Option<Duration>, memory: usize, call: impl FnOnce(&Control<'_>) -> T) -> T {
    let cancel = AtomicBool::new(false);
    call(&Control::new(&cancel, time, memory))
}

fn below(row: u8) -> RctBase {
    with_limits(None, usize::MAX, |control| RctBase::below(&mut Rows, &codes([row]), control)).unwrap()
}

fn load(path: &Path, name: &str) -> Result<Option<RctBase>, RctBaseError> {
    with_limits(None, 1 << 26, |control| RctBase::load(path, DOMAIN, name, control))
}

struct Scratch {
    directory: tempfile::TempDir,
}

impl Scratch {
    fn new() -> Self {
        Scratch { directory: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("some.base")
    }

    /// The file with what is below a row.
    fn saved(row: u8) -> (Self, Vec<u8>) {
        let scratch = Scratch::new();
        below(row).save(&scratch.path(), DOMAIN, &row.to_string()).unwrap();
        let bytes = fs::read(scratch.path()).unwrap();
        (scratch, bytes)
    }

    /// What is said of a file with these bytes.
    fn refusal(&self, bytes: &[u8], name: &str) -> RctBaseError {
        fs::write(self.path(), bytes).unwrap();
        let error = load(&self.path(), name).unwrap_err();
        let message = error.to_string();
        assert!(message.contains(self.path().to_str().unwrap()) && !message.contains('\n'), "{message}");
        error
    }
}

/// The bytes with the right checksum in the place of the last four.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let contents = &bytes[..bytes.len() - 4];
    [contents, &crc32fast::hash(contents).to_le_bytes()].concat()
}

fn assert_equal(base: &RctBase, again: &RctBase) {
    assert_eq!((base.lands(), base.rcts().trees()), (again.lands(), again.rcts().trees()));
    assert_eq!(base.digest(), again.digest());
    for rct in base.rcts().iter().flat_map(|tree| [tree, tree.plus_one()]) {
        let options = |base: &RctBase| base.rcts().options(rct).collect::<Vec<Rct>>();
        assert_eq!(options(base), options(again));
        let facts = |base: &RctBase| {
            let rcts = base.rcts();
            (rcts.height(rct), rcts.nimber(rct), rcts.misere_nimber(rct), rcts.heap(rct), rcts.is_tame(rct))
        };
        assert_eq!(facts(base), facts(again));
    }
    for row in 0..=u8::MAX {
        assert_eq!(base.get(&code(row)), again.get(&code(row)));
    }
}

#[test]
fn a_base_comes_back_with_the_same_numbers() {
    for row in [1, 2, 7, 30] {
        let (scratch, bytes) = Scratch::saved(row);
        let mut base = below(row);
        let mut again = load(&scratch.path(), &row.to_string()).unwrap().unwrap();
        assert_equal(&base, &again);
        assert_eq!(fs::read_dir(scratch.directory.path()).unwrap().count(), 1);
        // Also what is put in later gets the same numbers.
        with_limits(None, usize::MAX, |control| {
            let (left, right) = (base.get(&code(row)).unwrap(), base.get(&code(1)).unwrap());
            for part in [left, right] {
                let sum = base.rcts_mut().sum(left, part, control);
                assert_eq!(sum, again.rcts_mut().sum(left, part, control));
            }
            assert_eq!(base.rcts_mut().nim_heap(9), again.rcts_mut().nim_heap(9));
        });
        assert_equal(&base, &again);
        // An older file gives way, and equal bases are equal files.
        below(row).save(&scratch.path(), DOMAIN, &row.to_string()).unwrap();
        assert_eq!(fs::read(scratch.path()).unwrap(), bytes);
    }
}

#[test]
fn bytes_are_as_documented() {
    let (_scratch, bytes) = Scratch::saved(3);
    let mut expected = b"RHIZ-RCT\x01\0\0\0\x34\0\0\0\0\0\0\0\x06rows/1\x013".to_vec();
    // *0 and *2 = {*0, *1}, and the rows 1, 2 and 3 with the RCTs *1, *2 and *3.
    expected.extend(*b"\x02\x00\x02\x00\x00");
    expected.extend(*b"\x03\x00\x01\x01\x01\x00\x01\x02\x02\x00\x02\x07\x03\x03");
    expected.extend([0; 4]);
    assert_eq!(bytes, sealed(&expected), "{:02x?}", bytes);
}

#[test]
fn digests_tell_bases_apart() {
    assert_eq!(below(9).digest(), below(9).digest());
    assert_ne!(below(9).digest(), below(10).digest());
}

#[test]
fn file_names() {
    assert_eq!(RctBase::file_name("sprouts/1", 6), "rhizome-rct-sprouts-1-6.base");
    assert_eq!(RctBase::file_name("octal:0.77/1", 20), "rhizome-rct-octal-0.77-1-20.base");
}

#[test]
fn no_file_is_no_base() {
    assert!(load(&Scratch::new().path(), "3").unwrap().is_none());
}

/// A pipe is not waited for.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_no_base() {
    let scratch = tempfile::tempdir().unwrap();
    let pipe = scratch.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.as_path(), scratch.path()] {
        let error = load(path, "20").unwrap_err();
        assert!(matches!(error, RctBaseError::Foreign { .. }), "{error}");
    }
}

#[test]
fn a_store_may_lie_beside_it() {
    let scratch = Scratch::new();
    let path = scratch.directory.path().join(RctBase::file_name(DOMAIN, 3));
    below(3).save(&path, DOMAIN, "3").unwrap();
    drop(Store::open(scratch.directory.path(), DOMAIN).unwrap());
    assert!(load(&path, "3").unwrap().is_some());
}

#[test]
fn every_truncation_is_refused() {
    let (scratch, bytes) = Scratch::saved(9);
    for length in 0..bytes.len() {
        let error = scratch.refusal(&bytes[..length], "9");
        assert!(matches!(error, RctBaseError::Torn { .. }), "{length}: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(scratch.refusal(&longer, "9"), RctBaseError::Altered { .. }));
}

#[test]
fn every_altered_byte_is_refused() {
    let (scratch, bytes) = Scratch::saved(9);
    for place in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut altered = bytes.clone();
            altered[place] ^= change;
            let error = scratch.refusal(&altered, "9");
            let expected = match place {
                0..8 => matches!(error, RctBaseError::Foreign { .. }),
                8..12 => matches!(error, RctBaseError::Version { .. }),
                12..20 => matches!(error, RctBaseError::Torn { .. } | RctBaseError::Altered { .. }),
                _ => matches!(error, RctBaseError::Altered { .. }),
            };
            assert!(expected, "{place}: {error}");
        }
    }
}

#[test]
fn what_is_something_else_is_refused() {
    let (scratch, bytes) = Scratch::saved(9);
    let error = scratch.refusal(b"a text, and not a short one", "9");
    assert!(matches!(error, RctBaseError::Foreign { .. }), "{error}");
    fs::write(scratch.path(), &bytes).unwrap();
    let error = load(&scratch.path(), "10").unwrap_err();
    assert!(error.to_string().ends_with("has what is below 9, not what is below 10"), "{error}");
    let error = with_limits(None, 1 << 26, |control| RctBase::load(&scratch.path(), "rows/2", "9", control))
        .unwrap_err();
    assert!(error.to_string().ends_with("is of rows/1, not of rows/2"), "{error}");
    let mut newer = bytes.clone();
    newer[8] = 2;
    let error = scratch.refusal(&sealed(&newer), "9");
    assert!(error.to_string().ends_with("has format 2, but this version reads format 1 only"), "{error}");
    for name in ["", "two words", "größe", &"x".repeat(201)] {
        let error = below(3).save(&scratch.path(), DOMAIN, name).unwrap_err();
        assert!(matches!(error, RctBaseError::BadName { .. }), "{error}");
        assert!(matches!(load(&scratch.path(), name), Err(RctBaseError::BadName { .. })));
    }
    let directory = scratch.directory.path();
    assert!(matches!(load(directory, "9"), Err(RctBaseError::Foreign { .. })));
    assert!(matches!(below(3).save(directory, DOMAIN, "3"), Err(RctBaseError::Io { .. })));
    let nowhere = directory.join("not/there");
    assert!(matches!(below(3).save(&nowhere, DOMAIN, "3"), Err(RctBaseError::Io { .. })));
}

/// The parts of a file before what is below a row.
fn head(bytes: &[u8]) -> &[u8] {
    &bytes[..20 + 7 + 2]
}

/// A file of these contents whose length and checksum are right.
fn file_of(head: &[u8], contents: &[u8]) -> Vec<u8> {
    let mut bytes = [head, contents, &[0; 4]].concat();
    let length = bytes.len() as u64;
    bytes[12..20].copy_from_slice(&length.to_le_bytes());
    sealed(&bytes)
}

#[test]
fn what_never_was_in_order_is_refused() {
    let (scratch, bytes) = Scratch::saved(3);
    let head = head(&bytes);
    for (contents, part) in [
        (&b""[..], "ends too early"),
        (b"\x01", "ends too early"),
        (b"\x80\x00", "too long"),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "too large"),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", "ends too early"),
        (b"\x01\x01\x00", "does not come before it"),
        (b"\x02\x00\x01\x02", "does not come before it"),
        (b"\x02\x00\x02\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "does not come before it"),
        (b"\x02\x00\x00", "there twice or can be reduced"),
        (b"\x02\x00\x01\x00", "there twice or can be reduced"),
        (b"\x03\x00\x02\x00\x00\x02\x00\x00", "there twice or can be reduced"),
        (b"\x01\x00\x01\x01\x01\x07\x00", "length in it is too great"),
        (b"\x01\x00\x01\x00\x00\x00", "lands are not in order"),
        (b"\x01\x00\x01\x00\xff\xff\x7f\x00", "length in it is too great"),
        (b"\x01\x00\x01\x00\x01\x07\x02", "RCT that is not there"),
        (b"\x01\x00\x02\x00\x01\x07\x00\x00\x01\x06\x00", "lands are not in order"),
        (b"\x01\x00\x02\x00\x01\x07\x00\x01\x00\x00", "lands are not in order"),
        (b"\x01\x00\x01\x00\x01\x07\x00\x00", "something stands behind"),
    ] {
        let error = scratch.refusal(&file_of(head, contents), "3");
        assert!(matches!(error, RctBaseError::Malformed { .. }), "{contents:02x?}: {error}");
        assert!(error.to_string().contains(part), "{contents:02x?}: {error}");
    }
    let names = [&bytes[..20], b"\xff\xff\x7f"].concat();
    assert!(scratch.refusal(&file_of(&names, b""), "3").to_string().contains("length in it is too great"));
}

/// Neighbours that have nearly everything in common make a small file of large lands.
#[test]
fn memory_is_bounded_whatever_the_file_says() {
    let (scratch, bytes) = Scratch::saved(3);
    let mut contents = b"\x01\x00\xff\xff\x7f\x00\xe8\xfb\x03".to_vec();
    contents.extend(vec![0; 65_000]);
    contents.push(0);
    for last in 1..=255u8 {
        contents.extend([0xe7, 0xfb, 0x03, 1, last, 0]);
    }
    let path = scratch.path();
    fs::write(&path, file_of(head(&bytes), &contents)).unwrap();
    let load = |memory| with_limits(None, memory, |control| RctBase::load(&path, DOMAIN, "3", control));
    let error = load(1 << 22).unwrap_err();
    assert!(matches!(error, RctBaseError::Stopped { reason: Interruption::Memory, .. }), "{error}");
    let error = load(1 << 26).unwrap_err();
    assert!(matches!(error, RctBaseError::Malformed { .. }), "{error}");
}

#[test]
fn reading_can_be_stopped() {
    let (scratch, _) = Scratch::saved(9);
    let error = with_limits(Some(Duration::ZERO), usize::MAX, |control| {
        RctBase::load(&scratch.path(), DOMAIN, "9", control)
    });
    let error = error.unwrap_err();
    assert!(matches!(error, RctBaseError::Stopped { reason: Interruption::Time, .. }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn garbage_is_refused(garbage in prop::collection::vec(any::<u8>(), 0..60), kept in 0..52usize) {
        let (scratch, bytes) = Scratch::saved(3);
        let garbage = [&bytes[..kept], &garbage].concat();
        prop_assume!(garbage != bytes);
        scratch.refusal(&garbage, "3");
    }

    /// Contents that were not written by this program are in order all the same, or are refused.
    #[test]
    fn garbage_that_is_sealed_is_refused_or_in_order(
        contents in prop::collection::vec(prop_oneof![4 => 0..4u8, 1 => any::<u8>()], 0..40),
    ) {
        let (scratch, bytes) = Scratch::saved(3);
        let file = file_of(head(&bytes), &contents);
        fs::write(scratch.path(), &file).unwrap();
        match load(&scratch.path(), "3") {
            Ok(base) => {
                let base = base.unwrap();
                base.save(&scratch.path(), DOMAIN, "3").unwrap();
                assert_equal(&base, &load(&scratch.path(), "3").unwrap().unwrap());
            }
            Err(error) => prop_assert!(matches!(error, RctBaseError::Malformed { .. }), "{}", error),
        }
    }
}

/// A small file system is needed, which `RHIZOME_TEST_SMALL_DIRECTORY` may name, as for the tests of the store.
#[test]
fn a_full_disk_is_an_error_and_keeps_the_older_file() {
    let Some(small) = std::env::var_os("RHIZOME_TEST_SMALL_DIRECTORY") else {
        eprintln!("skipped: RHIZOME_TEST_SMALL_DIRECTORY names no directory on a small file system");
        return;
    };
    let parent = tempfile::tempdir_in(small).unwrap();
    let path = parent.path().join("some.base");
    below(9).save(&path, DOMAIN, "9").unwrap();
    let filler = parent.path().join("filler");
    let mut size = 1 << 30;
    while size > 0 {
        let more = vec![1; size.min(1 << 20)];
        let mut file = fs::OpenOptions::new().create(true).append(true).open(&filler).unwrap();
        if std::io::Write::write_all(&mut file, &more).is_err() {
            size /= 2;
        }
    }
    let error = below(30).save(&path, DOMAIN, "30").unwrap_err();
    assert!(matches!(error, RctBaseError::Io { .. }), "{error}");
    assert_equal(&load(&path, "9").unwrap().unwrap(), &below(9));
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 2);
}
