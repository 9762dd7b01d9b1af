//! A disk that is full for a while, in the shape of a limit on the length of files.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use rhizome_cluster::journal::{Entry, JournalError};

use crate::samples::{Kept, open};

const DIRECTORY: &str = "RHIZOME_TEST_FULL_DISK";

/// Is nothing by itself: the test below runs it in a process that must not write long files.
#[test]
fn process_whose_disk_is_full() {
    let Ok(directory) = std::env::var(DIRECTORY) else { return };
    let (mut journal, _) = open(Path::new(&directory)).unwrap();
    let mut count = 0_u64;
    let mut append = |journal: &mut rhizome_cluster::Journal| {
        let result = journal.append(Entry::Fact { key: &[1; 1000], value: &count.to_le_bytes() });
        count += u64::from(result.is_ok());
        result
    };
    for _ in 0..100 {
        append(&mut journal).unwrap();
    }
    journal.sync().unwrap();
    let error = loop {
        if let Err(error) = append(&mut journal) {
            break error;
        }
    };
    assert!(matches!(error, JournalError::Io { .. }), "{error}");
    assert!(error.to_string().contains("cannot write to the journal"), "{error}");
    assert!(append(&mut journal).is_err() && journal.sync().is_err());
    let process = std::process::id().to_string();
    let lifted = Command::new("prlimit").args(["--pid", &process, "--fsize=unlimited"]).status().unwrap();
    assert!(lifted.success());
    append(&mut journal).unwrap();
    journal.sync().unwrap();
    println!("kept {count}");
}

#[test]
fn nothing_is_lost_when_the_disk_is_full() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal");
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -S -f 600; exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "full_disk::process_whose_disk_is_full", "--nocapture"])
        .env(DIRECTORY, &path)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let count = said.lines().find_map(|line| line.split("kept ").nth(1)).expect(&said);
    let count: u64 = count.parse().unwrap();
    let (journal, found) = open(&path).unwrap();
    assert_eq!((journal.cut_bytes(), found.len() as u64), (0, count));
    for (index, kept) in (0_u64..).zip(found) {
        assert!(matches!(kept, Kept::Fact(fact) if fact.value == index.to_le_bytes()));
    }
}
