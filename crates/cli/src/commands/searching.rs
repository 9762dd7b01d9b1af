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
use crate::solver::{Search, Solver};
use crate::sum::Sum;

/// A question about a position that takes a search.
pub trait SearchQuestion {
    /// What is answered.
    type Answer: Answer;

    /// Asks about a position, which was given as `given` and has the simplest form `canon`.
    fn ask<G: Playable>(
        &self,
        solver: &mut Solver<'_, G>,
        given: &str,
        canon: String,
        position: &Sum,
    ) -> Self::Answer;
}

/// Asks the question about all positions, with one solver.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(
    subject: Subject,
    arguments: &SearchArguments,
    question: impl SearchQuestion,
) -> anyhow::Result<Ending> {
    let algorithm = arguments.algorithm;
    if arguments.threads > 1 {
        bail!("--threads {}: {} searches with one thread", arguments.threads, algorithm.name());
    }
    let settings =
        Settings { endgame_weight: arguments.endgame_lives, seed: arguments.seed, ..Settings::default() };
    let search = Search { algorithm, memory: arguments.memory, time: arguments.time_limit, settings };
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

    fn run<G: Playable>(self) -> Self::Output {
        let mut solver = Solver::<G>::new(self.search, self.dialogue.interrupt.flag());
        if let Some(directory) = &self.store {
            solver.keep_in(directory)?;
        }
        let mut asker = Asker { solver, question: self.question };
        let ending = self.dialogue.hold(&mut G::default(), &mut asker);
        asker.solver.save()?;
        ending
    }
}

struct Asker<'a, G, Q> {
    solver: Solver<'a, G>,
    question: Q,
}

impl<G: Playable, Q: SearchQuestion> Question<G> for Asker<'_, G, Q> {
    type Answer = Q::Answer;

    fn ask(&mut self, game: &mut G, given: &str, position: &Sum) -> Q::Answer {
        self.question.ask(&mut self.solver, given, position.print(game), position)
    }
}
