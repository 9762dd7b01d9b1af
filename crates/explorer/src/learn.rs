//! Searches that were recorded step by step, to be watched.

mod positions;
mod trees;

use rhizome_search::ProofNumber;
use rhizome_search::and_or::textbook::ProverNumbers;
use serde::Serialize;

pub use positions::record_position;
pub use trees::record_tree;

/// A tree, and how it was searched. Nodes are called by their places in `nodes`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Recording {
    /// The root.
    pub root: usize,
    /// All nodes of an explicit tree, or those that were met, of a game.
    pub nodes: Vec<Node>,
    /// What was done, in order.
    pub steps: Vec<Step>,
    /// How it ended.
    pub end: End,
    /// Whether the prover wins in truth, if that is known.
    pub truth: Option<bool>,
}

/// A node.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Node {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: NodeKind,
    /// Its children, those that were met, of a game.
    pub children: Vec<usize>,
}

/// What a node is: who is to move there, or who has won.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// The prover is to move.
    Or,
    /// The opponent is to move.
    And,
    /// A leaf at which the prover has won.
    Win,
    /// A leaf at which the prover has lost.
    Loss,
}

/// A step: one expansion.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Step {
    /// The node that was expanded.
    pub expanded: usize,
    /// The way to it from the root, both included: the most-proving path before the step.
    pub line: Vec<usize>,
    /// Nodes that were touched for the first time.
    pub touched: Vec<usize>,
    /// Nodes with new numbers, and these.
    pub numbers: Vec<NodeNumbers>,
}

/// The numbers of a node, for the prover.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
pub struct NodeNumbers {
    /// The node.
    pub node: usize,
    /// The proof number; nothing if it is infinite.
    pub pn: Option<u32>,
    /// The disproof number; nothing if it is infinite.
    pub dn: Option<u32>,
}

impl NodeNumbers {
    fn new(node: usize, numbers: ProverNumbers) -> Self {
        NodeNumbers { node, pn: numbers.pn.get(), dn: numbers.dn.get() }
    }
}

/// How a recorded search ended.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// With the verdict that the prover wins.
    Proven,
    /// With the verdict that the prover does not win.
    Disproven,
    /// Without a verdict, and it would never have come to one.
    Stuck,
    /// Without a verdict: it was long enough for being watched.
    Stopped,
}

impl End {
    fn of(verdict: bool) -> Self {
        if verdict { End::Proven } else { End::Disproven }
    }
}

/// What is known while a recording is made.
struct Board {
    numbers: Vec<Option<ProverNumbers>>,
    expanded: Vec<bool>,
}

impl Board {
    /// The way from the root down to the most-proving node, the first of several children that are equally good.
    fn line(&self, nodes: &[Node], root: usize) -> Vec<usize> {
        let mut line = vec![root];
        while let Some(&node) = line.last()
            && self.expanded[node]
        {
            let number = |child: usize| -> Option<ProofNumber> {
                let numbers = self.numbers[child]?;
                Some(if nodes[node].kind == NodeKind::Or { numbers.pn } else { numbers.dn })
            };
            let known = nodes[node].children.iter().filter_map(|&child| Some((number(child)?, child)));
            match known.min_by_key(|&(number, _)| number) {
                Some((_, child)) => line.push(child),
                None => break,
            }
        }
        line
    }
}
