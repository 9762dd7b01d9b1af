//! Long searches: begun, followed, cancelled.

use std::io::{BufRead, BufReader, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::*;

/// The events of a stream, by name, until it ends or there are enough.
fn follow(server: &Server, path: &str, most: usize) -> Vec<(String, Value)> {
    let mut stream = server.connect();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).expect("the server listens");
    let (mut events, mut name) = (Vec::new(), String::new());
    for line in BufReader::new(stream).lines() {
        let line = line.expect("a line");
        if let Some(event) = line.strip_prefix("event: ") {
            name = event.to_owned();
        } else if let Some(data) = line.strip_prefix("data: ") {
            events.push((name.clone(), serde_json::from_str(data).expect("JSON")));
            if events.len() == most {
                break;
            }
        }
    }
    events
}

#[test]
fn a_search_is_begun_and_ends() {
    let server = Server::start();
    let job = server.post("/api/jobs", &json!({"position": "0*8"}));
    assert_eq!(job.status, 201);
    let id = job.json()["id"].as_u64().expect("a number");
    let events = follow(&server, &format!("/api/jobs/{id}/events"), usize::MAX);
    let (name, last) = events.last().expect("events");
    assert_eq!(name, "end");
    // S_8 is lost in normal play.
    assert_eq!(last["finish"]["outcome"], "loss");
    assert!(last["finish"]["expansions"].as_u64().is_some_and(|count| count > 0));
    let misere =
        server.post("/api/jobs", &json!({"position": "0*5", "misere": true, "algorithm": "pns"})).json();
    let events = follow(&server, &format!("/api/jobs/{}/events", misere["id"]), usize::MAX);
    // S_5 is won in misère play.
    assert_eq!(events.last().map(|(_, job)| job["finish"]["outcome"].clone()), Some(json!("win")));
    assert_eq!(server.get("/api/jobs").json()["jobs"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_search_is_followed_and_cancelled() {
    let server = Server::start();
    let job = server.post("/api/jobs", &json!({"position": "0*30"})).json();
    let path = format!("/api/jobs/{}", job["id"]);
    let events = follow(&server, &format!("{path}/events"), 4);
    assert!(events.iter().all(|(name, _)| name == "state"));
    let expansions = |event: &(String, Value)| event.1["samples"][0]["expansions"].as_u64().unwrap_or(0);
    assert!(expansions(&events[3]) > expansions(&events[1]), "{events:?}");
    assert!(!events[3].1["line"].as_array().expect("a line").is_empty());
    // Whoever comes later sees all of it.
    assert!(server.get(&path).json()["samples"].as_array().is_some_and(|samples| samples.len() >= 2));
    assert_eq!(server.ask("DELETE", &path, &[], "").status, 200);
    let started = Instant::now();
    let end = loop {
        let job = server.get(&path).json();
        if job["finish"] != json!(null) {
            break job;
        }
        assert!(started.elapsed() < Duration::from_secs(10));
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(end["finish"]["stopped"], "interrupted");
}

#[test]
fn searches_are_bounded() {
    let server = Server::with(rhizome_explorer::Options { time: Duration::from_secs(1), ..options() });
    let order = json!({"position": "0*30", "seconds": 1000000, "memory": 1_u64 << 60});
    let first = server.post("/api/jobs", &order).json();
    assert_eq!(server.post("/api/jobs", &order).status, 201);
    let third = server.post("/api/jobs", &order);
    assert_eq!(third.status, 429);
    assert!(third.error().contains("2 searches are running"));
    let events = follow(&server, &format!("/api/jobs/{}/events", first["id"]), usize::MAX);
    assert_eq!(
        events.last().map(|(_, job)| job["finish"]["stopped"].clone()),
        Some(json!("time limit reached"))
    );
    assert_eq!(server.post("/api/jobs", &json!({"position": "0*30", "seconds": 0})).status, 201);
}

/// Questions are answered while long searches go on.
#[test]
fn searches_do_not_get_in_the_way() {
    let server = Server::start();
    for _ in 0..2 {
        assert_eq!(server.post("/api/jobs", &json!({"position": "0*30"})).status, 201);
    }
    let order = json!({"positions": ["0*4"], "questions": ["outcome"], "milliseconds": 5000});
    assert_eq!(server.post("/api/values", &order).json()["values"][0]["outcome"], json!({"known": "win"}));
}
