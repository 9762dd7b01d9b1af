//! Explicit trees, judged by evaluating all of their nodes.

use std::collections::HashSet;

use crate::text::Text;
use crate::{Judge, Judgement};

pub struct ExplicitJudge;

/// The kind of a node, and its children.
type Node<'a> = (&'a str, Vec<usize>);

/// Whether the prover wins at a node, if that can be told. `left` bounds the length of lines, so that circles end.
fn evaluate(nodes: &[Node<'_>], node: usize, left: usize) -> Option<bool> {
    let (kind, children) = nodes.get(node)?;
    let left = left.checked_sub(1)?;
    let values: Option<Vec<bool>> = children.iter().map(|&child| evaluate(nodes, child, left)).collect();
    match (*kind, children.is_empty()) {
        ("win", true) => Some(true),
        ("loss", true) => Some(false),
        ("or", false) => Some(values?.contains(&true)),
        ("and", false) => Some(!values?.contains(&false)),
        _ => None,
    }
}

impl Judge for ExplicitJudge {
    fn judge(&mut self, text: &Text) -> Judgement {
        let mut nodes: Vec<Node<'_>> = Vec::new();
        let mut listed = HashSet::new();
        for line in text.lines().unwrap_or_default() {
            let words: Vec<&str> = line.split(' ').collect();
            let children = |words: &[&str]| words.iter().map(|word| word.parse().ok()).collect();
            match (words[0], &words[1..]) {
                ("node", [number, kind, rest @ ..]) if *number == nodes.len().to_string() => {
                    let Some(children) = children(rest) else {
                        return Judgement::Unreadable(line.to_owned());
                    };
                    nodes.push((kind, children));
                }
                (word, [node])
                    if word == text.claim && node.parse().is_ok_and(|node| listed.insert(node)) => {}
                _ => return Judgement::Unreadable(line.to_owned()),
            }
        }
        let truth: Vec<_> = (0..nodes.len()).map(|node| evaluate(&nodes, node, nodes.len())).collect();
        let claimed = Some(text.claim == "win");
        let is_known = |node: &usize| {
            let is_leaf = nodes.get(*node).is_some_and(|(_, children)| children.is_empty());
            if is_leaf { truth[*node] == claimed } else { listed.contains(node) }
        };
        let follows = |node: &usize| match nodes.get(*node) {
            Some((kind, children)) if (*kind == "or") == (text.claim == "win") => {
                children.iter().any(is_known)
            }
            Some((_, children)) => children.iter().all(is_known),
            None => false,
        };
        let is_leaf = |node: &usize| nodes.get(*node).is_some_and(|(_, children)| children.is_empty());
        let holds = |node: &usize| if is_leaf(node) { is_known(node) } else { follows(node) };
        let root = text.position.parse().ok().filter(is_known);
        if root.is_none() || truth.contains(&None) || !listed.iter().all(holds) {
            return Judgement::NoProof("it does not follow".to_owned());
        }
        assert!(listed.iter().chain(&root).all(|&node| truth[node] == claimed));
        Judgement::Proof
    }
}
