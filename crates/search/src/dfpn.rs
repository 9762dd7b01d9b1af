//! Depth-first proof-number search (Nagai 2002) on extended NAND trees.

use crate::control::Interruption;
use crate::numbers::{Numbers, ProofNumber};
use crate::scan::{effort_of, scan};
use crate::session::{Algorithm, Session};
use crate::thresholds::Thresholds;
use crate::tree::{NandTree, NodeId, Parts, View};

/// Depth-first proof-number search. It keeps no tree, only the numbers of
/// nodes in the table, and stays below a node until its numbers reach a
/// threshold at which another node becomes the most-proving one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dfpn;

impl<T: NandTree> Algorithm<T> for Dfpn {
    fn run(&mut self, session: &mut Session<'_, T>) -> Result<(), Interruption> {
        search_root(session, Thresholds::NONE)
    }
}

/// Who goes down a tree, alone or as one of several.
pub(crate) trait Descent<'a, T: NandTree> {
    /// The search that it takes part in.
    fn session(&mut self) -> &mut Session<'a, T>;

    /// Goes down to a node. What it returns is for [`Self::leave`].
    fn enter(&mut self, node: NodeId) -> u64;

    /// Goes back up from a node.
    fn leave(&mut self, node: NodeId, entered: u64);

    /// Makes sure that a node is expanded (or settled), and counts it.
    fn expand(&mut self, node: NodeId) -> Result<(), Interruption>;

    /// Generates the children of a node that were left for later.
    fn expand_rest(&mut self, node: NodeId) -> Result<(), Interruption>;

    /// Whether the node that was entered last need not be searched any more, since one above it is solved.
    fn is_pointless(&self) -> bool;

    /// Takes note of the numbers of the node that was entered last.
    fn note(&mut self, numbers: Numbers);
}

impl<'a, T: NandTree> Descent<'a, T> for Session<'a, T> {
    #[inline]
    fn session(&mut self) -> &mut Session<'a, T> {
        self
    }

    #[inline]
    fn enter(&mut self, node: NodeId) -> u64 {
        Session::enter(self, node);
        self.counters.expansions
    }

    #[inline]
    fn leave(&mut self, node: NodeId, entered: u64) {
        Session::leave(self, node, entered);
    }

    #[inline]
    fn expand(&mut self, node: NodeId) -> Result<(), Interruption> {
        Session::expand(self, node)
    }

    #[inline]
    fn expand_rest(&mut self, node: NodeId) -> Result<(), Interruption> {
        Session::expand_rest(self, node)
    }

    #[inline]
    fn is_pointless(&self) -> bool {
        false
    }

    #[inline]
    fn note(&mut self, numbers: Numbers) {
        self.note_root(numbers);
    }
}

/// Searches the root until it is solved or reaches its thresholds.
pub(crate) fn search_root<'a, T, D>(descent: &mut D, thresholds: Thresholds) -> Result<(), Interruption>
where
    T: NandTree + 'a,
    D: Descent<'a, T>,
{
    let root = descent.session().tree.root();
    search_child(descent, root, thresholds)
}

/// Searches a child, whatever it is and becomes, within thresholds.
fn search_child<'a, T, D>(
    descent: &mut D,
    child: T::Child,
    thresholds: Thresholds,
) -> Result<(), Interruption>
where
    T: NandTree + 'a,
    D: Descent<'a, T>,
{
    let mut parts = Parts::new();
    loop {
        let session = descent.session();
        match session.tree.view(child, &mut parts) {
            View::Settled(_) => return Ok(()),
            View::Atomic(node) => return search(descent, node, thresholds),
            View::Decomposable(parts) => {
                let Some((part, inner)) = choose_part(session, parts, thresholds) else {
                    return Ok(());
                };
                search(descent, part, inner)?;
                if descent.is_pointless() {
                    return Ok(());
                }
            }
        }
    }
}

/// The part of a decomposable node to search next, and how far; `None` when
/// the node has reached its thresholds.
fn choose_part<T: NandTree>(
    session: &Session<'_, T>,
    parts: &[NodeId],
    outer: Thresholds,
) -> Option<(NodeId, Thresholds)> {
    let mut sum = ProofNumber::ZERO;
    let mut best = parts[0];
    let mut least = ProofNumber::INFINITY;
    let mut second = ProofNumber::INFINITY;
    for &part in parts {
        let effort = effort_of(&*session.tree, session.table, part);
        sum = sum.plus(effort);
        if effort < least {
            second = least;
            least = effort;
            best = part;
        } else if effort < second {
            second = effort;
        }
    }
    outer.hold(Numbers { pn: sum, dn: sum }).then(|| (best, outer.inside_sum(sum, least, second)))
}

/// Searches an atomic node until it is solved or reaches its thresholds.
fn search<'a, T, D>(descent: &mut D, node: NodeId, thresholds: Thresholds) -> Result<(), Interruption>
where
    T: NandTree + 'a,
    D: Descent<'a, T>,
{
    let entered = descent.enter(node);
    let result = search_children(descent, node, thresholds);
    descent.leave(node, entered);
    result
}

fn search_children<'a, T, D>(
    descent: &mut D,
    node: NodeId,
    thresholds: Thresholds,
) -> Result<(), Interruption>
where
    T: NandTree + 'a,
    D: Descent<'a, T>,
{
    descent.expand(node)?;
    while !descent.is_pointless() {
        let session = descent.session();
        if session.tree.outcome(node).is_some() {
            break;
        }
        let seen = scan(&*session.tree, session.table, node, session.style.addition);
        let numbers = seen.numbers;
        if let Some(outcome) = numbers.outcome() {
            session.tree.settle(node, outcome);
            break;
        }
        session.store(node, numbers);
        let inner = thresholds.inside(numbers, seen.best_numbers, session.style.stay(seen.second));
        let children = session.tree.children(node);
        descent.note(numbers);
        if !thresholds.hold(numbers) {
            break;
        }
        if seen.best == children {
            descent.expand_rest(node)?;
            continue;
        }
        let child = descent.session().tree.child(node, seen.best);
        search_child(descent, child, inner)?;
    }
    Ok(())
}
