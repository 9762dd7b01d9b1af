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
        solve_child(session, session.tree.root())
    }
}

fn solve_child<T: NandTree>(session: &mut Session<'_, T>, child: T::Child) -> Result<(), Interruption> {
    let mut parts = Parts::new();
    loop {
        let node = match session.tree.view(child, &mut parts) {
            View::Settled(_) => return Ok(()),
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
    // Whatever is proved below may settle children or add to them, so each
    // round looks at all of them as they are now.
    while session.tree.outcome(node).is_none() {
        let mut parts = Parts::new();
        let mut unsolved = None;
        let mut lost = false;
        for index in 0..session.tree.children(node) {
            let child = session.tree.child(node, index);
            match session.tree.view(child, &mut parts) {
                View::Settled(Outcome::Win) => {}
                View::Settled(Outcome::Loss) => {
                    lost = true;
                    break;
                }
                _ => unsolved = unsolved.or(Some(child)),
            }
        }
        if lost {
            session.tree.settle(node, Outcome::Win);
        } else if let Some(child) = unsolved {
            solve_child(session, child)?;
        } else if session.tree.rest(node).is_some() {
            session.expand_rest(node)?;
        } else {
            session.tree.settle(node, Outcome::Loss);
        }
    }
    Ok(())
}
