//! Servers that crash, connections that break, masters that start again: nothing is lost and nothing is doubled.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rhizome_cluster::nats::NatsOptions;
use rhizome_cluster::{FromWorker, LinkError, MasterLink, Notice, ToWorker, WorkerLink};

use crate::proxy::Proxy;
use crate::server::Server;
use crate::talk::*;

fn options_through(proxy: &Proxy, server: &Server) -> NatsOptions {
    NatsOptions { url: format!("nats://127.0.0.1:{}", proxy.port), ..server.options() }
}

/// A crash may make the server forget that a job is done, so it may be done twice. That it is done is not forgotten.
#[test]
fn a_crash_of_the_server_loses_nothing() {
    let mut server = Server::start();
    let run = run(1);
    let options = NatsOptions { ack_wait: Duration::from_secs(3), ..server.options() };
    let mut master = master(&options, &run);
    let mut worker = worker(&options, &run);
    let (mut done, mut reported, mut shared) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let deadline = Instant::now() + 3 * SOON;
    for round in 1..=4 {
        for number in round * 10 - 10..round * 10 {
            master.offer(&job(&run, number)).unwrap();
            master.share(&batch(&run, u64::from(number), 1)).unwrap();
            worker.ask().unwrap();
        }
        server.restart();
        let mut crashes = 1;
        while (reported.len() < round as usize * 10 || shared.len() < round as usize * 10)
            && Instant::now() < deadline
        {
            for message in hear(&mut worker, 1, Duration::from_millis(20)) {
                match message {
                    ToWorker::Job(job) => {
                        worker.report(&report(&job, "w", 0, true)).unwrap();
                        worker.ask().unwrap();
                        done.insert(job.job.number());
                    }
                    ToWorker::Facts(facts) => shared.extend(facts.facts),
                    ToWorker::Notice(notice) => panic!("{notice:?}"),
                }
            }
            if crashes == 1 && done.len() + 5 > round as usize * 10 {
                server.restart();
                crashes += 1;
            }
            let reports = reports(&mut master, 1, Duration::from_millis(20));
            reported.extend(reports.iter().map(|report| report.job.number()));
        }
    }
    assert_eq!(done, (0..40).collect());
    assert_eq!(reported, done);
    assert_eq!(shared, batch(&run, 0, 40).facts);
}

#[test]
fn what_is_said_while_the_server_is_away_arrives() {
    let mut server = Server::start();
    let run = run(1);
    let mut master = master(&server.options(), &run);
    let mut worker = worker(&server.options(), &run);
    server.kill();
    master.offer(&job(&run, 0)).unwrap();
    master.share(&batch(&run, 0, 3)).unwrap();
    worker.hello(&hello(&run, "w")).unwrap();
    worker.ask().unwrap();
    assert_eq!(
        master.flush(Duration::from_millis(300)),
        Err(LinkError::TimedOut { wait: Duration::from_millis(300) })
    );
    server.restart();
    master.flush(SOON).unwrap();
    let heard = hear(&mut worker, 2, SOON);
    assert!(
        heard.contains(&ToWorker::Job(job(&run, 0))) && heard.contains(&ToWorker::Facts(batch(&run, 0, 3)))
    );
    assert_eq!(master.receive(SOON).unwrap(), [FromWorker::Hello(hello(&run, "w"))]);
}

/// The server has stored the messages, but nobody knows: they are sent again, and the server knows them.
#[test]
fn what_is_sent_twice_arrives_once() {
    let server = Server::start();
    let proxy = Proxy::to(server.port);
    let run = run(1);
    let options = NatsOptions { ack_wait: Duration::from_secs(60), ..options_through(&proxy, &server) };
    let mut master = master(&options, &run);
    let mut worker = worker(&server.options(), &run);
    proxy.mute();
    for number in 0..5 {
        master.offer(&job(&run, number)).unwrap();
    }
    master.share(&batch(&run, 0, 3)).unwrap();
    for _ in 0..10 {
        worker.ask().unwrap();
    }
    let heard = hear(&mut worker, 6, SOON);
    assert_eq!(heard.len(), 6);
    proxy.cut();
    proxy.mend();
    master.flush(SOON).unwrap();
    for message in &heard {
        if let ToWorker::Job(job) = message {
            worker.report(&report(job, "w", 0, true)).unwrap();
        }
    }
    assert_eq!(hear(&mut worker, 1, NOT_SOON), []);
    assert_eq!(reports(&mut master, 5, SOON).len(), 5);
    assert_eq!(reports(&mut master, 1, NOT_SOON), []);
}

