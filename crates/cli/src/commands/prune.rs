//! `rhizome prune`.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use rhizome_certificate::{Compression, Head, Progress, Pruning, Reader, Refusal, Writer};
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
    let files: Vec<String> = arguments.files.iter().map(|file| file.display().to_string()).collect();
    let file = files.join(" ");
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
    let start = HashSet::new();
    let PruneArguments { cycles, seed, keep_lands, .. } = *arguments;
    let mut pruning = Pruning { cycles, seed, start, keep_lands };
    let together = match &arguments.files[..] {
        [_] => None,
        files => Some(put_together(files, &mut pruning)?),
    };
    let reader = match &together {
        Some(text) => Reader::new(&text[..]),
        None => Reader::open(&arguments.files[0]),
    };
    let pruned = reader.map_err(Refusal::from).and_then(|reader| {
        rhizome_certificate::prune(reader, &pruning, arguments.memory, interrupt.flag(), &mut report)
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

/// The text of a certificate with the entries of several. Pruning is to begin with those of the first.
fn put_together(files: &[PathBuf], pruning: &mut Pruning) -> anyhow::Result<Vec<u8>> {
    let mut together: Option<Writer> = None;
    let mut claim = None;
    for file in files {
        let name = || file.display().to_string();
        let mut reader = Reader::open(file).with_context(name)?;
        let head = Head { entries: 0, ..reader.head().clone() };
        if *claim.get_or_insert_with(|| head.clone()) != head {
            bail!("{}: the claim is not that of the first certificate", name());
        }
        if head.play == rhizome_certificate::Play::Misere || head.game == "tree" {
            bail!("{}: certificates with trees cannot be put together", name());
        }
        let is_first = together.is_none();
        let writer = together.get_or_insert_with(|| Writer::new(head));
        for line in reader.by_ref() {
            let line = line.with_context(name)?;
            if is_first {
                pruning.start.insert(line.to_string());
            }
            writer.push(line.kind, line.text);
        }
        reader.finish().with_context(name)?;
    }
    let mut text = Vec::new();
    if let Some(mut writer) = together {
        writer.write(&mut text)?;
    }
    Ok(text)
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
