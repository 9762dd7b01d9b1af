//! Simulated searches come to the outcomes that are known, and do the same again.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_cluster::ClusterSettings;
use rhizome_cluster::simulation::{
    Costs, Failures, Network, SimulationFigures, SimulationSettings, simulate,
};
use rhizome_impartial::{CoupleTree, Nimber, Remembering, Settings};
use rhizome_search::{Control, Outcome, PortableTree};
use rhizome_sprouts::Sprouts;

use crate::searches::*;

fn settings(workers: u32) -> SimulationSettings {
    SimulationSettings {
        workers,
        threads: 1,
        cluster: ClusterSettings { job_expansions: 40, update_every: 15, ..ClusterSettings::default() },
        costs: Costs::default(),
        network: Network::default(),
        failures: Failures::default(),
        seed: 1,
        memory: MEMORY,
    }
}

/// Workers die all the time.
fn deadly(workers: u32, seed: u64) -> SimulationSettings {
    let failures = Failures {
        worker_dies_after: Some(Duration::from_millis(30)),
        replaced_after: Duration::from_millis(4),
        job_lost_after: Duration::from_millis(10),
    };
    SimulationSettings { failures, seed, ..settings(workers) }
}

fn run<T: PortableTree>(tree: T, settings: &SimulationSettings) -> SimulationFigures {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, Some(LONG), 4 * MEMORY);
    simulate(tree, settings, &control).unwrap_or_else(|error| panic!("{error}: {settings:?}"))
}

/// Trees that find children and keep what they are told together.
fn together(spots: u32) -> CoupleTree<Remembering<Sprouts>> {
    let game = Remembering::new(Sprouts::new());
    let position = rhizome_sprouts::parse(&format!("0*{spots}")).unwrap();
    let lands = Sprouts::new().lands(&position).unwrap();
    let mut tree = CoupleTree::new(game, Settings { endgame_weight: 2, ..Settings::default() });
    tree.listen_together();
    tree.set_root(&lands, Nimber::ZERO);
    tree
}

#[test]
fn simulations_come_to_the_outcome() {
    for workers in [1, 2, 3, 8, 60] {
        for spots in 2..9 {
            // Many threads that take turns take long.
            let threads = if workers < 9 { 3 } else { 1 };
            let several = SimulationSettings { threads, ..deadly(workers, 7 + u64::from(spots)) };
            for settings in [settings(workers), deadly(workers, spots.into()), several] {
                assert_eq!(run(couples(spots).0, &settings).outcome, outcome(spots, false), "{spots}");
                assert_eq!(run(together(spots), &settings).outcome, outcome(spots, false), "{spots}");
            }
        }
        for spots in 2..7 {
            let found = run(misere(spots).0, &deadly(workers, spots.into())).outcome;
            assert_eq!(found, outcome(spots, true), "{spots}");
        }
    }
}

#[test]
fn the_same_settings_give_the_same_figures() {
    let figures = |threads, seed| {
        let figures = run(together(9), &SimulationSettings { threads, ..deadly(6, seed) });
        SimulationFigures { master_measured: Duration::ZERO, ..figures }
    };
    for threads in [1, 4] {
        let first = figures(threads, 3);
        assert_eq!(first, figures(threads, 3));
        assert_ne!(first, figures(threads, 4));
        assert!(first.deaths > 5, "{first:?}");
    }
}

#[test]
fn figures_fit_together() {
    for (workers, threads) in [(1, 1), (5, 1), (40, 1), (1, 4), (10, 4)] {
        let settings = SimulationSettings { threads, ..settings(workers) };
        let figures = run(together(10), &settings);
        let SimulationFigures { time, searched, expansions, jobs, reports, .. } = figures;
        assert_eq!((figures.outcome, figures.workers, figures.deaths), (Outcome::Win, workers, 0));
        assert!((0.01..=1.0).contains(&figures.utilisation()), "{figures:?}");
        assert!((0.0..=1.0).contains(&figures.master_load()), "{figures:?}");
        assert!(searched <= time * workers * threads && jobs > 10 && reports > 10, "{figures:?}");
        // Those of steps that had not ended are not counted, and the master has some.
        assert!(settings.costs.expansion * (expansions as u32) < searched + time, "{figures:?}");
    }
}

#[test]
fn what_is_done_under_a_lock_bounds_the_use_of_threads() {
    // Expansions a second.
    let rate = |threads, locked| {
        let costs = Costs { locked: Duration::from_micros(locked), ..Costs::default() };
        let cluster = ClusterSettings { update_every: 0, ..ClusterSettings::default() };
        let figures = run(together(12), &SimulationSettings { threads, costs, cluster, ..settings(1) });
        (figures.expansions as f64 / figures.time.as_secs_f64()) as u32
    };
    assert_eq!(rate(1, 1), rate(1, 20));
    let rates = [rate(1, 1), rate(8, 20), rate(8, 1)];
    assert!(rates[0] < rates[1] && rates[1] < rates[2] * 4 / 5, "{rates:?}");
}

#[test]
fn slow_networks_take_longer() {
    let slow = Network { latency: Duration::from_millis(50), ..Network::default() };
    let narrow = Network { bandwidth: 1e5, ..Network::default() };
    let usual = run(together(10), &settings(4)).time;
    for network in [slow, narrow] {
        let time = run(together(10), &SimulationSettings { network, ..settings(4) }).time;
        assert!(time > usual, "{network:?}: {time:?}, {usual:?}");
    }
}
