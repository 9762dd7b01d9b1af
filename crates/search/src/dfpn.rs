//! Depth-first proof-number search (Nagai 2002) on extended NAND trees.

use crate::control::Interruption;
use crate::numbers::{Numbers, ProofNumber};
use crate::scan::{numbers_of, scan};
use crate::session::{Algorithm, Session};
use crate::tree::{NandTree, NodeId, Parts, View};

/// A node is searched while pn < `pt`, dn < `dt` and
/// min(pn + `ps`, dn + `ds`) < `mt`.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    pt: ProofNumber,
    dt: ProofNumber,
    mt: ProofNumber,
    ps: ProofNumber,
    ds: ProofNumber,
}

impl Thresholds {
    const NONE: Self = Self {
        pt: ProofNumber::INFINITY,
        dt: ProofNumber::INFINITY,
        mt: ProofNumber::INFINITY,
        ps: ProofNumber::ZERO,
        ds: ProofNumber::ZERO,
    };

    #[inline]
    fn hold(&self, numbers: Numbers) -> bool {
        let least = numbers.pn.plus(self.ps).min(numbers.dn.plus(self.ds));
        numbers.pn < self.pt && numbers.dn < self.dt && least < self.mt
    }
}

/// A threshold that has saturated is none: numbers that have saturated as well could not get past it.
#[inline]
fn open(threshold: ProofNumber) -> ProofNumber {
    if threshold == ProofNumber::GREATEST_FINITE { ProofNumber::INFINITY } else { threshold }
}

/// Depth-first proof-number search. It keeps no tree, only the numbers of
/// nodes in the table, and stays below a node until its numbers reach a
/// threshold at which another node becomes the most-proving one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dfpn;

impl<T: NandTree> Algorithm<T> for Dfpn {
    fn run(&mut self, session: &mut Session<'_, T>) -> Result<(), Interruption> {
        search_child(session, session.tree.root(), Thresholds::NONE)
    }
}

/// Searches a child, whatever it is and becomes, within thresholds.
fn search_child<T: NandTree>(
    session: &mut Session<'_, T>,
    child: T::Child,
    thresholds: Thresholds,
) -> Result<(), Interruption> {
    let mut parts = Parts::new();
    loop {
        match session.tree.view(child, &mut parts) {
            View::Settled(_) => return Ok(()),
            View::Atomic(node) => return search(session, node, thresholds),
            View::Decomposable(parts) => {
                let Some((part, inner)) = choose_part(session, parts, thresholds) else {
                    return Ok(());
                };
                search(session, part, inner)?;
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
        let effort = numbers_of(&*session.tree, &session.table, part).least();
        sum = sum.plus(effort);
        if effort < least {
            second = least;
            least = effort;
            best = part;
        } else if effort < second {
            second = effort;
        }
    }
    if !outer.hold(Numbers { pn: sum, dn: sum }) {
        return None;
    }
    let limit = outer.pt.min(outer.dt).min(outer.mt.minus(outer.ps.min(outer.ds)));
    let mt = open(limit.minus(sum).plus(least)).min(open(second.plus(ProofNumber::ONE)));
    Some((best, Thresholds { mt, ..Thresholds::NONE }))
}

/// Searches an atomic node until it is solved or reaches its thresholds.
fn search<T: NandTree>(
    session: &mut Session<'_, T>,
    node: NodeId,
    thresholds: Thresholds,
) -> Result<(), Interruption> {
    session.enter(node);
    let before = session.counters.expansions;
    let result = search_children(session, node, thresholds);
    session.leave(node, before);
    result
}

fn search_children<T: NandTree>(
    session: &mut Session<'_, T>,
    node: NodeId,
    Thresholds { pt, dt, mt, ps, ds }: Thresholds,
) -> Result<(), Interruption> {
    session.expand(node)?;
    while session.tree.outcome(node).is_none() {
        let seen = scan(&*session.tree, &session.table, node, session.style.addition);
        let numbers = seen.numbers;
        if let Some(outcome) = numbers.outcome() {
            session.tree.settle(node, outcome);
            break;
        }
        session.store(node, numbers);
        session.note_root(numbers);
        if !(Thresholds { pt, dt, mt, ps, ds }).hold(numbers) {
            break;
        }
        if seen.best == session.tree.children(node) {
            session.expand_rest(node)?;
            continue;
        }
        let (pn, dn) = (seen.best_numbers.pn, numbers.dn);
        let inner = Thresholds {
            pt: open(dt.minus(dn).plus(pn)),
            dt: pt.min(open(session.style.stay(seen.second))),
            mt,
            ps: ds.plus(dn).minus(pn),
            ds: ps,
        };
        search_child(session, session.tree.child(node, seen.best), inner)?;
    }
    Ok(())
}
