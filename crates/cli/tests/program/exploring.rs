//! `rhizome explore`: that it begins, says where it is, and ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::support::*;

#[test]
fn it_serves_until_it_is_interrupted() {
    let mut child = program(["explore", "--listen", "127.0.0.1:0"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address =
        line.trim().strip_prefix("The explorer is at http://").unwrap().trim_end_matches('/').to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    write!(stream, "GET /api/about HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    // It ends although somebody stays connected.
    let _idle = TcpStream::connect(&address).unwrap();
    send("-INT", &child);
    assert_eq!(wait(&mut child, Duration::from_secs(10)).code(), Some(ANSWERED));
}

#[test]
fn what_is_in_the_way_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = run_with(&["explore", "--listen", &address]);
    assert_eq!(run.code, Some(BAD_INPUT));
    assert!(run.errors.contains(&format!("cannot listen at {address}")), "{run:?}");
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("scaling.jsonl");
    std::fs::write(&file, "{}\n").unwrap();
    let run = run_with(&["explore", "--listen", "127.0.0.1:0", "--simulation", file.to_str().unwrap()]);
    assert_eq!(run.code, Some(BAD_INPUT));
    assert!(run.errors.contains("line 1 is not one that `rhizome simulate"), "{run:?}");
    assert_eq!(run_with(&["explore", "--listen", "nowhere"]).code, Some(BAD_INPUT));
}
