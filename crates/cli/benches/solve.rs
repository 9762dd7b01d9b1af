//! How long whole solves take, and how many expansions a second they make.
//!
//! Every round starts from nothing: game, tree and table are made within the measured time.

use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use rhizome_impartial::{CoupleTree, Nimber, Settings};
use rhizome_search::{Algorithm, Control, Dfpn, Dfs, NoObserver, Pns, Style, solve};
use rhizome_sprouts::{Sprouts, parse};

const MEMORY: usize = 1 << 30;

fn main() {
    divan::main();
}

#[divan::bench(args = 6..=12, sample_size = 1, sample_count = 15, max_time = 10)]
fn dfpn(bencher: Bencher, spots: u32) {
    bench(bencher, spots, Dfpn);
}

#[divan::bench(args = 6..=12, sample_size = 1, sample_count = 15, max_time = 10)]
fn pns(bencher: Bencher, spots: u32) {
    bench(bencher, spots, Pns);
}

/// With eleven spots it takes several seconds.
#[divan::bench(args = 6..=10, sample_size = 1, sample_count = 15, max_time = 10)]
fn dfs(bencher: Bencher, spots: u32) {
    bench(bencher, spots, Dfs);
}

fn bench(bencher: Bencher, spots: u32, algorithm: impl Algorithm<CoupleTree<Sprouts>> + Copy) {
    let expansions = solve_start(spots, algorithm);
    bencher
        .counter(ItemsCount::new(expansions))
        .bench_local(|| assert_eq!(solve_start(spots, algorithm), expansions));
}

/// Solves a start position and returns how many expansions that took.
fn solve_start(spots: u32, mut algorithm: impl Algorithm<CoupleTree<Sprouts>>) -> u64 {
    let start = parse(&format!("0*{spots}")).expect("the notation of bare spots");
    let mut sprouts = Sprouts::new();
    let lands = sprouts.lands(&start).expect("lands of bare spots");
    let mut tree = CoupleTree::new(sprouts, Settings::default());
    tree.set_root(&lands, Nimber::ZERO);
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, MEMORY);
    let answer = solve(&mut tree, &mut algorithm, Style::default(), &control, &mut NoObserver);
    answer.outcome.expect("a search without limits that matter");
    answer.counters.expansions
}
