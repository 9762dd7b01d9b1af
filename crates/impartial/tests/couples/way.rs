//! Ways to search, for couples and for misère nodes, which differ in their settings.

use std::fmt::Debug;
use std::time::Duration;

use rhizome_impartial::Codes;
use rhizome_search::{Addition, Answer, Control, Interruption, NoObserver, Outcome, SharedTree, Style};

use crate::algorithm::{ALGORITHMS, Algorithm};

/// More than any search here takes, so that one without end becomes a failure.
pub const TIME: Duration = Duration::from_secs(120);
pub const PLENTY: usize = 1 << 30;

pub const SUM: Style = Style { addition: Addition::Sum, sixteenths: 0 };
pub const WEAK: Style = Style { addition: Addition::Weak, sixteenths: 4 };

/// A way to search.
#[derive(Clone, Copy, Debug)]
pub struct Way<S> {
    pub algorithm: Algorithm,
    pub style: Style,
    pub settings: S,
}

/// Every algorithm with each of some styles and settings.
pub fn all_ways<S: Copy>(variations: &[(Style, S)]) -> Vec<Way<S>> {
    let of = |algorithm| variations.iter().map(move |&(style, settings)| Way { algorithm, style, settings });
    ALGORITHMS.into_iter().flat_map(of).collect()
}

/// One way for each algorithm, with these settings.
pub fn plain_ways_with<S: Copy>(settings: S) -> [Way<S>; 4] {
    ALGORITHMS.map(|algorithm| Way { algorithm, style: Style::default(), settings })
}

impl<S: Debug> Way<S> {
    /// Whether the same search does the same things.
    pub fn is_repeatable(&self) -> bool {
        self.algorithm != Algorithm::Pdfpn
    }

    /// Searches the root of the tree.
    pub fn search<T: SharedTree>(&self, tree: &mut T, control: &Control<'_>) -> Answer {
        self.algorithm.solve(tree, self.style, control, &mut NoObserver)
    }

    /// The outcome of a search that has to come to its end.
    pub fn to_the_end(&self, answer: &Answer, lands: &Codes, heap: u32) -> Outcome {
        answer.outcome.unwrap_or_else(|stop| panic!("{stop}: {self:?} on {}", print(lands, heap)))
    }
}

/// What came of searches with little memory.
#[derive(Debug, Default)]
pub struct Tally {
    /// How many answered although they had to forget, for each algorithm.
    answered_with_collections: [usize; 4],
    given_up: usize,
}

impl Tally {
    /// Takes an answer into account. It must be right, or the search must have given up for lack of memory or of patience.
    pub fn take(&mut self, algorithm: Algorithm, answer: &Answer, truth: Outcome, case: &str) {
        match answer.outcome {
            Ok(outcome) => {
                assert_eq!(outcome, truth, "{case}");
                let place = ALGORITHMS.iter().position(|&other| other == algorithm).unwrap();
                self.answered_with_collections[place] += usize::from(answer.counters.collections > 0);
            }
            Err(stop) => {
                let expected = [Interruption::Memory, Interruption::Cancelled];
                assert!(expected.contains(&stop), "{stop}: {case}: {:?}", answer.counters);
                self.given_up += 1;
            }
        }
    }

    /// Makes sure that both were seen.
    pub fn check(&self) {
        assert!(self.answered_with_collections.iter().all(|&count| count > 0), "{self:?}");
        assert!(self.given_up > 0);
    }
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
