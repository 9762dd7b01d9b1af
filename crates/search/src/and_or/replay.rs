//! What a recorded search did, step by step, in numbers for the prover.

use std::collections::BTreeMap;

use super::textbook::ProverNumbers;
use super::tree::{AndOrTree, Kind};
use super::unfolding::Unfolding;
use crate::numbers::Numbers;
use crate::recorder::RecordedStep;

/// One step of a search that was recorded on an explicit tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedStep {
    /// The node that was expanded.
    pub expanded: usize,
    /// The nodes that were touched for the first time.
    pub touched: Vec<usize>,
    /// The nodes whose numbers are new, with these.
    pub changed: BTreeMap<usize, ProverNumbers>,
}

/// The steps of a search on an explicit tree, as a [`Recorder`](crate::Recorder) of an [`Unfolding`] has them. Passes are left out.
pub fn replay(tree: &AndOrTree, recorded: &[RecordedStep]) -> Vec<ReplayedStep> {
    let mut numbers: Vec<Option<ProverNumbers>> = vec![None; tree.len()];
    numbers[tree.root()] = Some(ProverNumbers::at_first(tree.kind(tree.root())));
    let mut steps: Vec<ReplayedStep> = Vec::new();
    for RecordedStep { expanded, changes } in recorded {
        let (expanded, pass) = Unfolding::node(*expanded);
        if !pass {
            let mut step = ReplayedStep { expanded, touched: Vec::new(), changed: BTreeMap::new() };
            for &child in tree.children(expanded) {
                let child = child as usize;
                if numbers[child].is_none() {
                    let first = ProverNumbers::at_first(tree.kind(child));
                    numbers[child] = Some(first);
                    step.touched.push(child);
                    step.changed.insert(child, first);
                }
            }
            steps.push(step);
        }
        let Some(step) = steps.last_mut() else {
            continue;
        };
        for &(node, new) in changes {
            let (node, pass) = Unfolding::node(node);
            let new = for_prover(tree, node, new);
            if !pass && numbers[node] != Some(new) {
                numbers[node] = Some(new);
                step.changed.insert(node, new);
            }
        }
    }
    steps
}

/// A search has the numbers of the player to move.
fn for_prover(tree: &AndOrTree, node: usize, Numbers { pn, dn }: Numbers) -> ProverNumbers {
    if tree.kind(node) == Kind::And { ProverNumbers { pn: dn, dn: pn } } else { ProverNumbers { pn, dn } }
}
