//! Runs the program.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The exit code for an answer.
pub const ANSWERED: i32 = 0;
/// The exit code for wrong input or usage.
pub const BAD_INPUT: i32 = 2;
/// The exit code for a stop before an answer.
pub const STOPPED: i32 = 3;

/// What a run of the program has left.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub output: String,
    pub errors: String,
}

impl Run {
    pub fn of(output: Output) -> Self {
        Run {
            code: output.status.code(),
            output: String::from_utf8(output.stdout).unwrap(),
            errors: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The lines of the output, each as a JSON object.
    pub fn objects(&self) -> Vec<Value> {
        self.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The output, which has to be one JSON object.
    pub fn object(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// The program with some arguments, all streams connected to this process.
pub fn program(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rhizome"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on some arguments, which are separated by blanks.
pub fn run(arguments: &str) -> Run {
    Run::of(program(arguments.split_whitespace()).output().unwrap())
}

/// Runs the program on these very arguments.
pub fn run_with(arguments: &[impl AsRef<OsStr>]) -> Run {
    Run::of(program(arguments).output().unwrap())
}

/// Runs the program with some arguments and this store. It answers in JSON.
pub fn run_in(store: &Path, arguments: &str) -> Run {
    let mut all: Vec<&str> = arguments.split_whitespace().collect();
    all.extend(["--format", "json", "--store", store.to_str().unwrap()]);
    run_with(&all)
}

/// As [`run_in`], in misère play.
pub fn run_misere_in(store: &Path, arguments: &str) -> Run {
    run_in(store, &format!("{arguments} --misere"))
}

/// The file of the base below so many spots.
pub fn base_in(directory: &Path, spots: u32) -> PathBuf {
    directory.join(format!("rhizome-rct-sprouts-1-{spots}.base"))
}

/// Runs the program with something on its standard input.
pub fn run_on(arguments: &str, input: impl Into<Vec<u8>>) -> Run {
    let mut child = program(arguments.split_whitespace()).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.into();
    let writer = thread::spawn(move || stdin.write_all(&input));
    let run = Run::of(child.wait_with_output().unwrap());
    // The program may have ended before it read everything.
    let _ = writer.join().unwrap();
    run
}

/// Waits until a child ends, and kills it if it does not end in time.
pub fn wait(child: &mut Child, limit: Duration) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if start.elapsed() > limit {
            child.kill().unwrap();
            panic!("the program did not end within {limit:?}");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal such as `-INT`.
#[cfg(unix)]
pub fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Waits until a child has set up what it does at SIGINT, as the system tells, or
/// for a while where the system does not tell.
#[cfg(unix)]
pub fn wait_until_signals_are_caught(child: &Child) {
    const CAUGHT: &str = "SigCgt:";
    const INTERRUPT: u64 = 1 << (2 - 1);
    let status = format!("/proc/{}/status", child.id());
    let limit = Instant::now() + Duration::from_secs(10);
    while Instant::now() < limit {
        let Ok(status) = std::fs::read_to_string(&status) else {
            return thread::sleep(Duration::from_secs(1));
        };
        let caught = status.lines().find_map(|line| line.strip_prefix(CAUGHT)).unwrap().trim();
        if u64::from_str_radix(caught, 16).unwrap() & INTERRUPT != 0 {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the program does not catch signals");
}
