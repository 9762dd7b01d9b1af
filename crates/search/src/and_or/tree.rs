//! An explicit AND/OR tree, checked.

use std::ops::Range;

use super::description::{NodeDescription, TreeDescription};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Kind {
    /// Proved as soon as one child is.
    Or,
    /// Proved when all children are.
    And,
    /// A leaf, proved.
    Win,
    /// A leaf, disproved.
    Loss,
}

impl Kind {
    /// Whether this is a leaf.
    pub const fn is_leaf(self) -> bool {
        matches!(self, Kind::Win | Kind::Loss)
    }

    /// Whether the prover has won here; `None` if this is no leaf.
    pub const fn value(self) -> Option<bool> {
        match self {
            Kind::Win => Some(true),
            Kind::Loss => Some(false),
            Kind::Or | Kind::And => None,
        }
    }
}

/// The greatest number of nodes.
pub const MAX_NODES: usize = 1 << 30;

/// The greatest number of nodes from the root down to a leaf, since some searches descend recursively.
pub const MAX_DEPTH: usize = 10_000;

/// A name as it is shown: cut if it is long, and without what would disturb a terminal.
pub fn shown(name: &str) -> String {
    let mut shown: String = name.chars().take(MOST_SHOWN).flat_map(char::escape_debug).collect();
    if name.chars().nth(MOST_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// So many characters of a name are shown.
const MOST_SHOWN: usize = 60;

/// Why a description is no AND/OR tree. Nodes are called by their names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// There is no node at all.
    #[error("a tree has at least one node")]
    Empty,
    /// More than [`MAX_NODES`].
    #[error("a tree may have at most {MAX_NODES} nodes")]
    TooManyNodes,
    /// Two nodes have one name.
    #[error("two nodes are called \"{}\"", shown(.0))]
    SameName(String),
    /// The root is no node.
    #[error("the root \"{}\" is not among the nodes", shown(.0))]
    NoRoot(String),
    /// A child is no node.
    #[error("the child \"{}\" of \"{}\" is not among the nodes", shown(child), shown(parent))]
    NoChild {
        /// Who names it.
        parent: String,
        /// What is missing.
        child: String,
    },
    /// An OR or AND node without children.
    #[error("\"{}\" has no children: without them it has to be a \"win\" or a \"loss\"", shown(.0))]
    Childless(String),
    /// A leaf with children.
    #[error("\"{}\" is a leaf, and has children", shown(.0))]
    LeafWithChildren(String),
    /// A node that follows from itself.
    #[error("\"{}\" follows from itself", shown(.0))]
    Cycle(String),
    /// More than [`MAX_DEPTH`].
    #[error("\"{}\" is too deep: from the root to a leaf there may be at most {MAX_DEPTH} nodes", shown(.0))]
    TooDeep(String),
}

/// An AND/OR tree, or a directed acyclic graph of AND and OR nodes. Nodes are
/// numbered in the order in which they were described.
#[derive(Clone, Debug)]
pub struct AndOrTree {
    kinds: Vec<Kind>,
    names: Vec<String>,
    /// Where the children of a node stand.
    children: Vec<Range<u32>>,
    links: Vec<u32>,
    root: usize,
    /// Whether the prover wins, by node.
    values: Vec<bool>,
}

impl TryFrom<TreeDescription> for AndOrTree {
    type Error = TreeError;

    /// Checks a description.
    ///
    /// # Errors
    /// Whatever makes it no tree.
    fn try_from(description: TreeDescription) -> Result<Self, TreeError> {
        let TreeDescription { root, nodes } = description;
        if nodes.len() > MAX_NODES {
            return Err(TreeError::TooManyNodes);
        }
        let mut places = std::collections::HashMap::with_capacity(nodes.len());
        for (place, node) in nodes.iter().enumerate() {
            if places.insert(node.name.as_str(), place as u32).is_some() {
                return Err(TreeError::SameName(node.name.clone()));
            }
        }
        let mut children = Vec::with_capacity(nodes.len());
        let mut links = Vec::new();
        for NodeDescription { name, kind, children: named } in &nodes {
            match (kind.is_leaf(), named.is_empty()) {
                (true, false) => return Err(TreeError::LeafWithChildren(name.clone())),
                (false, true) => return Err(TreeError::Childless(name.clone())),
                _ => {}
            }
            let start = links.len() as u32;
            for child in named {
                let Some(&place) = places.get(child.as_str()) else {
                    return Err(TreeError::NoChild { parent: name.clone(), child: child.clone() });
                };
                links.push(place);
            }
            children.push(start..links.len() as u32);
        }
        let root = match root {
            None if nodes.is_empty() => return Err(TreeError::Empty),
            None => 0,
            Some(name) => match places.get(name.as_str()) {
                Some(&place) => place as usize,
                None => return Err(TreeError::NoRoot(name)),
            },
        };
        drop(places);
        let (names, kinds) = nodes.into_iter().map(|node| (node.name, node.kind)).unzip();
        let mut tree = AndOrTree { kinds, names, children, links, root, values: Vec::new() };
        tree.evaluate()?;
        Ok(tree)
    }
}

impl AndOrTree {
    /// Computes all values from the leaves up.
    fn evaluate(&mut self) -> Result<(), TreeError> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let error = |error: fn(String) -> TreeError, node: usize| error(self.names[node].clone());
        let mut states = vec![State::New; self.len()];
        // The number of nodes on the longest way from a node to a leaf.
        let mut heights = vec![1usize; self.len()];
        let mut values = vec![false; self.len()];
        let mut open: Vec<(usize, usize)> = Vec::new();
        for start in 0..self.len() {
            if states[start] == State::New {
                open.push((start, 0));
                states[start] = State::Open;
            }
            while let Some((node, next)) = open.last_mut() {
                let node = *node;
                if let Some(&child) = self.children(node).get(*next) {
                    *next += 1;
                    let child = child as usize;
                    match states[child] {
                        State::Done => {}
                        State::Open => return Err(error(TreeError::Cycle, child)),
                        State::New => {
                            states[child] = State::Open;
                            open.push((child, 0));
                        }
                    }
                    continue;
                }
                open.pop();
                states[node] = State::Done;
                let children = || self.children(node).iter().map(|&child| child as usize);
                heights[node] = 1 + children().map(|child| heights[child]).max().unwrap_or(0);
                if heights[node] > MAX_DEPTH {
                    return Err(error(TreeError::TooDeep, node));
                }
                values[node] = match self.kinds[node] {
                    Kind::Or => children().any(|child| values[child]),
                    Kind::And => children().all(|child| values[child]),
                    Kind::Win => true,
                    Kind::Loss => false,
                };
            }
        }
        self.values = values;
        Ok(())
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are no nodes: never.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The root.
    pub fn root(&self) -> usize {
        self.root
    }

    /// What a node is.
    #[inline]
    pub fn kind(&self, node: usize) -> Kind {
        self.kinds[node]
    }

    /// The name of a node as it may be shown: cut if it is long, and with control characters escaped.
    pub fn shown_name(&self, node: usize) -> String {
        shown(&self.names[node])
    }

    /// The name of a node.
    pub fn name(&self, node: usize) -> &str {
        &self.names[node]
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, node: usize) -> &[u32] {
        let Range { start, end } = self.children[node];
        &self.links[start as usize..end as usize]
    }

    /// Whether some node is the child of several others, or twice of one. The sums
    /// of proof numbers then count it as often as there are ways to it, which may be very many;
    /// [weak addition](crate::Addition::Weak) does not.
    pub fn has_shared_nodes(&self) -> bool {
        let mut met = vec![false; self.len()];
        self.links.iter().any(|&child| std::mem::replace(&mut met[child as usize], true))
    }

    /// Whether the prover wins at a node, computed from the leaves up, without any search.
    pub fn value(&self, node: usize) -> bool {
        self.values[node]
    }

    /// The tree that textbooks draw: 15 nodes on four levels; see `rhizome tree demo`.
    pub fn demo() -> Self {
        use Kind::{And, Loss, Or, Win};
        const NODES: [(Kind, &[usize]); 15] = [
            (Or, &[1, 2]),
            (And, &[3, 4]),
            (And, &[5, 6]),
            (Or, &[7, 8]),
            (Or, &[9, 10]),
            (Or, &[11, 12]),
            (Or, &[13, 14]),
            (Win, &[]),
            (Win, &[]),
            (Win, &[]),
            (Loss, &[]),
            (Loss, &[]),
            (Win, &[]),
            (Loss, &[]),
            (Loss, &[]),
        ];
        let nodes = NODES.iter().enumerate().map(|(place, (kind, children))| NodeDescription {
            name: place.to_string(),
            kind: *kind,
            children: children.iter().map(usize::to_string).collect(),
        });
        match Self::try_from(TreeDescription { root: None, nodes: nodes.collect() }) {
            Ok(tree) => tree,
            Err(error) => unreachable!("the demo is a tree: {error}"),
        }
    }
}
