//! A NAND tree or graph with all its nodes written out, and its outcomes.

use rhizome_search::{Numbers, Outcome};

/// A node of an explicit tree.
#[derive(Clone, Debug)]
pub struct ExplicitNode {
    /// Places of the children, which are all greater than the place of the node.
    pub children: Vec<usize>,
    /// How many of the children are generated at first.
    pub generated_at_first: usize,
    /// How many the rest is said to be, as a multiple of what it is.
    pub rest_exaggeration: u32,
    pub estimate: Numbers,
    /// What is known about the node before it is searched.
    pub known: Known,
}

/// When the outcome of a node comes to light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// When it is searched.
    Never,
    /// When it is expanded.
    AtExpansion,
    /// Before it is met.
    FromTheStart,
}

impl ExplicitNode {
    /// A node of which nothing is known but its children.
    pub fn plain(children: Vec<usize>) -> Self {
        let generated_at_first = children.len();
        ExplicitNode {
            children,
            generated_at_first,
            rest_exaggeration: 1,
            estimate: Numbers::UNKNOWN,
            known: Known::Never,
        }
    }
}

/// A tree or directed acyclic graph; the root is the first node.
#[derive(Clone, Debug)]
pub struct ExplicitTree {
    pub nodes: Vec<ExplicitNode>,
    pub outcomes: Vec<Outcome>,
}

impl ExplicitTree {
    /// Computes the outcomes. A node without children is a loss.
    pub fn new(nodes: Vec<ExplicitNode>) -> Self {
        let mut outcomes = vec![Outcome::Loss; nodes.len()];
        for (place, node) in nodes.iter().enumerate().rev() {
            assert!(node.children.iter().all(|&child| child > place));
            if node.children.iter().any(|&child| outcomes[child] == Outcome::Loss) {
                outcomes[place] = Outcome::Win;
            }
        }
        ExplicitTree { nodes, outcomes }
    }

    pub fn outcome(&self) -> Outcome {
        self.outcomes[0]
    }
}
