//! Which run a worker takes part in.

use std::thread;
use std::time::{Duration, Instant};

use rhizome_cluster::nats::{NatsOptions, NatsWorker};
use rhizome_cluster::{
    LinkError, MasterLink, Notice, PROTOCOL_VERSION, ToWorker, Wire, WireError, WorkerLink,
};

use crate::server::Server;
use crate::talk::*;

fn end(run: &rhizome_cluster::Run) -> Notice {
    Notice::Ended { run: run.id, outcome: None, reason: "enough".to_owned() }
}

#[test]
fn a_worker_may_be_there_before_the_master() {
    let server = Server::start();
    let mut worker = NatsWorker::open(&server.options(), None).unwrap();
    assert_eq!(worker.run(Duration::from_millis(200)), Ok(None));
    let options = server.options();
    let master = thread::spawn(move || master(&options, &run(1)));
    assert_eq!(worker.run(SOON), Ok(Some(run(1))));
    drop(master.join().unwrap());
}

#[test]
fn a_worker_takes_the_newest_run_that_goes_on_or_the_one_it_is_told() {
    let server = Server::start();
    let options = server.options();
    let mut masters = [1, 2, 3].map(|number| master(&options, &run(number)));
    let mut newest = NatsWorker::open(&options, None).unwrap();
    let mut told = NatsWorker::open(&options, Some(run(1).id)).unwrap();
    assert_eq!(newest.run(SOON), Ok(Some(run(3))));
    assert_eq!(told.run(SOON), Ok(Some(run(1))));
    masters[2].tell(&end(&run(3))).unwrap();
    assert_eq!(hear(&mut newest, 1, SOON), [ToWorker::Notice(end(&run(3)))]);
    assert_eq!(newest.run(SOON), Ok(Some(run(2))));
    assert_eq!(NatsWorker::open(&options, None).unwrap().run(SOON), Ok(Some(run(2))));
    assert_eq!(hear(&mut told, 1, Duration::from_millis(300)), []);
    masters[0].tell(&end(&run(1))).unwrap();
    assert_eq!(hear(&mut told, 1, SOON), [ToWorker::Notice(end(&run(1)))]);
    assert_eq!(told.run(Duration::from_millis(300)), Ok(None));
    // A run that goes on again is the newest.
    drop(masters);
    let _again = master(&options, &run(2));
    assert_eq!(newest.run(SOON), Ok(Some(run(2))));
    // So does one that had ended.
    let _once_more = master(&options, &run(1));
    assert_eq!(told.run(SOON), Ok(Some(run(1))));
    assert_eq!(NatsWorker::open(&options, None).unwrap().run(SOON), Ok(Some(run(1))));
}

#[test]
fn runs_do_not_hear_each_other() {
    let server = Server::start();
    let other_prefix = NatsOptions { prefix: "other".to_owned(), ..server.options() };
    let mut first = master(&server.options(), &run(1));
    let mut second = master(&server.options(), &run(2));
    let mut elsewhere = master(&other_prefix, &run(1));
    let mut worker = worker(&server.options(), &run(1));
    worker.ask().unwrap();
    for (master, run) in [(&mut second, run(2)), (&mut elsewhere, run(1))] {
        master.offer(&job(&run, 0)).unwrap();
        master.share(&batch(&run, 0, 1)).unwrap();
        let (worker, reason) = (String::new(), String::new());
        master.tell(&Notice::Refused { run: run.id, worker, reason }).unwrap();
        master.tell(&end(&run)).unwrap();
    }
    assert_eq!(hear(&mut worker, 1, NOT_SOON), []);
    let notice = Notice::Pointless { run: run(1).id, jobs: vec![job(&run(1), 0).job] };
    first.tell(&notice).unwrap();
    assert_eq!(hear(&mut worker, 1, SOON), [ToWorker::Notice(notice)]);
}

#[test]
fn the_end_of_a_run_leaves_nothing_on_the_server() {
    let server = Server::start();
    let mut master = master(&server.options(), &run(1));
    master.offer(&job(&run(1), 0)).unwrap();
    master.share(&batch(&run(1), 0, 1)).unwrap();
    let streams = server.path().join("store/jetstream/$G/streams");
    let count = || std::fs::read_dir(&streams).unwrap().count();
    assert_eq!(count(), 4);
    master.tell(&end(&run(1))).unwrap();
    assert_eq!(count(), 1);
}

#[test]
fn the_run_of_another_version_is_named_as_such() {
    let server = Server::start();
    let mut master = master(&server.options(), &run(1));
    let mut bytes = run(2).encode().unwrap();
    let found = PROTOCOL_VERSION + 1;
    bytes[4..6].copy_from_slice(&found.to_le_bytes());
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[4..7]);
    hasher.update(&bytes[11..]);
    bytes[7..11].copy_from_slice(&hasher.finalize().to_le_bytes());
    server.publish(&format!("rhizome.run.{}", run(2).id), &bytes);
    let mut newcomer = NatsWorker::open(&server.options(), None).unwrap();
    assert_eq!(newcomer.run(SOON), Ok(Some(run(1))));
    master.tell(&end(&run(1))).unwrap();
    assert_eq!(hear(&mut newcomer, 1, SOON), [ToWorker::Notice(end(&run(1)))]);
    assert_eq!(newcomer.run(SOON), Err(LinkError::Wire(WireError::Version { found })));
}

#[test]
fn a_worker_that_looks_for_a_run_while_one_begins_sees_it() {
    let server = Server::start();
    let options = server.options();
    let _earlier = master(&options, &run(250));
    for number in 0..40 {
        let run = run(number);
        std::thread::scope(|scope| {
            let master = scope.spawn(|| master(&options, &run));
            let start = Instant::now();
            let mut worker = NatsWorker::open(&options, None).unwrap();
            while worker.run(NOT_SOON).unwrap().as_ref() != Some(&run) {
                assert!(start.elapsed() < SOON, "run {number} is not seen");
                worker.receive(Duration::from_millis(20)).unwrap();
            }
            drop(worker);
            drop(master.join());
        });
    }
}
