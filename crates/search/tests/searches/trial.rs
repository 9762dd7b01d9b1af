//! Ways to search, and one search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_search::{Addition, Answer, Control, NoObserver, Observer, SharedTree, Style};

use crate::algorithm::Algorithm;
use crate::explicit_tree::ExplicitTree;
use crate::forgetful_tree::ForgetfulTree;

pub const PLENTY: usize = 1 << 30;
/// More than any search here takes, so that one without end becomes a failure.
pub const TIME: Duration = Duration::from_secs(60);

/// A way to search.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub algorithm: Algorithm,
    pub style: Style,
}

/// Every algorithm with every setting that matters to it.
pub fn ways() -> Vec<Way> {
    let mut ways = vec![Way { algorithm: Algorithm::Dfs, style: Style::default() }];
    for addition in [Addition::Sum, Addition::Weak] {
        ways.push(Way { algorithm: Algorithm::Pns, style: Style { addition, sixteenths: 0 } });
        for sixteenths in [0, 4, 40] {
            ways.push(Way { algorithm: Algorithm::Dfpn, style: Style { addition, sixteenths } });
        }
        for sixteenths in [0, 4] {
            ways.push(Way { algorithm: Algorithm::Pdfpn, style: Style { addition, sixteenths } });
        }
    }
    ways
}

/// Says what was being searched when the tree has found fault with it.
struct NamedWhenPanicking(String);

impl Drop for NamedWhenPanicking {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("while searching: {}", self.0);
        }
    }
}

impl Way {
    /// Whether a node that is reached on many ways counts once for each, and is
    /// looked at whenever it is the best by ever so little. On a ladder the
    /// steps of such a search double with every second rung.
    pub fn counts_every_way_in_full(&self) -> bool {
        let Style { addition, sixteenths } = self.style;
        self.algorithm != Algorithm::Dfs && addition == Addition::Sum && sixteenths == 0
    }

    /// Whether the same search does the same things.
    pub fn is_repeatable(&self) -> bool {
        self.algorithm != Algorithm::Pdfpn
    }

    pub fn search<T: SharedTree>(
        &self,
        tree: &mut T,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> Answer {
        self.algorithm.solve(tree, self.style, control, observer)
    }

    /// Searches in so much memory, without interruption.
    pub fn answer<T: SharedTree>(&self, tree: &mut T, memory: usize) -> Answer {
        let _name = NamedWhenPanicking(format!("{self:?} within {memory} bytes"));
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, Some(TIME), memory);
        self.search(tree, &control, &mut NoObserver)
    }

    /// Solves a fresh tree and checks the answer.
    pub fn check(&self, tree: &ExplicitTree, case: &str) -> Answer {
        let _name = NamedWhenPanicking(case.to_owned());
        let mut forgetful = ForgetfulTree::new(tree);
        let answer = self.answer(&mut forgetful, PLENTY);
        assert_eq!(answer.outcome, Ok(tree.outcome()), "{self:?} on {case}");
        assert!(answer.counters.expansions >= forgetful.expansions, "{self:?} on {case}");
        answer
    }
}
