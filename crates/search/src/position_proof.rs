//! The positions that prove an outcome, gathered from what a search has proved.
//!
//! A loss needs a losing reply to each of its children, and a win one losing child. So a proof is a set of lost positions
//! in which each finds all that it needs.

use std::collections::HashSet;

use crate::control::{Control, Interruption};
use crate::numbers::Outcome;
use crate::position_tree::PositionTree;
use crate::rules::Rules;

/// Gathers a proof.
struct Gatherer<'a, R: Rules, F> {
    tree: &'a mut PositionTree<R>,
    search: F,
    chosen: HashSet<R::Position>,
    /// Chosen positions whose children were not looked at yet.
    waiting: Vec<R::Position>,
    control: &'a Control<'a>,
}

impl<R: Rules> PositionTree<R> {
    /// The lost positions that prove the outcome of a position, without those that the rules decide. What is needed and not known, because it
    /// was forgotten, is asked from `search`, which has to solve the root of the tree.
    ///
    /// # Errors
    /// Those of `search`, when `control` asks to stop, and [`Interruption::Tree`] if the outcome is not the true one.
    pub fn proof<'a, F>(
        &'a mut self,
        root: &R::Position,
        outcome: Outcome,
        control: &'a Control<'a>,
        search: F,
    ) -> Result<Vec<R::Position>, Interruption>
    where
        F: FnMut(&mut Self) -> Result<Outcome, Interruption>,
    {
        let mut gatherer =
            Gatherer { tree: self, search, chosen: HashSet::new(), waiting: Vec::new(), control };
        match outcome {
            Outcome::Win => gatherer.show_win(root)?,
            Outcome::Loss => gatherer.choose(root.clone()),
        }
        while let Some(position) = gatherer.waiting.pop() {
            for child in gatherer.children(&position)? {
                gatherer.show_win(&child)?;
            }
        }
        Ok(gatherer.chosen.into_iter().collect())
    }
}

impl<R: Rules, F> Gatherer<'_, R, F>
where
    F: FnMut(&mut PositionTree<R>) -> Result<Outcome, Interruption>,
{
    fn choose(&mut self, position: R::Position) {
        let is_decided = self.tree.rules().outcome(&position).is_some();
        if !is_decided && self.chosen.insert(position.clone()) {
            self.waiting.push(position);
        }
    }

    fn children(&self, position: &R::Position) -> Result<Vec<R::Position>, Interruption> {
        self.control.check()?;
        let held = self.chosen.len() * (size_of::<R::Position>() + 16);
        if held > self.control.memory() {
            return Err(Interruption::Memory);
        }
        let mut children = Vec::new();
        self.tree.rules().children(position, &mut children);
        Ok(children)
    }

    /// Makes sure that there is what shows that a position is a win.
    fn show_win(&mut self, position: &R::Position) -> Result<(), Interruption> {
        if self.tree.rules().outcome(position) == Some(Outcome::Win) {
            return Ok(());
        }
        let replies = self.children(position)?;
        let is_free = |reply: &R::Position| {
            self.chosen.contains(reply) || self.tree.rules().outcome(reply) == Some(Outcome::Loss)
        };
        if replies.iter().any(is_free) {
            return Ok(());
        }
        let known = replies.iter().find(|reply| self.tree.known_outcome(reply) == Some(Outcome::Loss));
        if let Some(reply) = known.cloned() {
            self.choose(reply);
            return Ok(());
        }
        for reply in replies {
            if self.tree.known_outcome(&reply) == Some(Outcome::Win) {
                continue;
            }
            self.tree.set_root(reply.clone());
            if (self.search)(self.tree)? == Outcome::Loss {
                self.choose(reply);
                return Ok(());
            }
        }
        Err(Interruption::Tree)
    }
}
