//! Who must not take part, and what must not be believed.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use rhizome_cluster::{
    FactBatch, Hello, JobId, LeadError, MasterLink, Notice, PortableFact, Report, RunEnd, ToWorker,
    WorkerLink,
};
use rhizome_search::{FactError, Outcome};

use crate::office::Office;
use crate::searches::*;

/// The run, as soon as it is announced.
fn join(office: &Office) -> (crate::office::OfficeWorker, rhizome_cluster::Run) {
    let mut link = office.worker();
    let run = link.run(LONG).unwrap().unwrap();
    (link, run)
}

fn report(run: &rhizome_cluster::Run, worker: &str, facts: Vec<PortableFact>) -> Report {
    Report {
        run: run.id,
        worker: worker.to_owned(),
        job: JobId(7 << 40),
        sequence: 0,
        is_final: true,
        expansions: 1,
        children: None,
        numbers: Vec::new(),
        facts,
        estimates: Vec::new(),
    }
}

#[test]
fn a_worker_of_another_domain_is_refused_each_time_and_not_believed() {
    let office = Office::new(1, false);
    let cancel = AtomicBool::new(false);
    thread::scope(|scope| {
        let master = scope.spawn(|| lead(&office, None, &question(7, false), couples(7), &cancel, LONG));
        let (mut link, run) = join(&office);
        let hello = Hello {
            run: run.id,
            worker: "stranger".to_owned(),
            domain: "sprouts-9/normal".to_owned(),
            version: "9".to_owned(),
            threads: 1,
        };
        for _ in 0..2 {
            link.hello(&hello).unwrap();
            let heard = link.receive(LONG).unwrap();
            let [ToWorker::Notice(Notice::Refused { worker, reason, .. })] = &heard[..] else {
                panic!("{heard:?}")
            };
            assert_eq!(worker, "stranger");
            assert!(reason.contains(&run.domain) && reason.contains("sprouts-9/normal"), "{reason}");
        }
        // A lie about the start, which would be the answer.
        let key = code(7);
        link.report(&report(&run, "stranger", vec![PortableFact { key, value: vec![0x11, 1] }])).unwrap();
        thread::sleep(Duration::from_millis(100));
        let end = help(&office, || (couples(7).0, "sprouts-8/normal".to_owned()), &cancel, LONG).unwrap();
        assert!(matches!(end, RunEnd::Refused { .. }), "{end:?}");
        let end = help(&office, || couples(7), &cancel, LONG).unwrap();
        assert!(matches!(end, RunEnd::Ended { outcome: Some(Outcome::Loss), .. }), "{end:?}");
        let (result, figures) = master.join().unwrap();
        assert_eq!((result.unwrap(), figures.refused), (Outcome::Loss, 2));
    });
}

#[test]
fn what_is_no_fact_is_counted_and_does_no_harm() {
    let office = Office::new(2, false);
    let cancel = AtomicBool::new(false);
    thread::scope(|scope| {
        let master = scope.spawn(|| lead(&office, None, &question(7, false), couples(7), &cancel, LONG));
        let (mut link, run) = join(&office);
        let nonsense = PortableFact { key: vec![1, 2, 3], value: vec![0xff; 9] };
        link.report(&report(&run, "mad", vec![nonsense])).unwrap();
        thread::sleep(Duration::from_millis(100));
        help(&office, || couples(7), &cancel, LONG).unwrap();
        let (result, figures) = master.join().unwrap();
        assert_eq!((result.unwrap(), figures.malformed), (Outcome::Loss, 1));
    });
}

#[test]
fn facts_that_contradict_each_other_end_the_run() {
    let office = Office::new(3, false);
    let cancel = AtomicBool::new(false);
    thread::scope(|scope| {
        let master = scope.spawn(|| lead(&office, None, &question(8, false), couples(8), &cancel, LONG));
        let (mut link, run) = join(&office);
        let fact = |nimber| PortableFact { key: vec![1, 2, 3], value: vec![0x11, nimber] };
        link.report(&report(&run, "liar", vec![fact(1)])).unwrap();
        link.report(&report(&run, "liar", vec![fact(2)])).unwrap();
        let (result, _) = master.join().unwrap();
        let error = result.unwrap_err();
        assert!(matches!(error, LeadError::Fact(FactError::Contradiction(_))), "{error}");
    });
    let Some(Notice::Ended { outcome: None, reason, .. }) = office.end() else { panic!() };
    assert!(reason.contains("contradict"), "{reason}");
}

/// A master that is wrong about something a worker has proved.
#[test]
fn a_worker_does_not_go_on_with_what_contradicts_itself() {
    let office = Office::new(4, false);
    let cancel = AtomicBool::new(false);
    let run = rhizome_cluster::Run {
        id: rhizome_cluster::RunId([1; 16]),
        question: question(8, false),
        domain: couples(8).1,
    };
    let mut link = office.master(&run);
    let fact = |nimber| PortableFact { key: vec![1, 2, 3], value: vec![0x11, nimber] };
    link.share(&FactBatch { run: run.id, first: 0, facts: vec![fact(1), fact(2)], estimates: Vec::new() })
        .unwrap();
    let error = help(&office, || couples(8), &cancel, LONG).unwrap_err();
    assert!(error.to_string().contains("contradict"), "{error}");
}
