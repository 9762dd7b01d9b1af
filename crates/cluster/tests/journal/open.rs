//! Which journals can be opened, by whom.

use std::fs;

use rhizome_cluster::Question;
use rhizome_cluster::journal::{Journal, JournalError};

use crate::samples::{DOMAIN, file, open, question};

#[test]
fn two_masters_cannot_have_one_journal() {
    let directory = tempfile::tempdir().unwrap();
    let first = open(directory.path()).unwrap();
    assert!(matches!(open(directory.path()), Err(JournalError::InUse { .. })));
    drop(first);
    open(directory.path()).unwrap();
}

#[test]
fn the_run_stays_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let below = directory.path().join("a/b");
    let run = open(&below).unwrap().0.run().clone();
    assert_eq!((&run.question, run.domain.as_str()), (&question(), DOMAIN));
    assert_eq!(open(&below).unwrap().0.run(), &run);
    let other = tempfile::tempdir().unwrap();
    assert_ne!(open(other.path()).unwrap().0.run().id, run.id);
}

#[test]
fn the_journal_of_another_question_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    drop(open(directory.path()).unwrap());
    let before = fs::read(file(directory.path())).unwrap();
    let position = "0*8".to_owned();
    let misere = Question { misere: true, rct_base: Some(6), ..question() };
    for other in [Question { position, ..question() }, Question { seed: 2, ..question() }, misere] {
        let error = Journal::open(directory.path(), &other, DOMAIN, |_| {}).unwrap_err();
        assert!(matches!(error, JournalError::OtherRun { .. }), "{error}");
    }
    let error = Journal::open(directory.path(), &question(), "sprouts/2/normal", |_| {}).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("sprouts/1/normal") && message.contains("sprouts/2/normal"), "{message}");
    assert_eq!(fs::read(file(directory.path())).unwrap(), before);
}

#[test]
fn every_question_is_kept() {
    for (misere, rct_base) in [(false, None), (true, Some(6)), (true, None)] {
        let directory = tempfile::tempdir().unwrap();
        let question =
            Question { game: "sprouts·".to_owned(), misere, rct_base, seed: u64::MAX, ..question() };
        for _ in 0..2 {
            let journal = Journal::open(directory.path(), &question, "", |_| {}).unwrap();
            assert_eq!(journal.run().question, question);
        }
    }
}

#[test]
fn what_is_no_journal_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let file = file(directory.path());
    for content in ["", "Rhzm", "something else, quite a bit longer than a head"] {
        fs::write(&file, content).unwrap();
        assert!(matches!(open(directory.path()), Err(JournalError::Foreign { .. })));
        assert_eq!(fs::read_to_string(&file).unwrap(), content);
    }
    fs::write(&file, b"RhzmJrnl\x02\0\0\0\0\0\0\0").unwrap();
    assert!(matches!(open(directory.path()), Err(JournalError::Version { found: 2, .. })));
}

#[test]
fn an_unfinished_compaction_is_no_obstacle() {
    let directory = tempfile::tempdir().unwrap();
    drop(open(directory.path()).unwrap());
    fs::write(directory.path().join("rhizome-master.journal.new"), "half of it").unwrap();
    let (mut journal, _) = open(directory.path()).unwrap();
    journal.compact([]).unwrap();
}
