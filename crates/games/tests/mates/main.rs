//! Chess mates against an independent minimax, and their notation.

mod minimax;
mod notation;
mod problems;

use std::sync::atomic::AtomicBool;

use rhizome_games::ChessMate;
use rhizome_search::{Control, Dfpn, Dfs, NoObserver, Outcome, Pns, PositionTree, Style, solve};

/// The outcome of a problem, by one of the algorithms.
fn solved(text: &str, algorithm: &str) -> Outcome {
    let (rules, position) = ChessMate::parse(text).unwrap();
    let mut tree = PositionTree::new(rules, position);
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, 1 << 30);
    let style = Style::default();
    let answer = match algorithm {
        "dfs" => solve(&mut tree, &mut Dfs, style, &control, &mut NoObserver),
        "pns" => solve(&mut tree, &mut Pns, style, &control, &mut NoObserver),
        _ => solve(&mut tree, &mut Dfpn, style, &control, &mut NoObserver),
    };
    answer.outcome.unwrap()
}
