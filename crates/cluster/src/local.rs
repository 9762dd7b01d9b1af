//! A master and its workers in one process.

use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rhizome_search::{
    Answer, Control, Counters, FactError, Interruption, Observer, Outcome, PortableTree, Progress,
};

use crate::master::{Master, MasterError};
use crate::message::{FactBatch, JobId, Report, RunId};
use crate::settings::ClusterSettings;
use crate::worker::{Worker, WorkerError};

/// The stack of a worker, in bytes. Only what is used of it takes memory.
const STACK: usize = 256 << 20;
/// How long a worker without a job waits before it looks at the limits.
const PATIENCE: Duration = Duration::from_millis(20);
/// How often an observer is called at most.
const OBSERVATION_INTERVAL: Duration = Duration::from_millis(100);

/// How many search for the master.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crew {
    /// The number of workers.
    pub workers: NonZeroUsize,
    /// The number of threads of each.
    pub threads: NonZeroUsize,
}

/// Solves the root of a tree by PNS-PDFPN: a master, and workers with trees of their own, all in this process. What is
/// proved goes into the tree. The memory of the limits is shared evenly between the master and the workers.
///
/// Nothing is sent here: a worker goes to the master itself, one at a time, brings its report and takes its next job.
///
/// The answer has an error beside it if facts contradict each other or cannot be kept; its outcome is then [`Interruption::Tree`].
pub fn solve_with_workers<T: PortableTree>(
    tree: &mut T,
    crew: Crew,
    settings: ClusterSettings,
    control: &Control<'_>,
    observer: &mut dyn Observer,
) -> (Answer, Option<FactError>) {
    let run = RunId::random();
    let share = control.memory() / (crew.workers.get() + 1);
    let names = (1..=crew.workers.get()).map(|number| format!("worker {number}"));
    let workers: Vec<Worker<T>> =
        names.map(|name| Worker::new(run, name, tree.another(), crew.threads, settings.style)).collect();
    let blank = tree.another();
    let mut master = Master::new(run, 0, std::mem::replace(tree, blank), settings, share).trusting();
    workers.iter().for_each(|worker| master.meet(worker.name()));
    let desk = Desk {
        master,
        run,
        facts: Vec::new(),
        pointless: Vec::new(),
        result: None,
        counters: Counters::default(),
        observer,
        observed: Instant::now(),
    };
    let office = Office { desk: Mutex::new(desk), changed: Condvar::new() };
    thread::scope(|scope| {
        let mut workers = workers.into_iter();
        let own = workers.next();
        let office = &office;
        // With fewer workers than asked for it takes longer.
        let others = workers.map_while(|worker| {
            let builder = thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, move || office.employ(worker, control, share)).ok()
        });
        let others: Vec<_> = others.collect();
        if let Some(worker) = own {
            office.employ(worker, control, share);
        }
        // Their handles must not just be dropped, see `search/sync.rs`.
        for thread in others {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    let desk = office.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    let counters = Counters { expansions: desk.master.expansions(), ..desk.counters };
    *tree = desk.master.into_tree();
    match desk.result {
        Some(Ok(outcome)) => (Answer { outcome: Ok(outcome), counters }, None),
        Some(Err(MasterError::Stopped(stop))) => (Answer { outcome: Err(stop), counters }, None),
        Some(Err(MasterError::Fact(error))) => {
            (Answer { outcome: Err(Interruption::Tree), counters }, Some(error))
        }
        None => (Answer { outcome: Err(Interruption::Cancelled), counters }, None),
    }
}

/// Where the workers come to the master, one at a time.
struct Office<'o, T> {
    desk: Mutex<Desk<'o, T>>,
    /// There may be a job for somebody who has none, or the search is over.
    changed: Condvar,
}

struct Desk<'o, T> {
    master: Master<T>,
    run: RunId,
    facts: Vec<Arc<FactBatch>>,
    /// All jobs that have become pointless.
    pointless: Vec<JobId>,
    /// How the search ended, once it has.
    result: Option<Result<Outcome, MasterError>>,
    counters: Counters,
    observer: &'o mut dyn Observer,
    observed: Instant,
}

