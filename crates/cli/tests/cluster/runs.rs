//! Runs without accidents.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::crew::*;
use crate::server::Server;

fn solve(server: &Server, question: &str, workers: usize) -> Value {
    let place = Place::new();
    let master = master(server, &place, question);
    let crew: Vec<_> = (0..workers).map(|_| worker(server, &place, "--once")).collect();
    let output = end_of(master, &place);
    assert_eq!(output.status.code(), Some(0), "{}", place.text("master.log"));
    // Who comes when all is over waits for another run.
    let mut late = crew;
    let took_part = || place.text("workers.log").matches("taking part in a run").count();
    let start = Instant::now();
    while workers - late.len() < took_part() {
        assert!(start.elapsed() < LONG, "{question}: {}", place.text("workers.log"));
        std::thread::sleep(Duration::from_millis(10));
        for worker in late.extract_if(.., Process::is_over) {
            let output = end_of(worker, &place);
            assert_eq!(output.status.code(), Some(0), "{}", place.text("workers.log"));
            assert_eq!(answer(&output)["outcome"], answer_of(question));
        }
    }
    answer(&output)
}

/// What is known about starts.
fn answer_of(question: &str) -> &'static str {
    let spots: u32 = question.split(['*', ' ']).nth(1).unwrap().parse().unwrap();
    let is_win = if question.contains("--misere") {
        spots == 1 || spots > 4 && [0, 4, 5].contains(&(spots % 6))
    } else {
        spots % 6 > 2
    };
    if is_win { "win" } else { "loss" }
}

#[test]
fn one_two_and_three_workers_come_to_the_outcome() {
    let server = Server::start();
    let questions = ["0*2", "0*5", "0*8", "0*9", "0*4 --misere", "0*6 --misere", "0*7 --misere"];
    for (index, question) in questions.into_iter().enumerate() {
        let answer = solve(&server, question, index % 3 + 1);
        assert_eq!(answer["outcome"], answer_of(question), "{answer}");
        assert_eq!(answer["algorithm"], "pns-pdfpn");
        for key in ["position", "play", "expansions", "nodes", "nimbers", "seconds", "peak_memory", "workers"]
        {
            assert!(!answer[key].is_null(), "{key}: {answer}");
        }
    }
}

#[test]
fn other_games_are_searched_as_well() {
    let server = Server::start();
    let place = Place::new();
    let worker = worker(&server, &place, "--threads 2");
    for (question, outcome) in [
        ("--game cram 5x5", "win"),
        ("--game kayles 20 --misere", "win"),
        ("--game tic-tac-toe 3x3", "loss"),
        ("--game connect-four 4x4", "loss"),
    ] {
        let place = Place::new();
        let output = end_of(master(&server, &place, question), &place);
        assert_eq!(output.status.code(), Some(0), "{question}: {}", place.text("master.log"));
        let answer = answer(&output);
        let expected = crate::runs::alone(question);
        assert_eq!(answer["outcome"], expected, "{question}, {outcome}");
    }
    #[cfg(unix)]
    worker.signal("-TERM");
    let output = end_of(worker, &place);
    #[cfg(unix)]
    assert_eq!(output.status.code(), Some(0));
    // A run may be over before the worker has heard of it.
    assert!((1..=4).contains(&String::from_utf8(output.stdout).unwrap().lines().count()));
}

/// What the program says without help.
fn alone(question: &str) -> Value {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_rhizome"))
        .args(["solve", "--format", "json"])
        .args(question.split_whitespace())
        .output()
        .unwrap();
    answer(&output)["outcome"].clone()
}

#[test]
fn a_master_that_stopped_goes_on_and_one_that_has_ended_knows_the_answer() {
    let server = Server::start();
    let place = Place::new();
    let _worker = worker(&server, &place, "");
    let output = end_of(master(&server, &place, "0*14 --time-limit 2s"), &place);
    assert_eq!(output.status.code(), Some(3), "{}", place.text("master.log"));
    let stopped = answer(&output);
    assert_eq!((&stopped["outcome"], &stopped["stopped"]), (&Value::Null, &"time limit reached".into()));
    let other = end_of(master(&server, &place, "0*9"), &place);
    assert_eq!(other.status.code(), Some(2));
    assert!(place.text("master.log").contains("use another directory"), "{}", place.text("master.log"));
    // The journal is of use without the worker's memory too.
    drop(_worker);
    let place = Place::new();
    let worker = worker(&server, &place, "");
    let first = end_of(master(&server, &place, "0*9"), &place);
    assert_eq!(answer(&first)["outcome"], "win");
    drop(worker);
    let again = master(&server, &place, "0*9").end(Duration::from_secs(60)).unwrap();
    assert_eq!((again.status.code(), &answer(&again)["outcome"]), (Some(0), &"win".into()));
}

#[test]
fn figures_are_served() {
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    let free = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
    let server = Server::start();
    let place = Place::new();
    let (of_master, of_worker) = (free(), free());
    let _master = master(&server, &place, &format!("0*20 --metrics {of_master}"));
    let _worker = worker(&server, &place, &format!("--metrics {of_worker} --log json"));
    for (address, names) in [
        (
            of_master,
            &[
                "rhizome_expansions_total",
                "rhizome_workers 1.0",
                "rhizome_queue_depth",
                "rhizome_root_proof_number",
            ][..],
        ),
        (of_worker, &["rhizome_expansions_total", "rhizome_table_nodes", "rhizome_busy"]),
    ] {
        let mut page = String::new();
        let start = Instant::now();
        while !names.iter().all(|name| page.contains(name)) || page.contains("expansions_total 0") {
            assert!(
                start.elapsed() < LONG,
                "{page}{}{}",
                place.text("master.log"),
                place.text("workers.log")
            );
            std::thread::sleep(Duration::from_millis(100));
            let Ok(mut stream) = TcpStream::connect(address) else { continue };
            stream.write_all(b"GET /metrics HTTP/1.0\r\n\r\n").unwrap();
            page.clear();
            stream.read_to_string(&mut page).unwrap();
        }
        assert!(page.starts_with("HTTP/1.0 200"), "{page}");
    }
    let log = place.text("workers.log");
    assert!(
        log.lines().count() > 0 && log.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()),
        "{log}"
    );
}
