//! What is taken to be the cost of work and of messages.

use std::time::Duration;

use crate::settings::ClusterSettings;

/// What is simulated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulationSettings {
    /// The number of workers.
    pub workers: u32,
    /// The threads of each, at least 1. Each has a core of its own.
    pub threads: u32,
    /// How work is shared out.
    pub cluster: ClusterSettings,
    /// What work takes.
    pub costs: Costs,
    /// What messages take.
    pub network: Network,
    /// What goes wrong.
    pub failures: Failures,
    /// What chance depends on.
    pub seed: u64,
    /// Bytes for the tree and the numbers of the master, and of each worker.
    pub memory: usize,
}

/// What work takes. The defaults were measured for Sprouts; see `docs/scaling.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// An expansion of a worker.
    pub expansion: Duration,
    /// What of it the threads of a worker have to do one after the other.
    pub locked: Duration,
    /// A fact that a worker hears of.
    pub heard_fact: Duration,
    /// A report that the master hears, without what is in it.
    pub report: Duration,
    /// A number in a report.
    pub number: Duration,
    /// A fact in a report.
    pub reported_fact: Duration,
    /// A job that the master gives away.
    pub job: Duration,
    /// An expansion of the master.
    pub own_expansion: Duration,
}

impl Costs {
    /// How long it takes some threads that share a tree to make so many expansions, in so many rounds in which each makes
    /// one at most.
    pub(super) fn searching(&self, threads: u32, expansions: u64, rounds: u64) -> Duration {
        let round = self.expansion.max(self.locked * threads);
        round * rounds.max(expansions.div_ceil(threads.into())) as u32
    }
}

impl Default for Costs {
    fn default() -> Self {
        Costs {
            expansion: Duration::from_micros(40),
            locked: Duration::from_micros(7),
            heard_fact: Duration::from_nanos(500),
            report: Duration::from_micros(5),
            number: Duration::from_nanos(300),
            reported_fact: Duration::from_micros(1),
            job: Duration::from_micros(20),
            own_expansion: Duration::from_micros(40),
        }
    }
}

/// What messages take. Every machine has a link to the server, over which all goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Network {
    /// The way of a message from a worker to the master, or back.
    pub latency: Duration,
    /// Each message may take longer by chance, by this share of the latency at most.
    pub jitter: f64,
    /// Bytes a second that the link of a machine carries, each way; that of the server too.
    pub bandwidth: f64,
    /// The master shares what is proved at most so often.
    pub share_every: Duration,
}

impl Default for Network {
    /// A data centre with links of 10 gigabits a second.
    fn default() -> Self {
        Network {
            latency: Duration::from_millis(1),
            jitter: 0.2,
            bandwidth: 1.25e9,
            share_every: Duration::from_millis(5),
        }
    }
}

impl Network {
    /// How long a link is busy with so many bytes.
    pub(super) fn transfer(&self, bytes: usize) -> Duration {
        Duration::from_secs_f64(bytes as f64 / self.bandwidth)
    }
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failures {
    /// A worker dies so long after it has begun, on average; never if there is no such time.
    pub worker_dies_after: Option<Duration>,
    /// Another worker is there so long after one has died.
    pub replaced_after: Duration,
    /// The job of a worker that has died goes to another one after so long.
    pub job_lost_after: Duration,
}

impl Default for Failures {
    fn default() -> Self {
        Failures {
            worker_dies_after: None,
            replaced_after: Duration::from_secs(1),
            job_lost_after: Duration::from_secs(10),
        }
    }
}