impl<'o, T: PortableTree> Office<'o, T> {
    fn enter(&self) -> MutexGuard<'_, Desk<'o, T>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a worker work until the search is over.
    fn employ(&self, worker: Worker<T>, control: &Control<'_>, share: usize) {
        // If it panics, the others must not wait for its job.
        let _bell = Bell(&self.changed);
        let control = control.with_less_memory(control.memory() - share);
        if let Err(error) = self.work(worker, &control) {
            self.enter().result.get_or_insert(Err(error));
            self.changed.notify_all();
        }
    }

    fn work(&self, mut worker: Worker<T>, control: &Control<'_>) -> Result<(), MasterError> {
        let mut report = None;
        let mut facts = 0;
        loop {
            let mut desk = self.enter();
            if let Some(report) = report.take() {
                desk.hear(&report, control)?;
                self.changed.notify_all();
            }
            while desk.result.is_none() && worker.job().is_none() {
                control.look()?;
                match desk.master.next_job(control)? {
                    Some(job) => worker.begin(job),
                    None if desk.is_over()? => self.changed.notify_all(),
                    None => {
                        let waited = self.changed.wait_timeout(desk, PATIENCE);
                        desk = waited.unwrap_or_else(PoisonError::into_inner).0;
                    }
                }
            }
            if desk.result.is_some() {
                return Ok(());
            }
            let batches: Vec<Arc<FactBatch>> = desk.facts[facts..].to_vec();
            facts = desk.facts.len();
            worker.drop_jobs(&desk.pointless);
            drop(desk);
            for batch in batches {
                worker.hear(&batch)?;
            }
            report = worker.step(control).map_err(|error| match error {
                WorkerError::Fact(error) => MasterError::Fact(error),
                WorkerError::Stopped(stop) => MasterError::Stopped(stop),
                error @ WorkerError::UnknownNode { .. } => {
                    MasterError::Fact(FactError::Malformed(error.to_string()))
                }
            })?;
        }
    }
}

impl<T: PortableTree> Desk<'_, T> {
    fn hear(&mut self, report: &Report, control: &Control<'_>) -> Result<(), MasterError> {
        self.master.hear(report, control)?;
        let news = self.master.take_news()?;
        let estimates = self.master.take_estimates();
        if !news.is_empty() || !estimates.is_empty() {
            self.facts.push(Arc::new(FactBatch { run: self.run, first: 0, facts: news, estimates }));
        }
        let pointless = self.master.take_pointless();
        self.pointless.extend(pointless);
        self.is_over()?;
        let memory = self.master.frontier().memory();
        self.counters.peak_memory = self.counters.peak_memory.max(memory);
        self.counters.nodes = self.counters.nodes.max(self.master.frontier().nodes() as u64);
        self.counters.collections = self.master.frontier().collections();
        if self.observed.elapsed() >= OBSERVATION_INTERVAL {
            self.observed = Instant::now();
            let counters = Counters { expansions: self.master.expansions(), ..self.counters };
            let root = self.master.frontier().root();
            let facts = self.facts.iter().map(|batch| batch.facts.len() as u64).sum();
            self.observer.progress(&Progress { counters, root, line: Vec::new(), memory, facts });
        }
        Ok(())
    }

    /// Takes note of the outcome, if it is known.
    fn is_over(&mut self) -> Result<bool, MasterError> {
        if self.result.is_none()
            && let Some(outcome) = self.master.outcome()
        {
            self.master.take_news()?;
            self.result = Some(Ok(outcome));
        }
        Ok(self.result.is_some())
    }
}

/// Wakes all that wait when it is dropped.
struct Bell<'b>(&'b Condvar);

impl Drop for Bell<'_> {
    fn drop(&mut self) {
        self.0.notify_all();
    }
}
