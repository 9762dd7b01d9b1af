//! One long search.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rhizome_search::{Control, Observer, Progress};
use serde::Serialize;
use tokio::sync::watch;

use super::JobLimits;
use super::history::{History, Sample};
use crate::desk::{Algorithm, Desk, JobQuestion};
use crate::sum::Sum;

/// Searches descend as deep as a game is long. Only what is used takes memory.
const STACK_BYTES: usize = 1 << 28;

/// What is to be searched.
pub struct JobOrder {
    /// Who searches.
    pub desk: Arc<dyn Desk>,
    /// The position.
    pub position: Sum,
    /// The position as text.
    pub text: String,
    /// What is asked.
    pub question: JobQuestion,
    /// The most bytes of memory.
    pub memory: usize,
    /// The most time.
    pub time: Duration,
}

/// A search that runs, or has run.
pub struct Job {
    id: u64,
    game: &'static str,
    text: String,
    question: JobQuestion,
    cancel: AtomicBool,
    started: Instant,
    state: Mutex<State>,
    /// Counts what is new.
    changed: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    history: History,
    line: Vec<String>,
    finish: Option<Finish>,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finish {
    /// The outcome for the player to move: `win` or `loss`, if it was found.
    pub outcome: Option<String>,
    /// Why it was not found.
    pub stopped: Option<String>,
    /// Nodes that were expanded.
    pub expansions: u64,
    /// The most nodes that had numbers at one time.
    pub nodes: u64,
    /// Nimbers that are known at the end.
    pub facts: u64,
    /// The time that it took.
    pub seconds: f64,
    /// The most bytes that the tree and the table have held.
    pub peak_memory: u64,
}

/// A job as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JobView {
    /// Its number.
    pub id: u64,
    /// The game.
    pub game: &'static str,
    /// The position.
    pub position: String,
    /// `normal` or `misere`.
    pub play: &'static str,
    /// How it is searched.
    pub algorithm: Algorithm,
    /// Seconds since it began, or that it took.
    pub seconds: f64,
    /// How it has gone so far.
    pub samples: Vec<Sample>,
    /// The line that was searched last.
    pub line: Vec<String>,
    /// How it ended, if it has.
    pub finish: Option<Finish>,
}

/// So much of a line is shown.
const LONGEST_LINE: usize = 60;

impl Job {
    pub(super) fn start(id: u64, order: JobOrder, limits: JobLimits) -> io::Result<Arc<Self>> {
        let job = Arc::new(Job {
            id,
            game: order.desk.name(),
            text: order.text,
            question: order.question,
            cancel: AtomicBool::new(false),
            started: Instant::now(),
            state: Mutex::default(),
            changed: watch::Sender::new(0),
        });
        let running = Arc::clone(&job);
        let (desk, position) = (order.desk, order.position);
        let (memory, time) = (order.memory.min(limits.memory), order.time.min(limits.time));
        let (go, start) = mpsc::channel::<()>();
        let thread =
            thread::Builder::new().name(format!("job {id}")).stack_size(STACK_BYTES).spawn(move || {
                let _ = start.recv();
                // Whatever happens, the job is not to look as if it ran for ever.
                let _ended = Ended(Arc::clone(&running));
                running.run(&*desk, &position, memory, time);
            })?;
        // A thread that ends while its handle is dropped may read memory that is gone (glibc bug 19951).
        drop(thread);
        drop(go);
        Ok(job)
    }

    fn run(&self, desk: &dyn Desk, position: &Sum, memory: usize, time: Duration) {
        let control = Control::new(&self.cancel, Some(time), memory);
        let answer = desk.work(position, self.question, &control, &mut Watcher(self));
        let (outcome, stopped) = match answer.outcome {
            Ok(outcome) => (Some(outcome.to_string()), None),
            Err(reason) => (None, Some(reason)),
        };
        self.finish(Finish {
            outcome,
            stopped,
            expansions: answer.counters.expansions,
            nodes: answer.counters.nodes,
            facts: answer.facts,
            seconds: self.started.elapsed().as_secs_f64(),
            peak_memory: answer.counters.peak_memory as u64,
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(&self, finish: Finish) {
        self.state().finish = Some(finish);
        self.changed.send_modify(|count| *count += 1);
    }

    /// Whether it has not ended.
    pub fn is_running(&self) -> bool {
        self.state().finish.is_none()
    }

    /// Asks it to end soon.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Tells when something is new.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// How it stands: with all samples, with the last one, or with none.
    pub fn view(&self, samples: Samples) -> JobView {
        let state = self.state();
        let all = state.history.samples();
        let shown = match samples {
            Samples::All => all,
            Samples::Last => &all[all.len().saturating_sub(1)..],
            Samples::None => &[],
        };
        let seconds = match &state.finish {
            Some(finish) => finish.seconds,
            None => self.started.elapsed().as_secs_f64(),
        };
        JobView {
            id: self.id,
            game: self.game,
            position: self.text.clone(),
            play: if self.question.misere { "misere" } else { "normal" },
            algorithm: self.question.algorithm,
            seconds,
            samples: shown.to_vec(),
            line: state.line.clone(),
            finish: state.finish.clone(),
        }
    }
}

/// Which samples of a job are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Samples {
    /// All.
    All,
    /// The last.
    Last,
    /// None.
    None,
}

struct Watcher<'a>(&'a Job);

impl Observer for Watcher<'_> {
    fn progress(&mut self, progress: &Progress) {
        let sample = Sample {
            seconds: self.0.started.elapsed().as_secs_f64(),
            expansions: progress.counters.expansions,
            pn: progress.root.pn.get(),
            dn: progress.root.dn.get(),
            facts: progress.facts,
            memory: progress.memory as u64,
            workers: None,
        };
        let mut state = self.0.state();
        state.history.push(sample);
        state.line = progress.line.iter().take(LONGEST_LINE).cloned().collect();
        drop(state);
        self.0.changed.send_modify(|count| *count += 1);
    }
}

/// Sees to it that a job has an end.
struct Ended(Arc<Job>);

impl Drop for Ended {
    fn drop(&mut self) {
        if self.0.is_running() {
            self.0.finish(Finish {
                outcome: None,
                stopped: Some("the search has failed: it is a mistake in the program".to_owned()),
                expansions: 0,
                nodes: 0,
                facts: 0,
                seconds: self.0.started.elapsed().as_secs_f64(),
                peak_memory: 0,
            });
        }
    }
}
