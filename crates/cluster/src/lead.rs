//! Leads a run: what drives a master over its link and its journal.

mod error;
mod figures;
mod offers;
mod record;
mod replay;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use rhizome_search::{Control, FactError, Interruption, Outcome, PortableFact, PortableTree};
use tracing::{debug, info, warn};

use crate::journal::Journal;
use crate::link::{FromWorker, LinkError, MasterLink, tolerate};
use crate::master::{Master, MasterError};
use crate::message::{Hello, NodeNumbers, Notice, Question, Report, Run, RunId};
use crate::pace::Pace;
use crate::settings::ClusterSettings;
pub use error::LeadError;
pub use figures::LeadFigures;
use offers::Offers;
use record::Record;
use replay::Replay;

/// How long the master waits for a report before it looks at its limits.
const PATIENCE: Duration = Duration::from_millis(20);
/// How often who watches is called at most.
const WATCH_EVERY: Duration = Duration::from_millis(100);
/// How long the last words may take if the run is not over.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// How many refused workers are remembered.
const MOST_REFUSED: usize = 10_000;

/// How a run is led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadSettings {
    /// How work is shared out.
    pub cluster: ClusterSettings,
    /// How often things are done.
    pub pace: Pace,
    /// In bytes, for the tree and the numbers.
    pub memory: usize,
    /// A journal that is shorter than this, in bytes, is not made shorter.
    pub long_journal: u64,
}

impl LeadSettings {
    /// What does well for Sprouts, with so many bytes of memory.
    pub fn new(cluster: ClusterSettings, memory: usize) -> Self {
        LeadSettings { cluster, pace: Pace::default(), memory, long_journal: 64 << 20 }
    }
}

/// Leads one run: it drives a [`Master`] over a link, and keeps its truth in a journal.
///
/// If it is dropped, killed or stopped, another one that opens the same journal goes on from there.
#[derive(Debug)]
pub struct Leader<T> {
    run: Run,
    master: Master<T>,
    settings: LeadSettings,
    record: Record,
    offers: Offers,
    /// What the journal says about the end of the run.
    settled: Option<Outcome>,
    /// What the masters before knew, in the order in which they told it.
    told: Vec<PortableFact>,
    /// When each worker was heard of last.
    heard: HashMap<String, Instant>,
    refused: HashSet<String>,
    figures: LeadFigures,
}

impl<T: PortableTree> Leader<T> {
    /// Opens the journal in a directory, and makes it if it is missing; without one, nothing survives. The root of the
    /// tree is the question, and `domain` says what its names mean.
    ///
    /// # Errors
    /// If the journal cannot be used, or contradicts what the tree knows.
    pub fn open(
        directory: Option<&Path>,
        question: Question,
        domain: String,
        mut tree: T,
        settings: LeadSettings,
    ) -> Result<Self, LeadError> {
        tree.share();
        let mut replay = Replay::into_tree(&mut tree);
        let journal = match directory {
            Some(directory) => Some(Journal::open(directory, &question, &domain, |entry| replay.see(entry))?),
            None => None,
        };
        let found = replay.finish()?;
        let run = match &journal {
            Some(journal) => journal.run().clone(),
            None => Run { id: RunId::random(), question, domain },
        };
        let incarnation = journal.as_ref().map_or(0, Journal::incarnation);
        let mut master = Master::new(run.id, incarnation, tree, settings.cluster, settings.memory);
        for (numbers, work) in &found.numbers {
            master.note(numbers, *work);
        }
        if let Some(journal) = &journal {
            let facts = found.facts.len();
            info!(run = %run.id, incarnation = journal.incarnation(), facts, "the journal is read");
        }
        Ok(Leader {
            master,
            offers: Offers::new(settings.pace),
            record: Record::new(run.id, journal, settings),
            settled: found.settled,
            heard: HashMap::new(),
            refused: HashSet::new(),
            figures: LeadFigures { incarnation, facts: found.facts.len() as u64, ..LeadFigures::default() },
            told: found.facts,
            settings,
            run,
        })
    }

    /// The run, which the link is to be made for.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// What was done so far.
    pub fn figures(&self) -> LeadFigures {
        self.figures
    }

