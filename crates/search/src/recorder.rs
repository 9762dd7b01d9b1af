//! Records what a search does, for display.

use crate::control::{Control, Interruption};
use crate::numbers::{Numbers, Outcome};
use crate::shared_tree::SharedTree;
use crate::tree::{NandTree, NodeId, Parts, Rest, View};

/// One step of a recorded search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedStep {
    /// The node that was expanded; for proof-number search the most-proving node.
    pub expanded: NodeId,
    /// The numbers that were stored after that and before the next expansion,
    /// in order; a node may come several times. Solved nodes have numbers with a zero.
    pub changes: Vec<(NodeId, Numbers)>,
}

/// A tree that records how it is searched. A search that is not to be recorded
/// is given the tree itself, and pays nothing.
#[derive(Clone, Debug)]
pub struct Recorder<T> {
    tree: T,
    steps: Vec<RecordedStep>,
}

impl<T: NandTree> Recorder<T> {
    /// Nothing recorded so far.
    pub fn new(tree: T) -> Self {
        Recorder { tree, steps: Vec::new() }
    }

    /// The tree.
    pub fn tree(&self) -> &T {
        &self.tree
    }

    /// What has been recorded.
    pub fn steps(&self) -> &[RecordedStep] {
        &self.steps
    }

    /// Takes out what has been recorded.
    pub fn take_steps(&mut self) -> Vec<RecordedStep> {
        std::mem::take(&mut self.steps)
    }

    fn record(&mut self, node: NodeId, numbers: Numbers) {
        if let Some(step) = self.steps.last_mut() {
            let known = step.changes.iter().rev().find(|change| change.0 == node);
            if known != Some(&(node, numbers)) {
                step.changes.push((node, numbers));
            }
        }
    }
}

impl<T: NandTree> NandTree for Recorder<T> {
    type Child = T::Child;

    fn root(&self) -> T::Child {
        self.tree.root()
    }

    fn view<'a>(&self, child: T::Child, parts: &'a mut Parts) -> View<'a> {
        self.tree.view(child, parts)
    }

    fn outcome(&self, node: NodeId) -> Option<Outcome> {
        self.tree.outcome(node)
    }

    fn is_expanded(&self, node: NodeId) -> bool {
        self.tree.is_expanded(node)
    }

    fn expand(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        self.tree.expand(node, control)?;
        self.steps.push(RecordedStep { expanded: node, changes: Vec::new() });
        Ok(())
    }

    fn children(&self, node: NodeId) -> usize {
        self.tree.children(node)
    }

    fn child(&self, node: NodeId, index: usize) -> T::Child {
        self.tree.child(node, index)
    }

    fn rest(&self, node: NodeId) -> Option<Rest> {
        self.tree.rest(node)
    }

    fn expand_rest(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        self.tree.expand_rest(node, control)
    }

    fn settle(&mut self, node: NodeId, outcome: Outcome) {
        self.tree.settle(node, outcome);
        self.record(node, Numbers::settled(outcome));
    }

    fn noted(&mut self, node: NodeId, numbers: Numbers) {
        self.tree.noted(node, numbers);
        self.record(node, numbers);
    }

    fn first_estimate(&self, node: NodeId) -> Numbers {
        self.tree.first_estimate(node)
    }

    fn facts(&self) -> u64 {
        self.tree.facts()
    }

    fn memory(&self) -> usize {
        self.tree.memory()
    }

    fn collect(&mut self, kept: &[NodeId], target: usize) -> Result<(), Interruption> {
        self.tree.collect(kept, target)
    }

    fn renamed(&self, old: NodeId) -> Option<NodeId> {
        self.tree.renamed(old)
    }

    fn describe(&self, node: NodeId) -> String {
        self.tree.describe(node)
    }
}

impl<T: SharedTree> SharedTree for Recorder<T> {
    type Finder = T::Finder;

    fn lend_finder(&mut self) -> T::Finder {
        self.tree.lend_finder()
    }

    fn return_finder(&mut self, finder: T::Finder) {
        self.tree.return_finder(finder);
    }

    fn ask(&mut self, node: NodeId, finder: &mut T::Finder) -> Option<u64> {
        self.tree.ask(node, finder)
    }

    fn bring(&mut self, finder: &mut T::Finder, control: &Control<'_>) -> Result<(), Interruption> {
        self.tree.bring(finder, control)
    }
}
