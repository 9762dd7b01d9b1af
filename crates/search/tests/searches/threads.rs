//! Searches by several threads.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rhizome_search::{
    Answer, Control, Dfpn, Interruption, NoObserver, Outcome, Pdfpn, PositionTree, Rules, SharedTree, Style,
    solve,
};

use crate::forgetful_tree::ForgetfulTree;
use crate::random_trees::{Flavour, binary, layers, random_graph};
use crate::trial::{PLENTY, TIME};

fn search<T: SharedTree>(tree: &mut T, threads: usize, cancel: &AtomicBool) -> Answer {
    let control = Control::new(cancel, Some(TIME), PLENTY);
    let mut pdfpn = Pdfpn::new(NonZeroUsize::new(threads).unwrap());
    solve(tree, &mut pdfpn, Style::default(), &control, &mut NoObserver)
}

#[test]
fn one_thread_does_what_dfpn_does() {
    for seed in 0..300 {
        let graph = random_graph(200, seed as usize % 3, Flavour::Mixed, seed);
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, Some(TIME), PLENTY);
        let mut alone = ForgetfulTree::new(&graph);
        let alone = solve(&mut alone, &mut Dfpn, Style::default(), &control, &mut NoObserver);
        let answer = search(&mut ForgetfulTree::new(&graph), 1, &cancel);
        assert_eq!(answer, alone, "graph {seed}");
    }
}

/// The finders of these trees dawdle at random, so that the threads meet in ever new ways.
#[test]
fn any_number_of_threads_finds_the_outcome() {
    for seed in 0..200 {
        let graph = match seed % 3 {
            0 => layers(8 + seed as usize % 40, 15, seed),
            1 => binary(8, seed),
            _ => random_graph(400, seed as usize % 4, Flavour::Mixed, seed),
        };
        for threads in [2, 3, 8] {
            let answer = search(&mut ForgetfulTree::new(&graph), threads, &AtomicBool::new(false));
            assert_eq!(answer.outcome, Ok(graph.outcome()), "graph {seed}, {threads} threads");
        }
    }
}

/// Neither the dawdling of the finders nor the scheduler matters then.
#[test]
fn threads_that_take_turns_do_the_same_again() {
    for seed in 0..60 {
        let graph = random_graph(400, seed as usize % 4, Flavour::Mixed, seed);
        for threads in [1, 2, 3, 8] {
            let search = |expansions| {
                let cancel = AtomicBool::new(false);
                let control = Control::new(&cancel, Some(TIME), PLENTY).with_expansions(expansions);
                let mut pdfpn =
                    Pdfpn { takes_turns: true, ..Pdfpn::new(NonZeroUsize::new(threads).unwrap()) };
                let mut tree = ForgetfulTree::new(&graph);
                let answer = solve(&mut tree, &mut pdfpn, Style::default(), &control, &mut NoObserver);
                (answer, pdfpn.rounds)
            };
            let (answer, rounds) = search(u64::MAX);
            assert_eq!(answer.outcome, Ok(graph.outcome()), "graph {seed}, {threads} threads");
            assert_eq!((answer, rounds), search(u64::MAX), "graph {seed}, {threads} threads");
            assert!(threads > 1 || rounds <= answer.counters.expansions, "graph {seed}");
            let half = answer.counters.expansions / 2;
            assert_eq!(search(half), search(half), "graph {seed}, {threads} threads");
        }
    }
}

#[test]
#[ignore = "exhaustive: thousands of searches with other schedules"]
fn many_schedules() {
    for seed in 0..20_000 {
        let graph = random_graph(300, seed as usize % 4, Flavour::Mixed, seed);
        let threads = 2 + seed as usize % 7;
        let answer = search(&mut ForgetfulTree::new(&graph), threads, &AtomicBool::new(false));
        assert_eq!(answer.outcome, Ok(graph.outcome()), "graph {seed}, {threads} threads");
    }
}

/// A game in which who cannot take one or two tokens loses, and children take a while to find.
#[derive(Clone)]
struct Slow {
    /// After so many calls the rules do something else.
    calls: Arc<AtomicU64>,
    then: Then,
}

#[derive(Clone, Copy, PartialEq)]
enum Then {
    Panic,
    Sleep,
}

impl Rules for Slow {
    type Position = (u32, u32);

    fn children(&self, &(tokens, other): &(u32, u32), children: &mut Vec<(u32, u32)>) {
        if self.calls.fetch_add(1, Ordering::Relaxed) > 30 {
            match self.then {
                Then::Panic => panic!("the rules are out of order"),
                Then::Sleep => std::thread::sleep(Duration::from_millis(20)),
            }
        }
        children.extend((1..=2.min(tokens)).map(|taken| (tokens - taken, other)));
        children.extend((1..=2.min(other)).map(|taken| (tokens, other - taken)));
    }

    fn print(&self, position: &(u32, u32)) -> String {
        format!("{position:?}")
    }
}

#[test]
fn a_thread_that_panics_ends_the_search() {
    for threads in [1, 2, 3, 8] {
        let rules = Slow { calls: Arc::default(), then: Then::Panic };
        let mut tree = PositionTree::new(rules, (40, 41));
        let cancel = AtomicBool::new(false);
        let result = catch_unwind(AssertUnwindSafe(|| search(&mut tree, threads, &cancel)));
        assert!(result.is_err(), "{threads} threads");
    }
}

#[test]
fn all_threads_stop_soon_when_cancelled() {
    for threads in [2, 8] {
        let rules = Slow { calls: Arc::default(), then: Then::Sleep };
        let mut tree = PositionTree::new(rules.clone(), (60, 61));
        let cancel = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                cancel.store(true, Ordering::Relaxed);
            });
            let started = Instant::now();
            assert_eq!(search(&mut tree, threads, &cancel).outcome, Err(Interruption::Cancelled));
            assert!(started.elapsed() < Duration::from_secs(5), "{threads} threads: {:?}", started.elapsed());
        });
        // What was proved is still there, and the search goes on.
        rules.calls.store(0, Ordering::Relaxed);
        tree.set_root((9, 10));
        assert_eq!(search(&mut tree, threads, &AtomicBool::new(false)).outcome, Ok(Outcome::Win));
    }
}

#[test]
fn expansions_can_be_limited() {
    let graph = layers(60, 50, 3);
    for threads in [1, 2, 4] {
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, Some(TIME), PLENTY).with_expansions(100);
        let mut tree = ForgetfulTree::new(&graph);
        let mut pdfpn = Pdfpn::new(NonZeroUsize::new(threads).unwrap());
        let answer = solve(&mut tree, &mut pdfpn, Style::default(), &control, &mut NoObserver);
        assert_eq!(answer.outcome, Err(Interruption::Expansions));
        assert!((100..100 + threads as u64).contains(&answer.counters.expansions), "{:?}", answer.counters);
    }
}
