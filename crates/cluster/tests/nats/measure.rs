//! How fast it is. Prints figures, and checks none: `cargo test -p rhizome-cluster --all-features --release --test nats
//! -- --ignored --nocapture --test-threads 1 measure`.

use std::time::Instant;

use rhizome_cluster::{FactBatch, MasterLink, PortableFact, ToWorker, WorkerLink};

use crate::server::Server;
use crate::talk::*;

#[test]
#[ignore = "prints figures"]
fn round_trip_of_a_job() {
    const JOBS: u32 = 2000;
    let server = Server::start();
    let mut master = master(&server.options(), &run(1));
    let mut worker = worker(&server.options(), &run(1));
    let start = Instant::now();
    for number in 0..JOBS {
        worker.ask().unwrap();
        master.offer(&job(&run(1), number)).unwrap();
        let job = jobs(&mut worker, 1, SOON).remove(0);
        worker.report(&report(&job, "w", 0, true)).unwrap();
        assert_eq!(reports(&mut master, 1, SOON).len(), 1);
    }
    println!("a job from the master to a worker and its report back: {:?}", start.elapsed() / JOBS);
}

#[test]
#[ignore = "prints figures"]
fn jobs_a_second() {
    const JOBS: u32 = 20_000;
    const WORKERS: usize = 8;
    let server = Server::start();
    let mut master = master(&server.options(), &run(1));
    let workers: Vec<_> = (0..WORKERS).map(|_| worker(&server.options(), &run(1))).collect();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for mut worker in workers {
            scope.spawn(move || {
                worker.ask().unwrap();
                worker.ask().unwrap();
                while let [job, ..] = &jobs(&mut worker, 1, NOT_SOON)[..] {
                    worker.ask().unwrap();
                    worker.report(&report(job, "w", 0, true)).unwrap();
                }
            });
        }
        let mut done = 0;
        for number in 0..JOBS {
            master.offer(&job(&run(1), number)).unwrap();
            if number % 64 == 63 {
                done += reports(&mut master, 64, SOON).len();
            }
        }
        done += reports(&mut master, JOBS as usize - done, SOON).len();
        println!(
            "{done} jobs by {WORKERS} workers: {:.0} a second",
            f64::from(JOBS) / start.elapsed().as_secs_f64()
        );
    });
}

#[test]
#[ignore = "prints figures"]
fn facts_a_second() {
    const BATCHES: u64 = 2000;
    const FACTS: u64 = 1000;
    let server = Server::start();
    let mut master = master(&server.options(), &run(1));
    let mut worker = worker(&server.options(), &run(1));
    let fact = |index: u64| PortableFact { key: index.to_le_bytes().repeat(4), value: vec![0; 4] };
    let count = |worker: &mut rhizome_cluster::nats::NatsWorker| {
        let mut count = 0;
        while count < BATCHES * FACTS {
            for message in worker.receive(SOON).unwrap() {
                if let ToWorker::Facts(batch) = message {
                    count += batch.facts.len() as u64;
                }
            }
        }
    };
    let start = Instant::now();
    std::thread::scope(|scope| {
        let sender = scope.spawn(|| {
            for batch in 0..BATCHES {
                let first = batch * FACTS;
                let facts = (first..first + FACTS).map(fact).collect();
                master.share(&FactBatch { run: run(1).id, first, facts, estimates: Vec::new() }).unwrap();
            }
        });
        count(&mut worker);
        sender.join().unwrap();
    });
    let rate = |start: Instant| (BATCHES * FACTS) as f64 / start.elapsed().as_secs_f64();
    println!("facts in batches of {FACTS}, from the master to a worker: {:.0} a second", rate(start));
    let start = Instant::now();
    let mut late = crate::talk::worker(&server.options(), &run(1));
    count(&mut late);
    println!("facts in batches of {FACTS}, replayed by a late worker: {:.0} a second", rate(start));
}
