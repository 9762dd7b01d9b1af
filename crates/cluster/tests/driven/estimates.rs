//! Estimates save work, and are never taken for proofs.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use rhizome_cluster::{Estimate, FactBatch, INFINITE, Job, JobId, NodeNumbers, Report, RunId, Worker};
use rhizome_impartial::{CoupleTree, Fact, Nimber};
use rhizome_search::{Control, Outcome, Style};
use rhizome_sprouts::Sprouts;

use crate::random_numbers::Random;
use crate::searches::{MEMORY, code, couples, outcome};

const RUN: RunId = RunId([1; 16]);

fn worker(spots: u32) -> Worker<CoupleTree<Sprouts>> {
    Worker::new(RUN, "anna".to_owned(), couples(spots).0, NonZeroUsize::MIN, Style::default())
}

/// A start as a job.
fn job(spots: u32, expansions: u64) -> Job {
    let node = [&[0; 4][..], &code(spots)].concat();
    Job {
        run: RUN,
        job: JobId(0),
        node,
        expansions,
        update_every: 0,
        until: [INFINITE, INFINITE, INFINITE, 0, 0],
    }
}

fn work(worker: &mut Worker<CoupleTree<Sprouts>>, job: Job) -> Report {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, MEMORY);
    worker.begin(job);
    loop {
        if let Some(report) = worker.step(&control).unwrap() {
            return report;
        }
    }
}

fn told(estimates: Vec<Estimate>) -> FactBatch {
    FactBatch { run: RUN, first: 0, facts: Vec::new(), estimates }
}

#[test]
fn what_one_worker_has_come_to_another_one_begins_with() {
    let first = work(&mut worker(8), job(8, 400));
    assert!(first.is_final && first.expansions == 400);
    let dear: HashMap<&[u8], &Estimate> =
        first.estimates.iter().map(|estimate| (&estimate.numbers.node[..], estimate)).collect();
    assert!(dear.len() > 5 && dear.values().all(|estimate| estimate.work >= 16));

    let same_numbers = |report: &Report| {
        let children = report.numbers.iter().skip(1);
        children
            .filter(|&child| dear.get(&child.node[..]).is_some_and(|known| known.numbers == *child))
            .count()
    };
    let mut second = worker(8);
    second.hear(&told(first.estimates.clone())).unwrap();
    assert!(same_numbers(&work(&mut second, job(8, 1))) > 0);
    assert_eq!(same_numbers(&work(&mut worker(8), job(8, 1))), 0, "without them it begins anew");
}

#[test]
fn lies_about_numbers_change_no_outcome() {
    for spots in [7, 9] {
        let estimates = work(&mut worker(spots), job(spots, 2000)).estimates;
        let names: Vec<Vec<u8>> = estimates.into_iter().map(|estimate| estimate.numbers.node).collect();
        assert!(!names.is_empty());
        for seed in 0..10 {
            let mut random = Random::new(seed);
            let mut number = || [0, 1, 7, 1000, INFINITE - 1, INFINITE][random.below(6) as usize];
            let lie = |node: Vec<u8>| Estimate {
                numbers: NodeNumbers { node, pn: number(), dn: number() },
                work: number().max(1),
            };
            let nonsense = [vec![], vec![1], vec![9; 40], [&[0; 4][..], b"nothing"].concat()];
            let lies = names.iter().cloned().chain(nonsense).map(lie).collect();
            let mut worker = worker(spots);
            worker.hear(&told(lies)).unwrap();
            let report = work(&mut worker, job(spots, u64::MAX));
            let told = report.facts.iter().rfind(|fact| fact.key == code(spots)).unwrap();
            let is_win = Fact::decode(&told.value).unwrap().excludes(Nimber::ZERO);
            assert_eq!(is_win, outcome(spots, false) == Outcome::Win, "{spots} spots, seed {seed}");
        }
    }
}
