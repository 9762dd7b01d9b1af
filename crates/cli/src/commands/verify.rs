//! `rhizome verify`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rhizome_certificate::{Head, Limits, Reader, Refusal};
use serde::Serialize;

use crate::answer::{Answer, print};
use crate::arguments::VerifyArguments;
use crate::ending::{Ending, complain};
use crate::interrupt::Interrupt;
use crate::progress::Notice;
use crate::quantities::show_count;

/// How often the display is brought up to date.
const PATIENCE: Duration = Duration::from_millis(100);

#[derive(Serialize)]
struct VerifyAnswer {
    file: String,
    valid: bool,
    #[serde(flatten)]
    certificate: Option<Certified>,
    error: Option<String>,
    seconds: f64,
}

/// What a certificate says it is about.
#[derive(Serialize)]
struct Certified {
    #[serde(skip)]
    head: Head,
    game: String,
    play: String,
    position: String,
    claim: String,
    entries: u64,
}

impl From<&Head> for Certified {
    fn from(head: &Head) -> Self {
        Certified {
            head: head.clone(),
            game: head.game.clone(),
            play: head.play.to_string(),
            position: head.position.clone(),
            claim: head.claim.to_string(),
            entries: head.entries,
        }
    }
}

/// Checks a certificate.
///
/// # Errors
/// If the file cannot be read, or the check had to stop.
pub fn run(arguments: &VerifyArguments) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::on_signals()?;
    let started = Instant::now();
    let file = arguments.file.display().to_string();
    let threads = match arguments.threads {
        Some(threads) => threads as usize,
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let done = AtomicU64::new(0);
    let limits = Limits { threads, memory: arguments.memory, cancel: interrupt.flag(), done: &done };
    let mut certified = None;
    let result = Reader::open(&arguments.file).map_err(Refusal::from).and_then(|reader| {
        certified = Some(Certified::from(reader.head()));
        watched(reader.head().entries, &done, || rhizome_certificate::verify_from(reader, &limits))
    });
    let error = match result {
        Ok(_) => None,
        Err(refusal @ (Refusal::Cancelled | Refusal::Memory)) => {
            complain(&format!("{file}: {refusal}"));
            return Ok(Ending::Stopped);
        }
        Err(refusal) if refusal.is_invalid() => Some(refusal.to_string()),
        Err(refusal) => bail!("{file}: {refusal}"),
    };
    let valid = error.is_none();
    let seconds = started.elapsed().as_secs_f64();
    let answer = VerifyAnswer { file, valid, certificate: certified, error, seconds };
    print(&answer, arguments.format, Answer::line).context("cannot print the answer")?;
    Ok(answer.ending())
}

/// Does something, and shows how many of the entries are done.
fn watched<T>(entries: u64, done: &AtomicU64, check: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let notice = Notice::start("reading the certificate".to_owned());
            while !over.load(Ordering::Relaxed) {
                thread::park_timeout(PATIENCE);
                let done = done.load(Ordering::Relaxed);
                if done > 0 {
                    notice.say(format!("{} of {} entries checked", show_count(done), show_count(entries)));
                }
            }
        });
        let checked = check();
        over.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        checked
    })
}

impl Answer for VerifyAnswer {
    fn line(&self) -> String {
        let VerifyAnswer { file, error, seconds, .. } = self;
        match (&self.certificate, error) {
            (Some(Certified { head, .. }), None) => {
                let entries = head.counted(&show_count(head.entries));
                format!("{file} is valid: {}, proved by {entries} in {seconds:.3} s", head.statement())
            }
            (_, error) => format!("{file} is not valid: {}", error.as_deref().unwrap_or_default()),
        }
    }

    fn ending(&self) -> Ending {
        if self.valid { Ending::Answered } else { Ending::Refuted }
    }
}
