//! Solves positions as a whole.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use rhizome_certificate::{Claim, Kind};
use rhizome_cluster::RunEnd;
use rhizome_impartial::Nimber;
use rhizome_search::{Control, Outcome, PortableRules, PositionTree, Rules};

use super::{Proof, Search, Searches, Simulations, Solver, Verdict, claimed_outcome};
use crate::cluster::{HelpError, Helping, Leading};

/// Searches each position anew, since each may come with its own rules.
pub struct PositionSolver<'a, R: Rules> {
    search: Search,
    cancel: &'a AtomicBool,
    /// The tree of the last question.
    tree: Option<PositionTree<R>>,
}

impl<'a, R: Rules> PositionSolver<'a, R> {
    /// A solver that stops when `cancel` is set.
    pub fn new(search: Search, cancel: &'a AtomicBool) -> Self {
        PositionSolver { search, cancel, tree: None }
    }
}

/// What names of positions of a game mean. They also depend on the position that is asked about, such as the size of its board.
fn domain(game: &str) -> String {
    format!("{game}/1/whole")
}

impl<R: PortableRules<Position: Send> + Clone + Send> Solver<(R, R::Position)> for PositionSolver<'_, R> {
    fn keep_in(&mut self, _: &Path) -> anyhow::Result<()> {
        bail!("--store: nimbers are kept, and only impartial games have them")
    }

    fn save(&mut self) -> anyhow::Result<()> {
        Ok(())
    }

    fn outcome(&mut self, (rules, position): &(R, R::Position)) -> Verdict<Outcome> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let mut searches = Searches::start(self.search.method, &control);
        let tree = self.tree.insert(PositionTree::new(rules.clone(), position.clone()));
        let answer = searches.solve(tree).map_err(|stop| stop.to_string());
        let counters = searches.counters;
        Verdict { answer, counters, elapsed: control.elapsed(), endgame_lands: 0, nimbers: 0, base: None }
    }

    fn nimber(&mut self, _: &(R, R::Position)) -> Verdict<Nimber> {
        Verdict::refusal("only impartial games have nimbers")
    }

    fn lead(
        &mut self,
        (rules, position): &(R, R::Position),
        leading: &mut Leading,
    ) -> anyhow::Result<Verdict<Outcome>> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let tree = self.tree.insert(PositionTree::new(rules.clone(), position.clone()));
        let domain = domain(&leading.question.game);
        let answer = leading.lead(tree, domain, None, &control)?.answer(|stop| stop.to_string());
        let counters = leading.figures.counters;
        Ok(Verdict { answer, counters, elapsed: control.elapsed(), endgame_lands: 0, nimbers: 0, base: None })
    }

    fn help(
        &mut self,
        (rules, position): &(R, R::Position),
        helping: &mut Helping<'_>,
    ) -> Result<RunEnd, HelpError> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let tree = self.tree.insert(PositionTree::new(rules.clone(), position.clone()));
        let domain = domain(&helping.run.question.game);
        helping.help(tree, &domain, &control)
    }

    fn simulate(
        &mut self,
        (rules, position): &(R, R::Position),
        simulations: &mut Simulations<'_>,
    ) -> anyhow::Result<Result<(), String>> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        simulations.run(|| Ok(PositionTree::new(rules.clone(), position.clone())), &control)
    }

    fn proof(&mut self, (rules, position): &(R, R::Position), claim: Claim) -> Result<Proof, String> {
        let outcome = claimed_outcome(claim).ok_or("only impartial games have nimbers")?;
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let mut searches = Searches::start(self.search.method, &control);
        // It is not needed any more afterwards, and the lines take its place in memory.
        let tree = self.tree.take();
        let mut tree = tree.unwrap_or_else(|| PositionTree::new(rules.clone(), position.clone()));
        let losses =
            tree.proof(position, outcome, &control, |tree, control| searches.solve_within(tree, control));
        drop(tree);
        let losses = losses.map_err(|stop| stop.to_string())?;
        Ok(losses.iter().map(|loss| (Kind::Loss, rules.print(loss))).collect())
    }
}
