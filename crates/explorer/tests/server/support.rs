//! A server, and a client that sends whatever it is told to.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rhizome_explorer::{Ender, Explorer, Options};
use serde_json::Value;

/// A server that ends when it is dropped.
pub struct Server {
    pub address: SocketAddr,
    ender: Ender,
    thread: Option<JoinHandle<()>>,
}

pub fn options() -> Options {
    Options {
        listen: ([127, 0, 0, 1], 0).into(),
        names: Vec::new(),
        store: None,
        memory: 256 << 20,
        time: Duration::from_secs(60),
        watch: None,
        simulation: Vec::new(),
    }
}

/// What was answered.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The error that is told.
    pub fn error(&self) -> String {
        let json = self.json();
        json["error"].as_str().unwrap_or_else(|| panic!("no error: {}", self.body)).to_owned()
    }
}

impl Server {
    pub fn start() -> Self {
        Self::with(options())
    }

    pub fn with(options: Options) -> Self {
        let explorer = Explorer::bind(options).expect("a free port");
        let (address, ender) = (explorer.address(), explorer.ender());
        let thread = thread::spawn(move || explorer.serve().expect("serving"));
        Server { address, ender, thread: Some(thread) }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        stream
    }

    /// Sends bytes, and reads what comes back until the connection is closed.
    pub fn send(&self, request: &[u8]) -> Option<Answer> {
        let mut stream = self.connect();
        // A server that has seen enough may close before all is sent.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head: head.to_owned(), body: body.to_owned() })
    }

    /// A request with these headers beside those that every request has.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.address);
        }
        if !body.is_empty() {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += "\r\n";
        request += body;
        self.send(request.as_bytes()).unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[("Content-Type", "application/json")], &body.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ender.end();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(thread::panicking() || ended.is_ok());
        }
    }
}
