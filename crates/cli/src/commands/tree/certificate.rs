//! Certificates of explicit trees. Names become numbers, in the order of the description.

use std::path::Path;

use rhizome_certificate::{Claim, Compression, FileError, Head, Play, Writer};
use rhizome_search::and_or::{AndOrTree, Kind, Unfolding};

use super::drawing::kind_name;

/// Writes what proves or disproves the root of a tree, if a search has found it out.
///
/// # Errors
/// If the file cannot be written, or a line would be too long.
pub fn write(unfolding: &Unfolding<'_>, path: &Path) -> Result<(), FileError> {
    let tree = unfolding.tree();
    let Some(is_win) = unfolding.proved(tree.root()) else { return Ok(()) };
    let (claim, kind) = if is_win {
        (Claim::Win, rhizome_certificate::Kind::Win)
    } else {
        (Claim::Loss, rhizome_certificate::Kind::Loss)
    };
    let (game, position) = ("tree".to_owned(), tree.root().to_string());
    let mut writer = Writer::new(Head { game, play: Play::Normal, position, claim, entries: 0 });
    for node in 0..tree.len() {
        writer.push(rhizome_certificate::Kind::Node, description(tree, node));
    }
    for node in proof(unfolding, is_win) {
        writer.push(kind, node.to_string());
    }
    writer.write_file(path, Compression::WhenLarge)
}

fn description(tree: &AndOrTree, node: usize) -> String {
    let mut line = format!("{node} {}", kind_name(tree.kind(node)).to_lowercase());
    for child in tree.children(node) {
        line.push(' ');
        line.push_str(&child.to_string());
    }
    line
}

/// Inner nodes that prove the root, or disprove it.
fn proof(unfolding: &Unfolding<'_>, is_win: bool) -> Vec<usize> {
    let tree = unfolding.tree();
    let mut is_chosen = vec![false; tree.len()];
    let mut chosen = Vec::new();
    let mut waiting = vec![tree.root()];
    while let Some(node) = waiting.pop() {
        if tree.kind(node).is_leaf() || std::mem::replace(&mut is_chosen[node], true) {
            continue;
        }
        chosen.push(node);
        let children = || tree.children(node).iter().map(|&child| child as usize);
        if (tree.kind(node) == Kind::Or) == is_win {
            let is_free = |&child: &usize| is_chosen[child] || tree.kind(child).value() == Some(is_win);
            let is_known = |&child: &usize| unfolding.proved(child) == Some(is_win);
            waiting.extend(children().find(is_free).or_else(|| children().find(is_known)));
        } else {
            waiting.extend(children());
        }
    }
    chosen
}
