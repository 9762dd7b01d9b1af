//! Solves positions as a whole.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use rhizome_impartial::Nimber;
use rhizome_search::{Control, Outcome, PositionTree, Rules};

use super::{Search, Searches, Solver, Verdict};

/// Searches each position anew, since each may come with its own rules.
pub struct PositionSolver<'a> {
    search: Search,
    cancel: &'a AtomicBool,
}

impl<'a> PositionSolver<'a> {
    /// A solver that stops when `cancel` is set.
    pub fn new(search: Search, cancel: &'a AtomicBool) -> Self {
        PositionSolver { search, cancel }
    }
}

impl<R: Rules + Clone> Solver<(R, R::Position)> for PositionSolver<'_> {
    fn keep_in(&mut self, _: &Path) -> anyhow::Result<()> {
        bail!("--store: nimbers are kept, and only impartial games have them")
    }

    fn save(&mut self) -> anyhow::Result<()> {
        Ok(())
    }

    fn outcome(&mut self, (rules, position): &(R, R::Position)) -> Verdict<Outcome> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let mut searches = Searches::start(self.search.algorithm, &control);
        let mut tree = PositionTree::new(rules.clone(), position.clone());
        let answer = searches.solve(&mut tree).map_err(|stop| stop.to_string());
        let counters = searches.counters;
        Verdict { answer, counters, elapsed: control.elapsed(), endgame_lands: 0, nimbers: 0, base: None }
    }

    fn nimber(&mut self, _: &(R, R::Position)) -> Verdict<Nimber> {
        Verdict::refusal("only impartial games have nimbers")
    }
}
