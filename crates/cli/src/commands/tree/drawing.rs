//! Draws an AND/OR tree in a terminal.

use rhizome_search::and_or::textbook::ProverNumbers;
use rhizome_search::and_or::{AndOrTree, Kind, ReplayedStep};

/// What is known about a tree while a search goes on.
pub struct Drawing<'a> {
    tree: &'a AndOrTree,
    numbers: Vec<Option<ProverNumbers>>,
    /// Whether nodes that were not touched are drawn too.
    whole: bool,
}

impl<'a> Drawing<'a> {
    /// Before the first step. Nodes that are not touched are drawn only if the `whole` tree is.
    pub fn new(tree: &'a AndOrTree, whole: bool) -> Self {
        let mut numbers = vec![None; tree.len()];
        numbers[tree.root()] = Some(ProverNumbers::at_first(tree.kind(tree.root())));
        Drawing { tree, numbers, whole }
    }

    /// Takes in a step, and draws the tree after it: `>` is before the node that was expanded and
    /// `*` before other nodes with new numbers.
    pub fn draw(&mut self, step: &ReplayedStep) -> String {
        for (&node, &numbers) in &step.changed {
            self.numbers[node] = Some(numbers);
        }
        let mut rows = Vec::new();
        let mut drawn = vec![false; self.tree.len()];
        self.rows(self.tree.root(), String::new(), "", step, &mut drawn, &mut rows);
        let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (left, right) in rows {
            let space = " ".repeat(width - left.chars().count());
            text += format!("{left}{space}  {right}").trim_end();
            text.push('\n');
        }
        text
    }

    /// Adds the rows of a node and all below it: what stands left, and the numbers.
    fn rows(
        &self,
        node: usize,
        indent: String,
        branch: &str,
        step: &ReplayedStep,
        drawn: &mut [bool],
        rows: &mut Vec<(String, String)>,
    ) {
        if !self.whole && self.numbers[node].is_none() {
            return;
        }
        let again = std::mem::replace(&mut drawn[node], true);
        let mark = match node {
            _ if node == step.expanded => '>',
            _ if step.changed.contains_key(&node) => '*',
            _ => ' ',
        };
        let kind = self.tree.kind(node);
        let name = self.tree.shown_name(node);
        // A leaf shows what it is worth when it is touched, or if the whole tree is open to view.
        let left = format!("{mark} {indent}{branch}{name} {}", kind_name(kind));
        let right = match self.numbers[node] {
            _ if again && !kind.is_leaf() => "as above".to_owned(),
            Some(ProverNumbers { pn, dn }) => format!("pn {pn:<3} dn {dn}"),
            None => String::new(),
        };
        rows.push((left, right));
        if again {
            return;
        }
        let below = match branch {
            "" => indent,
            "└─ " => indent + "   ",
            _ => indent + "│  ",
        };
        let children = self.tree.children(node);
        let is_drawn = |child: &&u32| self.whole || self.numbers[**child as usize].is_some();
        let count = children.iter().filter(is_drawn).count();
        for (index, &child) in children.iter().filter(is_drawn).enumerate() {
            let branch = if index + 1 == count { "└─ " } else { "├─ " };
            self.rows(child as usize, below.clone(), branch, step, drawn, rows);
        }
    }
}

/// What a node is called.
pub const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Or => "OR",
        Kind::And => "AND",
        Kind::Win => "WIN",
        Kind::Loss => "LOSS",
    }
}
