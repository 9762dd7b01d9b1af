//! One look at the children of a node: its numbers and its best child.

use crate::numbers::{Numbers, Outcome, ProofNumber};
use crate::table::Table;
use crate::tree::{NandTree, NodeId, Parts, Rest, View};

/// How the proof numbers of the children are put together to the disproof number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition {
    /// Their sum.
    Sum,
    /// The greatest, plus one for every other unsolved child (weak
    /// proof-number search, Ueda, Hashimoto, Hashimoto and Iida 2008). It does not count
    /// twice what is reached on two ways.
    Weak,
}

/// What is seen when all children of an expanded node are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan {
    /// The numbers of the node.
    pub(crate) numbers: Numbers,
    /// The child with the least disproof number, the first of them. The number
    /// of children stands for those that are still to be generated.
    pub(crate) best: usize,
    /// Its numbers.
    pub(crate) best_numbers: Numbers,
    /// The least disproof number among the other children.
    pub(crate) second: ProofNumber,
}

/// The numbers that the search has for an atomic node.
#[inline]
pub(crate) fn numbers_of<T: NandTree>(tree: &T, table: &Table, node: NodeId) -> Numbers {
    match table.get(node) {
        Some(entry) => entry.apparent(),
        None => tree.first_estimate(node),
    }
}

/// How hard it is to solve an atomic node either way, as far as it looks.
#[inline]
pub(crate) fn effort_of<T: NandTree>(tree: &T, table: &Table, node: NodeId) -> ProofNumber {
    match table.get(node) {
        Some(entry) => entry.apparent_effort(),
        None => tree.first_estimate(node).least(),
    }
}

/// The numbers of a child as it is now.
#[inline]
pub(crate) fn numbers_of_view<T: NandTree>(tree: &T, table: &Table, view: View<'_>) -> Numbers {
    match view {
        View::Settled(outcome) => Numbers::settled(outcome),
        View::Atomic(node) => numbers_of(tree, table, node),
        View::Decomposable(parts) => {
            let efforts = parts.iter().map(|&part| effort_of(tree, table, part));
            let sum = efforts.fold(ProofNumber::ZERO, ProofNumber::plus);
            Numbers { pn: sum, dn: sum }
        }
    }
}

/// Looks at all children of an expanded node. Stops early at a child that is a loss.
#[inline]
pub(crate) fn scan<T: NandTree>(tree: &T, table: &Table, node: NodeId, addition: Addition) -> Scan {
    let mut parts = Parts::new();
    let mut sum = ProofNumber::ZERO;
    let mut greatest = ProofNumber::ZERO;
    let mut unsolved = 0u32;
    let mut best = 0;
    let mut best_numbers = Numbers::settled(Outcome::Win);
    let mut second = ProofNumber::INFINITY;
    let children = tree.children(node);
    for index in 0..children {
        let view = tree.view(tree.child(node, index), &mut parts);
        let numbers = numbers_of_view(tree, table, view);
        if numbers.dn == ProofNumber::ZERO {
            let settled = Numbers::settled(Outcome::Win);
            return Scan { numbers: settled, best: index, best_numbers: numbers, second };
        }
        if numbers.pn == ProofNumber::ZERO {
            continue;
        }
        unsolved += 1;
        sum = sum.plus(numbers.pn);
        greatest = greatest.max(numbers.pn);
        if numbers.dn < best_numbers.dn {
            second = best_numbers.dn;
            best_numbers = numbers;
            best = index;
        } else if numbers.dn < second {
            second = numbers.dn;
        }
    }
    if let Some(Rest { count, numbers }) = tree.rest(node) {
        unsolved = unsolved.saturating_add(count);
        sum = sum.plus(numbers.pn.times(count));
        greatest = greatest.max(numbers.pn);
        if numbers.dn < best_numbers.dn {
            second = best_numbers.dn;
            best_numbers = numbers;
            best = children;
        } else if numbers.dn < second {
            second = numbers.dn;
        }
    }
    let dn = match addition {
        Addition::Sum => sum,
        Addition::Weak => greatest.plus(ProofNumber::finite(unsolved.saturating_sub(1))),
    };
    Scan { numbers: Numbers { pn: best_numbers.dn, dn }, best, best_numbers, second }
}
