//! Ways to search in misère play, and one search.

use std::sync::atomic::AtomicBool;

use rhizome_impartial::{Codes, Game, MisereSettings, MisereTree, Nimber, RctBase};
use rhizome_search::{Answer, Control, Outcome};

pub use crate::way::{PLENTY, TIME, Tally, codes, print};
use crate::way::{SUM, WEAK, all_ways, plain_ways_with};

/// A way to search.
pub type Way = crate::way::Way<MisereSettings>;

/// Every algorithm with the extremes of every setting.
pub fn ways() -> Vec<Way> {
    let settings = |effort_unit, rct_steps, seed| MisereSettings { effort_unit, rct_steps, seed };
    let variations = [
        (WEAK, settings(1, 0, 0)),
        (SUM, settings(u32::MAX, 1, 0)),
        (SUM, settings(0, 50, 1)),
        (WEAK, settings(16, u32::MAX, u64::MAX)),
        (SUM, settings(3, 1, 2)),
    ];
    all_ways(&variations)
}

/// One way for each algorithm. Everything is left to the search.
pub fn plain_ways() -> [Way; 4] {
    let settings = MisereSettings { rct_steps: 0, ..MisereSettings::default() };
    plain_ways_with(settings)
}

impl Way {
    /// A tree that is searched in this way.
    pub fn tree<G: Game>(&self, game: G, base: RctBase) -> MisereTree<G> {
        MisereTree::new(game, base, self.settings)
    }

    /// Searches a sum of lands beside a heap in so much memory.
    pub fn answer<G: Game + Clone + Send>(
        &self,
        tree: &mut MisereTree<G>,
        lands: &Codes,
        heap: u32,
        memory: usize,
    ) -> Answer {
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, Some(TIME), memory);
        tree.set_root(lands, Nimber::new(heap), &without_limits()).unwrap();
        self.search(tree, &control)
    }

    /// Searches a sum of lands beside a heap to the end.
    pub fn outcome<G: Game + Clone + Send>(
        &self,
        tree: &mut MisereTree<G>,
        lands: &Codes,
        heap: u32,
    ) -> Outcome {
        let answer = self.answer(tree, lands, heap, PLENTY);
        self.to_the_end(&answer, lands, heap)
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// Limits that are never reached.
pub fn without_limits() -> Control<'static> {
    Control::new(&NEVER, None, usize::MAX)
}

/// The RCTs of all lands below a sum.
pub fn base_below<G: Game>(mut game: G, lands: &Codes) -> RctBase {
    RctBase::below(&mut game, lands, &without_limits()).unwrap()
}
