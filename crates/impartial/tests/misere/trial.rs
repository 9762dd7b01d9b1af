//! Ways to search in misère play, and one search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{Codes, Game, MisereSettings, MisereTree, Nimber, RctBase};
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
    pub settings: MisereSettings,
}

const SUM: Style = Style { addition: Addition::Sum, sixteenths: 0 };
const WEAK: Style = Style { addition: Addition::Weak, sixteenths: 4 };

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
    let of = |algorithm| variations.map(|(style, settings)| Way { algorithm, style, settings });
    ALGORITHMS.into_iter().flat_map(of).collect()
}

/// One way for each algorithm. Everything is left to the search.
pub fn plain_ways() -> [Way; 3] {
    let settings = MisereSettings { rct_steps: 0, ..MisereSettings::default() };
    ALGORITHMS.map(|algorithm| Way { algorithm, style: Style::default(), settings })
}

impl Way {
    /// A tree that is searched in this way.
    pub fn tree<G: Game>(&self, game: G, base: RctBase) -> MisereTree<G> {
        MisereTree::new(game, base, self.settings)
    }

    /// Searches the root of the tree.
    pub fn search<G: Game>(&self, tree: &mut MisereTree<G>, control: &Control<'_>) -> Answer {
        self.algorithm.solve(tree, self.style, control, &mut NoObserver)
    }

    /// Searches a sum of lands beside a heap in so much memory.
    pub fn answer<G: Game>(
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
    pub fn outcome<G: Game>(&self, tree: &mut MisereTree<G>, lands: &Codes, heap: u32) -> Outcome {
        let answer = self.answer(tree, lands, heap, PLENTY);
        answer.outcome.unwrap_or_else(|stop| panic!("{stop}: {self:?} on {}", print(lands, heap)))
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
