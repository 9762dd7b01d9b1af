//! `rhizome prune`.

use std::time::Instant;

use anyhow::{Context, bail};
use rhizome_certificate::{Compression, Progress, Pruning, Reader, Refusal};
use serde::Serialize;

use crate::answer::{Answer, print};
use crate::arguments::PruneArguments;
use crate::ending::{Ending, complain};
use crate::interrupt::Interrupt;
use crate::progress::Notice;
use crate::quantities::show_count;

#[derive(Serialize)]
struct PruneAnswer {
    file: String,
    output: String,
    entries_before: u64,
    entries_after: u64,
    seconds: f64,
}

/// Keeps what the claim of a certificate needs.
///
/// # Errors
/// If a file cannot be read or written, or it had to stop early.
pub fn run(arguments: &PruneArguments) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::on_signals()?;
    let started = Instant::now();
    let file = arguments.file.display().to_string();
    let output = arguments.output.display().to_string();
    rhizome_certificate::can_be_written(&arguments.output).with_context(|| output.clone())?;
    let notice = Notice::start("reading the certificate".to_owned());
    let mut report = |progress: Progress| {
        notice.say(format!(
            "{} entries after {} of {} cycles, {} looked at",
            show_count(progress.entries as u64),
            show_count(progress.cycles),
            show_count(arguments.cycles),
            show_count(progress.seen as u64),
        ));
    };
    let pruning = Pruning { cycles: arguments.cycles, seed: arguments.seed };
    let pruned = Reader::open(&arguments.file).map_err(Refusal::from).and_then(|reader| {
        rhizome_certificate::prune(reader, pruning, arguments.memory, interrupt.flag(), &mut report)
    });
    drop(notice);
    let (mut writer, before) = match pruned {
        Ok(pruned) => pruned,
        Err(refusal) if refusal.is_invalid() => {
            complain(&format!("{file} is not valid: {refusal}"));
            return Ok(Ending::Refuted);
        }
        Err(refusal @ (Refusal::Cancelled | Refusal::Memory)) => {
            complain(&format!("{file}: {refusal}"));
            return Ok(Ending::Stopped);
        }
        Err(refusal) => bail!("{file}: {refusal}"),
    };
    writer.write_file(&arguments.output, Compression::WhenLarge).with_context(|| output.clone())?;
    let answer = PruneAnswer {
        file,
        output,
        entries_before: before,
        entries_after: writer.entries(),
        seconds: started.elapsed().as_secs_f64(),
    };
    print(&answer, arguments.format, Answer::line).context("cannot print the answer")?;
    Ok(Ending::Answered)
}

impl Answer for PruneAnswer {
    fn line(&self) -> String {
        format!(
            "{}: {} of {} entries kept, in {:.3} s",
            self.output,
            show_count(self.entries_after),
            show_count(self.entries_before),
            self.seconds
        )
    }
}
