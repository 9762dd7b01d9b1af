//! What a simulation has come to.

use std::time::Duration;

use rhizome_search::Outcome;

/// What a simulation has come to. Times are virtual, but for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulationFigures {
    /// The outcome of the question.
    pub outcome: Outcome,
    /// The number of workers.
    pub workers: u32,
    /// The threads of each.
    pub threads: u32,
    /// From the start to the outcome.
    pub time: Duration,
    /// Expansions of the workers that were done by then, also in vain, and of the master.
    pub expansions: u64,
    /// What the threads of all workers have spent on expansions.
    pub searched: Duration,
    /// What the master has spent on work.
    pub master_busy: Duration,
    /// The processor time that the work of the master has really taken here.
    pub master_measured: Duration,
    /// The most reports that have waited for the master.
    pub longest_queue: usize,
    /// Jobs that were given away.
    pub jobs: u32,
    /// Reports that the master has heard.
    pub reports: u64,
    /// Facts that were shared with all workers.
    pub facts: u64,
    /// Messages to and from the master.
    pub messages: u64,
    /// Bytes to and from the master.
    pub bytes: u64,
    /// Bytes that the server has sent to workers.
    pub broadcast: u64,
    /// Workers that have died.
    pub deaths: u64,
    /// Nodes of the master's tree with numbers.
    pub nodes: usize,
}

impl SimulationFigures {
    /// The share of their time that the threads of all workers have spent on expansions.
    pub fn utilisation(&self) -> f64 {
        self.searched.as_secs_f64()
            / (self.time.as_secs_f64() * f64::from(self.workers) * f64::from(self.threads))
    }

    /// The share of its time that the master was busy.
    pub fn master_load(&self) -> f64 {
        self.master_busy.as_secs_f64() / self.time.as_secs_f64()
    }
}
