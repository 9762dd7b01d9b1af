//! Works for runs: what drives a worker over its link.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use rhizome_search::{Control, Interruption, Outcome, PortableTree, Style};
use tracing::{debug, info, warn};

use crate::link::{LinkError, ToWorker, WorkerLink, tolerate};
use crate::message::{Hello, Job, Notice, Report, Run, RunId};
use crate::pace::Pace;
use crate::worker::{Worker, WorkerError};

/// How long a worker waits for a message before it looks at its limits.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long it may take to send the last report.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// How often who watches is called at most.
const WATCH_EVERY: Duration = Duration::from_millis(100);

/// How a worker works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkSettings {
    /// Its name, unlike that of any other worker.
    pub name: String,
    /// The version of its program, for people.
    pub version: String,
    /// How many threads search.
    pub threads: NonZeroUsize,
    /// How proof numbers are put together.
    pub style: Style,
    /// How often things are done.
    pub pace: Pace,
}

impl WorkSettings {
    /// A worker with a name that begins like this, and goes on unlike that of any other.
    pub fn named(beginning: &str, version: &str, threads: NonZeroUsize) -> Self {
        let unique = RunId::random().to_string();
        WorkSettings {
            name: format!("{beginning}-{}", &unique[..12]),
            version: version.to_owned(),
            threads,
            style: Style::default(),
            pace: Pace::default(),
        }
    }
}

/// How the part that a worker took in a run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The run is over.
    Ended {
        /// The outcome, if there is one.
        outcome: Option<Outcome>,
        /// Why it is over, for people.
        reason: String,
    },
    /// The worker must not take part.
    Refused {
        /// Why, for people.
        reason: String,
    },
    /// There was nothing to do, and there is another run.
    Replaced,
}

/// What a worker does, in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkFigures {
    /// Nodes that it has expanded.
    pub expansions: u64,
    /// Jobs that it has finished.
    pub jobs: u64,
    /// Reports that it has sent.
    pub reports: u64,
    /// Facts that it has heard of.
    pub facts: u64,
    /// Nodes with numbers.
    pub nodes: u64,
    /// Bytes that its tree and its table hold.
    pub memory: usize,
    /// Whether it has a job.
    pub is_busy: bool,
    /// Messages that were dropped because they were malformed or too large.
    pub dropped: u64,
}

/// Why a worker cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// It cannot search, or was asked to stop.
    #[error(transparent)]
    Worker(#[from] WorkerError),
    /// The link has failed.
    #[error(transparent)]
    Link(#[from] LinkError),
}

impl From<Interruption> for WorkError {
    fn from(stop: Interruption) -> Self {
        WorkError::Worker(stop.into())
    }
}

/// Waits for a run to take part in.
///
/// # Errors
/// If the link fails, the run is of another version, or `control` asks to stop.
pub fn await_run(link: &mut dyn WorkerLink, control: &Control<'_>) -> Result<Run, WorkError> {
    loop {
        control.look()?;
        if let Some(run) = link.run(PATIENCE)? {
            return Ok(run);
        }
    }
}

/// Takes part in a run, with a tree of its question, until the run is over. `domain` says what the names of the tree mean;
/// if it is not that of the run, the worker must not take part.
///
/// When `control` asks to stop, the worker reports what it has so far, and another goes on with its job.
///
/// # Errors
/// Why it cannot go on.
pub fn work<T: PortableTree>(
    link: &mut dyn WorkerLink,
    run: &Run,
    tree: T,
    domain: &str,
    settings: &WorkSettings,
    control: &Control<'_>,
    watch: &mut dyn FnMut(&WorkFigures),
) -> Result<RunEnd, WorkError> {
    let hello = Hello {
        run: run.id,
        worker: settings.name.clone(),
        domain: domain.to_owned(),
        version: settings.version.clone(),
        threads: u32::try_from(settings.threads.get()).unwrap_or(u32::MAX),
    };
    if domain != run.domain {
        // So that the master can say so too.
        link.hello(&hello)?;
        link.flush(LAST_WORDS)?;
        let reason = format!(
            "the run is about {}, but from its question this program comes to {domain}: use the version that the master has",
            run.domain
        );
        return Ok(RunEnd::Refused { reason });
    }
    info!(run = %run.id, worker = settings.name, position = run.question.position, "taking part in a run");
    let worker = Worker::new(run.id, settings.name.clone(), tree, settings.threads, settings.style);
    let now = Instant::now();
    let mut desk = Desk {
        link,
        run: run.id,
        hello,
        pace: settings.pace,
        worker,
        waiting: VecDeque::new(),
        is_asked: false,
        kept: now,
        busy: now,
        figures: WorkFigures::default(),
    };
    let result = desk.work(control, watch);
    if result.is_err() {
        desk.leave();
    }
    desk.count();
    watch(&desk.figures);
    result
}

/// Where a worker sits.
struct Desk<'l, T> {
    link: &'l mut dyn WorkerLink,
    run: RunId,
    hello: Hello,
    pace: Pace,
    worker: Worker<T>,
    /// Jobs that have come and are not begun.
    waiting: VecDeque<Job>,
    /// Whether a job was asked for that has not come.
    is_asked: bool,
    /// When it last said that it goes on with its jobs.
    kept: Instant,
    /// When it last had a job.
    busy: Instant,
    figures: WorkFigures,
}

