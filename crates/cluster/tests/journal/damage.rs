//! Journals that were cut or altered.

use std::fs;
use std::path::Path;

use rhizome_cluster::journal::{Entry, JournalError};

use crate::samples::{Kept, file, open, three};

/// The length of a mark that everything before it is durable, as a record.
const MARK: usize = 4 + 17 + 4;

/// A journal with three entries, each behind a sync or all behind one, and how long it was behind each.
fn journal(directory: &Path, syncs: bool) -> (Vec<u8>, Vec<usize>) {
    let (mut journal, _) = open(directory).unwrap();
    let mut ends = vec![journal.length() as usize];
    for kept in three() {
        journal.append(kept.entry()).unwrap();
        ends.push(journal.length() as usize);
        if syncs {
            journal.sync().unwrap();
        }
    }
    drop(journal);
    (fs::read(file(directory)).unwrap(), ends)
}

#[test]
fn a_cut_loses_what_is_behind_it_and_no_more() {
    for syncs in [false, true] {
        let directory = tempfile::tempdir().unwrap();
        let (whole, ends) = journal(directory.path(), syncs);
        // The head, with the description of the run.
        let head = ends[0] - MARK - (4 + 5 + 4);
        for length in 0..=whole.len() {
            fs::write(file(directory.path()), &whole[..length]).unwrap();
            match open(directory.path()) {
                Ok((journal, found)) => {
                    assert!(length >= head);
                    let kept = ends[1..].iter().filter(|end| **end <= length).count();
                    assert_eq!(found, three()[..kept]);
                    assert!(journal.cut_bytes() as usize <= MARK + 4 + 40);
                    // The journal goes on behind what is left.
                    drop(journal);
                    let (journal, found) = open(directory.path()).unwrap();
                    assert_eq!((journal.cut_bytes(), &found[..]), (0, &three()[..kept]));
                }
                Err(JournalError::Foreign { .. }) => assert!(length < 8),
                Err(JournalError::DamagedHead { .. }) => assert!((8..head).contains(&length)),
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn a_flipped_bit_in_what_was_durable_is_an_error_that_keeps_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, ends) = journal(directory.path(), true);
    let durable = whole.len() - MARK;
    for bit in 0..whole.len() * 8 {
        let mut altered = whole.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        fs::write(file(directory.path()), &altered).unwrap();
        match open(directory.path()) {
            // Only the last mark says nothing that matters.
            Ok((journal, found)) => {
                assert!(bit / 8 >= durable);
                assert_eq!((journal.cut_bytes() as usize, &found[..]), (MARK, &three()[..]));
                continue;
            }
            Err(JournalError::Foreign { .. }) => assert!(bit / 8 < 8),
            Err(JournalError::Version { .. }) => assert!((8..12).contains(&(bit / 8))),
            Err(JournalError::DamagedHead { .. }) => assert!(bit / 8 < ends[0]),
            Err(JournalError::Damaged { place, .. }) => {
                assert!(place as usize <= bit / 8 && bit / 8 < place as usize + MARK + 40);
            }
            Err(error) => panic!("{error}"),
        }
        assert_eq!(fs::read(file(directory.path())).unwrap(), altered);
    }
}

/// A crash may leave anything of what was not synced.
#[test]
fn a_flipped_bit_in_what_was_not_durable_loses_what_is_behind_it_and_no_more() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, ends) = journal(directory.path(), false);
    for bit in ends[0] * 8..whole.len() * 8 {
        let mut altered = whole.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        fs::write(file(directory.path()), &altered).unwrap();
        let (journal, found) = open(directory.path()).unwrap();
        let kept = ends[1..].iter().filter(|end| **end <= bit / 8).count();
        assert_eq!(found, three()[..kept]);
        assert_eq!(journal.cut_bytes() as usize, whole.len() - ends[kept]);
    }
}

#[test]
fn zeros_behind_the_end_are_cut_off() {
    let directory = tempfile::tempdir().unwrap();
    let (mut whole, _) = journal(directory.path(), false);
    whole.resize(whole.len() + 100_000, 0);
    fs::write(file(directory.path()), &whole).unwrap();
    let (journal, found) = open(directory.path()).unwrap();
    assert_eq!((journal.cut_bytes(), &found[..]), (100_000, &three()[..]));
}

/// The mark that tells damage from a crash may be far behind it, and across the border of two reads.
#[test]
fn damage_far_before_the_last_mark_is_found() {
    for count in 1300..1340 {
        let directory = tempfile::tempdir().unwrap();
        let (mut journal, _) = open(directory.path()).unwrap();
        let start = journal.length() as usize;
        for index in 0..count * 2 {
            let kept = Kept::Settled(index % 2 == 0);
            journal.append(kept.entry()).unwrap();
            journal.append(Entry::Fact { key: &[3; 20], value: &[] }).unwrap();
        }
        journal.sync().unwrap();
        drop(journal);
        let mut altered = fs::read(file(directory.path())).unwrap();
        altered[start + 5] ^= 1;
        fs::write(file(directory.path()), &altered).unwrap();
        let error = open(directory.path()).unwrap_err();
        assert!(matches!(error, JournalError::Damaged { place, .. } if place as usize == start), "{error}");
        assert!(error.to_string().contains("keep a copy"));
    }
}
