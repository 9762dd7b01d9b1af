//! What takes the place of a server: it keeps what was sent, and delivers it as badly as is allowed.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use rhizome_cluster::{
    FactBatch, FromWorker, Hello, Job, JobId, LinkError, MasterLink, Message, Notice, Report, Run, ToWorker,
    Wire, WorkerLink,
};

use crate::random_numbers::Random;

/// After which silence a job is given to another worker.
const JOB_LOST_AFTER: Duration = Duration::from_millis(150);
/// After which time a report that is not acknowledged comes again.
const REPORT_AGAIN_AFTER: Duration = Duration::from_millis(300);

/// A server in memory. Clones are the same.
#[derive(Clone)]
pub struct Office(Arc<Mutex<Room>>);

struct Room {
    random: Random,
    /// Whether messages come twice, late and in another order, and notices not at all.
    is_careless: bool,
    run: Option<Run>,
    end: Option<Notice>,
    jobs: VecDeque<Job>,
    /// Jobs that a worker has, and when they count as lost.
    taken: HashMap<JobId, (Job, Instant)>,
    reports: BTreeMap<u64, (FromWorker, Instant)>,
    next_report: u64,
    facts: Vec<FactBatch>,
    shared: u64,
    notices: Vec<Notice>,
}

impl Office {
    pub fn new(seed: u64, is_careless: bool) -> Self {
        Office(Arc::new(Mutex::new(Room {
            random: Random::new(seed),
            is_careless,
            run: None,
            end: None,
            jobs: VecDeque::new(),
            taken: HashMap::new(),
            reports: BTreeMap::new(),
            next_report: 0,
            facts: Vec::new(),
            shared: 0,
            notices: Vec::new(),
        })))
    }

    fn enter(&self) -> MutexGuard<'_, Room> {
        self.0.lock().unwrap()
    }

    /// Loses all jobs, as a server does that comes back without its disk.
    pub fn lose_jobs(&self) {
        let mut room = self.enter();
        room.jobs.clear();
        room.taken.clear();
    }

    pub fn end(&self) -> Option<Notice> {
        self.enter().end.clone()
    }

    pub fn shared(&self) -> Vec<FactBatch> {
        self.enter().facts.clone()
    }

    /// The link of a master of a run.
    pub fn master(&self, run: &Run) -> OfficeMaster {
        let mut room = self.enter();
        room.run = Some(run.clone());
        room.end = None;
        room.jobs.clear();
        room.taken.clear();
        let now = Instant::now();
        room.reports.values_mut().for_each(|(_, due)| *due = now);
        OfficeMaster { office: self.clone(), received: Vec::new() }
    }

    pub fn worker(&self) -> OfficeWorker {
        OfficeWorker { office: self.clone(), asked: 0, facts: 0, notices: 0, late: Vec::new(), dies: None }
    }

    /// The link of a worker that is cut off after a time.
    pub fn mortal(&self, time: Duration) -> OfficeWorker {
        OfficeWorker { dies: Some(Instant::now() + time), ..self.worker() }
    }

    /// Waits until there is something, but no longer than that.
    fn wait<T>(&self, wait: Duration, mut look: impl FnMut(&mut Room) -> Vec<T>) -> Vec<T> {
        let deadline = Instant::now() + wait;
        loop {
            let found = look(&mut self.enter());
            if !found.is_empty() || Instant::now() >= deadline {
                return found;
            }
            thread::sleep(Duration::from_micros(200));
        }
    }
}

/// What comes out after a way over the wire.
fn carried<W: Wire + Clone>(message: &W) -> Result<(), LinkError> {
    let bytes = message.encode()?;
    let same: Message = message.clone().into();
    assert_eq!(Message::decode(&bytes), Ok(same));
    Ok(())
}

pub struct OfficeMaster {
    office: Office,
    received: Vec<u64>,
}

impl MasterLink for OfficeMaster {
    fn receive(&mut self, wait: Duration) -> Result<Vec<FromWorker>, LinkError> {
        let received = &mut self.received;
        Ok(self.office.wait(wait, |room| {
            let now = Instant::now();
            let (random, is_careless) = (&mut room.random, room.is_careless);
            let mut found = Vec::new();
            for (&number, (message, due)) in &mut room.reports {
                if *due <= now {
                    *due = now + REPORT_AGAIN_AFTER;
                    received.push(number);
                    found.push(message.clone());
                    if is_careless && random.is_one_in(5) {
                        found.push(message.clone());
                    }
                }
            }
            if is_careless {
                for index in 1..found.len() {
                    found.swap(index, random.below(index as u64 + 1) as usize);
                }
            }
            found
        }))
    }

    fn acknowledge(&mut self) -> Result<(), LinkError> {
        let mut room = self.office.enter();
        for number in self.received.drain(..) {
            room.reports.remove(&number);
        }
        Ok(())
    }

    fn offer(&mut self, job: &Job) -> Result<(), LinkError> {
        carried(job)?;
        self.office.enter().jobs.push_back(job.clone());
        Ok(())
    }

