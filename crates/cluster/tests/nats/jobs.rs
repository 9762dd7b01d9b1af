//! Jobs go out once, and again if they are lost.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rhizome_cluster::nats::NatsOptions;
use rhizome_cluster::{MasterLink, WorkerLink};

use crate::server::Server;
use crate::talk::*;

#[test]
fn every_job_is_done_once() {
    let server = Server::start();
    let run = run(1);
    let mut master = master(&server.options(), &run);
    let mut workers: Vec<_> = (0..3).map(|_| worker(&server.options(), &run)).collect();
    for number in 0..300 {
        master.offer(&job(&run, number)).unwrap();
    }
    workers.iter_mut().for_each(|worker| worker.ask().unwrap());
    let mut done = Vec::new();
    let deadline = Instant::now() + SOON;
    while done.len() < 300 && Instant::now() < deadline {
        for worker in &mut workers {
            for job in jobs(worker, 1, Duration::from_millis(20)) {
                worker.report(&report(&job, "w", 0, false)).unwrap();
                worker.report(&report(&job, "w", 1, true)).unwrap();
                worker.ask().unwrap();
                done.push(job.job.number());
            }
        }
    }
    done.sort_unstable();
    assert_eq!(done, (0..300).collect::<Vec<_>>());
    let mut reported: Vec<_> =
        reports(&mut master, 600, SOON).iter().map(|report| (report.job.number(), report.sequence)).collect();
    reported.sort_unstable();
    assert_eq!(reported, (0..300).flat_map(|job| [(job, 0), (job, 1)]).collect::<Vec<_>>());
    for worker in &mut workers {
        assert_eq!(hear(worker, 1, NOT_SOON), []);
    }
    assert_eq!(reports(&mut master, 1, NOT_SOON), []);
}

#[test]
fn a_worker_gets_as_many_jobs_as_it_asks_for() {
    let server = Server::start();
    let run = run(1);
    let mut master = master(&server.options(), &run);
    let mut worker = worker(&server.options(), &run);
    worker.ask().unwrap();
    worker.ask().unwrap();
    for number in 0..5 {
        master.offer(&job(&run, number)).unwrap();
    }
    assert_eq!(jobs(&mut worker, 3, Duration::from_millis(500)).len(), 2);
}

/// Is nothing by itself: the test below runs it in a process of its own, and kills that.
#[test]
fn process_that_gets_a_job_and_is_killed() {
    let Ok(url) = std::env::var("RHIZOME_TEST_VICTIM") else { return };
    let mut worker = worker(&NatsOptions::new(&url), &run(1));
    worker.ask().unwrap();
    assert_eq!(jobs(&mut worker, 1, SOON).len(), 1);
    println!("got it");
    std::thread::sleep(SOON);
}

#[test]
fn a_job_of_a_killed_worker_comes_again() {
    let server = Server::start();
    let run = run(1);
    let mut master = master(&server.options(), &run);
    master.offer(&job(&run, 0)).unwrap();
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "jobs::process_that_gets_a_job_and_is_killed", "--nocapture"])
        .env("RHIZOME_TEST_VICTIM", &server.options().url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = victim.stdout.take().unwrap();
    let mut said = Vec::new();
    while !said.ends_with(b"got it\n") {
        let mut byte = [0];
        output.read_exact(&mut byte).unwrap();
        said.push(byte[0]);
    }
    victim.kill().unwrap();
    victim.wait().unwrap();
    let mut worker = worker(&server.options(), &run);
    worker.ask().unwrap();
    assert_eq!(jobs(&mut worker, 1, SOON), [job(&run, 0)]);
}

#[test]
fn a_job_that_is_kept_stays_and_one_that_is_not_goes() {
    let server = Server::start();
    let run = run(1);
    let mut master = master(&server.options(), &run);
    let mut first = worker(&server.options(), &run);
    let mut second = worker(&server.options(), &run);
    first.ask().unwrap();
    master.offer(&job(&run, 0)).unwrap();
    assert_eq!(jobs(&mut first, 1, SOON).len(), 1);
    second.ask().unwrap();
    for _ in 0..10 {
        first.keep(job(&run, 0).job).unwrap();
        assert_eq!(jobs(&mut second, 1, Duration::from_millis(200)), []);
    }
    assert_eq!(jobs(&mut second, 1, SOON).len(), 1);
}

#[test]
fn a_job_that_is_given_back_comes_at_once() {
    let server = Server::start();
    let run = run(1);
    let options = NatsOptions { ack_wait: Duration::from_secs(60), ..server.options() };
    let mut master = master(&options, &run);
    let mut first = worker(&options, &run);
    first.ask().unwrap();
    master.offer(&job(&run, 0)).unwrap();
    assert_eq!(jobs(&mut first, 1, SOON).len(), 1);
    first.give_back(job(&run, 0).job).unwrap();
    let mut second = worker(&options, &run);
    second.ask().unwrap();
    assert_eq!(jobs(&mut second, 1, SOON).len(), 1);
}

/// A worker that was too slow to say so gets its own job a second time, but must not do it a second time.
#[test]
fn a_job_that_comes_again_to_the_same_worker_is_not_news() {
    let server = Server::start();
    let run = run(1);
    let mut master = master(&server.options(), &run);
    let mut worker = worker(&server.options(), &run);
    worker.ask().unwrap();
    worker.ask().unwrap();
    master.offer(&job(&run, 0)).unwrap();
    assert_eq!(jobs(&mut worker, 2, 2 * NOT_SOON).len(), 1);
    // The second one that was asked for is still to come.
    master.offer(&job(&run, 1)).unwrap();
    assert_eq!(jobs(&mut worker, 1, SOON), [job(&run, 1)]);
    worker.report(&report(&job(&run, 0), "w", 0, true)).unwrap();
    worker.report(&report(&job(&run, 1), "w", 0, true)).unwrap();
    assert_eq!(reports(&mut master, 2, SOON).len(), 2);
    worker.ask().unwrap();
    assert_eq!(jobs(&mut worker, 1, 2 * NOT_SOON), []);
}
