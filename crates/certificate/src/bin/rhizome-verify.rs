//! The program `rhizome-verify`: checks certificates, and does nothing else.
//!
//! It is small on purpose: whoever wants to trust a proof has to trust this program.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;
use std::time::Instant;

use rhizome_certificate::{Head, Limits, Reader, Refusal, verify_from};

const HELP: &str = "\
Checks certificates of game outcomes.

Usage: rhizome-verify [OPTIONS] FILE...

Arguments:
  FILE...          Certificates; `-` is standard input

Options:
  --threads N      On how many threads entries are checked [default: all that the machine has]
  --memory SIZE    The most memory for the trees of misère play on each thread, in MiB [default: 2048]
  -h, --help       Print this
  -V, --version    Print the version

For each file there is one line on standard output.

Exit codes, of which the first that applies is taken:
  2  wrong usage, or a file that cannot be read
  3  a check that was stopped by the limit of memory
  1  a certificate that is not valid
  0  all certificates are valid
";

/// The most threads that make sense to ask for.
const MOST_THREADS: usize = 1024;

/// Trees are summed by recursion.
const STACK: usize = 64 << 20;

/// How a check, or the program, ends. What is greater outweighs what is smaller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    Valid,
    Invalid,
    Stopped,
    Unreadable,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        ExitCode::from(match ending {
            Ending::Valid => 0,
            Ending::Invalid => 1,
            Ending::Unreadable => 2,
            Ending::Stopped => 3,
        })
    }
}

/// What is asked for.
enum Request {
    Help,
    Version,
    Check(Checks),
}

/// What is to be checked, and how.
struct Checks {
    files: Vec<OsString>,
    threads: usize,
    /// In bytes.
    memory: usize,
}

fn main() -> ExitCode {
    let request = match read_arguments(std::env::args_os().skip(1)) {
        Ok(request) => request,
        Err(mistake) => {
            complain(format_args!("{mistake}\n\n`rhizome-verify --help` tells how to call it."));
            return Ending::Unreadable.into();
        }
    };
    match request {
        Request::Help => say(HELP).into(),
        Request::Version => say(concat!("rhizome-verify ", env!("CARGO_PKG_VERSION"), "\n")).into(),
        Request::Check(checks) => {
            let check = || checks.run();
            thread::scope(|scope| {
                // Reading needs the stack as well as checking does.
                match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, check) {
                    Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                    Err(_) => check(),
                }
            })
            .into()
        }
    }
}

fn read_arguments(arguments: impl Iterator<Item = OsString>) -> Result<Request, String> {
    let mut checks = Checks {
        files: Vec::new(),
        threads: thread::available_parallelism().map_or(1, usize::from),
        memory: 2048 << 20,
    };
    let mut arguments = arguments;
    let mut has_options = true;
    while let Some(argument) = arguments.next() {
        let option = argument.to_string_lossy();
        if !has_options || option == "-" || !option.starts_with('-') {
            checks.files.push(argument);
            continue;
        }
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (&*option, None),
        };
        let mut number = |most: usize| {
            let value = value.clone().or_else(|| Some(arguments.next()?.to_string_lossy().into_owned()));
            let value = value.ok_or_else(|| format!("a number follows {name}"))?;
            let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
            let read = value.parse().ok().filter(|read| is_number && (1..=most).contains(read));
            read.ok_or_else(|| format!("{name} {}: a number from 1 to {most} is expected", printable(&value)))
        };
        match (name, &value) {
            ("--threads", _) => checks.threads = number(MOST_THREADS)?,
            ("--memory", _) => checks.memory = number(usize::MAX >> 20)? << 20,
            ("-h" | "--help", None) => return Ok(Request::Help),
            ("-V" | "--version", None) => return Ok(Request::Version),
            ("--", None) => has_options = false,
            _ => return Err(format!("the option {} is not known", printable(&option))),
        }
    }
    match checks.files.is_empty() {
        true => Err("no file is given".to_owned()),
        false => Ok(Request::Check(checks)),
    }
}

impl Checks {
    fn run(&self) -> Ending {
        let endings = self.files.iter().map(|file| self.check(file));
        endings.max().unwrap_or(Ending::Valid)
    }

    /// Checks a file and tells what came of it.
    fn check(&self, file: &OsString) -> Ending {
        let started = Instant::now();
        let name = if file == "-" { "standard input".to_owned() } else { printable(&file.to_string_lossy()) };
        let (verdict, ending) = match self.verify(file) {
            Ok(head) => {
                let seconds = started.elapsed().as_secs_f64();
                (format!("valid: {}, in {seconds:.3} s", Proved(&head)), Ending::Valid)
            }
            Err(refusal) if refusal.is_invalid() => (format!("not valid: {refusal}"), Ending::Invalid),
            Err(refusal) => {
                complain(format_args!("{name}: {refusal}"));
                return match refusal {
                    Refusal::Memory | Refusal::Cancelled => Ending::Stopped,
                    _ => Ending::Unreadable,
                };
            }
        };
        ending.max(say(&format!("{name}: {verdict}\n")))
    }

    fn verify(&self, file: &OsString) -> Result<Head, Refusal> {
        let limits = Limits {
            threads: self.threads,
            memory: self.memory,
            cancel: &AtomicBool::new(false),
            done: &AtomicU64::new(0),
        };
        let reader =
            if file == "-" { Reader::new(io::stdin().lock())? } else { Reader::open(Path::new(file))? };
        verify_from(reader, &limits)
    }
}

/// What a valid certificate proves, in words.
struct Proved<'a>(&'a Head);

impl fmt::Display for Proved<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = self.0;
        let entries = head.counted(&head.entries.to_string());
        write!(formatter, "{} {}, proved by {entries}", head.game, head.statement())
    }
}

/// A foreign text in one line that cannot disturb a terminal.
fn printable(text: &str) -> String {
    text.chars().map(|one| if one.is_control() { '\u{fffd}' } else { one }).collect()
}

/// Writes to standard output. If nobody listens any more, what was found still shows in the exit code.
fn say(text: &str) -> Ending {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(format_args!("cannot write to standard output: {error}"));
            Ending::Unreadable
        }
        _ => Ending::Valid,
    }
}

/// Writes an error message to standard error, if that is still open.
fn complain(message: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "error: {message}");
}
