//! Random AND/OR trees, for experiments that anybody can repeat.

use super::description::{NodeDescription, TreeDescription};
use super::tree::{AndOrTree, Kind};

/// A small random number generator, SplitMix64 (Steele, Lea and Flood 2014). It
/// stands here, so that a seed means the same trees in every version.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> Self {
        SplitMix(seed)
    }

    /// The next number, all 64 bits of it random.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number below `bound`, which is at least 1: the high half of the product with `bound`.
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.next() as u128 * bound as u128) >> 64) as u64
    }
}

/// How random trees are drawn.
///
/// The root is an OR node at depth 0; below OR nodes are AND nodes and leaves,
/// below AND nodes OR nodes and leaves. A node at the greatest depth is a leaf,
/// and so is any other node but the root with a chance of `leaf_percent`. A
/// leaf is a win with a chance of `win_percent`. An inner node has as many
/// children as any number from `least_children` to `most_children`, each
/// equally likely. Trees are drawn in preorder: first whether a node is a
/// leaf, then what it is worth or how many children it has, then the children,
/// each with all below it. Nodes are numbered in that order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomTrees {
    /// The greatest depth; at least 1.
    pub depth: u32,
    /// The least number of children; at least 1.
    pub least_children: u64,
    /// The greatest number of children.
    pub most_children: u64,
    /// How many of a hundred nodes above the greatest depth are leaves.
    pub leaf_percent: u64,
    /// How many of a hundred leaves are wins.
    pub win_percent: u64,
}

impl Default for RandomTrees {
    /// Depth at most 5, two or three children, leaves 30 %, wins 50 %.
    fn default() -> Self {
        RandomTrees { depth: 5, least_children: 2, most_children: 3, leaf_percent: 30, win_percent: 50 }
    }
}

impl RandomTrees {
    /// Draws a tree.
    pub fn draw(&self, random: &mut SplitMix) -> AndOrTree {
        let mut nodes = Vec::new();
        self.grow(random, 0, Kind::Or, &mut nodes);
        match AndOrTree::try_from(TreeDescription { root: None, nodes }) {
            Ok(tree) => tree,
            Err(error) => unreachable!("what is drawn is a tree: {error}"),
        }
    }

    fn grow(&self, random: &mut SplitMix, depth: u32, kind: Kind, nodes: &mut Vec<NodeDescription>) -> usize {
        let place = nodes.len();
        let leaf = depth > 0 && (depth >= self.depth || random.below(100) < self.leaf_percent);
        let kind = match leaf {
            true if random.below(100) < self.win_percent => Kind::Win,
            true => Kind::Loss,
            false => kind,
        };
        nodes.push(NodeDescription { name: place.to_string(), kind, children: Vec::new() });
        if !leaf {
            let below = if kind == Kind::Or { Kind::And } else { Kind::Or };
            let more = self.most_children.saturating_sub(self.least_children) + 1;
            for _ in 0..self.least_children.max(1) + random.below(more) {
                let child = self.grow(random, depth + 1, below, nodes);
                nodes[place].children.push(child.to_string());
            }
        }
        place
    }
}
