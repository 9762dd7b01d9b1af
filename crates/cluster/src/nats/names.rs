//! What streams, consumers and subjects are called.

use crate::message::RunId;

/// The consumer of jobs, which all workers share.
pub(super) const WORKERS: &str = "workers";
/// The consumer of reports.
pub(super) const MASTER: &str = "master";

/// The stream of all runs, which outlives them.
pub(super) fn runs_stream(prefix: &str) -> String {
    format!("{prefix}-runs")
}

/// Where a run is announced.
pub(super) fn run(prefix: &str, run: &str) -> String {
    format!("{prefix}.run.{run}")
}

/// Where the end of a run is announced.
pub(super) fn ended(prefix: &str, run: &str) -> String {
    format!("{prefix}.ended.{run}")
}

/// The names of what belongs to one run.
#[derive(Clone, Debug)]
pub(super) struct Names {
    prefix: String,
    run: String,
}

impl Names {
    pub(super) fn new(prefix: &str, run: RunId) -> Self {
        Self { prefix: prefix.to_owned(), run: run.to_string() }
    }

    pub(super) fn run(&self) -> String {
        run(&self.prefix, &self.run)
    }

    pub(super) fn ended(&self) -> String {
        ended(&self.prefix, &self.run)
    }

    /// The streams of this run alone.
    pub(super) fn streams(&self) -> [String; 3] {
        [self.jobs_stream(), self.reports_stream(), self.facts_stream()]
    }

    pub(super) fn jobs_stream(&self) -> String {
        self.stream("jobs")
    }

    pub(super) fn reports_stream(&self) -> String {
        self.stream("reports")
    }

    pub(super) fn facts_stream(&self) -> String {
        self.stream("facts")
    }

    pub(super) fn jobs(&self) -> String {
        self.subject("job")
    }

    pub(super) fn reports(&self) -> String {
        self.subject("report")
    }

    pub(super) fn facts(&self) -> String {
        self.subject("facts")
    }

    pub(super) fn notices(&self) -> String {
        self.subject("notice")
    }

    fn stream(&self, what: &str) -> String {
        format!("{}-{}-{what}", self.prefix, self.run)
    }

    fn subject(&self, what: &str) -> String {
        format!("{}.{}.{what}", self.prefix, self.run)
    }
}
