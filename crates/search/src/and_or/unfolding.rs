//! What a search has seen of an explicit AND/OR tree.

use crate::control::{Control, Interruption};
use crate::numbers::Outcome;
use crate::shared_tree::{Nothing, SharedTree};
use crate::tree::{NandTree, NodeId, Parts, View};

use super::tree::{AndOrTree, Kind};

/// An explicit tree as the searches see it. Leaves are evaluated as soon as they
/// are revealed, which is when their parent is expanded.
///
/// The player to move is the prover at an OR node and the opponent at an AND
/// node. Where a child is of the same kind as its parent the same player moves
/// twice; a *pass* of the other player is put in between, a node with one
/// child, so that the players take turns. A pass counts as a node and is expanded like any other.
#[derive(Clone, Debug)]
pub struct Unfolding<'a> {
    tree: &'a AndOrTree,
    seen: Vec<Seen>,
    touched: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    touched: bool,
    expanded: bool,
    /// The outcome of an OR or AND node for the player to move.
    outcome: Option<Outcome>,
    /// Whether the pass before the node was expanded.
    pass_expanded: bool,
}

/// The name of a node, or of the pass before it.
const fn name(node: usize, pass: bool) -> NodeId {
    NodeId((node as u64) << 1 | pass as u64)
}

fn is_pass(node: NodeId) -> bool {
    node.0 & 1 == 1
}

/// The outcome for the player to move: whether the prover wins, if the prover is to move.
fn outcome_for(value: bool, prover_moves: bool) -> Outcome {
    if value == prover_moves { Outcome::Win } else { Outcome::Loss }
}

impl<'a> Unfolding<'a> {
    /// The tree, of which nothing but the root has been seen.
    pub fn new(tree: &'a AndOrTree) -> Self {
        let mut unfolding = Unfolding { tree, seen: vec![Seen::default(); tree.len()], touched: 0 };
        unfolding.touch(tree.root());
        unfolding
    }

    /// The tree.
    pub fn tree(&self) -> &'a AndOrTree {
        self.tree
    }

    /// The node of the tree with this name, and whether the name is that of the pass before it.
    pub fn node(name: NodeId) -> (usize, bool) {
        ((name.0 >> 1) as usize, is_pass(name))
    }

    /// How many nodes were touched: the root, and every node whose parent was expanded.
    pub fn touched(&self) -> usize {
        self.touched
    }

    /// Whether a node was touched.
    pub fn is_touched(&self, node: usize) -> bool {
        self.seen[node].touched
    }

    fn touch(&mut self, node: usize) {
        let seen = &mut self.seen[node];
        self.touched += usize::from(!seen.touched);
        seen.touched = true;
    }

    /// The outcome of a node that is a leaf or solved: whether the prover has won.
    fn value(&self, node: usize) -> Option<bool> {
        match self.tree.kind(node) {
            Kind::And => Some(self.seen[node].outcome? == Outcome::Loss),
            Kind::Or => Some(self.seen[node].outcome? == Outcome::Win),
            leaf => leaf.value(),
        }
    }

    /// What is proved about a node by now: whether the prover wins.
    pub fn proved(&self, node: usize) -> Option<bool> {
        if self.seen[node].touched { self.value(node) } else { None }
    }

    /// Whether the prover is to move.
    fn prover_moves(&self, node: NodeId) -> bool {
        let (place, pass) = Self::node(node);
        (self.tree.kind(place) == Kind::Or) != pass
    }
}

/// A child: the node, and whether the prover is to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AndOrChild {
    node: u32,
    prover_moves: bool,
}

impl NandTree for Unfolding<'_> {
    type Child = AndOrChild;

    fn root(&self) -> AndOrChild {
        let root = self.tree.root();
        AndOrChild { node: root as u32, prover_moves: self.tree.kind(root) != Kind::And }
    }

    #[inline]
    fn view<'b>(&self, child: AndOrChild, _: &'b mut Parts) -> View<'b> {
        let AndOrChild { node, prover_moves } = child;
        let node = node as usize;
        if let Some(value) = self.value(node) {
            return View::Settled(outcome_for(value, prover_moves));
        }
        // Where the player to move is not the one whose node it is, he passes.
        View::Atomic(name(node, (self.tree.kind(node) == Kind::Or) != prover_moves))
    }

    #[inline]
    fn outcome(&self, node: NodeId) -> Option<Outcome> {
        let (place, _) = Self::node(node);
        Some(outcome_for(self.value(place)?, self.prover_moves(node)))
    }

    #[inline]
    fn is_expanded(&self, node: NodeId) -> bool {
        let (place, pass) = Self::node(node);
        if pass { self.seen[place].pass_expanded } else { self.seen[place].expanded }
    }

    fn expand(&mut self, node: NodeId, _: &Control<'_>) -> Result<(), Interruption> {
        let (place, pass) = Self::node(node);
        if pass {
            self.seen[place].pass_expanded = true;
            return Ok(());
        }
        self.seen[place].expanded = true;
        let tree = self.tree;
        for &child in tree.children(place) {
            self.touch(child as usize);
        }
        Ok(())
    }

    #[inline]
    fn children(&self, node: NodeId) -> usize {
        let (place, pass) = Self::node(node);
        if pass { 1 } else { self.tree.children(place).len() }
    }

    #[inline]
    fn child(&self, node: NodeId, index: usize) -> AndOrChild {
        let (place, pass) = Self::node(node);
        let child = if pass { place as u32 } else { self.tree.children(place)[index] };
        AndOrChild { node: child, prover_moves: !self.prover_moves(node) }
    }

    fn settle(&mut self, node: NodeId, outcome: Outcome) {
        let (place, pass) = Self::node(node);
        // Before a pass the other player is to move.
        self.seen[place].outcome = Some(match (pass, outcome) {
            (false, outcome) => outcome,
            (true, Outcome::Win) => Outcome::Loss,
            (true, Outcome::Loss) => Outcome::Win,
        });
    }

    fn memory(&self) -> usize {
        self.seen.capacity() * size_of::<Seen>()
    }

    /// Nothing is gained by forgetting: the tree is there anyway.
    fn collect(&mut self, _: &[NodeId], _: usize) -> Result<(), Interruption> {
        Ok(())
    }

    fn renamed(&self, old: NodeId) -> Option<NodeId> {
        Some(old)
    }

    fn describe(&self, node: NodeId) -> String {
        let (place, pass) = Self::node(node);
        let name = self.tree.name(place);
        if pass { format!("pass before {name}") } else { name.to_owned() }
    }
}

/// Children cost nothing: they are there.
impl SharedTree for Unfolding<'_> {
    type Finder = Nothing;

    fn lend_finder(&mut self) -> Nothing {
        Nothing
    }

    fn return_finder(&mut self, _: Nothing) {}

    fn ask(&mut self, _: NodeId, _: &mut Nothing) -> Option<u64> {
        None
    }

    fn bring(&mut self, _: &mut Nothing, _: &Control<'_>) -> Result<(), Interruption> {
        Ok(())
    }
}
