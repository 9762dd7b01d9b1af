//! The side of a worker.

mod follow;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::AckKind;
use tokio::sync::mpsc;

use super::connection::{Connection, Task};
use super::names::Names;
use super::options::NatsOptions;
use super::outbox::Outbox;
use crate::link::{LinkError, ToWorker, WorkerLink};
use crate::message::{Hello, JobId, Report, Run, RunId, Wire, WireError};
use follow::{Incoming, Place};

/// How many messages wait inside of the link.
const CAPACITY: usize = 32;
/// How many reports are under way to the server at once.
const WINDOW: usize = 16;

/// A worker's link over a NATS server.
pub struct NatsWorker {
    /// The only run that is of interest.
    only: Option<RunId>,
    runs: Runs,
    joined: Option<Joined>,
    incoming: mpsc::Receiver<Incoming>,
    sender: mpsc::Sender<Incoming>,
    _follower: Task,
    connection: Connection,
}

impl NatsWorker {
    /// Connects to a server. Takes part in a certain run, or in the newest that there is.
    ///
    /// # Errors
    ///
    /// Every [`LinkError`] but those of later calls, within seconds.
    pub fn open(options: &NatsOptions, only: Option<RunId>) -> Result<Self, LinkError> {
        let connection = Connection::open(options)?;
        let (sender, incoming) = mpsc::channel(CAPACITY);
        let follower = follow::runs(Arc::clone(connection.shared()), sender.clone());
        let follower = connection.spawn(follower);
        Ok(Self {
            only,
            runs: Runs::default(),
            joined: None,
            incoming,
            sender,
            _follower: follower,
            connection,
        })
    }

    /// Takes in what has come, and returns what of it is for the logic.
    fn take_in(&mut self, wait: Duration) -> Result<Vec<ToWorker>, LinkError> {
        let batch = self.connection.receive(&mut self.incoming, CAPACITY, wait)?;
        let mut messages = Vec::new();
        for incoming in batch {
            match incoming {
                Incoming::Run { run, time } => self.runs.see(time, run),
                Incoming::RunsAreAll => self.runs.are_all = true,
                Incoming::Ended(notice) => {
                    self.runs.ended.insert(notice.run());
                    // Whatever was on its way would wait for ever: its streams are gone.
                    if self.joined.take_if(|joined| joined.run.id == notice.run()).is_some() {
                        messages.push(ToWorker::Notice(notice));
                    }
                }
                Incoming::Job { job, reply } => {
                    let Some(joined) = self.joined.as_mut().filter(|joined| joined.run.id == job.run) else {
                        continue;
                    };
                    // A job that was thought lost comes again to the worker that has it.
                    if joined.jobs.insert(job.job, reply).is_none() {
                        messages.push(ToWorker::Job(job));
                    } else {
                        let _ = joined.asks.send(());
                    }
                }
                Incoming::Other { run, message } => {
                    if self.joined.as_ref().is_some_and(|joined| joined.run.id == run) {
                        messages.push(message);
                    }
                }
            }
        }
        Ok(messages)
    }

    /// Says something about a job that is not finished.
    fn mention(&self, job: JobId, word: AckKind) -> Result<(), LinkError> {
        let Some(reply) = self.joined.as_ref().and_then(|joined| joined.jobs.get(&job)) else {
            return Ok(());
        };
        let publish = self.connection.shared().client.publish(reply.clone(), word.into());
        self.connection.wait(async { publish.await.map_err(|_| LinkError::Closed) })
    }

    fn send(&mut self, message: Vec<u8>, answers: Option<String>) -> Result<(), LinkError> {
        match &mut self.joined {
            Some(joined) => joined.outbox.publish(&self.connection, joined.names.reports(), message, answers),
            None => Ok(()),
        }
    }
}

