//! Tic-tac-toe and Connect Four against brute force on arrays, which knows
//! neither symmetries nor sets of bits, and their notation.

mod brute_force;
mod connect_four;
mod notation;
mod tic_tac_toe;

use std::sync::atomic::AtomicBool;

use rhizome_search::{Control, Dfpn, Dfs, NoObserver, Outcome, Pns, PositionTree, Rules, Style, solve};

const ALGORITHMS: [&str; 3] = ["dfs", "pns", "dfpn"];

/// Solves the root of a tree.
fn search<R: Rules>(tree: &mut PositionTree<R>, algorithm: &str) -> Outcome {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, 1 << 30);
    let style = Style::default();
    let answer = match algorithm {
        "dfs" => solve(tree, &mut Dfs, style, &control, &mut NoObserver),
        "pns" => solve(tree, &mut Pns, style, &control, &mut NoObserver),
        _ => solve(tree, &mut Dfpn, style, &control, &mut NoObserver),
    };
    answer.outcome.unwrap()
}
