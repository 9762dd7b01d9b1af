//! What a recorded search did, step by step, in numbers for the prover.

use std::collections::BTreeMap;

use rhizome_search::and_or::textbook::ProverNumbers;
use rhizome_search::and_or::{AndOrTree, Kind, Unfolding};
use rhizome_search::{Numbers, RecordedStep};

/// One step of a search.
pub struct Step {
    /// The node that was expanded.
    pub expanded: usize,
    /// The nodes that were touched for the first time.
    pub touched: Vec<usize>,
    /// The nodes whose numbers are new, with these.
    pub changed: BTreeMap<usize, ProverNumbers>,
}

/// The steps of a search on an explicit tree. Passes are left out.
pub fn replay(tree: &AndOrTree, recorded: &[RecordedStep]) -> Vec<Step> {
    let mut numbers: Vec<Option<ProverNumbers>> = vec![None; tree.len()];
    numbers[tree.root()] = Some(ProverNumbers::at_first(tree.kind(tree.root())));
    let mut steps: Vec<Step> = Vec::new();
    for RecordedStep { expanded, changes } in recorded {
        let (expanded, pass) = Unfolding::node(*expanded);
        if !pass {
            let mut step = Step { expanded, touched: Vec::new(), changed: BTreeMap::new() };
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
