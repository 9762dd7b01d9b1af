//! Ways to search a position, and what comes out.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{Codes, CoupleTree, Game, Nimber, Settings};
use rhizome_search::{Answer, Control, Dfpn, Dfs, NoObserver, Outcome, Pns, Style, solve};

/// More than any search here takes, so that one without end becomes a failure.
const TIME: Duration = Duration::from_secs(120);
const MEMORY: usize = 1 << 29;

#[derive(Clone, Copy, Debug)]
pub enum Way {
    Dfs,
    Pns,
    Dfpn,
}

pub const WAYS: [Way; 3] = [Way::Dfs, Way::Pns, Way::Dfpn];

/// A tree in which everything is searched couple by couple.
pub fn plain_tree<G: Game>(game: G) -> CoupleTree<G> {
    CoupleTree::new(game, Settings { endgame_weight: 0, ..Settings::default() })
}

/// A tree in which the nimbers of all lands are found by mex.
pub fn endgame_tree<G: Game>(game: G) -> CoupleTree<G> {
    CoupleTree::new(game, Settings { endgame_weight: u32::MAX, ..Settings::default() })
}

fn search<G: Game>(way: Way, tree: &mut CoupleTree<G>) -> Answer {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, Some(TIME), MEMORY);
    let style = Style::default();
    match way {
        Way::Dfs => solve(tree, &mut Dfs, style, &control, &mut NoObserver),
        Way::Pns => solve(tree, &mut Pns, style, &control, &mut NoObserver),
        Way::Dfpn => solve(tree, &mut Dfpn, style, &control, &mut NoObserver),
    }
}

/// Who wins a sum of lands and a Nim-heap.
pub fn outcome<G: Game>(way: Way, tree: &mut CoupleTree<G>, (lands, heap): &(Codes, u32)) -> Outcome {
    tree.set_root(lands, Nimber::new(*heap));
    search(way, tree).outcome.unwrap()
}

/// The nimber of a sum of lands and a Nim-heap.
pub fn nimber<G: Game>(way: Way, tree: &mut CoupleTree<G>, (lands, heap): &(Codes, u32)) -> u32 {
    let mut sum = Nimber::new(*heap);
    for land in lands.iter() {
        sum ^= tree.nimber(land, |tree| search(way, tree).outcome).unwrap();
    }
    sum.get()
}
