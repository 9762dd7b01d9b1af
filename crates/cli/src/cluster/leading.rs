//! Leads a search in which workers on other machines take part.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rhizome_cluster::nats::{NatsMaster, NatsOptions};
use rhizome_cluster::{
    ClusterSettings, JournalError, LeadError, LeadFigures, LeadSettings, Leader, Question,
};
use rhizome_search::{Control, Interruption, Outcome, PortableTree};
use tracing::info;

use super::{connect, may_pass};
use crate::interrupt::Interrupt;
use crate::metrics::{Count, Level, Metrics};

/// How often the log tells how far the search is.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// How a search is led.
pub struct Leading {
    /// Where the server is.
    pub nats: NatsOptions,
    /// How long to try to reach it.
    pub wait: Duration,
    /// Where the journal is kept.
    pub journal: Option<PathBuf>,
    /// How work is shared out.
    pub settings: ClusterSettings,
    /// Stops the search.
    pub interrupt: Interrupt,
    /// What is asked. The solver knows about the base of RCTs.
    pub question: Question,
    /// What was done, afterwards.
    pub figures: LeadFigures,
    /// What is served while it goes on.
    pub board: Option<Board>,
}

/// How a search that was led has ended.
pub enum Led {
    /// With an outcome.
    Answered(Outcome),
    /// Without one. The tree may know more about it.
    Stopped(Interruption),
    /// Without one, for this reason.
    Failed(String),
}

impl Led {
    /// The outcome, or why there is none, for people; `explain` is asked about a stop.
    pub fn answer(self, explain: impl FnOnce(Interruption) -> String) -> Result<Outcome, String> {
        match self {
            Led::Answered(outcome) => Ok(outcome),
            Led::Stopped(stop) => Err(explain(stop)),
            Led::Failed(reason) => Err(reason),
        }
    }
}

impl Leading {
    /// Solves the root of a tree. What is proved goes into the tree.
    ///
    /// # Errors
    /// What is wrong with the options, or with what is proved.
    pub fn lead<T: PortableTree>(
        &mut self,
        tree: &mut T,
        domain: String,
        base: Option<u32>,
        control: &Control<'_>,
    ) -> anyhow::Result<Led> {
        let question = Question { rct_base: base, ..self.question.clone() };
        let blank = tree.another();
        let own = std::mem::replace(tree, blank);
        let settings = LeadSettings::new(self.settings, control.memory());
        let mut leader = match Leader::open(self.journal.as_deref(), question, domain, own, settings) {
            Ok(leader) => leader,
            Err(error) => return led(Err(error)),
        };
        let link = connect(|| NatsMaster::open(&self.nats, leader.run()), self.wait, &self.interrupt);
        let result = match link {
            Ok(Some(mut link)) => {
                let board = &self.board;
                let mut told = Instant::now();
                leader.lead(&mut link, control, &mut |figures| {
                    if let Some(board) = board {
                        board.show(figures);
                    }
                    if told.elapsed() >= TELL_EVERY {
                        told = Instant::now();
                        tell(figures);
                    }
                })
            }
            Ok(None) => Err(LeadError::Stopped(Interruption::Cancelled)),
            Err(error) => Err(error.into()),
        };
        self.figures = leader.figures();
        *tree = leader.into_tree();
        led(result)
    }
}

/// Tells stops from mistakes that somebody has to correct.
fn led(result: Result<Outcome, LeadError>) -> anyhow::Result<Led> {
    match result {
        Ok(outcome) => Ok(Led::Answered(outcome)),
        Err(LeadError::Stopped(stop)) => Ok(Led::Stopped(stop)),
        Err(LeadError::Link(error)) if may_pass(&error) => Ok(Led::Failed(error.to_string())),
        Err(LeadError::Journal(error @ (JournalError::Io { .. } | JournalError::Stopped { .. }))) => {
            Ok(Led::Failed(error.to_string()))
        }
        Err(error) => Err(error.into()),
    }
}

fn tell(figures: &LeadFigures) {
    let (pn, dn) =
        figures.root.map_or_else(Default::default, |root| (root.pn.to_string(), root.dn.to_string()));
    info!(
        expansions = figures.counters.expansions,
        workers = figures.workers,
        jobs = figures.jobs_given,
        facts = figures.facts,
        pn,
        dn,
        "searching"
    );
}

/// The figures of a master.
pub struct Board {
    expansions: Count,
    jobs: Count,
    reports: Count,
    dropped: Count,
    refused: Count,
    facts: Level,
    shared: Level,
    open: Level,
    waiting: Level,
    workers: Level,
    nodes: Level,
    memory: Level,
    journal: Level,
    proof: Level,
    disproof: Level,
}

impl Board {
    /// The figures, which are put on the list of those to be served.
    pub fn new(metrics: &mut Metrics) -> Self {
        Board {
            expansions: metrics.count("expansions", "Nodes that were expanded for this start of the master"),
            jobs: metrics.count("jobs", "Jobs that were given out"),
            reports: metrics.count("reports", "Reports that were heard"),
            dropped: metrics.count("dropped_messages", "Messages that were malformed, too large or no facts"),
            refused: metrics.count("refused_workers", "Workers of another version, game or position"),
            facts: metrics.level("facts", "Facts that are known, such as nimbers"),
            shared: metrics.level("shared_facts", "Facts that were shared with all workers"),
            open: metrics.level("open_jobs", "Jobs that are given out and not finished"),
            waiting: metrics.level("queue_depth", "Open jobs beyond the number of workers"),
            workers: metrics.level("workers", "Workers that were heard of lately"),
            nodes: metrics.level("table_nodes", "Nodes with numbers in the table of the master"),
            memory: metrics.level("search_memory_bytes", "What the tree and the table of the master hold"),
            journal: metrics.level("journal_bytes", "The length of the journal"),
            proof: metrics.level("root_proof_number", "The proof number of the root"),
            disproof: metrics.level("root_disproof_number", "The disproof number of the root"),
        }
    }

    fn show(&self, figures: &LeadFigures) {
        self.expansions.reach(figures.counters.expansions);
        self.jobs.reach(figures.jobs_given);
        self.reports.reach(figures.reports);
        self.dropped.reach(figures.dropped + figures.malformed);
        self.refused.reach(figures.refused);
        self.facts.set(figures.facts as f64);
        self.shared.set(figures.shared as f64);
        self.open.set(figures.jobs as f64);
        self.waiting.set(figures.jobs.saturating_sub(figures.workers) as f64);
        self.workers.set(figures.workers as f64);
        self.nodes.set(figures.nodes as f64);
        self.memory.set(figures.memory as f64);
        self.journal.set(figures.journal_bytes as f64);
        if let Some(root) = figures.root {
            let number = |number: Option<u32>| number.map_or(f64::INFINITY, f64::from);
            self.proof.set(number(root.pn.get()));
            self.disproof.set(number(root.dn.get()));
        }
    }
}
