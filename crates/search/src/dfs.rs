//! Depth-first search: the honest baseline.

use crate::control::Interruption;
use crate::numbers::Outcome;
use crate::session::{Algorithm, Session};
use crate::tree::{NandTree, NodeId, Parts, View};

/// Depth-first search in the order in which the tree gives the children. It
/// keeps nothing but what is proved. A decomposable node has its lands solved
/// one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dfs;

impl<T: NandTree> Algorithm<T> for Dfs {
    fn run(&mut self, session: &mut Session<'_, T>) -> Result<(), Interruption> {
        solve_child(session, session.tree.root()).map(|_| ())
    }
}

fn solve_child<T: NandTree>(session: &mut Session<'_, T>, child: T::Child) -> Result<Outcome, Interruption> {
    let mut parts = Parts::new();
    loop {
        let node = match session.tree.view(child, &mut parts) {
            View::Settled(outcome) => return Ok(outcome),
            View::Atomic(node) => node,
            View::Decomposable(parts) => parts[0],
        };
        solve_node(session, node)?;
    }
}

fn solve_node<T: NandTree>(session: &mut Session<'_, T>, node: NodeId) -> Result<(), Interruption> {
    session.enter(node);
    let before = session.counters.expansions;
    let result = solve_children(session, node);
    session.leave(node, before);
    result
}

fn solve_children<T: NandTree>(session: &mut Session<'_, T>, node: NodeId) -> Result<(), Interruption> {
    session.expand(node)?;
    if session.tree.outcome(node).is_some() {
        return Ok(());
    }
    let mut first = 0;
    loop {
        // A child that is known to be a loss spares the search of all others.
        let mut parts = Parts::new();
        let children = session.tree.children(node);
        let known = (first..children).any(|index| {
            session.tree.view(session.tree.child(node, index), &mut parts) == View::Settled(Outcome::Loss)
        });
        if known {
            session.tree.settle(node, Outcome::Win);
            return Ok(());
        }
        for index in first..children {
            let outcome = solve_child(session, session.tree.child(node, index))?;
            if session.tree.outcome(node).is_some() {
                // What was proved about a child can settle the node as well.
                return Ok(());
            }
            if outcome == Outcome::Loss {
                session.tree.settle(node, Outcome::Win);
                return Ok(());
            }
        }
        if session.tree.rest(node).is_none() {
            session.tree.settle(node, Outcome::Loss);
            return Ok(());
        }
        session.expand_rest(node)?;
        first = children;
    }
}
