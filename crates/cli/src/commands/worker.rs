//! `rhizome worker`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rhizome_cluster::nats::NatsWorker;
use rhizome_cluster::{Run, RunEnd, WorkFigures, WorkSettings, WorkerLink, await_run};
use rhizome_impartial::Settings;
use rhizome_search::Control;
use serde::Serialize;
use tracing::{info, warn};

use crate::answer::{Answer, print};
use crate::arguments::WorkerArguments;
use crate::cluster::{HelpError, Helping, WorkerBoard, connect};
use crate::ending::{Ending, complain};
use crate::games::{GameName, Playable, Task};
use crate::interrupt::Interrupt;
use crate::log;
use crate::metrics::Metrics;
use crate::quantities::show_count;
use crate::solver::{Algorithm, Method, Play, Search};

/// Takes part in searches that masters lead.
///
/// # Errors
/// If the arguments do not go together, the server refuses us, or the surroundings fail.
pub fn run(arguments: &WorkerArguments) -> anyhow::Result<Ending> {
    let options = arguments.nats.options()?;
    let interrupt = Interrupt::on_signals()?;
    log::start(&arguments.log);
    let mut board = None;
    if let Some(address) = arguments.log.metrics {
        let mut metrics = Metrics::default();
        board = Some(WorkerBoard::new(&mut metrics));
        metrics.serve(address)?;
    }
    let end = match connect(|| NatsWorker::open(&options, None), arguments.nats.wait, &interrupt) {
        Ok(Some(mut link)) => take_part(arguments, &mut link, &interrupt, board.as_ref()),
        Ok(None) => Err(HelpError::Interrupted),
        Err(error) => Err(error.into()),
    };
    match end {
        Ok(ending) => Ok(ending),
        // Otherwise that is how it is meant to end.
        Err(HelpError::Interrupted) => Ok(if arguments.once { Ending::Stopped } else { Ending::Answered }),
        Err(HelpError::Stopped(reason)) => {
            complain(&reason);
            Ok(Ending::Stopped)
        }
        Err(HelpError::Wrong(reason)) => {
            complain(&reason);
            Ok(Ending::BadInput)
        }
    }
}

/// Takes part in one run after the other.
fn take_part(
    arguments: &WorkerArguments,
    link: &mut dyn WorkerLink,
    interrupt: &Interrupt,
    board: Option<&WorkerBoard>,
) -> Result<Ending, HelpError> {
    let host = || fs::read_to_string("/etc/hostname").ok();
    let name = arguments.name.clone().or_else(host).unwrap_or_else(|| "worker".to_owned());
    let settings = WorkSettings::named(name.trim(), env!("CARGO_PKG_VERSION"), arguments.threads);
    info!(name = settings.name, "waiting for a run");
    loop {
        let start = Instant::now();
        let control = Control::new(interrupt.flag(), None, arguments.memory);
        let run = await_run(link, &control)?;
        let wrong = |reason: &str| {
            let position = &run.question.position;
            HelpError::Wrong(format!("the run is about {position:?} of {:?}: {reason}", run.question.game))
        };
        let game = GameName::parse(&run.question.game).map_err(|reason| wrong(&reason))?;
        let helping =
            Helping { link, run: &run, settings: &settings, figures: WorkFigures::default(), board };
        let memory = arguments.memory;
        let task = TakingPart { helping, store: arguments.store.as_deref(), memory, interrupt };
        let (end, figures) = game.play(task)?;
        match end {
            RunEnd::Replaced => info!("there is another run"),
            RunEnd::Refused { reason } => return Err(HelpError::Wrong(format!("refused: {reason}"))),
            RunEnd::Ended { outcome, reason } => {
                let answer = WorkAnswer {
                    position: run.question.position.clone(),
                    run: run.id.to_string(),
                    outcome: outcome.map(|outcome| outcome.to_string()),
                    reason,
                    jobs: figures.jobs,
                    expansions: figures.expansions,
                    seconds: start.elapsed().as_secs_f64(),
                };
                if let Err(error) = print(&answer, arguments.format, Answer::lines) {
                    warn!(%error, "nobody hears what the run has come to");
                }
                if arguments.once {
                    return Ok(Ending::Answered);
                }
            }
        }
    }
}

struct TakingPart<'a> {
    helping: Helping<'a>,
    store: Option<&'a Path>,
    memory: usize,
    interrupt: &'a Interrupt,
}

impl Task for TakingPart<'_> {
    type Output = Result<(RunEnd, WorkFigures), HelpError>;

    fn run<G: Playable>(mut self, mut game: G) -> Self::Output {
        let Run { question, .. } = self.helping.run;
        let position = game.read(&question.position).map_err(|misreading| {
            HelpError::Wrong(format!(
                "the run is about a position that cannot be read: {}",
                misreading.picture
            ))
        })?;
        let one = std::num::NonZeroUsize::MIN;
        let search = Search {
            play: if question.misere { Play::Misere { base: question.rct_base } } else { Play::Normal },
            method: Method {
                algorithm: Algorithm::PnsPdfpn,
                threads: self.helping.settings.threads,
                workers: one,
            },
            memory: self.memory,
            time: None,
            settings: Settings { seed: question.seed, ..Settings::default() },
            proof: None,
        };
        let wrong = |error: anyhow::Error| HelpError::Wrong(format!("{error:#}"));
        let mut solver = game.solver(search, self.interrupt.flag()).map_err(wrong)?;
        if let Some(directory) = self.store.filter(|_| G::IMPARTIAL) {
            let directory: PathBuf = directory.to_owned();
            solver.keep_in(&directory).map_err(wrong)?;
        }
        let end = solver.help(&position, &mut self.helping)?;
        Ok((end, self.helping.figures))
    }
}

/// What a run has come to.
#[derive(Serialize)]
struct WorkAnswer {
    position: String,
    run: String,
    outcome: Option<String>,
    reason: String,
    jobs: u64,
    expansions: u64,
    seconds: f64,
}

impl Answer for WorkAnswer {
    fn line(&self) -> String {
        let figures = format!(
            "{} jobs with {} expansions done here",
            show_count(self.jobs),
            show_count(self.expansions)
        );
        match &self.outcome {
            Some(outcome) => format!("{} is a {outcome}; {figures}", self.position),
            None => format!("{} is not decided: {}; {figures}", self.position, self.reason),
        }
    }
}
