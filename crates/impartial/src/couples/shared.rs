//! Couples that several threads search.

use rhizome_search::{Control, Interruption, NandTree, NodeId, SharedTree};

use super::{CoupleTree, Missing, heap_of, land_of};
use crate::game::Game;
use crate::land_finder::LandFinder;

impl<G: Game + Clone + Send> SharedTree for CoupleTree<G> {
    type Finder = LandFinder<G>;

    fn lend_finder(&mut self) -> LandFinder<G> {
        self.finders.pop().unwrap_or_else(|| LandFinder::new(self.game.clone()))
    }

    fn return_finder(&mut self, finder: LandFinder<G>) {
        self.finders.push(finder);
    }

    fn ask(&mut self, node: NodeId, finder: &mut LandFinder<G>) -> Option<u64> {
        let land = land_of(node);
        if self.outcome(node).is_some() || !self.graph.may_have(land, heap_of(node)) {
            return None;
        }
        let Missing { land, stage } = self.missing(land)?;
        finder.ask(self.graph.code(land), stage);
        Some(land.0.into())
    }

    fn bring(&mut self, finder: &mut LandFinder<G>, control: &Control<'_>) -> Result<(), Interruption> {
        let (code, stage) = finder.asked();
        let Some(land) = self.graph.find(code) else { return Ok(()) };
        if self.missing_stage(land) != Some(stage) {
            return Ok(());
        }
        let Some(found) = finder.found() else { return self.generate(land, stage, control) };
        let Some(left) = found.left() else {
            self.backing.fail(finder.complaint().into());
            return Err(Interruption::Tree);
        };
        let backing = &mut self.backing;
        self.graph.take_children::<G>(land, stage, left, found, |code| backing.recall(code));
        self.note_expansion(stage)
    }
}
