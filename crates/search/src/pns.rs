//! Proof-number search (Allis, van der Meulen and van den Herik 1994), best first.

use crate::control::Interruption;
use crate::numbers::Numbers;
use crate::scan::{effort_of, numbers_of, scan};
use crate::session::{Algorithm, Session};
use crate::tree::{NandTree, NodeId, Parts, View};

/// Best-first proof-number search. Every step expands the most-proving node
/// and carries the new numbers up, as far as they change anything; the next
/// descent starts where they stopped. All expanded nodes stay in memory;
/// whenever the table would have to grow, those below solved nodes are dropped
/// first. When memory is short, those with the least work below them are
/// forgotten, to be derived again when they are needed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pns;

/// A step of the line from the root to the most-proving node.
#[derive(Clone, Copy)]
struct Step {
    node: NodeId,
    expansions_before: u64,
}

impl<T: NandTree> Algorithm<T> for Pns {
    fn run(&mut self, session: &mut Session<'_, T>) -> Result<(), Interruption> {
        let mut line: Vec<Step> = Vec::new();
        let root = session.tree.root();
        loop {
            session.check()?;
            let child = match line.last() {
                Some(&Step { node, .. }) => {
                    let best = scan(&*session.tree, session.table, node, session.style.addition).best;
                    if best == session.tree.children(node) {
                        session.expand_rest(node)?;
                        carry_up(session, &mut line);
                        continue;
                    }
                    session.tree.child(node, best)
                }
                None => root,
            };
            let Some(node) = next_node(session, child) else {
                if line.is_empty() {
                    return Ok(());
                }
                // The best child is settled, so its parent will be.
                carry_up(session, &mut line);
                continue;
            };
            session.enter(node);
            line.push(Step { node, expansions_before: session.counters.expansions });
            if session.table.get(node).is_none() || !session.tree.is_expanded(node) {
                if session.table.is_crowded() {
                    session.drop_solved_subtrees();
                }
                session.expand(node)?;
            }
            carry_up(session, &mut line);
        }
    }
}

/// The atomic node to go down to from a child.
fn next_node<T: NandTree>(session: &Session<'_, T>, child: T::Child) -> Option<NodeId> {
    let mut parts = Parts::new();
    match session.tree.view(child, &mut parts) {
        View::Settled(_) => None,
        View::Atomic(node) => Some(node),
        View::Decomposable(parts) => {
            parts.iter().copied().min_by_key(|&part| effort_of(&*session.tree, session.table, part))
        }
    }
}

/// Computes the numbers of an expanded node anew; true if they changed.
fn update<T: NandTree>(session: &mut Session<'_, T>, node: NodeId) -> bool {
    let old = numbers_of(&*session.tree, session.table, node);
    let known = session.tree.outcome(node).map(Numbers::settled);
    let fresh = session.table.get(node).is_none();
    let new =
        known.unwrap_or_else(|| scan(&*session.tree, session.table, node, session.style.addition).numbers);
    match new.outcome() {
        Some(outcome) => {
            if known.is_none() {
                session.tree.settle(node, outcome);
            }
            session.store(node, new);
            true
        }
        None => {
            session.store(node, new);
            fresh || new != old
        }
    }
}

/// Goes up the line while numbers change, and leaves the nodes on the way.
fn carry_up<T: NandTree>(session: &mut Session<'_, T>, line: &mut Vec<Step>) {
    while let Some(&Step { node, expansions_before }) = line.last() {
        let changed = update(session, node);
        session.note_root(numbers_of(&*session.tree, session.table, node));
        if !changed {
            return;
        }
        session.leave(node, expansions_before);
        line.pop();
    }
}
