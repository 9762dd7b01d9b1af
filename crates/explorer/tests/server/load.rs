//! Many clients at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::*;

/// So many clients for so long, each asking for one thing after the other. Returns how many were answered, and how many were
/// told to come again later.
fn load(server: &Server, clients: usize, time: Duration) -> (usize, usize) {
    let (answered, busy) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let start = Instant::now();
    thread::scope(|scope| {
        for client in 0..clients {
            let (answered, busy) = (&answered, &busy);
            scope.spawn(move || {
                let mut turn = client;
                while start.elapsed() < time {
                    let spots = 2 + turn % 11;
                    let values = json!({"positions": [format!("0*{spots}")], "questions": ["outcome", "misere"], "milliseconds": 100});
                    let answer = match turn % 5 {
                        0 => server.get("/"),
                        1 => server.get("/style.css"),
                        2 => server.get(&format!("/api/position?position=0*{spots}")),
                        3 => server.post("/api/values", &values),
                        _ => server.post("/api/trees", &json!({"source": {"kind": "random", "seed": turn}})),
                    };
                    match answer.status {
                        200 => answered.fetch_add(1, Ordering::Relaxed),
                        503 => busy.fetch_add(1, Ordering::Relaxed),
                        status => panic!("{status}: {}", answer.body),
                    };
                    turn += 1;
                }
            });
        }
    });
    (answered.into_inner(), busy.into_inner())
}

fn no_harm(time: Duration) {
    let server = Server::start();
    let (answered, busy) = load(&server, 100, time);
    println!("100 clients for {time:?}: {answered} answers, {busy} told to come later");
    assert!(answered > 100, "{answered} {busy}");
    // Afterwards it is as before.
    let started = Instant::now();
    assert_eq!(server.get("/").status, 200);
    assert!(started.elapsed() < Duration::from_secs(1));
    let order = json!({"positions": ["0*5"], "questions": ["nimber"]});
    assert_eq!(server.post("/api/values", &order).json()["values"][0]["nimber"], json!({"known": 1}));
}

#[test]
fn a_hundred_clients_do_no_harm() {
    no_harm(Duration::from_secs(4));
}

#[test]
#[ignore = "takes a minute"]
fn a_hundred_clients_for_a_minute_do_no_harm() {
    no_harm(Duration::from_secs(60));
}
