//! What goes into a journal comes out.

use proptest::collection::vec;
use proptest::prelude::*;
use rhizome_cluster::journal::{Entry, JournalError, MAX_RECORD};

use crate::samples::{Kept, kept, open, three};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn entries_come_out_as_they_went_in(parts in vec(vec(kept(), 0..20), 1..4), syncs: bool) {
        let directory = tempfile::tempdir().unwrap();
        let mut expected: Vec<Kept> = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let (mut journal, found) = open(directory.path()).unwrap();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(journal.incarnation() as usize, number + 1);
            prop_assert_eq!(journal.cut_bytes(), 0);
            for kept in part {
                journal.append(kept.entry()).unwrap();
                if syncs {
                    journal.sync().unwrap();
                }
            }
            expected.extend_from_slice(part);
        }
        prop_assert_eq!(open(directory.path()).unwrap().1, expected);
    }

    #[test]
    fn compaction_keeps_what_it_is_given(before in vec(kept(), 0..20), kept in vec(kept(), 0..9), after in vec(kept(), 0..9)) {
        let directory = tempfile::tempdir().unwrap();
        let (mut journal, _) = open(directory.path()).unwrap();
        let run = journal.run().clone();
        before.iter().for_each(|kept| journal.append(kept.entry()).unwrap());
        journal.compact(kept.iter().map(Kept::entry)).unwrap();
        after.iter().for_each(|kept| journal.append(kept.entry()).unwrap());
        journal.sync().unwrap();
        drop(journal);
        let (journal, found) = open(directory.path()).unwrap();
        prop_assert_eq!(journal.run(), &run);
        prop_assert_eq!(journal.incarnation(), 2);
        prop_assert_eq!(found, [kept, after].concat());
    }
}

#[test]
fn many_entries_come_out_in_order() {
    let directory = tempfile::tempdir().unwrap();
    let (mut journal, _) = open(directory.path()).unwrap();
    let node = |index: u32| index.to_le_bytes().repeat(5);
    for index in 0..100_000 {
        journal.append(Entry::Numbers { node: &node(index), pn: index, dn: 1, work: 2 }).unwrap();
    }
    let length = journal.length();
    drop(journal);
    let (journal, found) = open(directory.path()).unwrap();
    assert!(length > 4_000_000 && journal.length() > length);
    assert_eq!(found.len(), 100_000);
    for (index, kept) in (0..).zip(found) {
        assert_eq!(kept.entry(), Entry::Numbers { node: &node(index), pn: index, dn: 1, work: 2 });
    }
}

#[test]
fn an_entry_that_is_too_long_is_refused_and_the_longest_is_not() {
    let directory = tempfile::tempdir().unwrap();
    let (mut journal, _) = open(directory.path()).unwrap();
    let key = vec![7; MAX_RECORD - 4];
    assert!(matches!(
        journal.append(Entry::Fact { key: &key, value: &[] }),
        Err(JournalError::TooLong { length }) if length == MAX_RECORD + 1
    ));
    let longest = Entry::Fact { key: &key[1..], value: &[] };
    journal.append(longest).unwrap();
    drop(journal);
    assert_eq!(open(directory.path()).unwrap().1[0].entry(), longest);
}

#[test]
fn a_sync_without_news_writes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let (mut journal, _) = open(directory.path()).unwrap();
    three().iter().for_each(|kept| journal.append(kept.entry()).unwrap());
    journal.sync().unwrap();
    let length = journal.length();
    journal.sync().unwrap();
    assert_eq!(journal.length(), length);
}
