//! Searches of explicit AND/OR trees.

use std::sync::atomic::AtomicBool;

use rhizome_search::and_or::textbook::{self, ProverNumbers, Rule};
use rhizome_search::and_or::{AndOrTree, Kind, Unfolding, replay};
use rhizome_search::{Addition, Control, NoObserver, Pns, Recorder, Style, solve};

use super::{Board, End, Node, NodeKind, NodeNumbers, Recording, Step};

/// The most nodes of a tree.
pub const MOST_NODES: usize = 2_000;

/// The most nodes that all lines of a recording may have together.
const MOST_LINES: usize = 300_000;

/// Why a tree is not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeRefusal {
    /// It has too many nodes.
    #[error("this page shows trees of at most {MOST_NODES} nodes; `rhizome tree solve` takes larger ones")]
    TooLarge,
    /// It is too deep.
    #[error("the tree is too deep for this page; `rhizome tree solve` takes deeper ones")]
    TooDeep,
}

/// Searches a tree and records every step: as it should be, or with a mistake.
///
/// # Errors
/// If the tree is too large to be watched.
pub fn record_tree(tree: &AndOrTree, rule: Rule) -> Result<Recording, TreeRefusal> {
    if tree.len() > MOST_NODES {
        return Err(TreeRefusal::TooLarge);
    }
    match rule {
        Rule::Correct => record_search(tree),
        Rule::Swapped | Rule::StaleRoot => record_textbook(tree, rule),
    }
}

fn nodes(tree: &AndOrTree) -> Vec<Node> {
    let node = |place: usize| Node {
        name: tree.shown_name(place),
        kind: match tree.kind(place) {
            Kind::Or => NodeKind::Or,
            Kind::And => NodeKind::And,
            Kind::Win => NodeKind::Win,
            Kind::Loss => NodeKind::Loss,
        },
        children: tree.children(place).iter().map(|&child| child as usize).collect(),
    };
    (0..tree.len()).map(node).collect()
}

/// As `rhizome tree solve` searches.
fn record_search(tree: &AndOrTree) -> Result<Recording, TreeRefusal> {
    let nodes = nodes(tree);
    let root = tree.root();
    // The sum would count shared nodes as often as there are ways to them.
    let addition = if tree.has_shared_nodes() { Addition::Weak } else { Addition::Sum };
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, usize::MAX);
    let mut recorder = Recorder::new(Unfolding::new(tree));
    let style = Style { addition, ..Style::default() };
    let answer = solve(&mut recorder, &mut Pns, style, &control, &mut NoObserver);
    let mut board = Board { numbers: vec![None; tree.len()], expanded: vec![false; tree.len()] };
    board.numbers[root] = Some(ProverNumbers::at_first(tree.kind(root)));
    let mut steps = Vec::new();
    let mut lines = 0;
    for replayed in replay(tree, recorder.steps()) {
        let line = board.line(&nodes, root);
        lines += line.len();
        if lines > MOST_LINES {
            return Err(TreeRefusal::TooDeep);
        }
        board.expanded[replayed.expanded] = true;
        for (&node, &numbers) in &replayed.changed {
            board.numbers[node] = Some(numbers);
        }
        let numbers = replayed.changed.iter().map(|(&node, &numbers)| NodeNumbers::new(node, numbers));
        steps.push(Step {
            expanded: replayed.expanded,
            line,
            touched: replayed.touched,
            numbers: numbers.collect(),
        });
    }
    let end = match (answer.outcome, recorder.tree().proved(root)) {
        (Ok(_), Some(verdict)) => End::of(verdict),
        _ => End::Stopped,
    };
    Ok(Recording { root, nodes, steps, end, truth: Some(tree.value(root)) })
}

fn record_textbook(tree: &AndOrTree, rule: Rule) -> Result<Recording, TreeRefusal> {
    let mut search = textbook::Search::new(tree, rule);
    let mut steps = Vec::new();
    let mut lines = 0;
    let end = loop {
        let step = match search.step() {
            Ok(step) => step,
            Err(textbook::End::Verdict(verdict)) => break End::of(verdict),
            Err(textbook::End::Stuck) => break End::Stuck,
        };
        lines += step.line.len();
        if lines > MOST_LINES {
            return Err(TreeRefusal::TooDeep);
        }
        let numbers = step.changes.iter().map(|&(node, numbers)| NodeNumbers::new(node, numbers));
        let numbers = numbers.collect();
        steps.push(Step { expanded: step.node, line: step.line, touched: step.touched, numbers });
    };
    Ok(Recording { root: tree.root(), nodes: nodes(tree), steps, end, truth: Some(tree.value(tree.root())) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rhizome_search::and_or::{RandomTrees, SplitMix};

    /// On a tree, the recorded search and the textbook's do the same.
    #[test]
    fn recorded_searches_are_those_of_the_textbook() {
        let mut random = SplitMix::new(7);
        for _ in 0..300 {
            let tree = RandomTrees::default().draw(&mut random);
            let recorded = record_tree(&tree, Rule::Correct).expect("small");
            let textbook = record_textbook(&tree, Rule::Correct).expect("small");
            assert_eq!(recorded.end, textbook.end);
            assert_eq!(recorded.end, End::of(tree.value(tree.root())));
            assert_eq!(recorded.steps.len(), textbook.steps.len());
            for (one, other) in recorded.steps.iter().zip(&textbook.steps) {
                let sorted = |step: &Step| {
                    let mut step = step.clone();
                    step.numbers.sort_by_key(|numbers| numbers.node);
                    step
                };
                assert_eq!(sorted(one), sorted(other));
                assert_eq!(one.line.last(), Some(&one.expanded));
            }
        }
    }

    #[test]
    fn mistakes_show() {
        let demo = AndOrTree::demo();
        let stale = record_tree(&demo, Rule::StaleRoot).expect("small");
        assert_eq!(stale.end, End::Stuck);
        let mut random = SplitMix::new(1);
        let wrong = (0..200).filter(|_| {
            let tree = RandomTrees::default().draw(&mut random);
            let recording = record_tree(&tree, Rule::Swapped).expect("small");
            recording.end != End::of(tree.value(tree.root()))
        });
        assert!(wrong.count() > 20);
    }

    #[test]
    fn large_trees_are_refused() {
        let trees = RandomTrees { depth: 12, leaf_percent: 0, ..RandomTrees::default() };
        let tree = trees.draw(&mut SplitMix::new(1));
        assert_eq!(record_tree(&tree, Rule::Correct), Err(TreeRefusal::TooLarge));
    }
}
