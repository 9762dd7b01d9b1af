//! `rhizome solve`.

use rhizome_certificate::Claim;
use rhizome_search::Outcome;
use serde::Serialize;

use crate::answer::Answer;
use crate::arguments::{PlayArguments, SearchArguments, Subject};
use crate::commands::searching::{self, Asked, SearchQuestion};
use crate::ending::Ending;
use crate::games::Playable;
use crate::report::Report;
use crate::solver::{Play, Solver, Verdict};

/// Proves who wins positions.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(subject: Subject, play: PlayArguments, arguments: &SearchArguments) -> anyhow::Result<Ending> {
    let play = if play.misere { Play::Misere { base: play.rct_base } } else { Play::Normal };
    searching::run(subject, arguments, play, Winner)
}

struct Winner;

/// Who wins a position.
#[derive(Serialize)]
pub struct SolveAnswer {
    position: String,
    canon: String,
    play: &'static str,
    outcome: Option<String>,
    #[serde(skip)]
    claim: Option<Claim>,
    #[serde(skip)]
    meaning: Option<String>,
    #[serde(flatten)]
    report: Report,
}

impl SearchQuestion for Winner {
    type Answer = SolveAnswer;

    fn claim(answer: &SolveAnswer) -> Option<Claim> {
        answer.claim
    }

    fn ask<G: Playable>(&self, asked: Asked<'_, G>, solver: &mut dyn Solver<G::Position>) -> SolveAnswer {
        let verdict = solver.outcome(asked.position);
        SolveAnswer::new(&asked, &verdict)
    }
}

impl SolveAnswer {
    /// The answer that a verdict gives.
    pub fn new<G: Playable>(asked: &Asked<'_, G>, verdict: &Verdict<Outcome>) -> Self {
        let Asked { game, position, given, search } = *asked;
        let outcome = verdict.answer.as_ref().ok();
        SolveAnswer {
            position: given.to_owned(),
            canon: game.print(position),
            play: search.play.name(),
            outcome: outcome.map(Outcome::to_string),
            claim: outcome.map(|outcome| match outcome {
                Outcome::Win => Claim::Win,
                Outcome::Loss => Claim::Loss,
            }),
            meaning: outcome.map(|&outcome| game.meaning(position, outcome)),
            report: Report::new(&search, verdict),
        }
    }
}

impl Answer for SolveAnswer {
    fn line(&self) -> String {
        let position = self.position.trim();
        let play = if self.play == Play::Normal.name() { "" } else { " in misère play" };
        match (&self.outcome, &self.meaning) {
            (Some(outcome), Some(meaning)) => format!("{position} is a {outcome}{play}: {meaning}"),
            _ => format!("{position} is not decided: {}", self.report.why_stopped()),
        }
    }

    fn lines(&self) -> String {
        format!("{}\n{}", self.line(), self.report.line())
    }

    fn ending(&self) -> Ending {
        self.report.ending()
    }
}
