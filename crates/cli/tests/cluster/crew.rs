//! Masters and workers as processes.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::server::Server;

/// Longer than anything takes here, on a machine with other work.
pub const LONG: Duration = Duration::from_secs(300);

/// The program with some arguments and the address of a server. What it tells goes into a file.
pub fn program(server: &Server, arguments: &[&str], log: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rhizome"));
    let log = File::options().create(true).append(true).open(log).unwrap();
    command
        .args(arguments)
        .env("RHIZOME_NATS_URL", format!("nats://127.0.0.1:{}", server.port))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log);
    command
}

/// A process that does not outlive the test.
pub struct Process {
    child: Option<Child>,
}

impl Process {
    pub fn start(mut command: Command) -> Self {
        Process { child: Some(command.spawn().unwrap()) }
    }

    /// Kills it, as a crash would.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            child.wait().unwrap();
        }
    }

    pub fn is_over(&mut self) -> bool {
        self.child.as_mut().is_none_or(|child| child.try_wait().unwrap().is_some())
    }

    /// What it leaves when it ends, which has to be within a time.
    pub fn end(mut self, limit: Duration) -> Option<Output> {
        let start = Instant::now();
        while !self.is_over() {
            if start.elapsed() > limit {
                return None;
            }
            thread::sleep(Duration::from_millis(10));
        }
        Some(self.child.take()?.wait_with_output().unwrap())
    }

    #[cfg(unix)]
    pub fn signal(&self, signal: &str) {
        let id = self.child.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Where a test keeps journals and logs.
pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        Place(tempfile::tempdir().unwrap())
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.file(name)).unwrap_or_default()
    }

    /// Keeps everything, for who looks for what went wrong.
    pub fn keep(self) -> PathBuf {
        self.0.keep()
    }
}

pub fn master(server: &Server, place: &Place, question: &str) -> Process {
    let journal = place.file("journal");
    let mut arguments: Vec<&str> = vec!["master", "--format", "json", "--journal", journal.to_str().unwrap()];
    arguments.extend(question.split_whitespace());
    Process::start(program(server, &arguments, &place.file("master.log")))
}

pub fn worker(server: &Server, place: &Place, arguments: &str) -> Process {
    let mut all = vec!["worker", "--format", "json"];
    all.extend(arguments.split_whitespace());
    Process::start(program(server, &all, &place.file("workers.log")))
}

/// What a process leaves when it ends, which has to be soon enough; otherwise what was told by all.
pub fn end_of(process: Process, place: &Place) -> Output {
    process.end(LONG).unwrap_or_else(|| {
        panic!("it does not end\n{}\n{}", place.text("master.log"), place.text("workers.log"))
    })
}

/// The answer of a master that has ended.
pub fn answer(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stdout)))
}
