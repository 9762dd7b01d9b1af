//! Positions that several machines search.

use super::{News, PositionTree};
use crate::numbers::{Numbers, Outcome};
use crate::portable_tree::{FactError, PortableFact, PortableTree};
use crate::rules::PortableRules;
use crate::tree::{NandTree, NodeId};

/// Names are what the rules write of positions, and so are the keys of facts; the value is 1 for a win and 0 for a loss.
impl<R: PortableRules + Clone + Send> PortableTree for PositionTree<R>
where
    R::Position: Send,
{
    fn another(&self) -> Self {
        Self::new(self.rules.clone(), self.nodes[self.root as usize].position.clone())
    }

    fn make_root(&mut self, node: NodeId) {
        self.root = node.0 as u32;
    }

    fn portable_name(&self, node: NodeId) -> Vec<u8> {
        let mut name = Vec::new();
        self.rules.write(&self.node(node).position, &mut name);
        name
    }

    fn find(&self, name: &[u8]) -> Option<NodeId> {
        self.find_position(&self.rules.read(name)?)
    }

    fn meet(&mut self, name: &[u8]) -> Option<NodeId> {
        let position = self.rules.read(name)?;
        Some(NodeId(self.intern(position).into()))
    }

    fn share(&mut self) {
        if matches!(self.news, News::Unwanted) {
            let known = (0..self.nodes.len() as u32).filter(|&id| self.is_proved(id));
            self.news = News::Wanted(known.collect());
        }
    }

    fn take_news(&mut self) -> Result<Vec<PortableFact>, FactError> {
        let News::Wanted(news) = &mut self.news else { return Ok(Vec::new()) };
        let mut news = std::mem::take(news);
        news.sort_unstable();
        news.dedup();
        Ok(news.into_iter().filter_map(|id| self.fact_about(NodeId(id.into()))).collect())
    }

    fn fact_about(&self, node: NodeId) -> Option<PortableFact> {
        let won = self.outcome(node)? == Outcome::Win;
        Some(PortableFact { key: self.portable_name(node), value: vec![won.into()] })
    }

    fn learn(&mut self, facts: &[PortableFact]) -> Result<Vec<PortableFact>, FactError> {
        let mut news = Vec::new();
        for fact in facts {
            let malformed = || FactError::Malformed(format!("{:?} about {:?}", fact.value, fact.key));
            let outcome = match fact.value[..] {
                [0] => Outcome::Loss,
                [1] => Outcome::Win,
                _ => return Err(malformed()),
            };
            let node = self.meet(&fact.key).ok_or_else(malformed)?;
            match self.outcome(node) {
                Some(known) if known == outcome => {}
                Some(_) => return Err(FactError::Contradiction(self.describe(node))),
                None => {
                    self.nodes[node.0 as usize].numbers = Numbers::settled(outcome);
                    news.push(fact.clone());
                }
            }
        }
        Ok(news)
    }
}
