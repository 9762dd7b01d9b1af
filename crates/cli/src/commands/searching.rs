//! What the commands that search have in common.

use std::path::PathBuf;

use anyhow::bail;
use rhizome_impartial::Settings;

use crate::answer::Answer;
use crate::arguments::{SearchArguments, Subject};
use crate::dialogue::{Dialogue, Question};
use crate::ending::Ending;
use crate::games::{Playable, Task};
use crate::interrupt::Interrupt;
use crate::solver::{Play, Search, Solver};

/// A question about a position that takes a search.
pub trait SearchQuestion {
    /// What is answered.
    type Answer: Answer;

    /// Whether only positions of impartial games can be asked about.
    const OF_IMPARTIAL_GAMES: bool = false;

    /// Asks about a position.
    fn ask<G: Playable>(&self, asked: Asked<'_, G>, solver: &mut dyn Solver<G::Position>) -> Self::Answer;
}

/// What is asked about.
pub struct Asked<'a, G: Playable> {
    /// The game.
    pub game: &'a G,
    /// The position.
    pub position: &'a G::Position,
    /// The position as given.
    pub given: &'a str,
    /// How it is searched.
    pub search: Search,
}

/// Asks the question about all positions, with one solver.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(
    subject: Subject,
    arguments: &SearchArguments,
    play: Play,
    question: impl SearchQuestion,
) -> anyhow::Result<Ending> {
    let algorithm = arguments.algorithm;
    if arguments.threads > 1 {
        bail!("--threads {}: {} searches with one thread", arguments.threads, algorithm.name());
    }
    let mut settings = Settings { seed: arguments.seed, ..Settings::default() };
    if let Some(lives) = arguments.endgame_lives {
        if play != Play::Normal {
            bail!(
                "--endgame-lives {lives}: there are no nimbers in misère play; --rct-base takes their place"
            );
        }
        settings.endgame_weight = lives;
    }
    let search = Search { play, algorithm, memory: arguments.memory, time: arguments.time_limit, settings };
    let interrupt = Interrupt::on_signals()?;
    let dialogue = Dialogue { position: subject.position, format: subject.format, interrupt };
    subject.game.play(Searching { dialogue, search, store: arguments.store.clone(), question })
}

struct Searching<Q> {
    dialogue: Dialogue,
    search: Search,
    store: Option<PathBuf>,
    question: Q,
}

impl<Q: SearchQuestion> Task for Searching<Q> {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, mut game: G) -> Self::Output {
        if Q::OF_IMPARTIAL_GAMES && !G::IMPARTIAL {
            bail!("only impartial games have nimbers, and --game names one that is not impartial");
        }
        let mut solver = game.solver(self.search, self.dialogue.interrupt.flag())?;
        if let Some(directory) = &self.store {
            solver.keep_in(directory)?;
        }
        let mut asker = Asker { solver, search: self.search, question: self.question };
        let ending = self.dialogue.hold(&mut game, &mut asker);
        asker.solver.save()?;
        ending
    }
}

struct Asker<'a, G: Playable + 'a, Q> {
    solver: Box<dyn Solver<G::Position> + 'a>,
    search: Search,
    question: Q,
}

impl<'a, G: Playable + 'a, Q: SearchQuestion> Question<G> for Asker<'a, G, Q> {
    type Answer = Q::Answer;

    fn ask(&mut self, game: &mut G, given: &str, position: &G::Position) -> Q::Answer {
        self.question.ask(Asked { game, position, given, search: self.search }, &mut *self.solver)
    }
}
