//! The tree of a game without sums: every position is an atomic node.

mod portable;
mod shared;

use std::collections::VecDeque;
use std::hash::BuildHasher;
use std::ops::Range;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::control::{Control, Interruption};
use crate::numbers::{Numbers, Outcome, ProofNumber};
use crate::rules::Rules;
use crate::tree::{NandTree, NodeId, Parts, View};
pub use shared::ChildFinder;

/// The positions of a game that were met, each once, with their children and what is proved.
#[derive(Debug)]
pub struct PositionTree<R: Rules> {
    rules: R,
    nodes: Vec<Node<R::Position>>,
    by_position: HashTable<u32>,
    /// The children of all expanded nodes, one node's after the other's.
    links: Vec<u32>,
    /// What positions hold on the heap, in bytes.
    held: usize,
    root: u32,
    renamed: Vec<u32>,
    found: Vec<R::Position>,
    hasher: FixedState,
    news: News,
}

/// What is proved and others should know.
#[derive(Debug)]
enum News {
    /// Nobody else wants to know.
    Unwanted,
    /// Positions that were proved here since it was asked last.
    Wanted(Vec<u32>),
}

#[derive(Debug)]
struct Node<P> {
    position: P,
    /// Those of its outcome if that is known, otherwise the first estimate, which searches ask for all the time.
    numbers: Numbers,
    /// Where its children stand among the links; starts at `NOWHERE` before they are generated.
    children: Range<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl<R: Rules> PositionTree<R> {
    /// A tree with this position as its root.
    pub fn new(rules: R, root: R::Position) -> Self {
        let mut tree = PositionTree {
            rules,
            nodes: Vec::new(),
            by_position: HashTable::new(),
            links: Vec::new(),
            held: 0,
            root: 0,
            renamed: Vec::new(),
            found: Vec::new(),
            hasher: FixedState::default(),
            news: News::Unwanted,
        };
        tree.set_root(root);
        tree
    }

    /// Makes another position the root. What is proved stays.
    pub fn set_root(&mut self, root: R::Position) {
        self.root = self.intern(root);
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The number of positions in memory.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The position of a node.
    pub fn position(&self, node: NodeId) -> &R::Position {
        &self.node(node).position
    }

    /// The outcome of a position, if it is known.
    pub fn known_outcome(&self, position: &R::Position) -> Option<Outcome> {
        self.outcome(self.find_position(position)?)
    }

    /// The node of a position, if it was met.
    fn find_position(&self, position: &R::Position) -> Option<NodeId> {
        let hash = self.hasher.hash_one(position);
        let is_it = |&id: &u32| self.nodes[id as usize].position == *position;
        self.by_position.find(hash, is_it).map(|&id| NodeId(id.into()))
    }

    fn intern(&mut self, position: R::Position) -> u32 {
        let hash = self.hasher.hash_one(&position);
        let nodes = &self.nodes;
        if let Some(&id) = self.by_position.find(hash, |&id| nodes[id as usize].position == position) {
            return id;
        }
        let id = self.nodes.len() as u32;
        let hasher = &self.hasher;
        self.by_position.insert_unique(hash, id, |&id| hasher.hash_one(&nodes[id as usize].position));
        self.held += self.rules.heap_bytes(&position);
        let numbers = match self.rules.outcome(&position) {
            Some(outcome) => Numbers::settled(outcome),
            None => unsettled(self.rules.first_estimate(&position)),
        };
        make_room(&mut self.nodes);
        self.nodes.push(Node { position, numbers, children: NOWHERE..NOWHERE });
        id
    }

    /// Whether something was proved that the rules do not tell at once.
    fn is_proved(&self, id: u32) -> bool {
        let node = &self.nodes[id as usize];
        node.numbers.outcome().is_some() && self.rules.outcome(&node.position).is_none()
    }

    /// What is proved about children of unsolved nodes, those near the root first.
    fn needed(&self) -> Vec<u32> {
        let mut needed = Vec::new();
        let mut met = vec![false; self.nodes.len()];
        let mut waiting = VecDeque::from([self.root]);
        while let Some(id) = waiting.pop_front() {
            let node = &self.nodes[id as usize];
            if std::mem::replace(&mut met[id as usize], true) || node.children.start == NOWHERE {
                continue;
            }
            for &child in &self.links[node.children.start as usize..node.children.end as usize] {
                if met[child as usize] {
                    continue;
                }
                if self.nodes[child as usize].numbers.outcome().is_none() {
                    waiting.push_back(child);
                } else if self.is_proved(child) {
                    met[child as usize] = true;
                    needed.push(child);
                }
            }
        }
        needed
    }

    /// Gives a node its children, which are taken out of `found`.
    fn set_children(
        &mut self,
        node: NodeId,
        found: &mut Vec<R::Position>,
        control: &Control<'_>,
    ) -> Result<(), Interruption> {
        let start = self.links.len();
        let mut result = Ok(());
        // Nodes and links are numbered with 32 bits.
        if start.max(self.nodes.len()) >= (NOWHERE as usize).saturating_sub(found.len()) {
            found.clear();
            result = Err(Interruption::Memory);
        }
        for (index, position) in found.drain(..).enumerate() {
            let child = self.intern(position);
            // Of children that are the same one is enough; among very many not all are looked at.
            let looked_at = start.max(self.links.len().saturating_sub(256));
            if !self.links[looked_at..].contains(&child) {
                make_room(&mut self.links);
                self.links.push(child);
            }
            if index % 1024 == 1023 {
                result = control.check();
                if self.memory() > control.memory() {
                    result = Err(Interruption::Memory);
                }
                if result.is_err() {
                    break;
                }
            }
        }
        if result.is_err() {
            self.links.truncate(start);
            return result;
        }
        if self.links.len() == start {
            self.settle(node, Outcome::Loss);
        }
        self.nodes[node.0 as usize].children = start as u32..self.links.len() as u32;
        Ok(())
    }

    fn node(&self, node: NodeId) -> &Node<R::Position> {
        &self.nodes[node.0 as usize]
    }
}

/// Makes room for one more. A vector that doubles would overshoot the memory limit by far.
fn make_room<T>(vector: &mut Vec<T>) {
    if vector.len() == vector.capacity() {
        vector.reserve_exact((vector.len() / 8).max(64));
    }
}

/// An estimate that can never be taken for a proof.
fn unsettled(Numbers { pn, dn }: Numbers) -> Numbers {
    let between = |number: ProofNumber| number.clamp(ProofNumber::ONE, ProofNumber::GREATEST_FINITE);
    Numbers { pn: between(pn), dn: between(dn) }
}

impl<R: Rules> NandTree for PositionTree<R> {
    type Child = u32;

    fn root(&self) -> u32 {
        self.root
    }

    #[inline]
    fn view<'a>(&self, child: u32, _: &'a mut Parts) -> View<'a> {
        match self.nodes[child as usize].numbers.outcome() {
            Some(outcome) => View::Settled(outcome),
            None => View::Atomic(NodeId(u64::from(child))),
        }
    }

