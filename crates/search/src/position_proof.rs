//! The positions that prove an outcome, gathered from what a search has proved.
//!
//! A loss needs a losing reply to each of its children, and a win one losing child. So a proof is a set of lost positions
//! in which each finds all that it needs. It goes down to where the game is over: what [`Rules::outcome`] sees ahead is shown as well.

use std::collections::HashSet;

use crate::control::{Control, Interruption};
use crate::numbers::Outcome;
use crate::position_tree::PositionTree;
use crate::rules::Rules;
use crate::tree::NandTree;

/// Gathers a proof.
struct Gatherer<'a, R: Rules, F> {
    tree: &'a mut PositionTree<R>,
    search: F,
    chosen: HashSet<R::Position>,
    /// Chosen positions whose children were not looked at yet.
    waiting: Vec<R::Position>,
    /// What the chosen positions hold on the heap, in bytes.
    on_heap: usize,
    control: &'a Control<'a>,
}

/// The share of the memory that a proof may take: who prints it needs as much again and more.
const PROOF_SHARE: usize = 4;

impl<R: Rules> PositionTree<R> {
    /// The lost positions that prove the outcome of a position, without those in which the game is [over](Rules::over). What is needed and
    /// not known is asked from `search`, which has to solve the root of the tree within the limits that it is given.
    ///
    /// # Errors
    /// Those of `search`, when `control` asks to stop, and [`Interruption::Tree`] if the outcome is not the true one.
    pub fn proof<F>(
        &mut self,
        root: &R::Position,
        outcome: Outcome,
        control: &Control<'_>,
        search: F,
    ) -> Result<Vec<R::Position>, Interruption>
    where
        F: FnMut(&mut Self, &Control<'_>) -> Result<Outcome, Interruption>,
    {
        let mut gatherer =
            Gatherer { tree: self, search, chosen: HashSet::new(), waiting: Vec::new(), on_heap: 0, control };
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
    F: FnMut(&mut PositionTree<R>, &Control<'_>) -> Result<Outcome, Interruption>,
{
    fn choose(&mut self, position: R::Position) {
        let is_over = self.tree.rules().over(&position).is_some();
        if !is_over && self.chosen.insert(position.clone()) {
            self.on_heap += self.tree.rules().heap_bytes(&position);
            self.waiting.push(position);
        }
    }

    /// Bytes that the proof holds so far.
    fn held(&self) -> usize {
        let position = size_of::<R::Position>();
        self.chosen.capacity() / 7 * 8 * (position + 1)
            + self.waiting.capacity() * position
            + 2 * self.on_heap
    }

    /// Makes sure that the limits hold.
    fn check(&mut self) -> Result<(), Interruption> {
        self.control.check()?;
        let (memory, held) = (self.control.memory(), self.held());
        if held > memory / PROOF_SHARE {
            return Err(Interruption::Memory);
        }
        if self.tree.memory() > memory - held {
            self.tree.collect(&[], (memory - held) / 2)?;
        }
        Ok(())
    }

    fn children(&mut self, position: &R::Position) -> Result<Vec<R::Position>, Interruption> {
        self.check()?;
        let mut children = Vec::new();
        self.tree.rules().children(position, &mut children);
        Ok(children)
    }

    /// Makes sure that there is what shows that a position is a win.
    fn show_win(&mut self, position: &R::Position) -> Result<(), Interruption> {
        match self.tree.rules().over(position) {
            Some(Outcome::Win) => return Ok(()),
            Some(Outcome::Loss) => return Err(Interruption::Tree),
            None => {}
        }
        let replies = self.children(position)?;
        let is_free = |reply: &R::Position| {
            self.chosen.contains(reply) || self.tree.rules().over(reply) == Some(Outcome::Loss)
        };
        if replies.iter().any(is_free) {
            return Ok(());
        }
        if let Some(reply) = replies.iter().find(|reply| self.known(reply) == Some(Outcome::Loss)) {
            self.choose(reply.clone());
            return Ok(());
        }
        for reply in replies {
            // A search may prove other replies in passing.
            let outcome = match self.known(&reply) {
                Some(outcome) => outcome,
                None => self.find_out(&reply)?,
            };
            if outcome == Outcome::Loss {
                self.choose(reply);
                return Ok(());
            }
        }
        Err(Interruption::Tree)
    }

    fn known(&self, position: &R::Position) -> Option<Outcome> {
        self.tree.rules().outcome(position).or_else(|| self.tree.known_outcome(position))
    }

    fn find_out(&mut self, position: &R::Position) -> Result<Outcome, Interruption> {
        self.check()?;
        self.tree.set_root(position.clone());
        let control = self.control.with_less_memory(self.held());
        (self.search)(self.tree, &control)
    }
}
