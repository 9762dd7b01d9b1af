//! `rhizome master`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use rhizome_cluster::{ClusterSettings, LeadFigures, Question};
use rhizome_impartial::Settings;

use crate::answer::{Answer, Format, print};
use crate::arguments::MasterArguments;
use crate::cluster::{Leading, MasterBoard};
use crate::commands::searching::Asked;
use crate::commands::solve::SolveAnswer;
use crate::ending::{Ending, complain};
use crate::games::{Playable, Task};
use crate::interrupt::Interrupt;
use crate::log;
use crate::metrics::Metrics;
use crate::solver::{Algorithm, Method, Play, Search};

/// Leads a search for who wins a position, which workers on other machines do.
///
/// # Errors
/// If the arguments do not go together, the server refuses us, or the surroundings fail.
pub fn run(arguments: MasterArguments) -> anyhow::Result<Ending> {
    let Some(given) = arguments.position.to_str() else { bail!("the position is not UTF-8") };
    if given == "-" {
        bail!("a master leads the search for one position; `rhizome solve -` reads many");
    }
    let one = NonZeroUsize::MIN;
    let play =
        if arguments.play.misere { Play::Misere { base: arguments.play.rct_base } } else { Play::Normal };
    let search = Search {
        play,
        method: Method { algorithm: Algorithm::PnsPdfpn, threads: one, workers: one },
        memory: arguments.memory,
        time: arguments.time_limit,
        settings: Settings { seed: arguments.seed, ..Settings::default() },
        proof: None,
    };
    let leading = Leading {
        nats: arguments.nats.options()?,
        wait: arguments.nats.wait,
        journal: arguments.journal,
        settings: ClusterSettings {
            job_expansions: arguments.job_expansions,
            update_every: arguments.update_every,
            // While a report is on its way and a job on the way back, there is something else to do.
            spare_quarters: 4,
            ..ClusterSettings::default()
        },
        interrupt: Interrupt::on_signals()?,
        question: Question {
            game: arguments.game.to_string(),
            position: String::new(),
            misere: arguments.play.misere,
            rct_base: None,
            seed: arguments.seed,
        },
        figures: LeadFigures::default(),
        board: None,
    };
    log::start(&arguments.log);
    let mut mastering = Mastering {
        given: given.to_owned(),
        search,
        leading,
        store: arguments.store,
        format: arguments.format,
    };
    if let Some(address) = arguments.log.metrics {
        let mut metrics = Metrics::default();
        mastering.leading.board = Some(MasterBoard::new(&mut metrics));
        metrics.serve(address)?;
    }
    arguments.game.play(mastering)
}

struct Mastering {
    given: String,
    search: Search,
    leading: Leading,
    store: Option<PathBuf>,
    format: Format,
}

impl Task for Mastering {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, mut game: G) -> Self::Output {
        let Mastering { given, mut search, mut leading, store, format } = self;
        let position = match game.read(&given) {
            Ok(position) => position,
            Err(misreading) => {
                complain(&misreading.picture);
                return Ok(Ending::BadInput);
            }
        };
        leading.question.position = game.print(&position);
        let interrupt = leading.interrupt.clone();
        let mut solver = game.solver(search, interrupt.flag())?;
        if let Some(directory) = &store {
            solver.keep_in(directory)?;
        }
        let verdict = solver.lead(&position, &mut leading)?;
        search.method.workers = NonZeroUsize::new(leading.figures.most_workers).unwrap_or(NonZeroUsize::MIN);
        let asked = Asked { game: &game, position: &position, given: &given, search };
        let answer = SolveAnswer::new(&asked, &verdict);
        print(&answer, format, Answer::lines)?;
        solver.save()?;
        Ok(answer.ending())
    }
}
