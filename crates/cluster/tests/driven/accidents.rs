//! The outcome is right, whatever becomes of messages, workers and masters.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rhizome_cluster::{Notice, RunEnd};
use rhizome_search::Outcome;

use crate::office::Office;
use crate::searches::*;

#[test]
fn starts_in_normal_play() {
    for spots in 1..=8 {
        for seed in 0..2 {
            let found = search_with_accidents(seed, &question(spots, false), || couples(spots));
            assert_eq!(found.unwrap(), outcome(spots, false), "0*{spots}, seed {seed}");
        }
    }
}

#[test]
fn starts_in_misere_play() {
    for spots in 3..=8 {
        let found = search_with_accidents(spots.into(), &question(spots, true), || misere(spots));
        assert_eq!(found.unwrap(), outcome(spots, true), "0*{spots}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn many_times() {
    for seed in 0..100 {
        let spots = 5 + seed as u32 % 4;
        let found = search_with_accidents(seed, &question(spots, false), || couples(spots));
        assert_eq!(found.unwrap(), outcome(spots, false), "0*{spots}, seed {seed}");
    }
}

#[test]
fn everybody_hears_of_the_end_and_all_is_shared() {
    let office = Office::new(1, false);
    let cancel = AtomicBool::new(false);
    thread::scope(|scope| {
        let crew: Vec<_> =
            (0..2).map(|_| scope.spawn(|| help(&office, || couples(7), &cancel, LONG))).collect();
        let (result, figures) = lead(&office, None, &question(7, false), couples(7), &cancel, LONG);
        assert_eq!(result.unwrap(), Outcome::Loss);
        assert_eq!((figures.most_workers, figures.refused, figures.malformed), (2, 0, 0));
        assert!(figures.jobs_given > 10 && figures.reports >= 10 && figures.shared > 10, "{figures:?}");
        for worker in crew {
            let end = worker.join().unwrap().unwrap();
            assert!(matches!(end, RunEnd::Ended { outcome: Some(Outcome::Loss), .. }), "{end:?}");
        }
    });
    assert!(matches!(office.end(), Some(Notice::Ended { outcome: Some(false), .. })));
}

/// A server that comes back without its disk, while the master goes on.
#[test]
fn jobs_that_are_lost_are_offered_again() {
    let office = Office::new(2, false);
    let cancel = AtomicBool::new(false);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| help(&office, || couples(8), &cancel, LONG));
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(5));
                office.lose_jobs();
                thread::sleep(Duration::from_millis(50));
            }
        });
        let (result, _) = lead(&office, None, &question(8, false), couples(8), &cancel, LONG);
        is_over.store(true, Ordering::Relaxed);
        assert_eq!(result.unwrap(), Outcome::Loss);
    });
}

/// A master that starts again shares what the one before had not shared, and nothing twice.
#[test]
fn the_list_of_facts_goes_on() {
    let office = Office::new(3, false);
    let directory = tempfile::tempdir().unwrap();
    let cancel = AtomicBool::new(false);
    let (question, mut starts) = (question(8, false), 0);
    thread::scope(|scope| {
        scope.spawn(|| help(&office, || couples(8), &cancel, LONG));
        loop {
            starts += 1;
            let time = Duration::from_millis(if starts > 10 { 100_000 } else { 60 });
            if lead(&office, Some(directory.path()), &question, couples(8), &cancel, time).0.is_ok() {
                break;
            }
        }
    });
    assert!(starts > 1);
    let facts: Vec<_> = office.shared().into_iter().flat_map(|batch| batch.facts).collect();
    let different: std::collections::HashSet<_> = facts.iter().collect();
    assert_eq!(facts.len(), different.len());
    // Whoever reads the list from its beginning knows as much as who was there from the beginning.
    let (result, figures) = lead(&office, Some(directory.path()), &question, couples(8), &cancel, LONG);
    assert_eq!(result.unwrap(), Outcome::Loss);
    assert!(figures.facts >= facts.len() as u64, "{figures:?}");
    assert!(figures.incarnation as usize > starts);
}
