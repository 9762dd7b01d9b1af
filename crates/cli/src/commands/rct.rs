//! `rhizome rct`.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use rhizome_impartial::Rcts;
use rhizome_impartial::rct::expression::LONGEST_PLAIN;
use rhizome_search::Control;
use serde::Serialize;

use crate::answer::Answer;
use crate::arguments::{Limits, Subject};
use crate::dialogue::{Dialogue, Question};
use crate::ending::Ending;
use crate::games::{Playable, Task};
use crate::interrupt::Interrupt;
use crate::quantities::show_count;
use crate::solver::{Describer, Description, ReadExpressions};

/// Finds the RCTs of positions, or of expressions.
///
/// # Errors
/// If the game is not impartial, or standard input or output fails.
pub fn run(subject: Subject, expression: bool, limits: &Limits) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::on_signals()?;
    let (memory, time) = (limits.memory, limits.time_limit);
    let dialogue =
        Dialogue { position: subject.position, format: subject.format, interrupt: interrupt.clone() };
    if expression {
        let mut expressions = ReadExpressions { memory, time, interrupt, rcts: Rcts::new() };
        return dialogue.hold(&mut expressions, &mut AsRead);
    }
    subject.game.play(Find { dialogue, memory, time })
}

struct Find {
    dialogue: Dialogue,
    memory: usize,
    time: Option<Duration>,
}

impl Task for Find {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, mut game: G) -> Self::Output {
        let describer = game.rcts().ok_or_else(|| {
            anyhow!("only positions of impartial games have RCTs, and --game names one that is not impartial")
        })?;
        let interrupt = self.dialogue.interrupt.clone();
        let mut question = WhichRct { describer, memory: self.memory, time: self.time, interrupt };
        self.dialogue.hold(&mut game, &mut question)
    }
}

struct WhichRct<P> {
    describer: Box<dyn Describer<P>>,
    memory: usize,
    time: Option<Duration>,
    interrupt: Interrupt,
}

impl<G: Playable> Question<G> for WhichRct<G::Position> {
    type Answer = RctAnswer;

    fn ask(&mut self, game: &mut G, given: &str, position: &G::Position) -> RctAnswer {
        let started = Instant::now();
        let control = Control::new(self.interrupt.flag(), self.time, self.memory);
        let found = self.describer.describe(position, &control);
        let seconds = Some(started.elapsed().as_secs_f64());
        RctAnswer { canon: Some(game.print(position)), seconds, ..RctAnswer::new(given, found) }
    }
}

/// Tells what reading has brought.
struct AsRead;

impl Question<ReadExpressions> for AsRead {
    type Answer = RctAnswer;

    fn ask(&mut self, _: &mut ReadExpressions, given: &str, read: &Result<Description, String>) -> RctAnswer {
        RctAnswer::new(given, read.clone())
    }
}

#[derive(Serialize)]
struct RctAnswer {
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    canon: Option<String>,
    rct: Option<String>,
    name: Option<String>,
    height: Option<u32>,
    outcome: Option<String>,
    genus: Option<String>,
    nim_heap: Option<u32>,
    nimber: Option<u32>,
    tame: Option<bool>,
    stopped: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl RctAnswer {
    fn new(given: &str, found: Result<Description, String>) -> Self {
        let (found, stopped) = match found {
            Ok(found) => (Some(found), None),
            Err(stopped) => (None, Some(stopped)),
        };
        RctAnswer {
            position: given.to_owned(),
            canon: None,
            name: found.as_ref().map(|found| found.name.clone()),
            height: found.as_ref().map(|found| found.height),
            outcome: found.as_ref().map(|found| found.outcome.clone()),
            genus: found.as_ref().map(|found| found.genus.clone()),
            nim_heap: found.as_ref().and_then(|found| found.nim_heap),
            nimber: found.as_ref().map(|found| found.nimber),
            tame: found.as_ref().map(|found| found.tame),
            rct: found.map(|found| found.rct),
            stopped,
            seconds: None,
        }
    }

    /// The RCT for people, who do not read megabytes.
    fn shown(&self) -> Option<String> {
        let rct = self.rct.as_ref()?;
        Some(match rct.len() as u64 > LONGEST_PLAIN {
            true => {
                format!("of {} characters, which --format json prints", show_count(rct.len() as u64))
            }
            false => rct.clone(),
        })
    }
}

impl Answer for RctAnswer {
    fn line(&self) -> String {
        let position = self.position.trim();
        match (self.shown(), &self.name, &self.genus) {
            (Some(rct), Some(name), Some(genus)) => {
                format!("{position} has the RCT {rct}, {name}, genus {genus}")
            }
            _ => {
                let stopped = self.stopped.as_deref().unwrap_or_default();
                format!("{position} has an unknown RCT: {stopped}")
            }
        }
    }

    fn lines(&self) -> String {
        let (Some(rct), Some(name), Some(outcome), Some(genus), Some(height)) =
            (self.shown(), &self.name, &self.outcome, &self.genus, self.height)
        else {
            return self.line();
        };
        let position = self.position.trim();
        let tame = if self.tame == Some(true) { "tame" } else { "wild" };
        format!(
            "{position} has the RCT {rct}\n{name}: a {outcome} in misère play, height {height}, genus {genus}, {tame}"
        )
    }

    fn ending(&self) -> Ending {
        if self.stopped.is_some() { Ending::Stopped } else { Ending::Answered }
    }
}
