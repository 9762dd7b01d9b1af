//! What the searches ask of a game: an extended NAND tree.

use smallvec::SmallVec;

use crate::control::{Control, Interruption};
use crate::numbers::{Numbers, Outcome};

/// Names an atomic node. The tree hands these out; equal nodes have equal
/// names, different ones different names.
///
/// `u64::MAX` is never a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u64);

/// The atomic nodes that a decomposable node stands on, one for each unsolved land.
pub type Parts = SmallVec<[NodeId; 6]>;

/// What a child is at the moment, by all that has been proved so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View<'a> {
    /// Its outcome is known.
    Settled(Outcome),
    /// It is the atomic node with this name.
    Atomic(NodeId),
    /// It falls apart into several unsolved lands. For each there is the
    /// node that has to be solved next to find its nimber; solving any of them
    /// changes the view.
    Decomposable(&'a [NodeId]),
}

/// Children of a node that have not been generated yet. They count as
/// unsolved leaves, so that a node that has them is never taken for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// How many there are, roughly; at least 1.
    pub count: u32,
    /// The first estimate of the most promising of them.
    pub numbers: Numbers,
}

/// An extended NAND tree: a node is a win if and only if some child is a loss.
///
/// The tree owns the nodes, their children and all that is proved about them;
/// the search owns the proof numbers. A plain game has atomic nodes only: its
/// [`view`](Self::view) says [`View::Settled`] or [`View::Atomic`]. An
/// impartial game that falls apart into lands has couples as atomic nodes and
/// sums as decomposable ones.
///
/// Nodes may be reached on several ways (the tree may be a directed acyclic graph), but never from themselves.
pub trait NandTree {
    /// How a parent refers to one of its children.
    type Child: Copy;

    /// The node to be solved.
    fn root(&self) -> Self::Child;

    /// The outcome of the root, if it is known.
    fn root_outcome(&self) -> Option<Outcome> {
        match self.view(self.root(), &mut Parts::new()) {
            View::Settled(outcome) => Some(outcome),
            View::Atomic(_) | View::Decomposable(_) => None,
        }
    }

    /// What a child is by now. `parts` is a buffer for the answer.
    fn view<'a>(&self, child: Self::Child, parts: &'a mut Parts) -> View<'a>;

    /// The outcome of an atomic node, if it is known.
    fn outcome(&self, node: NodeId) -> Option<Outcome>;

    /// Whether the children of the node are at hand.
    fn is_expanded(&self, node: NodeId) -> bool;

    /// Generates the children of an atomic node. A tree that can settle the
    /// node at once may do so instead, and one for which children are dear may
    /// generate the most promising ones and leave the [`rest`](Self::rest) for later.
    ///
    /// # Errors
    /// When `control` asks to stop, or the children do not fit into memory.
    /// The node is then not expanded.
    fn expand(&mut self, node: NodeId, control: &Control) -> Result<(), Interruption>;

    /// The number of children of an expanded node.
    fn children(&self, node: NodeId) -> usize;

    /// A child of an expanded node. The order is the order in which children
    /// that look equally good are tried.
    fn child(&self, node: NodeId, index: usize) -> Self::Child;

    /// The children of an expanded node that are still to be generated, if any.
    #[inline]
    fn rest(&self, _node: NodeId) -> Option<Rest> {
        None
    }

    /// Generates the children that [`Self::rest`] speaks of. Places of children may change.
    ///
    /// # Errors
    /// As [`Self::expand`]. The node then stays as it is.
    fn expand_rest(&mut self, _node: NodeId, _control: &Control) -> Result<(), Interruption> {
        Ok(())
    }

    /// Takes note that a node is solved.
    fn settle(&mut self, node: NodeId, outcome: Outcome);

    /// Hears that the search gives a node numbers, new ones or the same again.
    /// Nothing to do, unless the tree wants to [record](crate::Recorder) it.
    #[inline]
    fn noted(&mut self, _node: NodeId, _numbers: Numbers) {}

    /// The first estimate of the numbers of an atomic node that has not been expanded.
    #[inline]
    fn first_estimate(&self, _node: NodeId) -> Numbers {
        Numbers::UNKNOWN
    }

    /// How many facts are proved, such as nimbers, to show how a search goes on; 0 if they are not counted.
    fn facts(&self) -> u64 {
        0
    }

    /// How many bytes the tree holds.
    fn memory(&self) -> usize;

    /// Frees memory: the tree may forget anything that can be derived again,
    /// until it holds at most `target` bytes if it can. It keeps the root, and
    /// the names in `kept` while they fit, the first ones first. Names change;
    /// [`Self::renamed`] tells the new ones.
    ///
    /// # Errors
    /// When what is proved cannot be brought to safety. Nothing is forgotten then, and names stay.
    fn collect(&mut self, kept: &[NodeId], target: usize) -> Result<(), Interruption>;

    /// The name after the last [`Self::collect`] of a node with a name from
    /// before it, or `None` if it was forgotten.
    fn renamed(&self, old: NodeId) -> Option<NodeId>;

    /// Describes a node for people.
    fn describe(&self, node: NodeId) -> String;
}
