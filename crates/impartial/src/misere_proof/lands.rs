//! Lands whose RCTs are used, and what shows these.

use rhizome_search::{Interruption, Outcome};

use super::{Gatherer, Land, Lands, Node};
use crate::couple_proof::Extent;
use crate::game::Game;
use crate::misere::MisereTree;
use crate::nimber::Nimber;
use crate::rct::Rct;

impl<G, F> Gatherer<'_, G, F>
where
    G: Game,
    F: FnMut(&mut MisereTree<G>) -> Result<Outcome, Interruption>,
{
    /// Makes sure that there is what shows the RCT of a land. If all lands are listed, there is.
    pub(super) fn show_land(&mut self, land: Land) -> Result<(), Interruption> {
        let Some(value) = self.rct(land) else { return Ok(()) };
        if self.extent == Extent::Everything {
            return Ok(());
        }
        self.find_children(land)?;
        let children = self.children(land).to_vec();
        let options: Vec<Rct> = self.tree.base().rcts().options(value).collect();
        for &option in &options {
            let way = self.cheapest(&children, option)?;
            self.list(&way.ok_or(Interruption::Tree)?);
        }
        for child in &children {
            self.show_child(child, value, &options)?;
        }
        if value == Rct::ZERO && !children.is_empty() {
            self.show_lost_child(&children)?;
        }
        Ok(())
    }

    /// Makes sure that it is shown that a child is an option of a value, or can be reversed to it.
    fn show_child(&mut self, child: &Lands, value: Rct, options: &[Rct]) -> Result<(), Interruption> {
        let own = self.cost(child);
        let is_option = |rct: Rct| options.contains(&rct);
        if own == 0 && self.value(child)?.is_some_and(is_option) {
            return Ok(());
        }
        let mut replies = Vec::new();
        for (place, &land) in child.iter().enumerate() {
            if place > 0 && child[place - 1] == land {
                continue;
            }
            self.find_children(land)?;
            for reply in self.children(land) {
                let mut lands = reply.clone();
                lands.extend(
                    child.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, &land)| land),
                );
                lands.sort_unstable();
                replies.push(lands);
            }
        }
        replies.sort_unstable();
        replies.dedup();
        let reversal = self.cheapest(&replies, value)?;
        let way = match reversal {
            Some(reply) if self.cost(&reply) <= own => reply,
            other => match self.value(child)? {
                Some(rct) if is_option(rct) => child.clone(),
                _ => other.ok_or(Interruption::Tree)?,
            },
        };
        self.list(&way);
        Ok(())
    }

    /// Of some sums, the one of a value that is cheapest to show.
    fn cheapest(&mut self, sums: &[Lands], value: Rct) -> Result<Option<Lands>, Interruption> {
        let nimber = self.tree.base().rcts().nimber(value);
        let mut candidates: Vec<(u64, usize, &Lands)> = sums
            .iter()
            .filter(|sum| self.nimber(sum) == Some(nimber))
            .map(|sum| (self.cost(sum), sum.len(), sum))
            .collect();
        candidates.sort_unstable();
        for (_, _, sum) in candidates {
            if self.value(sum)? == Some(value) {
                return Ok(Some(sum.clone()));
            }
        }
        Ok(None)
    }

    /// The nimber of lands in normal play, which is the same for games with the same RCT.
    fn nimber(&self, lands: &[Land]) -> Option<Nimber> {
        let rcts = self.tree.base().rcts();
        lands.iter().try_fold(Nimber::ZERO, |sum, &land| Some(sum ^ rcts.nimber(self.rct(land)?)))
    }

    /// The RCT of a sum of lands.
    fn value(&mut self, lands: &[Land]) -> Result<Option<Rct>, Interruption> {
        let mut sum = Rct::ZERO;
        for &land in lands {
            let Some(rct) = self.rct(land) else { return Ok(None) };
            sum = self.tree.rcts_mut().sum(sum, rct, self.control)?;
        }
        Ok(Some(sum))
    }

    /// Makes sure that one of some sums is shown to be a loss.
    fn show_lost_child(&mut self, children: &[Lands]) -> Result<(), Interruption> {
        let mut candidates: Vec<(u64, usize, &Lands)> =
            children.iter().map(|child| (self.cost(child), child.len(), child)).collect();
        candidates.sort_unstable();
        for (_, _, child) in candidates {
            let mut node = Node::default();
            self.add_lands(&mut node, child);
            let outcome = match self.settled(&node) {
                Some(outcome) => Some(outcome),
                None => self.value(child)?.map(|rct| self.tree.base().rcts().outcome(rct)),
            };
            if outcome == Some(Outcome::Loss) {
                self.list(child);
                return Ok(());
            }
        }
        Err(Interruption::Tree)
    }
}
