//! Explicit AND/OR trees: the whole tree, and nodes that are proved or disproved.

use crate::logic::{Entry, Judge, Logic, Stop, Subject, asked};
use crate::sums::number;

/// A tree, nodes that are all proved or all disproved, and a claim.
pub(crate) struct Explicit {
    nodes: Vec<Node>,
    /// The entry of each node.
    listed: Vec<Option<Entry>>,
    entries: Vec<u32>,
    root: u32,
    /// Whether the nodes are proved.
    are_proved: bool,
}

enum Node {
    Leaf { is_win: bool },
    Inner { is_or: bool, children: Vec<u32> },
}

impl Explicit {
    /// A certificate without nodes.
    pub(crate) fn new(root: &str, is_win_claimed: bool) -> Result<Self, String> {
        let root = number(root).ok_or("the root is the number of a node")?;
        Ok(Explicit {
            nodes: Vec::new(),
            listed: Vec::new(),
            entries: Vec::new(),
            root,
            are_proved: is_win_claimed,
        })
    }

    /// Adds the node with the next number.
    pub(crate) fn add_node(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split(' ');
        let kind = words.next().unwrap_or_default();
        let children: Option<Vec<u32>> = words.map(number).collect();
        let children = children.ok_or("children are numbers of nodes")?;
        let node = match (kind, children.is_empty()) {
            ("win" | "loss", true) => Node::Leaf { is_win: kind == "win" },
            ("win" | "loss", false) => return Err("a leaf has no children".to_owned()),
            ("or" | "and", false) => Node::Inner { is_or: kind == "or", children },
            ("or" | "and", true) => return Err("an inner node has children".to_owned()),
            _ => return Err("a node is `or`, `and`, `win` or `loss`".to_owned()),
        };
        self.nodes.push(node);
        self.listed.push(None);
        Ok(())
    }

    /// Adds an entry: a node that is proved, or disproved, whichever is claimed.
    pub(crate) fn add_entry(&mut self, is_win: bool, text: &str) -> Result<(), String> {
        if is_win != self.are_proved {
            return Err("the entries are of the same kind as the claim".to_owned());
        }
        let node = number(text).ok_or("an entry is the number of a node")?;
        let listed = self.listed.get_mut(node as usize).ok_or("there is no node with this number")?;
        if listed.replace(self.entries.len() as Entry).is_some() {
            return Err("the node is listed twice".to_owned());
        }
        self.entries.push(node);
        Ok(())
    }

    /// Checks that the nodes make up a tree, or a graph without circles, with this root.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn close(&self) -> Result<(), String> {
        let exists = |&node: &u32| (node as usize) < self.nodes.len();
        if !exists(&self.root) {
            return Err("the root is none of the nodes".to_owned());
        }
        let mut parents = vec![0u32; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            for child in node.children() {
                if !exists(child) {
                    return Err(format!("node {place} has a child that is no node"));
                }
                parents[*child as usize] += 1;
            }
        }
        // Nodes are taken away once all their parents are. What is left is on circles or below them.
        let mut free: Vec<usize> = (0..parents.len()).filter(|&node| parents[node] == 0).collect();
        let mut taken = 0;
        while let Some(node) = free.pop() {
            taken += 1;
            for &child in self.nodes[node].children() {
                parents[child as usize] -= 1;
                if parents[child as usize] == 0 {
                    free.push(child as usize);
                }
            }
        }
        if taken < self.nodes.len() { Err("a node follows from itself".to_owned()) } else { Ok(()) }
    }

    /// The way in which a node is known to be what is claimed of the root, if it is.
    fn known(&self, node: u32) -> Option<Option<Entry>> {
        match self.nodes[node as usize] {
            Node::Leaf { is_win } => (is_win == self.are_proved).then_some(None),
            Node::Inner { .. } => self.listed[node as usize].map(Some),
        }
    }

    fn need(&self, nodes: &[u32], judge: &mut dyn Judge, what: &str) -> Result<(), Stop> {
        for entry in nodes.iter().filter_map(|&node| self.known(node)) {
            if judge.way(entry.as_slice()).is_break() {
                break;
            }
        }
        asked(judge.end(&what))
    }
}

impl Node {
    fn children(&self) -> &[u32] {
        match self {
            Node::Leaf { .. } => &[],
            Node::Inner { children, .. } => children,
        }
    }
}

impl Logic for Explicit {
    type Worker = ();

    fn entries(&self) -> usize {
        self.entries.len()
    }

    fn worker(&self) {}

    fn needs(&self, (): &mut (), subject: Subject, judge: &mut dyn Judge) -> Result<(), Stop> {
        let entry = match subject {
            Subject::Claim => return self.need(&[self.root], judge, "the root is not listed"),
            Subject::Entry(entry) => entry,
        };
        match &self.nodes[self.entries[entry as usize] as usize] {
            Node::Leaf { is_win } if *is_win == self.are_proved => Ok(()),
            Node::Leaf { .. } => asked(judge.end(&"the leaf says otherwise")),
            Node::Inner { is_or, children } if *is_or == self.are_proved => {
                self.need(children, judge, "none of its children is known")
            }
            Node::Inner { children, .. } => children
                .iter()
                .try_for_each(|&child| self.need(&[child], judge, "one of its children is not known")),
        }
    }
}