#[test]
fn a_worker_behind_a_broken_connection_goes_on() {
    let server = Server::start();
    let proxy = Proxy::to(server.port);
    let run = run(1);
    let mut master = master(&server.options(), &run);
    let mut worker = worker(&options_through(&proxy, &server), &run);
    worker.ask().unwrap();
    master.share(&batch(&run, 0, 1)).unwrap();
    assert_eq!(hear(&mut worker, 1, SOON).len(), 1);
    proxy.cut();
    master.share(&batch(&run, 1, 1)).unwrap();
    master.offer(&job(&run, 0)).unwrap();
    master.offer(&job(&run, 1)).unwrap();
    proxy.mend();
    let heard = hear(&mut worker, 2, SOON);
    assert!(heard.contains(&ToWorker::Facts(batch(&run, 1, 1))), "{heard:?}");
    // It had asked for one job only.
    assert_eq!(heard.iter().filter(|message| matches!(message, ToWorker::Job(_))).count(), 1);
    assert_eq!(jobs(&mut worker, 1, Duration::from_millis(500)), []);
}

#[test]
fn a_worker_hears_of_the_end_after_a_broken_connection() {
    let server = Server::start();
    let proxy = Proxy::to(server.port);
    let run = run(1);
    let mut master = master(&server.options(), &run);
    let mut worker = worker(&options_through(&proxy, &server), &run);
    proxy.cut();
    // Nobody will take this any more.
    worker.hello(&hello(&run, "w")).unwrap();
    let end = Notice::Ended { run: run.id, outcome: Some(true), reason: "proved".to_owned() };
    master.tell(&end).unwrap();
    drop(master);
    proxy.mend();
    assert_eq!(hear(&mut worker, 1, SOON), [ToWorker::Notice(end)]);
    worker.flush(SOON).unwrap();
    assert_eq!(worker.run(NOT_SOON), Ok(None));
}

#[test]
fn a_new_master_gets_what_the_one_before_has_not_acknowledged() {
    let server = Server::start();
    let run = run(1);
    let mut first = master(&server.options(), &run);
    let mut worker = worker(&server.options(), &run);
    worker.hello(&hello(&run, "a")).unwrap();
    assert_eq!(first.receive(SOON).unwrap().len(), 1);
    first.acknowledge().unwrap();
    worker.hello(&hello(&run, "b")).unwrap();
    assert_eq!(first.receive(SOON).unwrap().len(), 1);
    // It waits in the queue, but the next master will have another tree.
    first.offer(&job(&run, 0)).unwrap();
    first.flush(SOON).unwrap();
    drop(first);
    worker.hello(&hello(&run, "c")).unwrap();
    let mut second = master(&server.options(), &run);
    let mut heard = Vec::new();
    while heard.len() < 2 {
        heard.extend(second.receive(SOON).unwrap());
    }
    assert_eq!(heard, ["b", "c"].map(|name| FromWorker::Hello(hello(&run, name))));
    second.acknowledge().unwrap();
    worker.ask().unwrap();
    assert_eq!(jobs(&mut worker, 1, NOT_SOON), []);
    second.flush(SOON).unwrap();
    second.offer(&job(&run, 1)).unwrap();
    assert_eq!(jobs(&mut worker, 1, SOON), [job(&run, 1)]);
}

#[test]
fn a_worker_finishes_what_the_master_before_has_given_out() {
    let server = Server::start();
    let run = run(1);
    let mut first = master(&server.options(), &run);
    let mut worker = worker(&server.options(), &run);
    worker.ask().unwrap();
    first.offer(&job(&run, 0)).unwrap();
    assert_eq!(jobs(&mut worker, 1, SOON).len(), 1);
    drop(first);
    let mut second = master(&server.options(), &run);
    worker.report(&report(&job(&run, 0), "w", 0, true)).unwrap();
    assert_eq!(reports(&mut second, 1, SOON).len(), 1);
    let start = Instant::now();
    worker.flush(SOON).unwrap();
    second.flush(SOON).unwrap();
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}
