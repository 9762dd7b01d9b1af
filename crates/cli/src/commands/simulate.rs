//! `rhizome simulate`.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use rhizome_cluster::ClusterSettings;
use rhizome_cluster::simulation::{Costs, Failures, Network, SimulationSettings};
use rhizome_impartial::Settings;
use serde::Serialize;

use crate::answer::{Answer, Format, print};
use crate::arguments::SimulateArguments;
use crate::ending::{Ending, complain};
use crate::games::{Playable, Task};
use crate::interrupt::Interrupt;
use crate::quantities::show_count;
use crate::solver::{Algorithm, Method, Play, Search, Simulated, Simulations};
use curves::{Curves, Point};

mod curves;

/// With shorter lives than this on average, the search would hardly ever end.
const SHORTEST_LIFE: Duration = Duration::from_millis(1);

/// Simulates searches of a position by many workers.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(arguments: &SimulateArguments) -> anyhow::Result<Ending> {
    let Some(given) = arguments.position.to_str() else { bail!("the position is not UTF-8") };
    let sharing = &arguments.sharing;
    if (sharing.relax_times, sharing.relax_more) == (0, 0) {
        bail!("--relax-times 0 and --relax-more 0: jobs would end before they begin");
    }
    if arguments.worker_dies_after.is_some_and(|time| time < SHORTEST_LIFE) {
        bail!("--worker-dies-after: nobody gets anything done in less than {SHORTEST_LIFE:?}");
    }
    if arguments.bandwidth == 0 {
        bail!("--bandwidth 0: nothing would ever arrive");
    }
    let settings = SimulationSettings {
        workers: 1,
        threads: arguments.threads,
        cluster: ClusterSettings {
            job_expansions: sharing.job_expansions,
            update_every: sharing.update_every,
            spare_quarters: sharing.spare_quarters,
            grow: sharing.grow,
            relax_times: sharing.relax_times,
            relax_more: sharing.relax_more,
            ..ClusterSettings::default()
        },
        costs: Costs {
            expansion: arguments.expansion_time,
            locked: arguments.locked_time,
            ..Costs::default()
        },
        network: Network {
            latency: arguments.latency,
            jitter: f64::from(arguments.jitter) / 100.0,
            bandwidth: arguments.bandwidth as f64,
            share_every: sharing.share_every,
        },
        failures: Failures {
            worker_dies_after: arguments.worker_dies_after,
            replaced_after: arguments.replaced_after,
            job_lost_after: arguments.job_lost_after,
        },
        seed: arguments.seed,
        memory: arguments.memory,
    };
    let usual = Settings::default();
    let one = std::num::NonZeroUsize::MIN;
    let play =
        if arguments.play.misere { Play::Misere { base: arguments.play.rct_base } } else { Play::Normal };
    let search = Search {
        play,
        method: Method { algorithm: Algorithm::Dfpn, threads: one, workers: one },
        memory: arguments.memory,
        time: None,
        settings: Settings {
            seed: arguments.seed,
            effort_unit: arguments.effort_unit.unwrap_or(usual.effort_unit),
            ..usual
        },
        proof: None,
    };
    let simulating = Simulating {
        given: given.to_owned(),
        search,
        settings: arguments
            .workers
            .iter()
            .map(|&workers| SimulationSettings { workers, ..settings })
            .collect(),
        interrupt: Interrupt::on_signals()?,
        format: arguments.format,
        svg: arguments.svg.clone(),
    };
    arguments.game.clone().play(simulating)
}

struct Simulating {
    given: String,
    search: Search,
    settings: Vec<SimulationSettings>,
    interrupt: Interrupt,
    format: Format,
    svg: Option<PathBuf>,
}

