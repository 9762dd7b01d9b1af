//! Takes part in a search that is led elsewhere.

use rhizome_cluster::{
    LinkError, Run, RunEnd, WorkError, WorkFigures, WorkSettings, WorkerError, WorkerLink, work,
};
use rhizome_search::{Control, Interruption, PortableTree};

use super::may_pass;
use crate::metrics::{Count, Level, Metrics};

/// How a worker takes part in a run.
pub struct Helping<'a> {
    /// Over what it hears and says.
    pub link: &'a mut dyn WorkerLink,
    /// The run.
    pub run: &'a Run,
    /// How it works.
    pub settings: &'a WorkSettings,
    /// What it did, afterwards.
    pub figures: WorkFigures,
    /// What is served while it goes on.
    pub board: Option<&'a Board>,
}

/// Why a worker cannot take part any more.
#[derive(Debug, thiserror::Error)]
pub enum HelpError {
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// For a reason that is no mistake, such as a lack of memory or of a server.
    #[error("{0}")]
    Stopped(String),
    /// For a mistake that somebody has to correct.
    #[error("{0}")]
    Wrong(String),
}

impl From<Interruption> for HelpError {
    fn from(stop: Interruption) -> Self {
        match stop {
            Interruption::Cancelled => HelpError::Interrupted,
            stop => HelpError::Stopped(stop.to_string()),
        }
    }
}

impl From<WorkError> for HelpError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Worker(WorkerError::Stopped(stop)) => stop.into(),
            WorkError::Link(error) => error.into(),
            error => HelpError::Wrong(error.to_string()),
        }
    }
}

impl From<LinkError> for HelpError {
    fn from(error: LinkError) -> Self {
        let is_stop = may_pass(&error);
        let error = error.to_string();
        if is_stop { HelpError::Stopped(error) } else { HelpError::Wrong(error) }
    }
}

impl Helping<'_> {
    /// Takes part with a tree of the question, which is given away.
    ///
    /// # Errors
    /// Why it cannot take part any more.
    pub fn help<T: PortableTree>(
        &mut self,
        tree: &mut T,
        domain: &str,
        control: &Control<'_>,
    ) -> Result<RunEnd, HelpError> {
        let blank = tree.another();
        let own = std::mem::replace(tree, blank);
        let (board, figures) = (self.board, &mut self.figures);
        let end = work(self.link, self.run, own, domain, self.settings, control, &mut |now| {
            *figures = *now;
            if let Some(board) = board {
                board.show(now);
            }
        });
        if let (Some(board), Ok(_)) = (board, &end) {
            board.finish(figures);
        }
        Ok(end?)
    }
}

/// The figures of a worker.
pub struct Board {
    expansions: Count,
    jobs: Count,
    reports: Count,
    dropped: Count,
    facts: Level,
    nodes: Level,
    memory: Level,
    busy: Level,
    /// What runs before have come to.
    before: std::cell::Cell<WorkFigures>,
}

impl Board {
    /// The figures, which are put on the list of those to be served.
    pub fn new(metrics: &mut Metrics) -> Self {
        Board {
            expansions: metrics.count("expansions", "Nodes that were expanded"),
            jobs: metrics.count("jobs", "Jobs that were finished"),
            reports: metrics.count("reports", "Reports that were sent"),
            dropped: metrics.count("dropped_messages", "Messages that were malformed or too large"),
            facts: metrics.level("heard_facts", "Facts that were heard of in this run"),
            nodes: metrics.level("table_nodes", "Nodes with numbers"),
            memory: metrics.level("search_memory_bytes", "What the tree and the table hold"),
            busy: metrics.level("busy", "1 if the worker has a job"),
            before: std::cell::Cell::default(),
        }
    }

    fn show(&self, figures: &WorkFigures) {
        let before = self.before.get();
        self.expansions.reach(before.expansions + figures.expansions);
        self.jobs.reach(before.jobs + figures.jobs);
        self.reports.reach(before.reports + figures.reports);
        self.dropped.reach(figures.dropped);
        self.facts.set(figures.facts as f64);
        self.nodes.set(figures.nodes as f64);
        self.memory.set(figures.memory as f64);
        self.busy.set(f64::from(u8::from(figures.is_busy)));
    }

    fn finish(&self, figures: &WorkFigures) {
        let before = self.before.get();
        self.before.set(WorkFigures {
            expansions: before.expansions + figures.expansions,
            jobs: before.jobs + figures.jobs,
            reports: before.reports + figures.reports,
            ..WorkFigures::default()
        });
    }
}
