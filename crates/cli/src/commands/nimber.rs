//! `rhizome nimber`.

use serde::Serialize;

use crate::answer::Answer;
use crate::arguments::{SearchArguments, Subject};
use crate::commands::searching::{self, SearchQuestion};
use crate::ending::Ending;
use crate::games::Playable;
use crate::report::Report;
use crate::solver::Solver;
use crate::sum::Sum;

/// Finds the nimbers of positions.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(subject: Subject, arguments: &SearchArguments) -> anyhow::Result<Ending> {
    searching::run(subject, arguments, WhichNimber)
}

struct WhichNimber;

#[derive(Serialize)]
struct NimberAnswer {
    position: String,
    canon: String,
    nimber: Option<u32>,
    #[serde(flatten)]
    report: Report,
}

impl SearchQuestion for WhichNimber {
    type Answer = NimberAnswer;

    fn ask<G: Playable>(
        &self,
        solver: &mut Solver<'_, G>,
        given: &str,
        canon: String,
        position: &Sum,
    ) -> NimberAnswer {
        let verdict = solver.nimber(position);
        NimberAnswer {
            position: given.to_owned(),
            canon,
            nimber: verdict.answer.as_ref().ok().map(|nimber| nimber.get()),
            report: Report::new(solver, &verdict),
        }
    }
}

impl Answer for NimberAnswer {
    fn line(&self) -> String {
        let position = self.position.trim();
        match self.nimber {
            Some(nimber) => format!("{position} has nimber {nimber}"),
            None => format!("{position} has an unknown nimber: {}", self.report.why_stopped()),
        }
    }

    fn lines(&self) -> String {
        format!("{}\n{}", self.line(), self.report.line())
    }

    fn ending(&self) -> Ending {
        self.report.ending()
    }
}
