//! What tests have masters and workers say.

use std::sync::Once;
use std::time::{Duration, Instant};

use rhizome_cluster::nats::{NatsMaster, NatsOptions, NatsWorker};
use rhizome_cluster::{
    FactBatch, FromWorker, Hello, Job, JobId, MasterLink, PortableFact, Question, Report, Run, RunId,
    ToWorker, WorkerLink,
};

/// Long enough for whatever should come.
pub const SOON: Duration = Duration::from_secs(20);
/// Long enough to say that something does not come.
pub const NOT_SOON: Duration = Duration::from_millis(1500);

pub fn run(number: u8) -> Run {
    static LOG: Once = Once::new();
    LOG.call_once(|| {
        let filter = tracing_subscriber::EnvFilter::from_default_env();
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    });
    let question = Question {
        game: "sprouts".to_owned(),
        position: format!("0*{number}"),
        misere: false,
        rct_base: None,
        seed: 1,
    };
    Run { id: RunId([number; 16]), question, domain: "sprouts/1/normal".to_owned() }
}

pub fn job(run: &Run, number: u32) -> Job {
    let node = number.to_le_bytes().to_vec();
    Job {
        run: run.id,
        job: JobId::new(1, number),
        node,
        expansions: 1000,
        update_every: 0,
        until: [5, 6, 7, 0, u32::MAX],
    }
}

pub fn report(job: &Job, worker: &str, sequence: u32, is_final: bool) -> Report {
    Report {
        run: job.run,
        worker: worker.to_owned(),
        job: job.job,
        sequence,
        is_final,
        expansions: 7,
        children: None,
        numbers: Vec::new(),
        facts: Vec::new(),
        estimates: Vec::new(),
    }
}

pub fn hello(run: &Run, worker: &str) -> Hello {
    let [worker, domain, version] = [worker, &run.domain, "1"].map(str::to_owned);
    Hello { run: run.id, worker, domain, version, threads: 1 }
}

pub fn batch(run: &Run, first: u64, count: u64) -> FactBatch {
    let fact = |index: u64| PortableFact { key: index.to_le_bytes().to_vec(), value: vec![1] };
    FactBatch { run: run.id, first, facts: (first..first + count).map(fact).collect(), estimates: Vec::new() }
}

pub fn master(options: &NatsOptions, run: &Run) -> NatsMaster {
    NatsMaster::open(options, run).unwrap()
}

/// A worker that takes part in a run.
pub fn worker(options: &NatsOptions, run: &Run) -> NatsWorker {
    let mut worker = NatsWorker::open(options, Some(run.id)).unwrap();
    assert_eq!(worker.run(SOON).unwrap().as_ref(), Some(run));
    worker
}

/// What a worker hears, until it is so much or for so long.
pub fn hear(worker: &mut NatsWorker, count: usize, wait: Duration) -> Vec<ToWorker> {
    let deadline = Instant::now() + wait;
    let mut heard = Vec::new();
    while heard.len() < count && Instant::now() < deadline {
        heard.extend(worker.receive(Duration::from_millis(50)).unwrap());
    }
    heard
}

/// The jobs that a worker gets, until they are so many or for so long.
pub fn jobs(worker: &mut NatsWorker, count: usize, wait: Duration) -> Vec<Job> {
    let is_job = |message| match message {
        ToWorker::Job(job) => Some(job),
        _ => None,
    };
    hear(worker, count, wait).into_iter().filter_map(is_job).collect()
}

/// The facts that a worker gets, until they are so many.
pub fn facts(worker: &mut NatsWorker, count: u64) -> Vec<PortableFact> {
    let deadline = Instant::now() + SOON;
    let mut facts = Vec::new();
    while (facts.len() as u64) < count && Instant::now() < deadline {
        for message in worker.receive(Duration::from_millis(50)).unwrap() {
            if let ToWorker::Facts(batch) = message {
                assert_eq!(batch.first, facts.len() as u64);
                facts.extend(batch.facts);
            }
        }
    }
    facts
}

/// The reports that a master gets, until they are so many or for so long; it acknowledges them.
pub fn reports(master: &mut NatsMaster, count: usize, wait: Duration) -> Vec<Report> {
    let deadline = Instant::now() + wait;
    let mut reports = Vec::new();
    while reports.len() < count && Instant::now() < deadline {
        for message in master.receive(Duration::from_millis(50)).unwrap() {
            if let FromWorker::Report(report) = message {
                reports.push(report);
            }
        }
        master.acknowledge().unwrap();
    }
    reports
}
