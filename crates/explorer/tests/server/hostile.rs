//! Requests that mean no good, or make no sense: each gets a clear error and nothing else.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::*;

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn other_names_are_refused() {
    let server = Server::start();
    let port = server.address.port();
    let foreign =
        [format!("example.org:{port}"), "127.0.0.1".into(), "localhost:1".into(), "".into(), "a b".into()];
    for host in &foreign {
        let answer = server.ask("GET", "/api/about", &[("Host", host)], "");
        assert!(matches!(answer.status, 400 | 421), "{host}: {}", answer.status);
        assert!(!answer.body.contains("sprouts"));
    }
    let none = server.send(b"GET /api/about HTTP/1.1\r\nConnection: close\r\n\r\n").expect("an answer");
    assert_eq!(none.status, 421);
    let twice =
        format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: example.org\r\nConnection: close\r\n\r\n");
    assert_eq!(server.send(twice.as_bytes()).expect("an answer").status, 400);
    assert_eq!(server.ask("GET", "/api/about", &[("Host", &format!("localhost:{port}"))], "").status, 200);
}

#[test]
fn other_pages_are_refused() {
    let server = Server::start();
    let own = format!("http://{}", server.address);
    let order = json!({"position": "0*20"}).to_string();
    for origin in ["http://example.org", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        let answer = server.ask("POST", "/api/jobs", &[JSON, ("Origin", origin)], &order);
        assert_eq!(answer.status, 403, "{origin}");
    }
    let answer = server.ask("POST", "/api/jobs", &[JSON, ("Sec-Fetch-Site", "cross-site")], &order);
    assert_eq!(answer.status, 403);
    // Forms of other pages can send this without being asked.
    let answer = server.ask("POST", "/api/jobs", &[("Content-Type", "text/plain")], &order);
    assert_eq!(answer.status, 415);
    let answer = server.ask("GET", "/api/position?position=0*3", &[("Sec-Fetch-Site", "cross-site")], "");
    assert_eq!(answer.status, 403);
    assert_eq!(server.get("/api/jobs").json(), json!({"jobs": []}));
    // A link from elsewhere opens the page, and the page's own requests are answered.
    assert_eq!(server.ask("GET", "/explore", &[("Sec-Fetch-Site", "cross-site")], "").status, 200);
    let answer =
        server.ask("POST", "/api/trees", &[JSON, ("Origin", &own)], "{\"source\":{\"kind\":\"demo\"}}");
    assert_eq!(answer.status, 200);
}

#[test]
fn no_file_can_be_reached() {
    let server = Server::start();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/../../Cargo.toml",
        "/style.css/../../../../etc/passwd",
        "/api/jobs/../../etc/passwd",
        "/api/jobs/%2e%2e%2f",
        "/.git/config",
        "/%00",
    ] {
        let answer = server.ask("GET", path, &[], "");
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.body.contains("root:") && !answer.body.contains("[package]"));
    }
}

#[test]
fn wrong_requests_are_told_so() {
    let server = Server::start();
    let huge = format!("{{\"positions\": [\"{}\"], \"questions\": []}}", "0".repeat(2 << 20));
    assert_eq!(server.ask("POST", "/api/values", &[JSON], &huge).status, 413);
    let deep = format!("{{\"source\": {}", "[".repeat(500_000));
    assert_eq!(server.ask("POST", "/api/trees", &[JSON], &deep).status, 400);
    for (path, body) in [
        ("/api/values", "{"),
        ("/api/values", "[]"),
        ("/api/values", "{\"positions\": 3, \"questions\": []}"),
        ("/api/values", "{\"positions\": [], \"questions\": [\"everything\"]}"),
        ("/api/values", "{\"positions\": [], \"questions\": [], \"more\": 1}"),
        ("/api/values", "{\"positions\": [], \"questions\": [], \"milliseconds\": -1}"),
        ("/api/trees", "{\"source\": {\"kind\": \"demo\"}, \"rule\": \"none\"}"),
        ("/api/jobs", "{\"position\": \"0*3\", \"seconds\": 1e99}"),
        ("/api/jobs", "\u{feff}{}"),
        ("/api/jobs", "null"),
    ] {
        let answer = server.ask("POST", path, &[JSON], body);
        assert_eq!(answer.status, 400, "{path} {body}");
        assert!(!answer.error().is_empty() && answer.body.len() < 1000);
    }
    let many = json!({"positions": vec!["0"; 101], "questions": ["outcome"]});
    assert_eq!(server.post("/api/values", &many).status, 400);
    for path in [
        "/api/position",
        "/api/position?position=0&position=1",
        "/api/position?position=0*3&file=x",
        "/api/position?game=go&position=0",
    ] {
        assert_eq!(server.get(path).status, 400, "{path}");
    }
    for position in
        ["0*99999999999", "0*100000", "A", "%ff", "0*3%00", &"0.".repeat(3000), &"(A1)".repeat(900)]
    {
        let answer = server.get(&format!("/api/position?position={position}"));
        assert!(matches!(answer.status, 400 | 422), "{position}: {}", answer.status);
        assert!(!answer.error().is_empty());
    }
    assert_eq!(server.get("/api/jobs/1").status, 404);
    assert_eq!(server.get("/api/jobs/99999999999999999999").status, 404);
    assert_eq!(server.get("/api/nothing").status, 404);
    let wrong = server.ask("DELETE", "/api/about", &[], "");
    assert_eq!(wrong.status, 405);
    assert!(!wrong.error().is_empty());
}

#[test]
fn nonsense_on_the_wire_does_no_harm() {
    let server = Server::start();
    let long_head =
        format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n", server.address, "x".repeat(1 << 20));
    let many_heads =
        format!("GET / HTTP/1.1\r\nHost: {}\r\n{}\r\n", server.address, "X: y\r\n".repeat(5_000));
    let noise: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    for bytes in [
        long_head.as_bytes(),
        many_heads.as_bytes(),
        &noise,
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        if let Some(answer) = server.send_and_close(bytes) {
            assert!(answer.status >= 400, "{}", answer.head);
        }
    }
    assert_eq!(server.get("/").status, 200);
}

impl Server {
    /// As [`Server::send`], and nothing more follows.
    fn send_and_close(&self, request: &[u8]) -> Option<Answer> {
        let mut stream = self.connect();
        let _ = stream.write_all(request);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let head = text.split("\r\n\r\n").next()?.to_owned();
        Some(Answer { status: head.split(' ').nth(1)?.parse().ok()?, head, body: String::new() })
    }
}

/// Who sends nothing more is not waited for.
#[test]
fn slow_clients_are_given_up() {
    let server = Server::start();
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\nHost:").expect("the server listens");
    let started = Instant::now();
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}
