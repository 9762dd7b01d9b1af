//! What several processes that search together ask of a tree: names that mean the same in all of them.

use crate::shared_tree::SharedTree;
use crate::tree::NodeId;

/// Something that is proved, as bytes that mean the same in every tree of the same question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PortableFact {
    /// What it is about.
    #[cfg_attr(feature = "serde", serde(with = "serde_bytes"))]
    pub key: Vec<u8>,
    /// What is proved about that.
    #[cfg_attr(feature = "serde", serde(with = "serde_bytes"))]
    pub value: Vec<u8>,
}

/// Why facts cannot be taken in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FactError {
    /// A fact is not well-formed; those before it were taken in.
    #[error("this is no fact: {0}")]
    Malformed(String),
    /// A fact says the opposite of what is known. One of them is wrong, and nothing that follows from them can be trusted.
    #[error("facts contradict each other: {0}")]
    Contradiction(String),
    /// What is proved cannot be kept.
    #[error("{0}")]
    Store(String),
}

/// A tree whose nodes and proofs can be told to other trees of the same question.
pub trait PortableTree: SharedTree {
    /// A tree of the same question that knows nothing, for somebody else.
    fn another(&self) -> Self
    where
        Self: Sized;

    /// Makes an atomic node the root.
    fn make_root(&mut self, node: NodeId);

    /// The name of an atomic node for others.
    fn portable_name(&self, node: NodeId) -> Vec<u8>;

    /// The node with such a name, if it was met.
    fn find(&self, name: &[u8]) -> Option<NodeId>;

    /// The node with such a name, which may be new; `None` if it is no name.
    fn meet(&mut self, name: &[u8]) -> Option<NodeId>;

    /// The children of an expanded node as bytes, so that others need not find them. By default they are not told.
    fn tell_children(&self, _node: NodeId) -> Option<Vec<u8>> {
        None
    }

    /// Takes in children of a node that is not expanded, as they were told by one who is trusted to know the rules. False if they
    /// are not well-formed, or the tree does not take any.
    fn take_children(&mut self, _node: NodeId, _children: &[u8]) -> bool {
        false
    }

    /// From now on keeps a list of what is proved, for [`Self::take_news`], and remembers what it is told about nodes
    /// that it has not met. All that is known now is the beginning of the list.
    fn share(&mut self);

    /// What was proved here since it was asked last.
    ///
    /// # Errors
    /// When what is proved cannot be kept.
    fn take_news(&mut self) -> Result<Vec<PortableFact>, FactError>;

    /// What is proved about a node that was met, if anything is.
    fn fact_about(&self, node: NodeId) -> Option<PortableFact>;

    /// Takes in what others have proved. Returns what of it was not known here, or told before.
    ///
    /// # Errors
    /// When a fact is malformed, or contradicts what is known.
    fn learn(&mut self, facts: &[PortableFact]) -> Result<Vec<PortableFact>, FactError>;

    /// Takes in a stretch of the list of all facts that are shared, whose first has the index `first`. Trees of one process
    /// may keep the list together, if each of them is told it from the beginning on.
    ///
    /// # Errors
    /// As [`Self::learn`].
    fn learn_in_order(&mut self, _first: u64, facts: &[PortableFact]) -> Result<(), FactError> {
        self.learn(facts).map(drop)
    }
}
