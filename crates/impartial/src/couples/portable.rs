//! Couples that several machines search.

use rhizome_search::{FactError, NodeId, PortableFact, PortableTree};

use super::{CoupleTree, couple, heap_of, land_of};
use crate::fact::Fact;
use crate::game::{Game, Stage};
use crate::graph::LandId;
use crate::nimber::Nimber;
use crate::shelf::{Shelf, portable_fact};
use crate::told_children;

/// Names are the nimber of the heap, as four bytes, the least first, and the code of the land; facts are kept under codes of lands.
impl<G: Game + Clone + Send> PortableTree for CoupleTree<G> {
    fn another(&self) -> Self {
        CoupleTree { list: self.list.clone(), ..Self::new(self.game.clone(), self.settings) }
    }

    fn make_root(&mut self, node: NodeId) {
        self.root_lands = vec![land_of(node)];
        self.set_root_sum(heap_of(node));
    }

    fn portable_name(&self, node: NodeId) -> Vec<u8> {
        let mut name = heap_of(node).get().to_le_bytes().to_vec();
        name.extend_from_slice(self.graph.code(land_of(node)));
        name
    }

    fn find(&self, name: &[u8]) -> Option<NodeId> {
        let (heap, code) = name.split_first_chunk()?;
        Some(couple(self.graph.find(code)?, Nimber::new(u32::from_le_bytes(*heap))))
    }

    fn meet(&mut self, name: &[u8]) -> Option<NodeId> {
        let (heap, code) = name.split_first_chunk()?;
        if !self.game.is_code(code) {
            return None;
        }
        let land = self.meet_land(code);
        Some(couple(land, Nimber::new(u32::from_le_bytes(*heap))))
    }

    fn tell_children(&self, node: NodeId) -> Option<Vec<u8>> {
        let land = land_of(node);
        let children = self.graph.children(land)?;
        let mut bytes = Vec::new();
        told_children::encode_left(self.graph.left(land), &mut bytes);
        for &sum in children {
            let mut one = LandId(0);
            let lands = self.graph.lands(sum, &mut one).iter().map(|&land| self.graph.code(land));
            told_children::encode_child(lands, &mut bytes);
        }
        Some(bytes)
    }

    fn take_children(&mut self, node: NodeId, children: &[u8]) -> bool {
        let land = land_of(node);
        if self.missing_stage(land) != Some(Stage::Easiest) {
            return false;
        }
        let Some((found, left)) = told_children::decode(children) else { return false };
        let backing = &mut self.backing;
        self.graph.take_children::<G>(land, Stage::Easiest, left, &found, |code| backing.recall(code));
        true
    }

    fn share(&mut self) {
        if self.shelf.is_none() {
            let graph = &self.graph;
            let known = (0..graph.len() as u32).filter(|&land| graph.fact(LandId(land)).is_some());
            self.shelf = Some(Shelf::in_front_of(&mut self.backing, self.list.as_ref(), known));
        }
    }

    fn take_news(&mut self) -> Result<Vec<PortableFact>, FactError> {
        self.save().map_err(|error| FactError::Store(error.to_string()))?;
        Ok(self.shelf.as_ref().map(Shelf::take_news).unwrap_or_default())
    }

    fn fact_about(&self, node: NodeId) -> Option<PortableFact> {
        let land = land_of(node);
        Some(portable_fact(self.graph.code(land), &self.graph.fact(land)?))
    }

    fn learn(&mut self, facts: &[PortableFact]) -> Result<Vec<PortableFact>, FactError> {
        let Some(shelf) = &self.shelf else { return Ok(Vec::new()) };
        let shelf = shelf.clone();
        let mut news = Vec::new();
        for told in facts {
            if let Some(fact) = shelf.hear(told)?
                && self.learn_of(&told.key, &fact)?
            {
                news.push(told.clone());
            }
        }
        shelf.keep(&news)?;
        Ok(news)
    }

    fn learn_in_order(&mut self, first: u64, facts: &[PortableFact]) -> Result<(), FactError> {
        let Some(shelf) = &self.shelf else { return Ok(()) };
        if !shelf.read_on(first, facts)? {
            return self.learn(facts).map(drop);
        }
        for told in facts {
            if self.graph.find(&told.key).is_some() {
                let fact =
                    Fact::decode(&told.value).map_err(|error| FactError::Malformed(error.to_string()))?;
                self.learn_of(&told.key, &fact)?;
            }
        }
        Ok(())
    }
}

impl<G: Game> CoupleTree<G> {
    /// Takes in what others have proved about a land. False if it was met, and as much was known.
    fn learn_of(&mut self, code: &[u8], fact: &Fact) -> Result<bool, FactError> {
        let Some(land) = self.graph.find(code) else { return Ok(true) };
        if let Some(mut known) = self.graph.fact(land) {
            let merged = known.merge(fact);
            if !merged.map_err(|error| FactError::Contradiction(error.to_string()))? {
                return Ok(false);
            }
        }
        self.graph.learn(land, fact);
        Ok(true)
    }
}
