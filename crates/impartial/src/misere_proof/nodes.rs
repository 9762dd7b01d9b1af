//! Nodes that are lost, and replies to their children.

use rhizome_search::{Interruption, Outcome};
use smallvec::SmallVec;

use super::{Gatherer, Land, Lands, Node, Task, add_tree};
use crate::game::{Codes, Game};
use crate::misere::MisereTree;
use crate::rct::Rct;

/// A position: lands that may be replaced by their RCTs or not, and a node beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) lands: Lands,
    pub(super) rest: Node,
}

/// A reply: the node that it leads to, and the lands with a known RCT that were replaced in it.
struct Reply {
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
        let sum = node
            .trees
            .iter()
            .try_fold(u32::from(node.one), |sum, &tree| Some(sum ^ rcts.heap(Rct::from_raw(tree))?))?;
        Some(if sum == 0 { Outcome::Loss } else { Outcome::Win })
    }

    /// A node with further lands beside it, those with a known RCT replaced.
    fn beside(&self, node: &Node, lands: &[Land]) -> Node {
        let mut node = node.clone();
        self.add_lands(&mut node, lands);
        node
    }

    /// The moves in trees, and away from *1.
    fn tree_moves(&self, node: &Node) -> Vec<Node> {
        let mut moves = Vec::new();
        for (place, &tree) in node.trees.iter().enumerate() {
            if place > 0 && node.trees[place - 1] == tree {
                continue;
            }
            for option in self.tree.base().rcts().options(Rct::from_raw(tree)) {
                let mut next = node.clone();
                next.trees.remove(place);
                add_tree(&mut next, option);
                moves.push(next);
            }
        }
        if node.one {
            moves.push(Node { one: false, ..node.clone() });
        }
        moves
    }

    /// The moves in lands, given with the places where they stand, to what the lands become.
    fn land_moves(&mut self, lands: &[Land]) -> Result<Vec<(usize, Lands)>, Interruption> {
        let mut moves = Vec::new();
        for (place, &land) in lands.iter().enumerate() {
            if lands[..place].contains(&land) {
                continue;
            }
            self.find_children(land)?;
            moves.extend(self.children(land).iter().map(|child| (place, child.clone())));
        }
        Ok(moves)
    }

    /// Those lands that have a known RCT.
    fn replaceable(&self, lands: &[Land]) -> Lands {
        lands.iter().copied().filter(|&land| self.rct(land).is_some()).collect()
    }

    /// All replies to a position. A land that is moved in need not be replaced before.
    fn replies(&mut self, Position { lands, rest }: &Position) -> Result<Vec<Reply>, Interruption> {
        let mut replies = Vec::new();
        for (place, child) in self.land_moves(lands)? {
            let mut still = lands.clone();
            still.remove(place);
            still.extend_from_slice(&child);
            replies.push(Reply { node: self.beside(rest, &still), lands: self.replaceable(&still) });
        }
        for (place, child) in self.land_moves(&rest.lands)? {
            let mut others = rest.clone();
            others.lands.remove(place);
            let still: Lands = lands.iter().chain(&child).copied().collect();
            replies.push(Reply { node: self.beside(&others, &still), lands: self.replaceable(&still) });
        }
        let moves = self.tree_moves(&self.beside(rest, lands));
        replies.extend(moves.into_iter().map(|node| Reply { node, lands: self.replaceable(lands) }));
        Ok(replies)
    }

    /// Makes sure that every child of a lost node is shown to be a win.
    pub(super) fn show_loss(&mut self, number: u32) -> Result<(), Interruption> {
        self.control.check()?;
        let node = self.nodes[number as usize].clone();
        let mut children = Vec::new();
        for (place, lands) in self.land_moves(&node.lands)? {
            let mut rest = node.clone();
            rest.lands.remove(place);
            children.push(Position { lands, rest });
        }
        let moves = self.tree_moves(&node);
        children.extend(moves.into_iter().map(|rest| Position { lands: Lands::new(), rest }));
        children.sort_unstable();
        children.dedup();
        children.iter().try_for_each(|child| self.show_win(child))
    }

    /// Makes sure that a position is shown to be a win.
    pub(super) fn show_win(&mut self, position: &Position) -> Result<(), Interruption> {
        let node = self.beside(&position.rest, &position.lands);
        let settled = self.settled(&node);
        if settled == Some(Outcome::Loss) {
            return Err(Interruption::Tree);
        }
        // A checker sees it if all lands are replaced; or else a reply will do.
        let mut best = None;
        if settled == Some(Outcome::Win) {
            best = Some((self.cost(&position.lands), None));
        }
        let replies = match best {
            Some((0, _)) => return Ok(()),
            _ => self.replies(position)?,
        };
        // Who cannot move wins.
        if replies.is_empty() {
            return Ok(());
        }
        for (place, reply) in replies.iter().enumerate() {
            let listing = self.cost(&reply.lands);
            if best.is_some_and(|(least, _)| least <= listing) {
                continue;
            }
            if self.settled(&reply.node) == Some(Outcome::Loss) || self.chosen.contains_key(&reply.node) {
                best = Some((listing, Some(place)));
                continue;
            }
            let weight: u32 = reply.node.lands.iter().map(|&land| self.lands[land as usize].weight).sum();
            let cost = listing + 4 * (1 + u64::from(weight));
            if best.is_none_or(|(least, _)| cost < least)
                && self.known_outcome(&reply.node) == Some(Outcome::Loss)
            {
                best = Some((cost, Some(place)));
            }
        }
        let place = match best {
            Some((_, None)) => {
                self.list(&position.lands);
                return Ok(());
            }
            Some((_, Some(place))) => place,
            None => self.search_loss(&replies)?,
        };
        let Reply { node, lands } = &replies[place];
        self.list(lands);
        self.choose(node.clone());
        Ok(())
    }

    /// Finds a reply that is a loss by searching one after the other, those that look easiest first.
    fn search_loss(&mut self, replies: &[Reply]) -> Result<usize, Interruption> {
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
