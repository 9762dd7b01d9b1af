//! AND/OR trees as they are written down, unchecked.

use super::tree::Kind;

/// A tree as it is written down. In JSON (with the feature `serde`):
///
/// ```json
/// {"root": "a",
///  "nodes": [{"name": "a", "type": "or", "children": ["b", "c"]},
///            {"name": "b", "type": "loss"},
///            {"name": "c", "type": "win"}]}
/// ```
///
/// [`AndOrTree::try_from`](super::AndOrTree) checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TreeDescription {
    /// The name of the root; without it, the first node is the root.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub root: Option<String>,
    /// The nodes, in any order.
    pub nodes: Vec<NodeDescription>,
}

/// A node as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct NodeDescription {
    /// Its name, which no other node has.
    pub name: String,
    /// What it is.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub kind: Kind,
    /// The names of its children, in the order in which they are tried; none for a leaf.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub children: Vec<String>,
}

impl From<&super::AndOrTree> for TreeDescription {
    fn from(tree: &super::AndOrTree) -> Self {
        let nodes = (0..tree.len()).map(|node| NodeDescription {
            name: tree.name(node).to_owned(),
            kind: tree.kind(node),
            children: tree.children(node).iter().map(|&child| tree.name(child as usize).to_owned()).collect(),
        });
        TreeDescription { root: Some(tree.name(tree.root()).to_owned()), nodes: nodes.collect() }
    }
}
