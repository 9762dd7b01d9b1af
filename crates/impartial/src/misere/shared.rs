//! Misère nodes that several threads search.

use rhizome_search::{Control, Interruption, NodeId, SharedTree};

use super::land_sums::Surroundings;
use super::memory::Memory;
use super::{MisereTree, node_of};
use crate::game::{Game, Stage};
use crate::land_finder::LandFinder;

impl<G: Game + Clone + Send> SharedTree for MisereTree<G> {
    type Finder = LandFinder<G>;

    fn lend_finder(&mut self) -> LandFinder<G> {
        self.finders.pop().unwrap_or_else(|| LandFinder::new(self.game.clone()))
    }

    fn return_finder(&mut self, finder: LandFinder<G>) {
        self.finders.push(finder);
    }

    fn ask(&mut self, node: NodeId, finder: &mut LandFinder<G>) -> Option<u64> {
        let known = self.memory.nodes.get(node_of(node));
        if known.outcome.is_some() {
            return None;
        }
        let (land, code) = self.memory.lands.first_without_moves(known.key.lands)?;
        finder.ask(code, Stage::All);
        Some(land.into())
    }

    fn bring(&mut self, finder: &mut LandFinder<G>, control: &Control<'_>) -> Result<(), Interruption> {
        let MisereTree { game, base, kinds, memory: Memory { lands, rcts, .. }, .. } = self;
        let mut around = Surroundings { base, kinds, rcts };
        let result = lands.bring_moves(game, finder, &mut around, control);
        if result == Err(Interruption::Tree) {
            self.backing.fail(finder.complaint().into());
        }
        result
    }
}
