//! Who must not take part is told why.

use std::time::Duration;

use rhizome_cluster::nats::NatsMaster;
use rhizome_cluster::{FromWorker, MasterLink, Question, Run, RunId};

use crate::crew::*;
use crate::server::{CONTRIB, Server};

const SOON: Duration = Duration::from_secs(60);

#[test]
fn wrong_credentials_are_refused_soon() {
    let server = Server::with_arguments(tempfile::tempdir().unwrap(), &["-c", CONTRIB]);
    for (password, code) in [(None, 2), (Some("wrong"), 2)] {
        for command in [&["worker"][..], &["master", "0*5"]] {
            let place = Place::new();
            let mut program = program(&server, command, &place.file("log"));
            if let Some(password) = password {
                program.env("RHIZOME_NATS_USER", command[0]).env("RHIZOME_NATS_PASSWORD", password);
            }
            let output = Process::start(program).end(SOON).expect("it gives up");
            let log = place.text("log");
            assert_eq!(output.status.code(), Some(code), "{log}");
            assert!(log.contains("refuses the credentials") && !log.contains("wrong"), "{log}");
        }
    }
    // And the right ones are not.
    let place = Place::new();
    let with = |command: &[&str], name: &str, password: &str| {
        let mut program = program(&server, command, &place.file("log"));
        program.env("RHIZOME_NATS_USER", name).env("RHIZOME_NATS_PASSWORD", password);
        Process::start(program)
    };
    let _worker = with(&["worker"], "worker", "wistful");
    let output = with(&["master", "0*6", "--format", "json"], "master", "mighty").end(LONG);
    assert_eq!(answer(&output.expect("it ends"))["outcome"], "loss", "{}", place.text("log"));
}

#[test]
fn a_server_that_is_not_there_is_not_waited_for_for_ever() {
    let mut server = Server::start();
    server.kill();
    let place = Place::new();
    let command = program(&server, &["master", "0*5", "--nats-wait", "1s"], &place.file("log"));
    let output = Process::start(command).end(SOON).expect("it gives up");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("cannot reach"), "{}", place.text("log"));
}

#[test]
fn a_worker_of_another_domain_says_so_and_ends() {
    let server = Server::start();
    let question = Question {
        game: "sprouts".to_owned(),
        position: "0*5".to_owned(),
        misere: false,
        rct_base: None,
        seed: 0,
    };
    let run = Run { id: RunId([7; 16]), question, domain: "sprouts-of-the-future/normal".to_owned() };
    let mut link = NatsMaster::open(&server.options(), &run).unwrap();
    let place = Place::new();
    let output = worker(&server, &place, "").end(SOON).expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    let log = place.text("workers.log");
    assert!(log.contains("refused: the run is about sprouts-of-the-future/normal"), "{log}");
    let heard = link.receive(SOON).unwrap();
    assert!(matches!(&heard[..], [FromWorker::Hello(hello)] if hello.domain != run.domain), "{heard:?}");
}
