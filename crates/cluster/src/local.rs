//! A master and its workers in one process.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rhizome_search::{
    Answer, Control, Counters, FactError, Interruption, Observer, Outcome, PortableTree, Progress,
};

use crate::master::{Master, MasterError};
use crate::message::{FactBatch, Job, JobId, Report, RunId};
use crate::settings::ClusterSettings;
use crate::worker::{Worker, WorkerError};

/// The stack of a worker, in bytes. Only what is used of it takes memory.
const STACK: usize = 256 << 20;
/// How long the master waits for a report before it looks at its limits.
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

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    /// The search stopped.
    #[error(transparent)]
    Stopped(#[from] Interruption),
    /// What was proved cannot be put together or kept.
    #[error(transparent)]
    Fact(#[from] FactError),
}

/// Solves the root of a tree by PNS-PDFPN: a master, and workers with trees of their own, all in this process. What is
/// proved goes into the tree. The memory of the limits is shared evenly between the master and the workers.
///
/// # Errors
/// Why there is no outcome; the counters of [`Answer`] hold what was done.
pub fn solve_with_workers<T: PortableTree>(
    tree: &mut T,
    crew: Crew,
    settings: ClusterSettings,
    control: &Control<'_>,
    observer: &mut dyn Observer,
) -> (Answer, Option<FactError>) {
    let blank = tree.another();
    let own = std::mem::replace(tree, blank);
    let share = control.memory() / (crew.workers.get() + 1);
    let is_over = AtomicBool::new(false);
    let hall = Hall { state: Mutex::default(), changed: Condvar::new() };
    let (sender, receiver) = mpsc::channel();
    let run = RunId::random();
    let mut master = Master::new(run, 0, own, settings, share);
    let mut desk = Desk { hall: &hall, receiver, crew, counters: Counters::default() };
    let result = thread::scope(|scope| {
        for number in 0..crew.workers.get() {
            let name = format!("worker {}", number + 1);
            let worker = Worker::new(
                run,
                name.clone(),
                master.frontier().tree().another(),
                crew.threads,
                settings.style,
            );
            master.meet(&name);
            let bench = Bench { hall: &hall, sender: sender.clone(), facts: 0 };
            let control = control.with_less_memory(control.memory() - share);
            let builder = thread::Builder::new().stack_size(STACK);
            // With fewer workers than asked for it takes longer.
            if builder.spawn_scoped(scope, move || bench.work(worker, &control)).is_err() {
                break;
            }
        }
        drop(sender);
        let result = desk.lead(&mut master, control, observer);
        is_over.store(true, Ordering::Relaxed);
        hall.enter().is_over = true;
        hall.changed.notify_all();
        result
    });
    // What was found out last is not lost.
    while let Ok(Ok(report)) = desk.receiver.try_recv() {
        let _ = master.learn(&report.facts);
    }
    let counters = Counters { expansions: master.expansions(), ..desk.counters };
    *tree = master.into_tree();
    match result {
        Ok(outcome) => (Answer { outcome: Ok(outcome), counters }, None),
        Err(LocalError::Stopped(stop)) => (Answer { outcome: Err(stop), counters }, None),
        Err(LocalError::Fact(error)) => (Answer { outcome: Err(Interruption::Tree), counters }, Some(error)),
    }
}

/// Where the master leaves what workers take.
struct Hall {
    state: Mutex<Board>,
    changed: Condvar,
}

#[derive(Default)]
struct Board {
    jobs: VecDeque<Job>,
    facts: Vec<Arc<FactBatch>>,
    /// All jobs that have become pointless.
    pointless: Vec<JobId>,
    is_over: bool,
}

impl Hall {
    fn enter(&self) -> MutexGuard<'_, Board> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the master sits.
struct Desk<'h> {
    hall: &'h Hall,
    receiver: Receiver<Result<Report, WorkerError>>,
    crew: Crew,
    counters: Counters,
}

impl Desk<'_> {
    fn lead<T: PortableTree>(
        &mut self,
        master: &mut Master<T>,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, LocalError> {
        let mut observed = Instant::now();
        let mut facts = 0;
        loop {
            control.look()?;
            let news = master.take_news()?;
            let pointless = master.take_pointless();
            if let Some(outcome) = master.outcome() {
                return Ok(outcome);
            }
            let mut jobs = Vec::new();
            let wanted = self.crew.workers.get();
            while master.jobs() < wanted
                && let Some(job) = master.next_job(control)?
            {
                jobs.push(job);
            }
            let is_changed = !(news.is_empty() && pointless.is_empty() && jobs.is_empty());
            if is_changed {
                let mut board = self.hall.enter();
                board.jobs.retain(|job| !pointless.contains(&job.job));
                board.jobs.extend(jobs);
                board.pointless.extend(pointless);
                if !news.is_empty() {
                    let count = news.len() as u64;
                    board.facts.push(Arc::new(FactBatch { run: RunId([0; 16]), first: facts, facts: news }));
                    facts += count;
                }
                drop(board);
                self.hall.changed.notify_all();
            }
            if let Some(outcome) = master.outcome() {
                return Ok(outcome);
            }
            let memory = master.frontier().memory();
            self.counters.peak_memory = self.counters.peak_memory.max(memory);
            self.counters.nodes = self.counters.nodes.max(master.frontier().nodes() as u64);
            self.counters.collections = master.frontier().collections();
            if observed.elapsed() >= OBSERVATION_INTERVAL {
                observed = Instant::now();
                let counters = Counters { expansions: master.expansions(), ..self.counters };
                let root = master.frontier().root();
                observer.progress(&Progress { counters, root, line: Vec::new(), memory });
            }
            match self.receiver.recv_timeout(PATIENCE) {
                Ok(report) => self.take(master, report, control)?,
                Err(RecvTimeoutError::Timeout) => {}
                // Every worker has stopped, and said why, or could not be started.
                Err(RecvTimeoutError::Disconnected) => return Err(Interruption::Memory.into()),
            }
            while let Ok(report) = self.receiver.try_recv() {
                self.take(master, report, control)?;
            }
        }
    }

    fn take<T: PortableTree>(
        &self,
        master: &mut Master<T>,
        report: Result<Report, WorkerError>,
        control: &Control<'_>,
    ) -> Result<(), LocalError> {
        match report {
            Ok(report) => master.hear(&report, control).map_err(|error| match error {
                MasterError::Fact(error) => LocalError::Fact(error),
                MasterError::Stopped(stop) => LocalError::Stopped(stop),
            }),
            Err(WorkerError::Fact(error)) => Err(error.into()),
            Err(WorkerError::Stopped(stop)) => Err(stop.into()),
            Err(error @ WorkerError::UnknownNode { .. }) => {
                Err(FactError::Malformed(error.to_string()).into())
            }
        }
    }
}

/// Where a worker sits.
struct Bench<'h> {
    hall: &'h Hall,
    sender: Sender<Result<Report, WorkerError>>,
    /// How many batches of facts it has taken.
    facts: usize,
}

