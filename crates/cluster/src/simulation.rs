//! A master and its workers under virtual time.
//!
//! [`Master`] and [`Worker`] are those of every other run, with their real trees; what is simulated is the time that
//! their work and their messages take, and who dies when. The same settings always give the same figures.

mod events;
mod figures;
mod model;
mod network;

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rhizome_search::{Control, FactError, Interruption, Outcome, PortableFact, PortableTree};

use crate::master::{Master, MasterError};
use crate::message::{Estimate, FactBatch, Job, JobId, Notice, Report, RunId, Wire, WireError};
use crate::worker::{Worker, WorkerError};
use events::Events;
pub use figures::SimulationFigures;
pub use model::{Costs, Failures, Network, SimulationSettings};
use network::{Link, Random};

/// Why a simulation has no end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// The master cannot go on.
    #[error(transparent)]
    Master(#[from] MasterError),
    /// A worker cannot go on.
    #[error(transparent)]
    Worker(#[from] WorkerError),
    /// A message cannot be sent.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// Nothing happens any more, and there is no outcome.
    #[error("everybody waits for somebody else")]
    Stuck,
}

impl From<Interruption> for SimulationError {
    fn from(stop: Interruption) -> Self {
        SimulationError::Master(stop.into())
    }
}

impl From<FactError> for SimulationError {
    fn from(error: FactError) -> Self {
        SimulationError::Master(error.into())
    }
}

/// Simulates the search for the outcome of the root of a tree by a master and workers.
///
/// All workers are there from the beginning. Everything they say to the master, and he to them, goes over a server.
///
/// # Errors
/// When `control` asks to stop, memory is short, or what is proved contradicts itself.
pub fn simulate<T: PortableTree>(
    tree: T,
    settings: &SimulationSettings,
    control: &Control<'_>,
) -> Result<SimulationFigures, SimulationError> {
    let run = RunId([0; 16]);
    let blank = tree.another();
    let mut master = Master::new(run, 0, tree, settings.cluster, settings.memory).trusting();
    (0..settings.workers).for_each(|worker| master.meet(&name(worker)));
    let mut simulation = Simulation {
        settings: *settings,
        control,
        run,
        blank,
        events: Events::new(),
        random: Random::new(settings.seed),
        office: Office {
            master,
            inbox: VecDeque::new(),
            is_busy: false,
            incoming: Link::default(),
            outgoing: Link::default(),
            busy: Duration::ZERO,
            measured: Duration::ZERO,
            longest_queue: 0,
            reports: 0,
            messages: 0,
            bytes: 0,
        },
        server: Server { jobs: VecDeque::new(), asking: VecDeque::new(), outgoing: Link::default(), sent: 0 },
        facts: Vec::new(),
        shared: 0,
        untold: Vec::new(),
        estimates: Vec::new(),
        is_sharing: false,
        desks: Vec::new(),
        deaths: 0,
        searched: Duration::ZERO,
        expansions: 0,
    };
    simulation.run()
}

fn name(worker: u32) -> String {
    format!("worker {worker}")
}

/// Who sits at a desk, as long as nobody has died there.
type Seat = (u32, u32);

enum Event {
    /// A report has come to the master.
    Report(Box<Report>),
    /// The master is done with what he has begun.
    MasterIsFree,
    /// It is time to share what was proved.
    Share,
    /// A job has come to the server.
    Offer(Job),
    /// A worker asks the server for a job.
    Ask(Seat),
    /// Something has come to a worker.
    Message(Seat, Message),
    /// A worker has reached the end of its step.
    StepEnds(Seat),
    Dies(Seat),
    /// A new worker sits down.
    Begins(u32),
}

#[derive(Clone)]
enum Message {
    Job(Job),
    Facts(Rc<FactBatch>),
    Pointless(Rc<[JobId]>),
}

/// Where the master sits.
struct Office<T> {
    master: Master<T>,
    inbox: VecDeque<Report>,
    is_busy: bool,
    incoming: Link,
    outgoing: Link,
    busy: Duration,
    measured: Duration,
    longest_queue: usize,
    reports: u64,
    messages: u64,
    bytes: u64,
}

/// What carries the messages, and keeps the jobs that nobody has.
struct Server {
    jobs: VecDeque<Job>,
    asking: VecDeque<Seat>,
    /// Its link to all workers.
    outgoing: Link,
    /// Bytes that went over it.
    sent: u64,
}

/// Where a worker sits.
struct Desk<T> {
    worker: Worker<T>,
    /// How many have sat here before.
    seat: u32,
    /// What has come and was not looked at.
    inbox: Vec<Message>,
    /// The job that it has, which another one gets if it dies.
    job: Option<Job>,
    is_asked: bool,
    /// The step that it is in.
    step: Option<Step>,
    outgoing: Link,
    /// When what was sent last, from here and to here, comes: nothing that is sent later comes before.
    last_out: Duration,
    last_in: Duration,
}

struct Step {
    began: Duration,
    lasts: Duration,
    /// What its threads spend on expansions.
    searching: Duration,
    expansions: u64,
    report: Option<Report>,
}

struct Simulation<'c, T> {
    settings: SimulationSettings,
    control: &'c Control<'c>,
    run: RunId,
    /// A tree of the question that knows nothing.
    blank: T,
    events: Events<Event>,
    random: Random,
    office: Office<T>,
    server: Server,
    desks: Vec<Option<Desk<T>>>,
    /// What was shared, for those that come late, and how many facts that is.
    facts: Vec<Rc<FactBatch>>,
    shared: u64,
    /// What is to be shared next.
    untold: Vec<PortableFact>,
    estimates: Vec<Estimate>,
    is_sharing: bool,
    deaths: u64,
    searched: Duration,
    expansions: u64,
}

