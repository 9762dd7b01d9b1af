//! What a search on several machines can be set to.

use rhizome_search::Style;

/// How a master shares out work, and how workers do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterSettings {
    /// How many nodes a worker expands for a job before it gives it back.
    pub job_expansions: u64,
    /// How many expansions lie between two interim reports of a worker; none are sent if 0.
    pub update_every: u64,
    /// How many jobs wait at the master's door, beside those that are worked on, for each worker, in quarters.
    pub spare_quarters: u32,
    /// The master expands nodes itself before it gives out jobs, so many for each worker.
    pub grow: u32,
    /// A job is given back before that when another leaf has become more proving by far: the distance at which it becomes
    /// more proving is taken so many times,
    pub relax_times: u32,
    /// and so much more.
    pub relax_more: u32,
    /// How proof numbers are put together.
    pub style: Style,
}

impl Default for ClusterSettings {
    /// For workers on other machines: a job is to be worth the way.
    fn default() -> Self {
        ClusterSettings {
            job_expansions: 400,
            update_every: 100,
            spare_quarters: 0,
            grow: 4,
            relax_times: 8,
            relax_more: 200,
            style: Style::default(),
        }
    }
}

impl ClusterSettings {
    /// For workers in the same process, who have no way to go: with little slack the search is most like that of one thread.
    pub fn within_a_process(style: Style) -> Self {
        ClusterSettings { relax_times: 1, relax_more: 0, style, ..Self::default() }
    }
}
