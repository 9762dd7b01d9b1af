//! Misère nodes that several machines search.

use rhizome_search::{FactError, NandTree, NodeId, PortableFact, PortableTree};

use super::nodes::Node;
use super::{MisereTree, node_of};
use crate::backing::Proved;
use crate::fact::Fact;
use crate::game::Game;
use crate::shelf::{Shelf, portable_fact};

/// Names are what outcomes are kept under; they mean something only together with the base.
impl<G: Game + Clone + Send> PortableTree for MisereTree<G> {
    fn another(&self) -> Self {
        Self::new(self.game.clone(), self.base.clone(), self.settings)
    }

    fn make_root(&mut self, node: NodeId) {
        self.root = node_of(node);
    }

    fn portable_name(&self, node: NodeId) -> Vec<u8> {
        let mut name = Vec::new();
        self.memory.proved(node_of(node), &mut name);
        name
    }

    fn find(&self, name: &[u8]) -> Option<NodeId> {
        Some(NodeId(self.memory.find(name, &self.base)?.into()))
    }

    fn meet(&mut self, name: &[u8]) -> Option<NodeId> {
        let game = &mut self.game;
        let key =
            self.memory.key_of_name::<G>(name, &mut self.kinds, &self.base, |code| game.is_code(code))?;
        Some(NodeId(self.intern(key).into()))
    }

    fn share(&mut self) {
        if self.shelf.is_none() {
            let nodes = &self.memory.nodes;
            let known = (0..nodes.len() as Node).filter(|&node| nodes.get(node).outcome.is_some());
            self.shelf = Some(Shelf::in_front_of(&mut self.backing, None, known));
        }
    }

    fn take_news(&mut self) -> Result<Vec<PortableFact>, FactError> {
        self.save().map_err(|error| FactError::Store(error.to_string()))?;
        Ok(self.shelf.as_ref().map(Shelf::take_news).unwrap_or_default())
    }

    fn fact_about(&self, node: NodeId) -> Option<PortableFact> {
        let mut key = Vec::new();
        let fact = self.memory.proved(node_of(node), &mut key)?;
        Some(portable_fact(&key, &fact))
    }

    fn learn(&mut self, facts: &[PortableFact]) -> Result<Vec<PortableFact>, FactError> {
        let Some(shelf) = self.shelf.clone() else { return Ok(Vec::new()) };
        let mut news = Vec::new();
        for told in facts {
            let Some(fact) = shelf.hear(told)? else { continue };
            let Fact::Outcome(outcome) = fact else {
                return Err(FactError::Malformed(format!("there is no {fact} in misère play")));
            };
            if let Some(node) = self.memory.find(&told.key, &self.base) {
                match self.memory.nodes.get(node).outcome {
                    Some(known) if known == outcome => continue,
                    Some(_) => {
                        let node = self.describe(NodeId(node.into()));
                        return Err(FactError::Contradiction(format!("{node} is a win and a loss")));
                    }
                    None => self.take_note(node, outcome),
                }
            }
            news.push(told.clone());
        }
        shelf.keep(&news)?;
        Ok(news)
    }
}
