//! Nodes that are lost, and replies to their children.

use rhizome_search::{Interruption, Outcome};
use smallvec::SmallVec;

use super::{Gatherer, Lands, Node, Task, add_tree};
use crate::game::{Codes, Game};
use crate::misere::MisereTree;
use crate::rct::Rct;

/// A move: what it leads to, and the lands with a known RCT that it has brought in.
struct Move {
    node: Node,
    lands: Lands,
}

impl<G, F> Gatherer<'_, G, F>
where
    G: Game,
    F: FnMut(&mut MisereTree<G>) -> Result<Outcome, Interruption>,
{
    /// Takes a node that is lost into the proof.
    pub(super) fn choose(&mut self, node: Node) {
        if self.settled(&node).is_some() || self.chosen.contains_key(&node) {
            return;
        }
        let number = self.nodes.len() as u32;
        let weight = node.lands.iter().map(|&land| self.lands[land as usize].weight).sum();
        self.nodes.push(node.clone());
        self.chosen.insert(node, number);
        self.waiting.push((weight, Task::Node(number)));
    }

    /// The outcome of a node, if a checker sees it at once: it has no lands, and at most one tree or only Nim-heaps.
    pub(super) fn settled(&self, node: &Node) -> Option<Outcome> {
        if !node.lands.is_empty() {
            return None;
        }
        let rcts = self.tree.base().rcts();
        if let [] | [_] = node.trees[..] {
            let tree = node.trees.first().map_or(Rct::ZERO, |&tree| Rct::from_raw(tree));
            return Some(rcts.outcome(if node.one { tree.plus_one() } else { tree }));
        }
        // Two heaps or more, of two tokens or more, as in normal play (Bouton 1901).
        let sum = node.trees.iter().try_fold(u32::from(node.one), |sum, &tree| {
            Some(sum ^ rcts.heap(Rct::from_raw(tree))?)
        })?;
        Some(if sum == 0 { Outcome::Loss } else { Outcome::Win })
    }

    /// All moves of a node, each once.
    fn moves(&mut self, node: &Node) -> Result<Vec<Move>, Interruption> {
        let mut moves = Vec::new();
        for (place, &land) in node.lands.iter().enumerate() {
            if place > 0 && node.lands[place - 1] == land {
                continue;
            }
            self.find_children(land)?;
            for child in self.children(land) {
                let mut next = node.clone();
                next.lands.remove(place);
                self.add_lands(&mut next, child);
                let lands = child.iter().copied().filter(|&land| self.rct(land).is_some()).collect();
                moves.push(Move { node: next, lands });
            }
        }
        for (place, &tree) in node.trees.iter().enumerate() {
            if place > 0 && node.trees[place - 1] == tree {
                continue;
            }
            let rcts = self.tree.base().rcts();
            for option in rcts.options(Rct::from_raw(tree)) {
                let mut next = node.clone();
                next.trees.remove(place);
                add_tree(&mut next, option);
                moves.push(Move { node: next, lands: Lands::new() });
            }
        }
        if node.one {
            moves.push(Move { node: Node { one: false, ..node.clone() }, lands: Lands::new() });
        }
        Ok(moves)
    }

    /// Makes sure that every child of a lost node is shown to be a win.
    pub(super) fn show_loss(&mut self, number: u32) -> Result<(), Interruption> {
        self.control.check()?;
        let node = self.nodes[number as usize].clone();
        let mut children = Vec::new();
        for Move { node, lands } in self.moves(&node)? {
            self.list(&lands);
            children.push(node);
        }
        children.sort_unstable();
        children.dedup();
        children.iter().try_for_each(|child| self.show_win(child))
    }

    /// Makes sure that a node is shown to be a win.
    pub(super) fn show_win(&mut self, node: &Node) -> Result<(), Interruption> {
        match self.settled(node) {
            Some(Outcome::Win) => return Ok(()),
            Some(Outcome::Loss) => return Err(Interruption::Tree),
            None => {}
        }
        let replies = self.moves(node)?;
        // Who cannot move wins.
        if replies.is_empty() {
            return Ok(());
        }
        let mut best: Option<(u64, usize)> = None;
        for (place, reply) in replies.iter().enumerate() {
            let listing = self.cost(&reply.lands);
            if best.is_some_and(|(least, _)| least <= listing) {
                continue;
            }
            if self.settled(&reply.node) == Some(Outcome::Loss) || self.chosen.contains_key(&reply.node) {
                best = Some((listing, place));
                continue;
            }
            let weight: u32 = reply.node.lands.iter().map(|&land| self.lands[land as usize].weight).sum();
            let cost = listing + 4 * (1 + u64::from(weight));
            if best.is_none_or(|(least, _)| cost < least)
                && self.known_outcome(&reply.node) == Some(Outcome::Loss)
            {
                best = Some((cost, place));
            }
        }
        let place = match best {
            Some((_, place)) => place,
            None => self.search_loss(&replies)?,
        };
        let Move { node, lands } = &replies[place];
        self.list(lands);
        self.choose(node.clone());
        Ok(())
    }

    /// Finds a reply that is a loss by searching one after the other, those that look easiest first.
    fn search_loss(&mut self, replies: &[Move]) -> Result<usize, Interruption> {
        let mut places: Vec<usize> = (0..replies.len()).collect();
        places.sort_by_key(|&place| {
            let node = &replies[place].node;
            node.lands.iter().map(|&land| self.lands[land as usize].weight).sum::<u32>()
        });
        for place in places {
            let node = &replies[place].node;
            let outcome = match self.settled(node).or_else(|| self.known_outcome(node)) {
                Some(outcome) => outcome,
                None => {
                    let (lands, trees) = self.parts(node);
                    self.tree.set_root_parts(&lands, &trees, node.one);
                    (self.search)(self.tree)?
                }
            };
            if outcome == Outcome::Loss {
                return Ok(place);
            }
        }
        Err(Interruption::Tree)
    }

    fn known_outcome(&mut self, node: &Node) -> Option<Outcome> {
        let (lands, trees) = self.parts(node);
        self.tree.known_outcome(&lands, &trees, node.one)
    }

    fn parts(&self, node: &Node) -> (Codes, SmallVec<[Rct; 4]>) {
        let mut lands = Codes::new();
        node.lands.iter().for_each(|&land| lands.push(self.codes.get(land)));
        (lands, node.trees.iter().map(|&tree| Rct::from_raw(tree)).collect())
    }
}
