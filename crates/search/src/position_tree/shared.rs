//! Positions that several threads search.

use super::PositionTree;
use crate::control::{Control, Interruption};
use crate::rules::Rules;
use crate::shared_tree::{Finder, SharedTree};
use crate::tree::{NandTree, NodeId};

/// Finds the positions after each move beside a tree.
#[derive(Debug)]
pub struct ChildFinder<R: Rules> {
    rules: R,
    /// The position that was asked about.
    position: Option<R::Position>,
    found: Vec<R::Position>,
}

impl<R: Rules + Clone + Send> SharedTree for PositionTree<R>
where
    R::Position: Send,
{
    type Finder = ChildFinder<R>;

    fn lend_finder(&mut self) -> ChildFinder<R> {
        ChildFinder { rules: self.rules.clone(), position: None, found: Vec::new() }
    }

    fn return_finder(&mut self, _: ChildFinder<R>) {}

    fn ask(&mut self, node: NodeId, finder: &mut ChildFinder<R>) -> Option<u64> {
        if self.is_expanded(node) || self.outcome(node).is_some() {
            return None;
        }
        finder.position = Some(self.node(node).position.clone());
        Some(node.0)
    }

    fn bring(&mut self, finder: &mut ChildFinder<R>, control: &Control<'_>) -> Result<(), Interruption> {
        let Some(node) = finder.position.take().and_then(|position| self.find_position(&position)) else {
            return Ok(());
        };
        if self.is_expanded(node) || self.outcome(node).is_some() {
            return Ok(());
        }
        self.set_children(node, &mut finder.found, control)
    }
}

impl<R: Rules + Send> Finder for ChildFinder<R>
where
    R::Position: Send,
{
    fn find(&mut self, _: &Control<'_>) -> Result<(), Interruption> {
        self.found.clear();
        if let Some(position) = &self.position {
            self.rules.children(position, &mut self.found);
        }
        Ok(())
    }
}