impl<T: PortableTree> Simulation<'_, T> {
    fn run(&mut self) -> Result<SimulationFigures, SimulationError> {
        self.desks.resize_with(self.settings.workers as usize, || None);
        self.work_as_master(None)?;
        for worker in 0..self.settings.workers {
            if self.office.master.outcome().is_some() {
                break;
            }
            self.control.look()?;
            self.begin(worker)?;
        }
        loop {
            if let Some(outcome) = self.office.master.outcome()
                && !self.office.is_busy
            {
                return Ok(self.figures(outcome));
            }
            self.control.check()?;
            match self.events.next().ok_or(SimulationError::Stuck)? {
                Event::Report(report) => {
                    self.office.inbox.push_back(*report);
                    self.office.longest_queue = self.office.longest_queue.max(self.office.inbox.len());
                    self.look_up()?;
                }
                Event::MasterIsFree => {
                    self.office.is_busy = false;
                    self.look_up()?;
                }
                Event::Share => self.share()?,
                Event::Offer(job) => {
                    self.server.jobs.push_back(job);
                    self.hand_out()?;
                }
                Event::Ask(seat) => {
                    if self.desk(seat).is_some() {
                        self.server.asking.push_back(seat);
                        self.hand_out()?;
                    }
                }
                Event::Message(seat, message) => {
                    if let Some(desk) = self.desk(seat) {
                        desk.inbox.push(message);
                        if desk.step.is_none() {
                            self.go_on(seat)?;
                        }
                    } else if let Message::Job(job) = message {
                        self.lose(job);
                    }
                }
                Event::StepEnds(seat) => self.end_step(seat)?,
                Event::Dies(seat) => self.die(seat),
                Event::Begins(worker) => self.begin(worker)?,
            }
        }
    }

    fn figures(&self, outcome: Outcome) -> SimulationFigures {
        let now = self.events.now();
        let office = &self.office;
        let steps = self.desks.iter().flatten().filter_map(|desk| desk.step.as_ref());
        let share = |step: &Step| (now - step.began).div_duration_f64(step.lasts).min(1.0);
        let unfinished: Duration =
            steps.filter(|step| !step.lasts.is_zero()).map(|step| step.searching.mul_f64(share(step))).sum();
        let frontier = office.master.frontier();
        SimulationFigures {
            outcome,
            workers: self.settings.workers,
            threads: self.settings.threads,
            time: now,
            expansions: self.expansions + frontier.expansions(),
            searched: self.searched + unfinished,
            master_busy: office.busy,
            master_measured: office.measured,
            longest_queue: office.longest_queue,
            jobs: office.master.jobs_given(),
            reports: office.reports,
            facts: self.shared,
            messages: office.messages,
            bytes: office.bytes,
            broadcast: self.server.sent,
            deaths: self.deaths,
            nodes: frontier.nodes(),
        }
    }

    /// The desk, if the worker still sits there.
    fn desk(&mut self, (worker, seat): Seat) -> Option<&mut Desk<T>> {
        self.desks[worker as usize].as_mut().filter(|desk| desk.seat == seat)
    }

    /// Half of the way of a message: from one to the server, or from there to another.
    fn hop(&mut self) -> Duration {
        let Network { latency, jitter, .. } = self.settings.network;
        latency.mul_f64(0.5 * (1.0 + jitter * self.random.share()))
    }

    /// When something has come to the server that the master sends at a time.
    fn send_from_master(&mut self, time: Duration, bytes: usize) -> Duration {
        self.office.messages += 1;
        self.office.bytes += bytes as u64;
        let sent = self.office.outgoing.pass(time, self.settings.network.transfer(bytes));
        sent + self.hop()
    }

    /// Has something come to a worker that the server sends at a time.
    fn send_to_worker(&mut self, seat: Seat, time: Duration, bytes: usize, message: Message) {
        self.server.sent += bytes as u64;
        let sent = self.server.outgoing.pass(time, self.settings.network.transfer(bytes));
        let mut arrives = sent + self.hop();
        if let Some(desk) = self.desk(seat) {
            arrives = arrives.max(desk.last_in);
            desk.last_in = arrives;
        }
        self.events.plan(arrives, Event::Message(seat, message));
    }

    /// Has the master take the next report, if he has nothing else to do.
    fn look_up(&mut self) -> Result<(), SimulationError> {
        if self.office.is_busy {
            return Ok(());
        }
        match self.office.inbox.pop_front() {
            Some(report) => self.work_as_master(Some(report)),
            None => Ok(()),
        }
    }

    /// What the master does with a report: he takes it in, tells what is new, and gives out jobs.
    fn work_as_master(&mut self, report: Option<Report>) -> Result<(), SimulationError> {
        let Costs { report: base, number, reported_fact, job: for_job, own_expansion, .. } =
            self.settings.costs;
        let began = Instant::now();
        let master = &mut self.office.master;
        let expansions = master.frontier().expansions();
        let mut cost = Duration::ZERO;
        if let Some(report) = &report {
            self.office.reports += 1;
            cost += base + number * report.numbers.len() as u32 + reported_fact * report.facts.len() as u32;
            master.hear(report, self.control)?;
        }
        let news = master.take_news()?;
        let estimates = master.take_estimates();
        let pointless = master.take_pointless();
        let mut jobs = Vec::new();
        let spare = self.settings.workers * self.settings.cluster.spare_quarters;
        while master.outcome().is_none()
            && master.jobs() < (self.settings.workers + spare.div_ceil(4)) as usize
        {
            let Some(job) = master.next_job(self.control)? else { break };
            jobs.push(job);
        }
        cost += for_job * jobs.len() as u32;
        cost += own_expansion * (master.frontier().expansions() - expansions) as u32;
        self.office.measured += began.elapsed();
        self.office.busy += cost;
        self.office.is_busy = true;
        let done = self.events.now() + cost;
        self.events.plan(done, Event::MasterIsFree);
        self.untold.extend(news);
        self.estimates.extend(estimates);
        if !self.untold.is_empty() && !self.is_sharing {
            self.is_sharing = true;
            self.events.plan(done + self.settings.network.share_every, Event::Share);
        }
        if !pointless.is_empty() {
            let bytes = Notice::Pointless { run: self.run, jobs: pointless.clone() }.encode()?.len();
            let at_server = self.send_from_master(done, bytes);
            self.tell_all(at_server, bytes, &Message::Pointless(pointless.into()));
        }
        for job in jobs {
            let at_server = self.send_from_master(done, job.encode()?.len());
            self.events.plan(at_server, Event::Offer(job));
        }
        Ok(())
    }

    fn share(&mut self) -> Result<(), SimulationError> {
        self.is_sharing = false;
        let now = self.events.now();
        let facts = std::mem::take(&mut self.untold);
        let estimates = std::mem::take(&mut self.estimates);
        for batch in (FactBatch { run: self.run, first: self.shared, facts, estimates }).split()? {
            self.shared += batch.facts.len() as u64;
            let bytes = batch.encode()?.len();
            let at_server = self.send_from_master(now, bytes);
            let batch = Rc::new(batch);
            self.facts.push(Rc::clone(&batch));
            self.tell_all(at_server, bytes, &Message::Facts(batch));
        }
        Ok(())
    }

    /// Sends something to every worker.
    fn tell_all(&mut self, time: Duration, bytes: usize, message: &Message) {
        for worker in 0..self.desks.len() {
            let Some(seat) = self.desks[worker].as_ref().map(|desk| desk.seat) else { continue };
            self.send_to_worker((worker as u32, seat), time, bytes, message.clone());
        }
    }

    /// Gives jobs to those that ask.
    fn hand_out(&mut self) -> Result<(), SimulationError> {
        while !self.server.jobs.is_empty() {
            let Some(seat) = self.server.asking.pop_front() else { break };
            if self.desk(seat).is_none() {
                continue;
            }
            let Some(job) = self.server.jobs.pop_front() else { break };
            let now = self.events.now();
            self.send_to_worker(seat, now, job.encode()?.len(), Message::Job(job));
        }
        Ok(())
    }

    /// Has a worker that is in no step look at what has come, and begin with the next step if it can.
    fn go_on(&mut self, seat: Seat) -> Result<(), SimulationError> {
        let SimulationSettings { costs, threads, .. } = self.settings;
        let (now, control) = (self.events.now(), self.control);
        let hop = self.hop();
        let Some(desk) = self.desk(seat) else { return Ok(()) };
        let mut heard = 0;
        for message in std::mem::take(&mut desk.inbox) {
            match message {
                Message::Job(job) => {
                    desk.is_asked = false;
                    desk.worker.begin(job.clone());
                    desk.job = Some(job);
                }
                Message::Facts(facts) => {
                    heard += facts.facts.len() as u32;
                    desk.worker.hear(&facts)?;
                }
                Message::Pointless(jobs) => desk.worker.drop_jobs(&jobs),
            }
        }
        let hearing = costs.heard_fact * heard;
        if desk.worker.job().is_none() {
            if !desk.is_asked {
                desk.is_asked = true;
                self.events.plan(now + hearing + hop, Event::Ask(seat));
            }
            return Ok(());
        }
        let before = (desk.worker.expansions(), desk.worker.rounds());
        let report = desk.worker.step(control)?;
        let (expansions, rounds) = (desk.worker.expansions() - before.0, desk.worker.rounds() - before.1);
        let lasts = hearing + costs.searching(threads, expansions, rounds);
        let searching = costs.expansion * expansions as u32;
        desk.step = Some(Step { began: now, lasts, searching, expansions, report });
        self.events.plan(now + lasts, Event::StepEnds(seat));
        Ok(())
    }

    fn end_step(&mut self, seat: Seat) -> Result<(), SimulationError> {
        let now = self.events.now();
        let Some(desk) = self.desk(seat) else { return Ok(()) };
        let Some(step) = desk.step.take() else { return Ok(()) };
        if desk.worker.job().is_none() {
            desk.job = None;
        }
        self.searched += step.searching;
        self.expansions += step.expansions;
        for report in step.report.map(Report::split).transpose()?.into_iter().flatten() {
            let bytes = report.encode()?.len();
            let transfer = self.settings.network.transfer(bytes);
            self.office.messages += 1;
            self.office.bytes += bytes as u64;
            let hops = self.hop() + self.hop();
            let Some(desk) = self.desk(seat) else { return Ok(()) };
            let sent = (desk.outgoing.pass(now, transfer) + hops).max(desk.last_out);
            desk.last_out = sent;
            let arrives = self.office.incoming.pass(sent, transfer);
            self.events.plan(arrives, Event::Report(Box::new(report)));
        }
        self.go_on(seat)
    }

    fn begin(&mut self, worker: u32) -> Result<(), SimulationError> {
        let threads = NonZeroUsize::new(self.settings.threads as usize).unwrap_or(NonZeroUsize::MIN);
        let seat = (worker, self.deaths as u32);
        let style = self.settings.cluster.style;
        let tree = self.blank.another();
        let worker_there = Worker::new(self.run, name(worker), tree, threads, style);
        self.desks[worker as usize] = Some(Desk {
            worker: if threads.get() > 1 { worker_there.taking_turns() } else { worker_there },
            seat: seat.1,
            inbox: Vec::new(),
            job: None,
            is_asked: false,
            step: None,
            outgoing: Link::default(),
            last_out: Duration::ZERO,
            last_in: Duration::ZERO,
        });
        let now = self.events.now();
        for batch in self.facts.clone() {
            self.send_to_worker(seat, now, batch.encode()?.len(), Message::Facts(batch));
        }
        if let Some(mean) = self.settings.failures.worker_dies_after {
            let life = self.random.waiting_time(mean);
            self.events.plan(now + life, Event::Dies(seat));
        }
        self.go_on(seat)
    }

    fn die(&mut self, seat: Seat) {
        if self.desk(seat).is_none() {
            return;
        }
        let Some(desk) = self.desks[seat.0 as usize].take() else { return };
        self.deaths += 1;
        let waiting = desk.inbox.into_iter().filter_map(|message| match message {
            Message::Job(job) => Some(job),
            Message::Facts(_) | Message::Pointless(_) => None,
        });
        desk.job.into_iter().chain(waiting).for_each(|job| self.lose(job));
        let replaced = self.events.now() + self.settings.failures.replaced_after;
        self.events.plan(replaced, Event::Begins(seat.0));
    }

    /// A job was with one who has died; the server notices after a while.
    fn lose(&mut self, job: Job) {
        let noticed = self.events.now() + self.settings.failures.job_lost_after;
        self.events.plan(noticed, Event::Offer(job));
    }
}
