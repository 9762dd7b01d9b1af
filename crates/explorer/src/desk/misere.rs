//! Questions about misère play.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{Extent, MisereProofText, MisereSettings, MisereTree, RctBase};
use rhizome_search::{Control, Counters, Dfpn, Interruption, NoObserver, Observer, Outcome, Style, solve};

use super::{JobAnswer, JobQuestion, told};
use crate::games::ExplorerGame;
use crate::sum::Sum;

/// The most time for the RCTs of the base.
const BASE_TIME: Duration = Duration::from_secs(10);

/// A tree of misère nodes, made with the first question.
pub struct MisereDesk<G>(Option<MisereTree<G>>);

impl<G> Default for MisereDesk<G> {
    fn default() -> Self {
        MisereDesk(None)
    }
}

impl<G: ExplorerGame> MisereDesk<G> {
    /// The base is small, and nothing is known without it: it is not cut off by the time of the first question.
    fn tree(&mut self, control: &Control<'_>) -> Result<&mut MisereTree<G>, Interruption> {
        let tree = match self.0.take() {
            Some(tree) => tree,
            None => {
                let mut game = G::begin();
                let never = AtomicBool::new(false);
                let patient = Control::new(&never, Some(BASE_TIME), control.memory());
                let base = match game.read(G::misere_base()) {
                    Ok(start) => RctBase::below(&mut game, &start.lands, &patient)?,
                    Err(_) => RctBase::default(),
                };
                MisereTree::new(game, base, MisereSettings::default())
            }
        };
        Ok(self.0.insert(tree))
    }

    /// Who wins.
    ///
    /// # Errors
    /// When `control` asks to stop.
    pub fn outcome(&mut self, position: &Sum, control: &Control<'_>) -> Result<Outcome, Interruption> {
        let tree = self.tree(control)?;
        tree.set_root(&position.lands, position.heap, control)?;
        solve(tree, &mut Dfpn, Style::default(), control, &mut NoObserver).outcome
    }

    /// Who wins, and what proves it.
    ///
    /// # Errors
    /// When `control` asks to stop.
    pub fn proof(
        &mut self,
        position: &Sum,
        control: &Control<'_>,
    ) -> Result<(Outcome, MisereProofText), Interruption> {
        let outcome = self.outcome(position, control)?;
        let tree = self.tree(control)?;
        let content = (Extent::Enough, None);
        let proof = tree.proof(&position.lands, position.heap, outcome, content, control, |tree| {
            solve(tree, &mut Dfpn, Style::default(), control, &mut NoObserver).outcome
        })?;
        Ok((outcome, proof.text(tree.game(), tree.base().rcts())))
    }

    /// Searches for long.
    pub fn work(
        mut self,
        position: &Sum,
        question: JobQuestion,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> JobAnswer {
        let prepared = self.tree(control).and_then(|tree| {
            tree.set_root(&position.lands, position.heap, control)?;
            Ok(tree)
        });
        match prepared {
            Ok(tree) => {
                let answer = question.algorithm.run(tree, control, observer);
                JobAnswer { outcome: answer.outcome.map_err(told), counters: answer.counters, facts: 0 }
            }
            Err(stop) => JobAnswer { outcome: Err(told(stop)), counters: Counters::default(), facts: 0 },
        }
    }
}
