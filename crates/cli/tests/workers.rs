//! A master with workers in one process finds the outcomes that are known.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_cluster::{ClusterSettings, Crew, solve_with_workers};
use rhizome_games::{ConnectFour, Cram, TicTacToe};
use rhizome_impartial::{Codes, CoupleTree, Game, MisereSettings, MisereTree, Nimber, RctBase, Settings};
use rhizome_search::{Control, NoObserver, Outcome, PortableTree, PositionTree, Style};
use rhizome_sprouts::{Sprouts, parse};

const WINS: [u32; 3] = [3, 4, 5];
const MEMORY: usize = 1 << 30;

fn crew(workers: usize, threads: usize) -> Crew {
    let number = |number| NonZeroUsize::new(number).unwrap();
    Crew { workers: number(workers), threads: number(threads) }
}

fn solve<T: PortableTree>(tree: &mut T, crew: Crew, settings: ClusterSettings, memory: usize) -> Outcome {
    let cancel = AtomicBool::new(false);
    // More than any search here takes, so that one without end becomes a failure.
    let control = Control::new(&cancel, Some(Duration::from_secs(240)), memory);
    let (answer, error) = solve_with_workers(tree, crew, settings, &control, &mut NoObserver);
    answer.outcome.unwrap_or_else(|stop| panic!("{stop} with {crew:?} and {settings:?}: {error:?}"))
}

/// Jobs of usual size, and very small ones with reports all the time.
fn settings() -> [ClusterSettings; 3] {
    let usual = ClusterSettings::default();
    let small = ClusterSettings { job_expansions: 7, update_every: 2, grow: 0, ..usual };
    [usual, ClusterSettings::within_a_process(Style::default()), small]
}

fn start(spots: u32) -> Codes {
    Sprouts::new().lands(&parse(&format!("0*{spots}")).unwrap()).unwrap()
}

fn normal(spots: u32) -> Outcome {
    if WINS.contains(&(spots % 6)) { Outcome::Win } else { Outcome::Loss }
}

#[test]
fn sprouts_in_normal_play() {
    for settings in settings() {
        for (workers, threads) in [(1, 1), (2, 1), (3, 2), (8, 1)] {
            for spots in 0..9 {
                let mut tree = CoupleTree::new(Sprouts::new(), Settings::default());
                tree.set_root(&start(spots), Nimber::ZERO);
                let outcome = solve(&mut tree, crew(workers, threads), settings, MEMORY);
                assert_eq!(outcome, normal(spots), "{spots} spots, {workers} workers");
            }
        }
    }
}

/// What is proved is still there for the next question, and couples and sums are solved too.
#[test]
fn several_questions_to_one_tree() {
    let mut tree = CoupleTree::new(Sprouts::new(), Settings::default());
    for (spots, heap) in [(7, 0), (7, 1), (6, 0), (8, 2), (8, 0)] {
        tree.set_root(&start(spots), Nimber::new(heap));
        let loss = (spots % 6 < 3) == (heap == 0);
        let expected = if loss { Outcome::Loss } else { Outcome::Win };
        assert_eq!(solve(&mut tree, crew(2, 1), settings()[1], MEMORY), expected, "0*{spots}+*{heap}");
    }
    let sum = Sprouts::new().lands(&parse("0*5+0*6+0*4").unwrap()).unwrap();
    tree.set_root(&sum, Nimber::ZERO);
    assert_eq!(solve(&mut tree, crew(3, 1), settings()[2], MEMORY), Outcome::Loss);
}

#[test]
fn sprouts_in_misere_play() {
    let known = ["win", "win", "loss", "loss", "loss", "win", "win", "loss"];
    let control = |cancel| Control::new(cancel, None, MEMORY);
    let cancel = AtomicBool::new(false);
    let base = RctBase::below(&mut Sprouts::new(), &start(3), &control(&cancel)).unwrap();
    for settings in settings() {
        for (workers, threads) in [(1, 1), (2, 1), (3, 2)] {
            for (spots, outcome) in (0..).zip(known) {
                let mut tree = MisereTree::new(Sprouts::new(), base.clone(), MisereSettings::default());
                tree.set_root(&start(spots), Nimber::ZERO, &control(&cancel)).unwrap();
                let found = solve(&mut tree, crew(workers, threads), settings, MEMORY);
                assert_eq!(found.to_string(), outcome, "{spots} spots, {workers} workers");
            }
        }
    }
}

#[test]
fn other_games() {
    for settings in settings() {
        let crew = crew(3, 1);
        let (rules, position) = TicTacToe::parse("3x3").unwrap();
        assert_eq!(solve(&mut PositionTree::new(rules, position), crew, settings, MEMORY), Outcome::Loss);
        let (rules, position) = ConnectFour::parse("4x4").unwrap();
        assert_eq!(solve(&mut PositionTree::new(rules, position), crew, settings, MEMORY), Outcome::Loss);
        let cram = Cram::new();
        for (board, outcome) in [("4x4", Outcome::Loss), ("3x4", Outcome::Win), ("4x5", Outcome::Win)] {
            let (lands, _) = cram.parse(board).unwrap();
            let mut tree =
                CoupleTree::new(cram.clone(), Settings { endgame_weight: 2, ..Settings::default() });
            tree.set_root(&lands, Nimber::ZERO);
            assert_eq!(solve(&mut tree, crew, settings, MEMORY), outcome, "{board}");
        }
    }
}

/// The master and its workers have to forget, and the outcome is the same.
#[test]
fn little_memory() {
    let mut tree = CoupleTree::new(Sprouts::new(), Settings::default());
    tree.set_root(&start(10), Nimber::ZERO);
    assert_eq!(solve(&mut tree, crew(2, 1), settings()[1], 12 << 20), normal(10));
}

/// Every run meets other schedules.
#[test]
fn two_hundred_runs() {
    for run in 0..200 {
        let mut tree = CoupleTree::new(Sprouts::new(), Settings { seed: run / 4, ..Settings::default() });
        let spots = 5 + run as u32 % 4;
        tree.set_root(&start(spots), Nimber::ZERO);
        let crew = crew(1 + run as usize % 8, 1 + run as usize % 3);
        let outcome = solve(&mut tree, crew, settings()[run as usize % 3], MEMORY);
        assert_eq!(outcome, normal(spots), "run {run}");
    }
}

/// Names and facts are the same to a tree that knows nothing.
#[test]
fn names_mean_the_same_elsewhere() {
    fn check<G: Game + Clone + Send>(tree: &mut CoupleTree<G>) {
        let crew = crew(1, 1);
        solve(tree, crew, settings()[0], MEMORY);
        let mut other = tree.another();
        other.share();
        let facts = tree.take_news().unwrap();
        let news = other.learn(&facts).unwrap();
        assert_eq!(news.len(), facts.len());
        assert!(other.learn(&facts).unwrap().is_empty(), "the same again is no news");
    }
    let mut tree = CoupleTree::new(Sprouts::new(), Settings::default());
    tree.set_root(&start(6), Nimber::ZERO);
    tree.share();
    check(&mut tree);
}
