//! Ways to search a couple, and one search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{Codes, CoupleTree, Game, Nimber, Settings};
use rhizome_search::{Addition, Answer, Control, NoObserver, Outcome, Style};

use crate::algorithm::{ALGORITHMS, Algorithm};

/// More than any search here takes, so that one without end becomes a failure.
pub const TIME: Duration = Duration::from_secs(120);
pub const PLENTY: usize = 1 << 30;

/// A way to search.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub algorithm: Algorithm,
    pub style: Style,
    pub settings: Settings,
}

const SUM: Style = Style { addition: Addition::Sum, sixteenths: 0 };
const WEAK: Style = Style { addition: Addition::Weak, sixteenths: 4 };

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
    let of = |algorithm| variations.map(|(style, settings)| Way { algorithm, style, settings });
    ALGORITHMS.into_iter().flat_map(of).collect()
}

/// One way for each algorithm, in which everything is searched couple by couple.
pub fn plain_ways() -> [Way; 3] {
    let settings = Settings { endgame_weight: 0, effort_unit: 16, seed: 0 };
    ALGORITHMS.map(|algorithm| Way { algorithm, style: Style::default(), settings })
}

impl Way {
    /// Searches the root of the tree.
    pub fn search<G: Game>(&self, tree: &mut CoupleTree<G>, control: &Control<'_>) -> Answer {
        self.algorithm.solve(tree, self.style, control, &mut NoObserver)
    }

    /// Searches a sum of lands beside a heap in so much memory.
    pub fn answer<G: Game>(
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
    pub fn outcome<G: Game>(&self, tree: &mut CoupleTree<G>, lands: &Codes, heap: u32) -> Outcome {
        let answer = self.answer(tree, lands, heap, PLENTY);
        answer.outcome.unwrap_or_else(|stop| panic!("{stop}: {self:?} on {}", print(lands, heap)))
    }

    /// The size of the first heap beside which a sum of lands is a loss.
    pub fn nimber<G: Game>(&self, tree: &mut CoupleTree<G>, lands: &Codes) -> u32 {
        (0..).find(|&heap| self.outcome(tree, lands, heap) == Outcome::Loss).unwrap()
    }
}

/// The outcome of something with this nimber beside a heap.
pub fn outcome_beside(nimber: u32, heap: u32) -> Outcome {
    if nimber == heap { Outcome::Loss } else { Outcome::Win }
}

/// The sum of some lands.
pub fn codes<'a>(lands: impl IntoIterator<Item = &'a Vec<u8>>) -> Codes {
    let mut codes = Codes::new();
    for land in lands {
        codes.push(land);
    }
    codes
}

/// Names a case in a message.
pub fn print(lands: &Codes, heap: u32) -> String {
    let lands: Vec<String> = lands.iter().map(|land| format!("{land:02x?}")).collect();
    format!("{} + *{heap}", lands.join(" + "))
}