    #[inline]
    fn outcome(&self, node: NodeId) -> Option<Outcome> {
        self.node(node).numbers.outcome()
    }

    #[inline]
    fn is_expanded(&self, node: NodeId) -> bool {
        self.node(node).children.start != NOWHERE
    }

    fn expand(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        self.rules.children(&self.node(node).position, &mut found);
        let result = self.set_children(node, &mut found, control);
        self.found = found;
        result
    }

    #[inline]
    fn children(&self, node: NodeId) -> usize {
        self.node(node).children.len()
    }

    #[inline]
    fn child(&self, node: NodeId, index: usize) -> u32 {
        self.links[self.node(node).children.start as usize + index]
    }

    fn settle(&mut self, node: NodeId, outcome: Outcome) {
        self.nodes[node.0 as usize].numbers = Numbers::settled(outcome);
        if let News::Wanted(news) = &mut self.news {
            news.push(node.0 as u32);
        }
    }

    #[inline]
    fn first_estimate(&self, node: NodeId) -> Numbers {
        self.node(node).numbers
    }

    fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<R::Position>>()
            + self.held
            + self.by_position.capacity() * 6
            + self.links.capacity() * 4
            + self.found.capacity() * size_of::<R::Position>()
            + self.renamed.capacity() * 4
    }

    /// Forgets all children, and the positions that are least likely to be needed.
    fn collect(&mut self, kept: &[NodeId], target: usize) -> Result<(), Interruption> {
        let needed = self.needed();
        let mut keep = vec![false; self.nodes.len()];
        let mut left = target.saturating_sub(self.nodes.len() * 4);
        let mut take = |id: u32, reserve: usize| {
            let bytes = size_of::<Node<R::Position>>() + 12;
            let bytes = bytes + self.rules.heap_bytes(&self.nodes[id as usize].position);
            if left < bytes + reserve {
                return false;
            }
            if !std::mem::replace(&mut keep[id as usize], true) {
                left -= bytes;
            }
            true
        };
        // Proofs that are needed next come first, so that a search gets on however little memory it has.
        let half = target / 2;
        let _ = needed.iter().all(|&id| take(id, half));
        let _ = kept.iter().all(|node| take(node.0 as u32, 0));
        let _ = needed.iter().all(|&id| take(id, 0));
        // Nodes that were met early are high in the tree, and dear.
        let _ = (0..self.nodes.len() as u32).filter(|&id| self.is_proved(id)).all(|id| take(id, 0));
        keep[self.root as usize] = true;
        self.links = Vec::new();
        self.found = Vec::new();
        self.by_position = HashTable::new();
        self.held = 0;
        self.renamed = vec![NOWHERE; keep.len()];
        let mut next = 0;
        let (keep, renamed) = (&keep, &mut self.renamed);
        let mut old = 0;
        self.nodes.retain_mut(|node| {
            if keep[old] {
                node.children = NOWHERE..NOWHERE;
                renamed[old] = next;
                next += 1;
            }
            old += 1;
            keep[old - 1]
        });
        self.nodes.shrink_to_fit();
        self.by_position.reserve(self.nodes.len(), |_| 0);
        for (id, node) in self.nodes.iter().enumerate() {
            self.held += self.rules.heap_bytes(&node.position);
            let hash = self.hasher.hash_one(&node.position);
            self.by_position.insert_unique(hash, id as u32, |_| 0);
        }
        self.root = self.renamed[self.root as usize];
        if let News::Wanted(news) = &mut self.news {
            let renamed = &self.renamed;
            news.iter_mut().for_each(|id| *id = renamed[*id as usize]);
            // What is forgotten cannot be told any more.
            news.retain(|&id| id != NOWHERE);
        }
        Ok(())
    }

    fn renamed(&self, old: NodeId) -> Option<NodeId> {
        let new = *self.renamed.get(old.0 as usize)?;
        (new != NOWHERE).then_some(NodeId(u64::from(new)))
    }

    fn describe(&self, node: NodeId) -> String {
        self.rules.print(&self.node(node).position)
    }
}
