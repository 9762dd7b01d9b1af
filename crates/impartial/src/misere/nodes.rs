//! Misère nodes: each once, with its children and its outcome.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use rhizome_search::Outcome;

use super::key::{ALLOCATION, Key};

/// A node, as a number.
pub(super) type Node = u32;

const NOWHERE: u32 = u32::MAX;

/// What is kept of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) key: Key,
    /// Where its children are.
    children: u32,
    /// What the first estimate goes by.
    pub(super) features: Features,
    pub(super) outcome: Option<Outcome>,
}

/// What the first estimate of a node goes by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    /// Nodes of a kind have much in common.
    pub(super) kind: u32,
    /// How hard it is, roughly.
    pub(super) effort: u32,
    /// The nimber of all but the lands in normal play, or 255 if it is greater.
    pub(super) nimber: u8,
}

/// Nodes.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Known>,
    index: HashTable<Node>,
    children: Vec<Box<[Node]>>,
    /// Places for children that are free.
    free: Vec<u32>,
    /// How many children are held.
    held: usize,
    hasher: FixedState,
}

impl Nodes {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no room for the numbers of further nodes.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= 1 << 31
    }

    /// The node with a key, if it is there.
    pub(super) fn find(&self, key: Key) -> Option<Node> {
        let hash = self.hasher.hash_one(key);
        self.index.find(hash, |&node| self.nodes[node as usize].key == key).copied()
    }

    /// Puts in a node that is not there.
    pub(super) fn add(&mut self, key: Key, features: Features, outcome: Option<Outcome>) -> Node {
        let node = self.nodes.len() as Node;
        let hash = self.hasher.hash_one(key);
        let (nodes, hasher) = (&self.nodes, &self.hasher);
        self.index.insert_unique(hash, node, |&node| hasher.hash_one(nodes[node as usize].key));
        self.nodes.push(Known { key, children: NOWHERE, features, outcome });
        node
    }

    #[inline]
    pub(super) fn get(&self, node: Node) -> &Known {
        &self.nodes[node as usize]
    }

    #[inline]
    pub(super) fn is_expanded(&self, node: Node) -> bool {
        self.get(node).children != NOWHERE
    }

    /// The children of a node, none if it is not expanded.
    #[inline]
    pub(super) fn children(&self, node: Node) -> &[Node] {
        match self.get(node).children {
            NOWHERE => &[],
            place => &self.children[place as usize],
        }
    }

    /// Gives a node its children.
    pub(super) fn set_children(&mut self, node: Node, children: Box<[Node]>) {
        self.forget_children(node);
        self.held += children.len();
        let place = self.free.pop().unwrap_or(self.children.len() as u32);
        if place as usize == self.children.len() {
            self.children.push(children);
        } else {
            self.children[place as usize] = children;
        }
        self.nodes[node as usize].children = place;
    }

    fn forget_children(&mut self, node: Node) {
        let place = std::mem::replace(&mut self.nodes[node as usize].children, NOWHERE);
        if place != NOWHERE {
            self.held -= std::mem::take(&mut self.children[place as usize]).len();
            self.free.push(place);
        }
    }

    /// Forgets all children, which can be found again.
    pub(super) fn forget_all_children(&mut self) {
        self.nodes.iter_mut().for_each(|known| known.children = NOWHERE);
        self.children = Vec::new();
        self.free = Vec::new();
        self.held = 0;
    }

    /// Takes note of an outcome. The children of the node are no longer needed.
    pub(super) fn settle(&mut self, node: Node, outcome: Outcome) {
        self.nodes[node as usize].outcome = Some(outcome);
        self.forget_children(node);
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Known>()
            + self.index.capacity() * 5
            + self.children.capacity() * size_of::<Box<[Node]>>()
            + (self.children.len() - self.free.len()) * ALLOCATION
            + self.free.capacity() * 4
            + self.held * 4
    }
}
