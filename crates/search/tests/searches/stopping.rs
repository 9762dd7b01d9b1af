//! Searches that are stopped, and go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rhizome_search::{Control, Interruption, NoObserver, Observer, Outcome, Progress};

use crate::explicit_tree::{ExplicitNode, ExplicitTree};
use crate::forgetful_tree::ForgetfulTree;
use crate::random_trees::{Flavour, binary, ladder, layers, random_graph};
use crate::trial::{PLENTY, TIME, Way, ways};

/// A cancel flag is seen before so many further expansions.
const SOON: u64 = 40;

#[test]
fn cancelled_by_the_tree_and_resumed() {
    for seed in 0..40 {
        let graph = if seed % 2 == 0 { layers(50, 30, seed) } else { binary(11, seed) };
        for way in ways() {
            let mut interruptions = 0;
            for limit in [0, 1, 7, 50, 200, 700] {
                let cancel = AtomicBool::new(false);
                let mut tree = ForgetfulTree::new(&graph);
                tree.cancel = Some((&cancel, limit));
                let control = Control::new(&cancel, Some(TIME), PLENTY);
                let answer = way.search(&mut tree, &control, &mut NoObserver);
                let case = format!("{way:?} on graph {seed} after {limit}");
                match answer.outcome {
                    Ok(outcome) => assert_eq!(outcome, graph.outcome(), "{case}"),
                    Err(stop) => {
                        assert_eq!(stop, Interruption::Cancelled, "{case}");
                        interruptions += 1;
                    }
                }
                assert!(tree.expansions <= limit + SOON, "{case}: {}", tree.expansions);
                tree.cancel = None;
                assert_eq!(way.answer(&mut tree, PLENTY).outcome, Ok(graph.outcome()), "{case}");
            }
            assert!(interruptions > 0, "{way:?} on graph {seed}");
        }
    }
}

#[test]
fn a_search_that_is_cancelled_again_and_again_comes_to_its_end() {
    for seed in 0..10 {
        let graph = layers(40, 50, seed);
        for way in ways() {
            let cancel = AtomicBool::new(false);
            let mut tree = ForgetfulTree::new(&graph);
            let mut patience = 10;
            let outcome = loop {
                cancel.store(false, Ordering::Relaxed);
                tree.cancel = Some((&cancel, tree.expansions + patience));
                let control = Control::new(&cancel, Some(TIME), PLENTY);
                match way.search(&mut tree, &control, &mut NoObserver).outcome {
                    Ok(outcome) => break outcome,
                    Err(stop) => assert_eq!(stop, Interruption::Cancelled),
                }
                patience *= 2;
            };
            assert_eq!(outcome, graph.outcome(), "{way:?} on graph {seed}");
        }
    }
}

/// Sets a flag when the observer is called for the second time.
struct Watcher<'a> {
    cancel: &'a AtomicBool,
    seen: Vec<Progress>,
}

impl Observer for Watcher<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.seen.push(progress.clone());
        if self.seen.len() == 2 {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn cancelled_by_an_observer() {
    let graph = binary(16, 1);
    for way in ways() {
        let cancel = AtomicBool::new(false);
        let mut tree = ForgetfulTree::new(&graph);
        tree.delay = Duration::from_micros(200);
        let mut watcher = Watcher { cancel: &cancel, seen: Vec::new() };
        let control = Control::new(&cancel, Some(TIME), PLENTY);
        let started = Instant::now();
        let answer = way.search(&mut tree, &control, &mut watcher);
        assert_eq!(answer.outcome, Err(Interruption::Cancelled), "{way:?}");
        assert!(started.elapsed() >= Duration::from_millis(200), "{way:?}");
        let [first, second] = &watcher.seen[..] else { panic!("{way:?}: {}", watcher.seen.len()) };
        for progress in [first, second] {
            assert_eq!(progress.line[0], "node 0");
            assert!(progress.memory > 0 && progress.memory <= progress.counters.peak_memory);
            assert_eq!(progress.root.outcome(), None);
        }
        assert!(first.counters.expansions < second.counters.expansions);
        assert!(answer.counters.expansions <= second.counters.expansions + SOON);
        tree.delay = Duration::ZERO;
        assert_eq!(way.answer(&mut tree, PLENTY).outcome, Ok(graph.outcome()), "{way:?}");
    }
}

#[test]
fn no_time_at_all() {
    let graph = random_graph(100, 1, Flavour::Plain, 1);
    for way in ways() {
        let cancel = AtomicBool::new(false);
        let mut tree = ForgetfulTree::new(&graph);
        let control = Control::new(&cancel, Some(Duration::ZERO), PLENTY);
        let answer = way.search(&mut tree, &control, &mut NoObserver);
        assert_eq!(answer.outcome, Err(Interruption::Time));
        assert_eq!(tree.expansions, 0);
        assert_eq!(way.answer(&mut tree, PLENTY).outcome, Ok(graph.outcome()));
    }
}

#[test]
fn a_time_limit_is_kept() {
    let graph = binary(16, 1);
    for way in ways() {
        let cancel = AtomicBool::new(false);
        let mut tree = ForgetfulTree::new(&graph);
        tree.delay = Duration::from_micros(200);
        let limit = Duration::from_millis(60);
        let control = Control::new(&cancel, Some(limit), PLENTY);
        let answer = way.search(&mut tree, &control, &mut NoObserver);
        assert_eq!(answer.outcome, Err(Interruption::Time), "{way:?}");
        assert!(control.elapsed() >= limit);
        // Far above the limit, for the machine may be busy, and far below what the search would take.
        assert!(control.elapsed() < Duration::from_secs(3), "{way:?}: {:?}", control.elapsed());
    }
}

/// Searches that go up and down for millions of steps between two expansions look at their limits too.
#[test]
fn cancelled_between_expansions() {
    let graph = ladder(200);
    for way in ways().into_iter().filter(Way::counts_every_way_in_full) {
        let cancel = AtomicBool::new(false);
        let mut tree = ForgetfulTree::new(&graph);
        tree.cancel = Some((&cancel, 64));
        let control = Control::new(&cancel, Some(TIME), PLENTY);
        let answer = way.search(&mut tree, &control, &mut NoObserver);
        assert_eq!(answer.outcome, Err(Interruption::Cancelled), "{way:?}");
        // With every second expansion the steps between two of them double.
        assert!(tree.expansions < 70, "{way:?}: {}", tree.expansions);
    }
}

#[test]
fn limits_that_are_off() {
    let graph = random_graph(500, 1, Flavour::Plain, 2);
    let cancel = AtomicBool::new(false);
    for way in ways() {
        for time in [None, Some(Duration::MAX)] {
            let control = Control::new(&cancel, time, usize::MAX);
            let mut tree = ForgetfulTree::new(&graph);
            let answer = way.search(&mut tree, &control, &mut NoObserver);
            assert_eq!(answer.outcome, Ok(graph.outcome()), "{way:?}");
        }
    }
}

#[test]
fn a_flag_that_is_set_from_the_start() {
    let graph = ExplicitTree::new(vec![ExplicitNode::plain(vec![])]);
    assert_eq!(graph.outcome(), Outcome::Loss);
    let cancel = AtomicBool::new(true);
    for way in ways() {
        let mut tree = ForgetfulTree::new(&graph);
        let control = Control::new(&cancel, None, PLENTY);
        let answer = way.search(&mut tree, &control, &mut NoObserver);
        assert_eq!(answer.outcome, Err(Interruption::Cancelled));
        assert_eq!(tree.expansions, 0);
    }
}
