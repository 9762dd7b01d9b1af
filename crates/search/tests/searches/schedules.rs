//! Searches by several threads under a model checker, which decides at every lock who goes on:
//! `RUSTFLAGS="--cfg shuttle" cargo test -p rhizome-search --test searches --target-dir target/shuttle schedules`.
//! It finds threads that wait for each other, or for what nobody will say any more.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rhizome_search::{Answer, Control, Interruption, NoObserver, Outcome, Pdfpn, Style, solve};
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use shuttle::{Config, Runner};

use crate::explicit_tree::ExplicitTree;
use crate::forgetful_tree::ForgetfulTree;
use crate::random_trees::{Flavour, random_graph};

/// Runs something under schedules that are drawn by chance, and under such in which few threads are held up for long.
fn under_all(work: impl Fn() + Send + Sync + Clone + 'static) {
    fn run(scheduler: impl Scheduler + 'static, work: impl Fn() + Send + Sync + 'static) {
        let mut config = Config::new();
        config.stack_size = 1 << 20;
        Runner::new(scheduler, config).run(work);
    }
    run(RandomScheduler::new(4000), work.clone());
    run(PctScheduler::new(4, 4000), work);
}

fn search(
    graph: &ExplicitTree,
    threads: usize,
    expansions: u64,
    cancel: &AtomicBool,
) -> Result<Outcome, Interruption> {
    let pdfpn = Pdfpn::new(NonZeroUsize::new(threads).unwrap());
    search_by(pdfpn, graph, expansions, cancel).outcome
}

fn search_by(mut pdfpn: Pdfpn, graph: &ExplicitTree, expansions: u64, cancel: &AtomicBool) -> Answer {
    let control = Control::new(cancel, None, 1 << 30).with_expansions(expansions);
    let mut tree = ForgetfulTree::new(graph);
    solve(&mut tree, &mut pdfpn, Style::default(), &control, &mut NoObserver)
}

#[test]
fn the_outcome_is_found_under_every_schedule() {
    for (seed, threads) in [(1, 2), (2, 3), (3, 4), (4, 2), (5, 3)] {
        under_all(move || {
            let graph = random_graph(30, seed as usize % 4, Flavour::Mixed, seed);
            let outcome = search(&graph, threads, u64::MAX, &AtomicBool::new(false));
            assert_eq!(outcome, Ok(graph.outcome()));
        });
    }
}

#[test]
fn limits_end_the_search_under_every_schedule() {
    under_all(|| {
        let graph = random_graph(40, 2, Flavour::Mixed, 9);
        match search(&graph, 3, 4, &AtomicBool::new(false)) {
            Ok(outcome) => assert_eq!(outcome, graph.outcome()),
            Err(stop) => assert_eq!(stop, Interruption::Expansions),
        }
    });
}

#[test]
fn who_cancels_ends_the_search_under_every_schedule() {
    under_all(|| {
        let graph = random_graph(40, 2, Flavour::Mixed, 11);
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancel);
        let other = shuttle::thread::spawn(move || {
            shuttle::thread::yield_now();
            flag.store(true, Ordering::Relaxed);
        });
        match search(&graph, 3, u64::MAX, &cancel) {
            Ok(outcome) => assert_eq!(outcome, graph.outcome()),
            Err(stop) => assert_eq!(stop, Interruption::Cancelled),
        }
        other.join().unwrap();
    });
}

/// What threads that take turns come to does not depend on the schedule.
#[test]
fn turns_are_the_same_under_every_schedule() {
    let first = Arc::new(Mutex::new(None));
    under_all(move || {
        let graph = random_graph(30, 1, Flavour::Mixed, 3);
        let pdfpn = Pdfpn { takes_turns: true, ..Pdfpn::new(NonZeroUsize::new(3).unwrap()) };
        let answer = search_by(pdfpn, &graph, u64::MAX, &AtomicBool::new(false));
        assert_eq!(answer.outcome, Ok(graph.outcome()));
        assert_eq!(*first.lock().unwrap().get_or_insert(answer), answer);
    });
}
