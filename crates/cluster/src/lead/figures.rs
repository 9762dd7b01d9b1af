//! How a run goes on, in figures.

use rhizome_search::{Counters, Numbers};

/// How a run goes on, in figures. Counts begin with this start of the master, unless they say otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeadFigures {
    /// What the search has done, as far as was reported. The memory is the master's.
    pub counters: Counters,
    /// The numbers of the root, once the run has begun.
    pub root: Option<Numbers>,
    /// Nodes with numbers in the master's table.
    pub nodes: u64,
    /// Bytes that the master's tree and table hold.
    pub memory: usize,
    /// Workers that were heard of lately.
    pub workers: usize,
    /// The most of them at one time.
    pub most_workers: usize,
    /// Jobs that are given out and not finished.
    pub jobs: usize,
    /// Jobs that were given out in all.
    pub jobs_given: u64,
    /// Jobs that were offered again because nobody had reported about them.
    pub offered_again: u64,
    /// Reports that were heard.
    pub reports: u64,
    /// Facts that are known, those of starts before too.
    pub facts: u64,
    /// Facts that were shared with all workers, also by starts before.
    pub shared: u64,
    /// Messages that were dropped because they were malformed or too large.
    pub dropped: u64,
    /// Reports that were dropped because a fact in them was malformed.
    pub malformed: u64,
    /// Workers that were refused.
    pub refused: u64,
    /// The length of the journal in bytes.
    pub journal_bytes: u64,
    /// Which start of the master this is.
    pub incarnation: u32,
}
