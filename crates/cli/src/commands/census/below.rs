//! `rhizome census N`: all that is below the start of a game.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use rhizome_impartial::Counts;
use rhizome_search::Control;
use serde::Serialize;

use crate::answer::{Answer, Format, print};
use crate::arguments::CensusArguments;
use crate::ending::Ending;
use crate::games::{GameName, Playable, Task};
use crate::interrupt::Interrupt;
use crate::process_memory;
use crate::quantities::{show_count, show_size};
use crate::solver::Saved;

/// Counts what is below the start of a size.
///
/// # Errors
/// If there is no such start, or the surroundings fail.
pub fn run(size: u32, arguments: &CensusArguments) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::on_signals()?;
    let control = Control::new(interrupt.flag(), arguments.limits.time_limit, arguments.limits.memory);
    if let Some(directory) = &arguments.save {
        // Rather now than after an hour.
        fs::create_dir_all(directory).with_context(|| format!("--save {}", directory.display()))?;
    }
    let spots = (arguments.game == GameName::Sprouts).then_some(size);
    let task = Counting {
        size,
        spots,
        control: &control,
        save: arguments.save.as_deref(),
        format: arguments.format,
    };
    arguments.game.clone().play(task)
}

struct Counting<'a> {
    size: u32,
    spots: Option<u32>,
    control: &'a Control<'a>,
    save: Option<&'a Path>,
    format: Format,
}

impl Task for Counting<'_> {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, game: G) -> Self::Output {
        let mut counter = game.census(self.size).map_err(|error| anyhow!("census {}: {error}", self.size))?;
        let result = counter.count(self.control);
        let counted = Figures::of(counter.counts());
        let (counts, met, stopped) = match result {
            Ok(()) => (counted, None, None),
            Err(stopped) => (Figures::default(), Some(counted), Some(stopped)),
        };
        let mut answer = CensusAnswer {
            start: counter.start().to_owned(),
            spots: self.spots,
            size: self.size,
            counts,
            seconds: self.control.elapsed().as_secs_f64(),
            census_memory: counter.memory() as u64,
            peak_memory: 0,
            met,
            stopped,
            saved: None,
        };
        let mut failure = None;
        if let (Some(directory), None) = (self.save, &answer.stopped) {
            match counter.save(directory, self.control) {
                Ok(Ok(saved)) => answer.saved = Some(saved),
                Ok(Err(stop)) => answer.stopped = Some(format!("{stop} before all was saved")),
                Err(error) => failure = Some(error),
            }
        }
        answer.peak_memory = process_memory::peak().unwrap_or(answer.census_memory);
        print(&answer, self.format, Answer::lines)?;
        match failure {
            None => Ok(answer.ending()),
            Some(error) => Err(error),
        }
    }
}

/// Counts, or nothing in the place of those that are not known.
#[derive(Default, Serialize)]
struct Figures {
    positions: Option<u64>,
    lands: Option<u64>,
    canonical_trees: Option<u64>,
    rcts: Option<u64>,
    nim_heaps: Option<u64>,
}

impl Figures {
    fn of(counts: Counts) -> Self {
        Figures {
            positions: Some(counts.positions),
            lands: Some(counts.lands),
            canonical_trees: Some(counts.canonical_trees),
            rcts: Some(counts.rcts),
            nim_heaps: Some(counts.nim_heaps),
        }
    }

    fn line(&self) -> String {
        let show = |count: Option<u64>| show_count(count.unwrap_or_default());
        format!(
            "{} positions of {} lands, {} canonical trees, {} RCTs, {} of them Nim-heaps",
            show(self.positions),
            show(self.lands),
            show(self.canonical_trees),
            show(self.rcts),
            show(self.nim_heaps),
        )
    }
}

#[derive(Serialize)]
struct CensusAnswer {
    /// The position below which was counted.
    start: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    spots: Option<u32>,
    size: u32,
    #[serde(flatten)]
    counts: Figures,
    /// The time for counting.
    seconds: f64,
    /// The most bytes that the process has held.
    peak_memory: u64,
    /// Bytes that all that was counted took.
    census_memory: u64,
    /// Why not all was done.
    stopped: Option<String>,
    /// What was met until it stopped, which is less than what there is.
    met: Option<Figures>,
    saved: Option<Saved>,
}

impl CensusAnswer {
    fn saved_as(&self) -> Option<&PathBuf> {
        self.saved.as_ref().map(|saved| &saved.file)
    }
}

impl Answer for CensusAnswer {
    fn line(&self) -> String {
        let stopped = self.stopped.as_deref().unwrap_or_default();
        match &self.met {
            Some(met) => format!("below {}: not counted, {stopped}; met so far: {}", self.start, met.line()),
            None => format!("below {}: {}", self.start, self.counts.line()),
        }
    }

    fn lines(&self) -> String {
        let memory = show_size(self.peak_memory);
        let mut lines = format!("{}\nin {:.3} s, {memory} of memory", self.line(), self.seconds);
        if let Some(file) = self.saved_as() {
            lines += &format!("\nsaved as {}", file.display());
        }
        if let (Some(stopped), None) = (&self.stopped, &self.met) {
            lines += &format!("\nnot saved: {stopped}");
        }
        lines
    }

    fn ending(&self) -> Ending {
        if self.stopped.is_some() { Ending::Stopped } else { Ending::Answered }
    }
}