impl Bench<'_> {
    fn work<T: PortableTree>(mut self, mut worker: Worker<T>, control: &Control<'_>) {
        loop {
            let step = self.look_up(&mut worker).and_then(|goes_on| match goes_on {
                true => worker.step(control).map(Some),
                false => Ok(None),
            });
            let sent = match step {
                Ok(None) => return,
                Ok(Some(None)) => Ok(()),
                Ok(Some(Some(report))) => self.sender.send(Ok(report)),
                Err(error) => {
                    let _ = self.sender.send(Err(error));
                    return;
                }
            };
            if sent.is_err() {
                return;
            }
        }
    }

    /// Takes what is new, and a job if it has none, waiting for one. False when the search is over.
    fn look_up<T: PortableTree>(&mut self, worker: &mut Worker<T>) -> Result<bool, WorkerError> {
        let mut board = self.hall.enter();
        loop {
            if board.is_over {
                return Ok(false);
            }
            let batches: Vec<Arc<FactBatch>> = board.facts[self.facts..].to_vec();
            self.facts = board.facts.len();
            worker.drop_jobs(&board.pointless);
            if worker.job().is_none()
                && let Some(job) = board.jobs.pop_front()
            {
                worker.begin(job);
            }
            if worker.job().is_some() || !batches.is_empty() {
                drop(board);
                for batch in batches {
                    worker.hear(&batch)?;
                }
                if worker.job().is_some() {
                    return Ok(true);
                }
                board = self.hall.enter();
                continue;
            }
            board = self.hall.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