    /// Takes the tree out, with all that is proved.
    pub fn into_tree(self) -> T {
        self.master.into_tree()
    }

    /// Leads the run to its end, or until `control` asks to stop. `watch` is called a few times a second.
    ///
    /// A run that has a journal is over only if there is an outcome, or if its facts contradict each other. Otherwise
    /// workers wait for the next who leads it. Without a journal it is always over.
    ///
    /// # Errors
    /// Why there is no outcome.
    pub fn lead(
        &mut self,
        link: &mut dyn MasterLink,
        control: &Control<'_>,
        watch: &mut dyn FnMut(&LeadFigures),
    ) -> Result<Outcome, LeadError> {
        let result = self.go_on(link, control, watch);
        let farewell = self.finish(link, &result);
        self.count(link);
        watch(&self.figures);
        match (result, farewell) {
            (Ok(_), Err(error @ LeadError::Journal(_))) => Err(error),
            (result, Err(error)) => {
                warn!(%error, "the last words may not have arrived");
                result
            }
            (result, Ok(())) => result,
        }
    }

    fn go_on(
        &mut self,
        link: &mut dyn MasterLink,
        control: &Control<'_>,
        watch: &mut dyn FnMut(&LeadFigures),
    ) -> Result<Outcome, LeadError> {
        let known = usize::try_from(link.shared()).unwrap_or(usize::MAX);
        let untold = std::mem::take(&mut self.told).into_iter().skip(known);
        self.record.share_later(untold);
        let mut watched = Instant::now();
        loop {
            control.look()?;
            self.write_down()?;
            self.record.share(link)?;
            let pointless = self.master.take_pointless();
            if let Some(outcome) = self.master.outcome().or(self.settled) {
                return Ok(outcome);
            }
            if !pointless.is_empty() {
                pointless.iter().for_each(|&job| self.offers.remove(job));
                tolerate(link.tell(&Notice::Pointless { run: self.run.id, jobs: pointless }))?;
            }
            self.forget_workers();
            self.offer(link, control)?;
            if self.record.is_sync_due() {
                self.record.sync(link)?;
                self.record.shorten(&self.master)?;
            }
            if watched.elapsed() >= WATCH_EVERY {
                watched = Instant::now();
                self.count(link);
                watch(&self.figures);
            }
            // What the master has found out by itself is to be told at once.
            let wait = if self.master.outcome().is_some() { Duration::ZERO } else { PATIENCE };
            for message in link.receive(wait)? {
                self.record.unacknowledged += 1;
                match message {
                    FromWorker::Hello(hello) if hello.run == self.run.id => self.meet(hello, link)?,
                    FromWorker::Report(report) if report.run == self.run.id => self.hear(&report, control)?,
                    FromWorker::Hello(_) | FromWorker::Report(_) => {}
                }
            }
        }
    }

    /// Takes note of a worker, or refuses it.
    fn meet(&mut self, hello: Hello, link: &mut dyn MasterLink) -> Result<(), LeadError> {
        let Hello { worker, domain, version, threads, .. } = hello;
        if domain == self.run.domain {
            if !self.heard.contains_key(&worker) {
                info!(worker, version, threads, "a worker is there");
                self.master.meet(&worker);
            }
            self.heard.insert(worker, Instant::now());
            return Ok(());
        }
        let reason = format!(
            "the run is about {}, but this worker, of version {version}, would search in {domain}",
            self.run.domain
        );
        if self.refused.len() < MOST_REFUSED && self.refused.insert(worker.clone()) {
            warn!(worker, reason, "a worker is refused");
            self.figures.refused += 1;
        }
        tolerate(link.tell(&Notice::Refused { run: self.run.id, worker, reason }))?;
        Ok(())
    }

