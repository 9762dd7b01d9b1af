//! Small tools for the tests of the games.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::{SumGame, WholeGame};

/// The children of a term that is one land: sorted lands each, sorted, each once.
pub(super) fn children<G>(game: &G, term: &str) -> Vec<Vec<G::Land>>
where
    G: SumGame,
    G::Land: Ord,
{
    let lands = game.read(term).unwrap();
    assert_eq!(lands.len(), 1, "{term}");
    let mut children = Vec::new();
    let _ = game.moves(&lands[0], &mut |mut child| {
        child.sort();
        children.push(child);
        ControlFlow::Continue(())
    });
    children.sort();
    children.dedup();
    children
}

/// Whether the player to move wins, by looking at everything.
pub(super) fn wins<G: WholeGame>(text: &str) -> bool {
    fn solve<G: WholeGame>(game: &G, position: G::Position, known: &mut HashMap<G::Position, bool>) -> bool {
        if let Some(wins) = game.decided(&position).or_else(|| known.get(&position).copied()) {
            return wins;
        }
        let wins = game.moves(&position).into_iter().any(|child| !solve(game, child, known));
        known.insert(position, wins);
        wins
    }
    let (game, position) = G::open(text).unwrap();
    solve(&game, position, &mut HashMap::new())
}
