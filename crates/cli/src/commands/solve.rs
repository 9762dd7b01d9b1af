//! `rhizome solve`.

use rhizome_search::Outcome;
use serde::Serialize;

use crate::answer::Answer;
use crate::arguments::{SearchArguments, Subject};
use crate::commands::searching::{self, SearchQuestion};
use crate::ending::Ending;
use crate::games::Playable;
use crate::report::Report;
use crate::solver::Solver;
use crate::sum::Sum;

/// Proves who wins positions.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(subject: Subject, arguments: &SearchArguments) -> anyhow::Result<Ending> {
    searching::run(subject, arguments, Winner)
}

struct Winner;

#[derive(Serialize)]
struct SolveAnswer {
    position: String,
    canon: String,
    play: &'static str,
    outcome: Option<String>,
    #[serde(flatten)]
    report: Report,
}

impl SearchQuestion for Winner {
    type Answer = SolveAnswer;

    fn ask<G: Playable>(
        &self,
        solver: &mut Solver<'_, G>,
        given: &str,
        canon: String,
        position: &Sum,
    ) -> SolveAnswer {
        let verdict = solver.outcome(position);
        SolveAnswer {
            position: given.to_owned(),
            canon,
            play: "normal",
            outcome: verdict.answer.as_ref().ok().map(Outcome::to_string),
            report: Report::new(solver, &verdict),
        }
    }
}

impl Answer for SolveAnswer {
    fn line(&self) -> String {
        let position = self.position.trim();
        match self.outcome.as_deref() {
            Some("win") => format!("{position} is a win: the player who moves first wins"),
            Some(_) => format!("{position} is a loss: the player who moves second wins"),
            None => format!("{position} is not decided: {}", self.report.why_stopped()),
        }
    }

    fn lines(&self) -> String {
        format!("{}\n{}", self.line(), self.report.line())
    }

    fn ending(&self) -> Ending {
        self.report.ending()
    }
}
