//! A NATS server of a test's own.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rhizome_cluster::nats::{NatsCredentials, NatsOptions};
use tempfile::TempDir;

/// The configuration that the project hands out.
pub const CONTRIB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../contrib/nats-server.conf");

/// A server with a directory and a port that stay the same when it is started again.
pub struct Server {
    pub port: u16,
    directory: TempDir,
    arguments: Vec<String>,
    process: Option<Child>,
}

impl Server {
    /// A server with JetStream that lets everybody do everything.
    pub fn start() -> Self {
        Self::with_configuration("max_payload: 1MB")
    }

    /// A server with further configuration.
    pub fn with_configuration(configuration: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("server.conf");
        fs::write(&file, configuration).unwrap();
        let arguments = ["-js", "-c", file.to_str().unwrap()];
        Self::with_arguments(directory, &arguments)
    }

    pub fn with_arguments(directory: TempDir, arguments: &[&str]) -> Self {
        // Nobody else gets the port for a while after this lets it go.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let mut server = Self { port, directory, arguments, process: None };
        server.restart();
        server
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn options(&self) -> NatsOptions {
        let mut options = NatsOptions::new(&format!("nats://127.0.0.1:{}", self.port));
        options.ack_wait = Duration::from_millis(800);
        options
    }

    pub fn options_of(&self, user: &str, password: &str) -> NatsOptions {
        let (user, password) = (user.to_owned(), password.to_owned());
        NatsOptions { credentials: NatsCredentials::Password { user, password }, ..self.options() }
    }

    /// Kills the server, as a crash would.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    pub fn restart(&mut self) {
        self.kill();
        let store = self.directory.path().join("store");
        let log = fs::File::create(self.directory.path().join("log")).unwrap();
        let child = Command::new("nats-server")
            .args(&self.arguments)
            .args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd", store.to_str().unwrap()])
            .envs([("RHIZOME_MASTER_PASSWORD", "mighty"), ("RHIZOME_WORKER_PASSWORD", "wistful")])
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        self.process = Some(
            child.expect("these tests need nats-server in the PATH; scripts/test installs it on Debian"),
        );
        let deadline = Instant::now() + Duration::from_secs(20);
        while !self.is_ready() {
            let log = || fs::read_to_string(self.directory.path().join("log")).unwrap_or_default();
            assert!(Instant::now() < deadline, "nats-server does not start: {}", log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn is_ready(&self) -> bool {
        TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))
            .and_then(|mut stream| stream.read_exact(&mut [0; 5]))
            .is_ok()
    }

    /// Publishes bytes as a stranger would, by the protocol itself.
    pub fn publish(&self, subject: &str, payload: &[u8]) {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        let head = format!("CONNECT {{\"verbose\":false}}\r\nPUB {subject} {}\r\n", payload.len());
        stream.write_all(&[head.as_bytes(), payload, b"\r\nPING\r\n"].concat()).unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"PONG\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("the server takes the message");
            answer.push(byte[0]);
        }
        assert!(!answer.windows(4).any(|part| part == b"-ERR"), "{}", String::from_utf8_lossy(&answer));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
