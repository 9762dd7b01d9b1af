//! Ways to search a couple, and one search.

use std::sync::atomic::AtomicBool;

use rhizome_impartial::{Codes, CoupleTree, Game, Nimber, Settings};
use rhizome_search::{Answer, Control, Outcome};

pub use crate::way::{PLENTY, TIME, Tally, codes, print};
use crate::way::{SUM, WEAK, all_ways, plain_ways_with};

/// A way to search.
pub type Way = crate::way::Way<Settings>;

/// Every algorithm with the extremes of every setting.
pub fn ways() -> Vec<Way> {
    let settings = |endgame_weight, effort_unit, seed| Settings { endgame_weight, effort_unit, seed };
    let variations = [
        (WEAK, settings(0, 1, 0)),
        (SUM, settings(0, u32::MAX, 0)),
        (SUM, settings(0, 1, 1)),
        (WEAK, settings(0, 16, u64::MAX)),
        (WEAK, settings(5, 3, 2)),
        (SUM, settings(u32::MAX, 16, 3)),
    ];
    all_ways(&variations)
}

/// One way for each algorithm, in which everything is searched couple by couple.
pub fn plain_ways() -> [Way; 4] {
    let settings = Settings { endgame_weight: 0, effort_unit: 16, seed: 0 };
    plain_ways_with(settings)
}

impl Way {
    /// Searches a sum of lands beside a heap in so much memory.
    pub fn answer<G: Game + Clone + Send>(
        &self,
        tree: &mut CoupleTree<G>,
        lands: &Codes,
        heap: u32,
        memory: usize,
    ) -> Answer {
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, Some(TIME), memory);
        tree.set_root(lands, Nimber::new(heap));
        self.search(tree, &control)
    }

    /// Searches a sum of lands beside a heap to the end.
    pub fn outcome<G: Game + Clone + Send>(
        &self,
        tree: &mut CoupleTree<G>,
        lands: &Codes,
        heap: u32,
    ) -> Outcome {
        let answer = self.answer(tree, lands, heap, PLENTY);
        self.to_the_end(&answer, lands, heap)
    }

    /// The size of the first heap beside which a sum of lands is a loss.
    pub fn nimber<G: Game + Clone + Send>(&self, tree: &mut CoupleTree<G>, lands: &Codes) -> u32 {
        (0..).find(|&heap| self.outcome(tree, lands, heap) == Outcome::Loss).unwrap()
    }
}

/// The outcome of something with this nimber beside a heap.
pub fn outcome_beside(nimber: u32, heap: u32) -> Outcome {
    if nimber == heap { Outcome::Loss } else { Outcome::Win }
}