impl WorkerLink for NatsWorker {
    fn run(&mut self, wait: Duration) -> Result<Option<Run>, LinkError> {
        let deadline = Instant::now() + wait;
        loop {
            if let Some(run) = self.runs.newest(self.only)? {
                if self.joined.as_ref().is_none_or(|joined| joined.run != run) {
                    self.joined = Some(Joined::new(&self.connection, run.clone(), &self.sender)?);
                }
                return Ok(Some(run));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.take_in(left)?;
        }
    }

    fn ask(&mut self) -> Result<(), LinkError> {
        if let Some(joined) = &self.joined {
            joined.asks.send(()).map_err(|_| LinkError::Closed)?;
        }
        Ok(())
    }

    fn receive(&mut self, wait: Duration) -> Result<Vec<ToWorker>, LinkError> {
        let deadline = Instant::now() + wait;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let messages = self.take_in(left)?;
            if !messages.is_empty() || Instant::now() >= deadline {
                return Ok(messages);
            }
        }
    }

    fn hello(&mut self, hello: &Hello) -> Result<(), LinkError> {
        self.send(hello.encode()?, None)
    }

    fn report(&mut self, report: &Report) -> Result<(), LinkError> {
        let message = report.encode()?;
        let job = self
            .joined
            .as_mut()
            .filter(|_| report.is_final)
            .and_then(|joined| joined.jobs.remove(&report.job));
        self.send(message, job)
    }

    fn keep(&mut self, job: JobId) -> Result<(), LinkError> {
        self.mention(job, AckKind::Progress)
    }

    fn give_back(&mut self, job: JobId) -> Result<(), LinkError> {
        self.mention(job, AckKind::Nak(None))?;
        if let Some(joined) = &mut self.joined {
            joined.jobs.remove(&job);
        }
        Ok(())
    }

    fn flush(&mut self, wait: Duration) -> Result<(), LinkError> {
        match &mut self.joined {
            Some(joined) => joined.outbox.flush(&self.connection, wait),
            None => Ok(()),
        }
    }

    fn dropped(&self) -> u64 {
        self.connection.shared().dropped()
    }
}

/// The runs that were announced.
#[derive(Default)]
struct Runs {
    /// With the time of the announcement, in nanoseconds of the server's clock.
    announced: HashMap<RunId, (i128, Run)>,
    /// What was in the place of an announcement that another version has made.
    unreadable: Option<WireError>,
    ended: HashSet<RunId>,
    /// Whether all that was announced before this link was made is here.
    are_all: bool,
}

impl Runs {
    fn see(&mut self, time: i128, run: Result<Run, WireError>) {
        match run {
            Ok(run) => {
                // Announcements and ends come in order: it has been taken up again.
                self.ended.remove(&run.id);
                self.announced.insert(run.id, (time, run));
            }
            Err(error) => self.unreadable = Some(error),
        }
    }

    fn newest(&self, only: Option<RunId>) -> Result<Option<Run>, WireError> {
        if !self.are_all {
            return Ok(None);
        }
        let is_of_interest =
            |run: &Run| !self.ended.contains(&run.id) && only.is_none_or(|only| only == run.id);
        let newest =
            self.announced.values().filter(|(_, run)| is_of_interest(run)).max_by_key(|(time, _)| *time);
        match (newest, &self.unreadable) {
            (Some((_, run)), _) => Ok(Some(run.clone())),
            (None, Some(error)) => Err(error.clone()),
            (None, None) => Ok(None),
        }
    }
}

/// What a worker has while it takes part in a run.
struct Joined {
    run: Run,
    names: Names,
    outbox: Outbox,
    /// The reply subjects of the jobs that it has.
    jobs: HashMap<JobId, String>,
    asks: mpsc::UnboundedSender<()>,
    _followers: [Task; 3],
}

impl Joined {
    fn new(connection: &Connection, run: Run, sender: &mpsc::Sender<Incoming>) -> Result<Self, LinkError> {
        let shared = connection.shared();
        let names = Names::new(&shared.prefix, run.id);
        let notices = connection
            .wait(async { shared.client.subscribe(names.notices()).await.map_err(|_| LinkError::Closed) })?;
        let (asks, asked) = mpsc::unbounded_channel();
        let place = Place { shared: Arc::clone(shared), run: run.id, sender: sender.clone() };
        let followers = [
            connection.spawn(place.clone().notices(notices)),
            connection.spawn(place.clone().facts(names.facts_stream())),
            connection.spawn(place.jobs(names.jobs_stream(), asked)),
        ];
        let outbox = Outbox::new(connection, WINDOW);
        Ok(Self { run, names, outbox, jobs: HashMap::new(), asks, _followers: followers })
    }
}