    fn share(&mut self, facts: &FactBatch) -> Result<(), LinkError> {
        carried(facts)?;
        let mut room = self.office.enter();
        assert_eq!(facts.first, room.shared, "the list has no holes");
        room.shared += facts.facts.len() as u64;
        room.facts.push(facts.clone());
        Ok(())
    }

    fn shared(&self) -> u64 {
        self.office.enter().shared
    }

    fn tell(&mut self, notice: &Notice) -> Result<(), LinkError> {
        carried(notice)?;
        let mut room = self.office.enter();
        if notice.is_end() {
            room.end = Some(notice.clone());
        } else {
            room.notices.push(notice.clone());
        }
        Ok(())
    }

    fn flush(&mut self, _: Duration) -> Result<(), LinkError> {
        Ok(())
    }

    fn dropped(&self) -> u64 {
        0
    }
}

pub struct OfficeWorker {
    office: Office,
    asked: usize,
    facts: usize,
    notices: usize,
    /// What will be delivered later.
    late: Vec<ToWorker>,
    /// When it is cut off.
    dies: Option<Instant>,
}

impl OfficeWorker {
    fn live(&self) -> Result<(), LinkError> {
        match self.dies {
            Some(dies) if Instant::now() >= dies => Err(LinkError::Closed),
            _ => Ok(()),
        }
    }

    fn send(&self, message: FromWorker) {
        let mut room = self.office.enter();
        let delay = match room.is_careless {
            true => Duration::from_micros(room.random.below(8000)),
            false => Duration::ZERO,
        };
        let copies = if room.is_careless && room.random.is_one_in(8) { 2 } else { 1 };
        for copy in 0..copies {
            let number = room.next_report;
            room.next_report += 1;
            room.reports.insert(number, (message.clone(), Instant::now() + delay * (1 + 20 * copy)));
        }
    }
}

impl WorkerLink for OfficeWorker {
    fn run(&mut self, wait: Duration) -> Result<Option<Run>, LinkError> {
        self.live()?;
        let found = self.office.wait(wait, |room| match &room.end {
            None => room.run.iter().cloned().collect(),
            Some(_) => Vec::new(),
        });
        Ok(found.into_iter().next())
    }

    fn ask(&mut self) -> Result<(), LinkError> {
        self.asked += 1;
        Ok(())
    }

    fn receive(&mut self, wait: Duration) -> Result<Vec<ToWorker>, LinkError> {
        self.live()?;
        let OfficeWorker { office, asked, facts, notices, late, .. } = self;
        Ok(office.wait(wait, |room| {
            let now = Instant::now();
            let lost: Vec<JobId> =
                room.taken.iter().filter(|(_, (_, due))| *due <= now).map(|(&job, _)| job).collect();
            for job in lost {
                let (job, _) = room.taken.remove(&job).unwrap();
                room.jobs.push_back(job);
            }
            let mut found = std::mem::take(late);
            for batch in &room.facts[*facts..] {
                found.push(ToWorker::Facts(batch.clone()));
            }
            *facts = room.facts.len();
            for notice in &room.notices[*notices..] {
                if !(room.is_careless && room.random.is_one_in(3)) {
                    found.push(ToWorker::Notice(notice.clone()));
                }
            }
            *notices = room.notices.len();
            while *asked > 0
                && let Some(job) = room.jobs.pop_front()
            {
                *asked -= 1;
                if room.is_careless && room.random.is_one_in(10) {
                    room.jobs.push_back(job.clone());
                }
                room.taken.insert(job.job, (job.clone(), now + JOB_LOST_AFTER));
                found.push(ToWorker::Job(job));
            }
            if room.is_careless {
                for index in 1..found.len() {
                    found.swap(index, room.random.below(index as u64 + 1) as usize);
                }
                let kept = room.random.below(found.len() as u64 + 1) as usize;
                if room.random.is_one_in(4) {
                    *late = found.split_off(kept);
                }
                if room.random.is_one_in(5) {
                    found.extend(found.first().cloned());
                }
            }
            found.extend(room.end.clone().map(ToWorker::Notice));
            found
        }))
    }

    fn hello(&mut self, hello: &Hello) -> Result<(), LinkError> {
        self.live()?;
        carried(hello)?;
        self.send(FromWorker::Hello(hello.clone()));
        Ok(())
    }

    fn report(&mut self, report: &Report) -> Result<(), LinkError> {
        self.live()?;
        carried(report)?;
        self.send(FromWorker::Report(report.clone()));
        if report.is_final {
            self.office.enter().taken.remove(&report.job);
        }
        Ok(())
    }

    fn keep(&mut self, job: JobId) -> Result<(), LinkError> {
        if let Some((_, due)) = self.office.enter().taken.get_mut(&job) {
            *due = Instant::now() + JOB_LOST_AFTER;
        }
        Ok(())
    }

    fn give_back(&mut self, job: JobId) -> Result<(), LinkError> {
        let mut room = self.office.enter();
        if let Some((job, _)) = room.taken.remove(&job) {
            room.jobs.push_front(job);
        }
        Ok(())
    }

    fn flush(&mut self, _: Duration) -> Result<(), LinkError> {
        Ok(())
    }

    fn dropped(&self) -> u64 {
        0
    }
}