impl<T: PortableTree> Desk<'_, T> {
    fn work(
        &mut self,
        control: &Control<'_>,
        watch: &mut dyn FnMut(&WorkFigures),
    ) -> Result<RunEnd, WorkError> {
        let mut watched = Instant::now();
        let mut introduced: Option<Instant> = None;
        loop {
            control.look()?;
            if introduced.is_none_or(|introduced| introduced.elapsed() >= self.pace.hello_every) {
                introduced = Some(Instant::now());
                tolerate(self.link.hello(&self.hello))?;
            }
            let is_idle = self.worker.job().is_none() && self.waiting.is_empty();
            if is_idle && !self.is_asked {
                self.link.ask()?;
                self.is_asked = true;
            }
            let wait = if is_idle { PATIENCE } else { Duration::ZERO };
            for message in self.link.receive(wait)? {
                if let Some(end) = self.hear(message)? {
                    return Ok(end);
                }
            }
            if self.worker.job().is_none()
                && let Some(job) = self.waiting.pop_front()
            {
                self.worker.begin(job);
            }
            match self.worker.job() {
                Some(_) => {
                    self.busy = Instant::now();
                    if let Some(report) = self.worker.step(control)? {
                        self.report(report, control)?;
                    }
                    self.keep()?;
                }
                None => {
                    if self.busy.elapsed() >= self.pace.look_around_after {
                        self.busy = Instant::now();
                        if self.link.run(Duration::ZERO)?.is_some_and(|run| run.id != self.run) {
                            return Ok(RunEnd::Replaced);
                        }
                    }
                }
            }
            if watched.elapsed() >= WATCH_EVERY {
                watched = Instant::now();
                self.count();
                watch(&self.figures);
            }
        }
    }

    fn hear(&mut self, message: ToWorker) -> Result<Option<RunEnd>, WorkError> {
        match message {
            ToWorker::Job(job) if job.run == self.run => {
                self.is_asked = false;
                let is_new = self.worker.job() != Some(job.job)
                    && self.waiting.iter().all(|waiting| waiting.job != job.job);
                if is_new {
                    self.waiting.push_back(job);
                }
            }
            ToWorker::Facts(facts) if facts.run == self.run => {
                self.figures.facts += facts.facts.len() as u64;
                self.worker.hear(&facts).map_err(WorkerError::from)?;
            }
            ToWorker::Notice(notice) if notice.run() == self.run => match notice {
                Notice::Pointless { jobs, .. } => {
                    self.worker.drop_jobs(&jobs);
                    for job in self.waiting.iter().filter(|job| jobs.contains(&job.job)) {
                        // Nobody else is to get it either.
                        tolerate(self.link.report(&nothing(&self.hello.worker, job)))?;
                    }
                    self.waiting.retain(|job| !jobs.contains(&job.job));
                }
                Notice::Refused { worker, reason, .. } if worker == self.hello.worker => {
                    return Ok(Some(RunEnd::Refused { reason }));
                }
                Notice::Refused { .. } => {}
                Notice::Ended { outcome, reason, .. } => {
                    let outcome = outcome.map(|is_win| if is_win { Outcome::Win } else { Outcome::Loss });
                    return Ok(Some(RunEnd::Ended { outcome, reason }));
                }
            },
            ToWorker::Job(_) | ToWorker::Facts(_) | ToWorker::Notice(_) => {}
        }
        Ok(None)
    }

    /// Sends a report, trying until it is on its way.
    fn report(&mut self, report: Report, control: &Control<'_>) -> Result<(), WorkError> {
        self.figures.jobs += u64::from(report.is_final);
        let bare = Report { numbers: Vec::new(), facts: Vec::new(), estimates: Vec::new(), ..report.clone() };
        let reports = report.split().unwrap_or_else(|error| {
            warn!(%error, "what was found out cannot be reported");
            vec![bare]
        });
        for report in reports {
            self.figures.reports += 1;
            while !tolerate(self.link.report(&report))? {
                control.look()?;
            }
        }
        Ok(())
    }

    /// Says that it goes on with its jobs.
    fn keep(&mut self) -> Result<(), WorkError> {
        if self.kept.elapsed() < self.pace.keep_every {
            return Ok(());
        }
        self.kept = Instant::now();
        let waiting = self.waiting.iter().map(|job| job.job);
        for job in self.worker.job().into_iter().chain(waiting) {
            self.link.keep(job)?;
        }
        Ok(())
    }

    /// Gives everything back that others can go on with. Whatever does not arrive, the server finds out later.
    fn leave(&mut self) {
        let farewell = |desk: &mut Self| -> Result<(), WorkError> {
            for job in std::mem::take(&mut desk.waiting) {
                desk.link.give_back(job.job)?;
            }
            let Some(job) = desk.worker.job() else { return Ok(()) };
            desk.worker.drop_jobs(&[job]);
            let cancel = std::sync::atomic::AtomicBool::new(false);
            let control = Control::new(&cancel, Some(LAST_WORDS), 0);
            match desk.worker.step(&control) {
                Ok(Some(report)) => desk.report(report, &control)?,
                Ok(None) => {}
                Err(_) => desk.link.give_back(job)?,
            }
            desk.link.flush(LAST_WORDS)?;
            Ok(())
        };
        if let Err(error) = farewell(self) {
            debug!(%error, "a job could not be given back");
        }
    }

    fn count(&mut self) {
        self.figures.expansions = self.worker.expansions();
        self.figures.nodes = self.worker.nodes() as u64;
        self.figures.memory = self.worker.memory();
        self.figures.is_busy = self.worker.job().is_some();
        self.figures.dropped = self.link.dropped();
    }
}

/// A report that says nothing but that a job is done with.
fn nothing(worker: &str, job: &Job) -> Report {
    Report {
        run: job.run,
        worker: worker.to_owned(),
        job: job.job,
        sequence: 0,
        is_final: true,
        expansions: 0,
        children: None,
        numbers: Vec::new(),
        facts: Vec::new(),
        estimates: Vec::new(),
    }
}