    fn hear(&mut self, report: &Report, control: &Control<'_>) -> Result<(), LeadError> {
        if self.refused.contains(&report.worker) {
            return Ok(());
        }
        self.figures.reports += 1;
        self.heard.insert(report.worker.clone(), Instant::now());
        match self.master.hear(report, control) {
            Ok(()) => {}
            Err(MasterError::Fact(FactError::Malformed(reason))) => {
                warn!(worker = report.worker, reason, "a report with what is no fact is dropped");
                self.figures.malformed += 1;
                self.offers.doubt(report.job);
                return Ok(());
            }
            Err(MasterError::Fact(error)) => return Err(error.into()),
            Err(MasterError::Stopped(stop)) => return Err(stop.into()),
        }
        let is_known = self.offers.hear(report.job, report.is_final);
        if !is_known && report.job.incarnation() != self.figures.incarnation {
            // A master before has given the job away.
            report.numbers.iter().for_each(|numbers| self.master.note(numbers, 0));
        }
        if report.is_final {
            self.record.note(&report.numbers, report.expansions);
        }
        Ok(())
    }

    /// Puts into the journal what was proved.
    fn write_down(&mut self) -> Result<(), LeadError> {
        let news = self.master.take_news()?;
        self.figures.facts += news.len() as u64;
        self.record.append(&news)?;
        self.record.share_later(news);
        self.record.share_along(self.master.take_estimates());
        Ok(())
    }

    fn forget_workers(&mut self) {
        let master = &mut self.master;
        let gone_after = self.settings.pace.worker_gone_after;
        self.heard.retain(|worker, heard| {
            let is_there = heard.elapsed() < gone_after;
            if !is_there {
                info!(worker, "a worker is gone");
                master.forget(worker);
            }
            is_there
        });
        self.figures.most_workers = self.figures.most_workers.max(self.heard.len());
    }

    /// Gives out as many jobs as there are workers, and some to spare.
    fn offer(&mut self, link: &mut dyn MasterLink, control: &Control<'_>) -> Result<(), LeadError> {
        let workers = self.heard.len();
        let spare = workers * self.settings.cluster.spare_quarters as usize;
        while self.master.jobs() < workers + spare.div_ceil(4) {
            let Some(job) = self.master.next_job(control)? else { break };
            tolerate(link.offer(&job))?;
            self.offers.add(job);
        }
        if workers > 0 {
            for job in self.offers.silent() {
                debug!(job = job.job.0, "nobody has reported about a job; offering it again");
                self.figures.offered_again += 1;
                tolerate(link.offer(&job))?;
            }
        }
        Ok(())
    }

    fn count(&mut self, link: &dyn MasterLink) {
        let frontier = self.master.frontier();
        let figures = &mut self.figures;
        let counters = &mut figures.counters;
        counters.expansions = self.master.expansions();
        counters.nodes = counters.nodes.max(frontier.nodes() as u64);
        counters.collections = frontier.collections();
        counters.peak_memory = counters.peak_memory.max(frontier.memory());
        figures.root = Some(frontier.root());
        figures.nodes = frontier.nodes() as u64;
        figures.memory = frontier.memory();
        figures.workers = self.heard.len();
        figures.jobs = self.master.jobs();
        figures.jobs_given = self.master.jobs_given().into();
        figures.shared = link.shared();
        figures.dropped = link.dropped();
        figures.journal_bytes = self.record.length();
    }

    /// Says the last words.
    fn finish(
        &mut self,
        link: &mut dyn MasterLink,
        result: &Result<Outcome, LeadError>,
    ) -> Result<(), LeadError> {
        let (outcome, reason) = match result {
            Ok(outcome) => {
                self.record.settle(*outcome)?;
                (Some(*outcome == Outcome::Win), "the question is answered".to_owned())
            }
            Err(LeadError::Fact(error)) => (None, error.to_string()),
            Err(error @ LeadError::Stopped(_)) => {
                // What is known by now is worth keeping.
                self.write_down()?;
                // Of what was received last, some may not have been dealt with: it is not acknowledged, and comes again.
                self.record.keep()?;
                if self.record.has_journal() {
                    return Ok(link.flush(LAST_WORDS)?);
                }
                (None, error.to_string())
            }
            Err(_) => return Ok(()),
        };
        let notice = Notice::Ended { run: self.run.id, outcome, reason };
        link.tell(&notice).or_else(|error| match error {
            LinkError::TimedOut { .. } => link.tell(&notice),
            error => Err(error),
        })?;
        Ok(())
    }
}

/// Numbers with the expansions that were spent on them.
type Worked = (NodeNumbers, u64);

impl From<Interruption> for LeadError {
    fn from(stop: Interruption) -> Self {
        LeadError::Stopped(stop)
    }
}
