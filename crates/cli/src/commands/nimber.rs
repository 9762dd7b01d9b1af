//! `rhizome nimber`.

use rhizome_certificate::Claim;
use serde::Serialize;

use crate::answer::Answer;
use crate::arguments::{SearchArguments, Subject};
use crate::commands::searching::{self, Asked, SearchQuestion};
use crate::ending::Ending;
use crate::games::Playable;
use crate::report::Report;
use crate::solver::{Play, Solver};

/// Finds the nimbers of positions.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(subject: Subject, arguments: &SearchArguments) -> anyhow::Result<Ending> {
    searching::run(subject, arguments, Play::Normal, WhichNimber)
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
    const OF_IMPARTIAL_GAMES: bool = true;

    fn claim(answer: &NimberAnswer) -> Option<Claim> {
        answer.nimber.map(Claim::Nimber)
    }

    fn ask<G: Playable>(&self, asked: Asked<'_, G>, solver: &mut dyn Solver<G::Position>) -> NimberAnswer {
        let Asked { game, position, given, search } = asked;
        let verdict = solver.nimber(position);
        NimberAnswer {
            position: given.to_owned(),
            canon: game.print(position),
            nimber: verdict.answer.as_ref().ok().map(|nimber| nimber.get()),
            report: Report::new(&search, &verdict),
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