impl Task for Simulating {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, mut game: G) -> Self::Output {
        let position = match game.read(&self.given) {
            Ok(position) => position,
            Err(misreading) => {
                complain(&misreading.picture);
                return Ok(Ending::BadInput);
            }
        };
        let name = game.print(&position);
        // Whether it can be written is found out before hours of work.
        let mut svg = match &self.svg {
            Some(path) => {
                Some((path, File::create(path).with_context(|| format!("--svg {}", path.display()))?))
            }
            None => None,
        };
        let mut curves = Curves::default();
        let mut told = |simulated: &Simulated| {
            let answer = SimulationAnswer::new(&name, self.search.play, simulated);
            curves.add(answer.point());
            print(&answer, self.format, Answer::lines).map(drop)
        };
        let mut simulations = Simulations { settings: &self.settings, told: &mut told };
        let mut solver = game.solver(self.search, self.interrupt.flag())?;
        let result = solver.simulate(&position, &mut simulations)?;
        drop(solver);
        if let Some((path, file)) = &mut svg
            && !curves.is_empty()
        {
            let written = file.write_all(curves.picture(&name).as_bytes());
            written.with_context(|| format!("--svg {}", path.display()))?;
        }
        match result {
            Ok(()) => Ok(Ending::Answered),
            Err(reason) => {
                complain(&reason);
                Ok(Ending::Stopped)
            }
        }
    }
}

/// What so many workers have come to.
#[derive(Serialize)]
struct SimulationAnswer<'a> {
    position: &'a str,
    play: &'static str,
    outcome: String,
    workers: u32,
    threads: u32,
    /// How many times as fast as dfpn on one core.
    speedup: f64,
    /// How many times the expansions of dfpn.
    overhead: f64,
    utilisation: f64,
    seconds: f64,
    expansions: u64,
    dfpn_seconds: f64,
    dfpn_expansions: u64,
    jobs: u32,
    reports: u64,
    facts: u64,
    messages: u64,
    messages_per_second: f64,
    bytes: u64,
    broadcast_bytes: u64,
    master_load: f64,
    master_measured_load: f64,
    longest_queue: usize,
    deaths: u64,
    real_seconds: f64,
}

impl<'a> SimulationAnswer<'a> {
    fn new(position: &'a str, play: Play, simulated: &Simulated) -> Self {
        let Simulated { figures, alone, alone_time, elapsed } = simulated;
        let seconds = figures.time.as_secs_f64();
        SimulationAnswer {
            position,
            play: play.name(),
            outcome: figures.outcome.to_string(),
            workers: figures.workers,
            threads: figures.threads,
            speedup: alone_time.as_secs_f64() / seconds,
            overhead: figures.expansions as f64 / *alone as f64,
            utilisation: figures.utilisation(),
            seconds,
            expansions: figures.expansions,
            dfpn_seconds: alone_time.as_secs_f64(),
            dfpn_expansions: *alone,
            jobs: figures.jobs,
            reports: figures.reports,
            facts: figures.facts,
            messages: figures.messages,
            messages_per_second: figures.messages as f64 / seconds,
            bytes: figures.bytes,
            broadcast_bytes: figures.broadcast,
            master_load: figures.master_load(),
            master_measured_load: figures.master_measured.as_secs_f64() / seconds,
            longest_queue: figures.longest_queue,
            deaths: figures.deaths,
            real_seconds: elapsed.as_secs_f64(),
        }
    }

    fn point(&self) -> Point {
        let Self { workers, threads, speedup, overhead, utilisation, .. } = *self;
        Point { cores: workers * threads, speedup, overhead, utilisation }
    }
}

impl Answer for SimulationAnswer<'_> {
    fn line(&self) -> String {
        format!(
            "{} {}{}: a {}, {:.2} times as fast as dfpn, with {:.2} times its {} expansions, {:.0} % busy; \
             the master is busy for {:.0} % of {:.3} s and gets {} messages a second",
            show_count(self.workers.into()),
            if self.workers == 1 { "worker" } else { "workers" },
            if self.threads == 1 { String::new() } else { format!(" of {} threads", self.threads) },
            self.outcome,
            self.speedup,
            self.overhead,
            show_count(self.dfpn_expansions),
            100.0 * self.utilisation,
            100.0 * self.master_load,
            self.seconds,
            show_count(self.messages_per_second as u64),
        )
    }
}
