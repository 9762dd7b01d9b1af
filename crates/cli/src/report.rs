//! The figures of a search, as they stand beside its answer.

use serde::Serialize;

use crate::ending::Ending;
use crate::process_memory;
use crate::quantities::{show_count, show_size};
use crate::solver::{BaseFigures, Search, Verdict};

/// The figures of a search. Unless they say otherwise, counts are those of one
/// question, whatever was asked before.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Why the search stopped without an answer.
    pub stopped: Option<String>,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// The number of threads that searched, in each worker.
    pub threads: usize,
    /// The number of workers.
    pub workers: usize,
    /// What ordered moves that looked equally good.
    pub seed: u64,
    /// Nodes whose children were generated.
    pub expansions: u64,
    /// The most nodes that had numbers at one time.
    pub nodes: u64,
    /// The number of lands in memory whose nimbers are known, also from before.
    pub nimbers: u64,
    /// The time for this question.
    pub seconds: f64,
    /// The most bytes that the process has held so far.
    pub peak_memory: u64,
    /// The most bytes that the tree and the table have held for this question.
    pub search_memory: u64,
    /// How often memory was freed.
    pub collections: u64,
    /// Lands whose nimbers were computed from all that follows them.
    pub endgame_lands: u64,
    /// What the lands with a known RCT are, in misère play.
    #[serde(flatten)]
    pub base: Option<BaseFigures>,
}

impl Report {
    /// The figures of a verdict.
    pub fn new<T>(search: &Search, verdict: &Verdict<T>) -> Self {
        let search_memory = verdict.counters.peak_memory as u64;
        Report {
            stopped: verdict.answer.as_ref().err().cloned(),
            algorithm: search.method.algorithm.name(),
            threads: search.method.threads.get(),
            workers: search.method.workers.get(),
            seed: search.settings.seed,
            expansions: verdict.counters.expansions,
            nodes: verdict.counters.nodes,
            nimbers: verdict.nimbers,
            seconds: verdict.elapsed.as_secs_f64(),
            peak_memory: process_memory::peak().unwrap_or(search_memory),
            search_memory,
            collections: verdict.counters.collections,
            endgame_lands: verdict.endgame_lands,
            base: verdict.base.clone(),
        }
    }

    /// Why there is no answer.
    pub fn why_stopped(&self) -> &str {
        self.stopped.as_deref().unwrap_or_default()
    }

    /// How the program ends if this is all that was asked.
    pub fn ending(&self) -> Ending {
        if self.stopped.is_some() { Ending::Stopped } else { Ending::Answered }
    }

    /// The figures for people.
    pub fn line(&self) -> String {
        let figures = format!(
            "{} expansions in {:.3} s, {} nodes, ",
            show_count(self.expansions),
            self.seconds,
            show_count(self.nodes),
        );
        let known = match &self.base {
            Some(base) => format!("{} lands with known RCTs", show_count(base.rct_base_lands)),
            None => format!("{} nimbers", show_count(self.nimbers)),
        };
        format!("{figures}{known}, {} of memory", show_size(self.peak_memory))
    }
}
