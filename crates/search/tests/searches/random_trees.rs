//! Random trees and graphs of many shapes.

use rhizome_search::{Numbers, ProofNumber};

use crate::explicit_tree::{ExplicitNode, ExplicitTree, Known};
use crate::random_numbers::RandomNumbers;

/// What may be special about the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Nothing: every node is expanded at once, and is only known when it is solved.
    Plain,
    /// Some nodes are known from the start or when they are expanded, others
    /// have estimates or reveal their children in two goes.
    Mixed,
}

/// A random tree of `size` nodes.
pub fn random_tree(size: usize, flavour: Flavour, seed: u64) -> ExplicitTree {
    random_graph(size, 0, flavour, seed)
}

/// A random graph of `size` nodes, in which nodes have about this many further parents.
pub fn random_graph(size: usize, further_parents: usize, flavour: Flavour, seed: u64) -> ExplicitTree {
    let mut random = RandomNumbers::new(seed);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); size];
    // A narrow window of possible parents makes deep trees, a wide one broad trees.
    let window = 1 + random.below(*RandomNumbers::new(!seed).pick(&[3, 20, size]));
    for node in 1..size {
        for _ in 0..=random.below(further_parents + 1) {
            let parent = node - 1 - random.below(window.min(node));
            if !children[parent].contains(&node) {
                children[parent].push(node);
            }
        }
    }
    let mut nodes: Vec<ExplicitNode> = children.into_iter().map(ExplicitNode::plain).collect();
    for node in &mut nodes {
        shuffle(&mut node.children, &mut random);
        if flavour == Flavour::Mixed {
            season(node, &mut random);
        }
    }
    ExplicitTree::new(nodes)
}

fn shuffle(items: &mut [usize], random: &mut RandomNumbers) {
    for place in (1..items.len()).rev() {
        items.swap(place, random.below(place + 1));
    }
}

fn season(node: &mut ExplicitNode, random: &mut RandomNumbers) {
    node.known = match random.below(16) {
        0 => Known::FromTheStart,
        1 => Known::AtExpansion,
        _ => Known::Never,
    };
    if random.one_in(2) {
        let number = |random: &mut RandomNumbers| ProofNumber::finite(1 + random.below(20) as u32);
        node.estimate = Numbers { pn: number(random), dn: number(random) };
    }
    if random.one_in(2) {
        node.generated_at_first = random.below(node.children.len() + 1);
        node.rest_exaggeration = 1 + random.below(3) as u32;
    }
}

/// A graph in layers, each node with two or three children in the next one. Of
/// the last layer so many nodes are lost that there is no telling, higher up, who wins.
pub fn layers(width: usize, depth: usize, seed: u64) -> ExplicitTree {
    let mut random = RandomNumbers::new(seed);
    let size = 1 + width * depth;
    let mut nodes = vec![ExplicitNode::plain((1..=width.min(3)).collect())];
    for layer in 1..=depth {
        let next = 1 + layer * width;
        for _ in 0..width {
            let count = 2 + random.below(2);
            let mut children: Vec<usize> = if layer < depth {
                (0..count).map(|_| next + random.below(width)).collect()
            } else if random.below(100) < 38 {
                vec![]
            } else {
                vec![size]
            };
            children.sort_unstable();
            children.dedup();
            nodes.push(ExplicitNode::plain(children));
        }
    }
    nodes.push(ExplicitNode::plain(vec![]));
    ExplicitTree::new(nodes)
}

/// A complete binary tree of which so many leaves are lost that there is no telling, higher up, who wins.
pub fn binary(depth: u32, seed: u64) -> ExplicitTree {
    let mut random = RandomNumbers::new(seed);
    let (inner, size) = ((1 << depth) - 1, (2 << depth) - 1);
    let mut nodes: Vec<ExplicitNode> =
        (0..inner).map(|node| ExplicitNode::plain(vec![2 * node + 1, 2 * node + 2])).collect();
    let leaf = |lost: bool| ExplicitNode::plain(if lost { vec![] } else { vec![size] });
    nodes.extend((inner..size).map(|_| leaf(random.below(100) < 38)));
    nodes.push(ExplicitNode::plain(vec![]));
    ExplicitTree::new(nodes)
}

/// A ladder of pairs of nodes, each with both nodes of the next pair as children:
/// there are 2 to the power of `depth` ways through it.
pub fn ladder(depth: usize) -> ExplicitTree {
    let mut nodes = vec![ExplicitNode::plain(vec![1, 2])];
    for rung in 0..depth {
        let next = if rung + 1 < depth { vec![2 * rung + 3, 2 * rung + 4] } else { vec![] };
        nodes.push(ExplicitNode::plain(next.clone()));
        nodes.push(ExplicitNode::plain(next));
    }
    ExplicitTree::new(nodes)
}
