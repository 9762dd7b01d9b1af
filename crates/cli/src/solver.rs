//! Questions to the search: who wins, and which nimber it is.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::anyhow;
use clap::ValueEnum;
use rhizome_impartial::store::Store;
use rhizome_impartial::{Codes, CoupleTree, Nimber, Settings};
use rhizome_search::{Control, Counters, Dfpn, Dfs, Interruption, Outcome, Pns, Style, solve};

use crate::games::Playable;
use crate::progress::ProgressDisplay;
use crate::sum::Sum;

/// The algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Algorithm {
    /// Depth-first search: keeps nothing but what is proved.
    Dfs,
    /// Proof-number search, best first.
    Pns,
    /// Depth-first proof-number search.
    Dfpn,
}

impl Algorithm {
    /// Its name on the command line and in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Dfs => "dfs",
            Algorithm::Pns => "pns",
            Algorithm::Dfpn => "dfpn",
        }
    }
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The most bytes that the tree and the table may hold together.
    pub memory: usize,
    /// The most time for each position.
    pub time: Option<Duration>,
    /// What the tree is set to.
    pub settings: Settings,
}

/// The answer to a question, and what it has cost.
#[derive(Clone, Debug)]
pub struct Verdict<T> {
    /// The answer, or why there is none, for people.
    pub answer: Result<T, String>,
    /// What the search has done for this question.
    pub counters: Counters,
    /// The time that it took.
    pub elapsed: Duration,
    /// Lands whose nimbers came from the endgame, for this question.
    pub endgame_lands: u64,
    /// Lands in memory whose nimbers are known, also from before.
    pub nimbers: u64,
}

/// A tree with all that is proved, kept over many questions.
pub struct Solver<'a, G> {
    search: Search,
    tree: CoupleTree<G>,
    cancel: &'a AtomicBool,
}

impl<'a, G: Playable> Solver<'a, G> {
    /// A solver that knows nothing. It stops when `cancel` is set.
    pub fn new(search: Search, cancel: &'a AtomicBool) -> Self {
        Solver { search, tree: CoupleTree::new(G::default(), search.settings), cancel }
    }

    /// Uses what a directory knows from earlier runs, and keeps there what is proved from now on.
    ///
    /// # Errors
    /// If the directory cannot be made or read, or is something else.
    pub fn keep_in(&mut self, directory: &Path) -> anyhow::Result<()> {
        let store =
            Store::open(directory, &self.tree.domain()).map_err(|error| anyhow!("--store: {error}"))?;
        // A search that begins with its memory full would have to forget at once.
        let memory = self.search.memory / 4;
        self.tree.keep_in(Box::new(store), memory).map_err(|error| anyhow!("--store: {error}"))
    }

    /// Writes everything that is proved into the store, if there is one.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn save(&mut self) -> anyhow::Result<()> {
        self.tree.save().map_err(|error| anyhow!("cannot keep what is proved: {error}"))
    }

    /// How it searches.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Who wins a position.
    pub fn outcome(&mut self, position: &Sum) -> Verdict<Outcome> {
        self.question(|inquiry| inquiry.outcome(&position.lands, position.heap))
    }

    /// The nimber of a position: that of each land is found by proving couples,
    /// the land beside *0, beside *1 and so on, until one is a loss.
    pub fn nimber(&mut self, position: &Sum) -> Verdict<Nimber> {
        self.question(|inquiry| {
            let mut nimber = position.heap;
            for land in position.lands.iter() {
                nimber ^= inquiry.nimber(land)?;
            }
            Ok(nimber)
        })
    }

    fn question<T>(
        &mut self,
        ask: impl FnOnce(&mut Inquiry<'_, G>) -> Result<T, Interruption>,
    ) -> Verdict<T> {
        let endgame_lands = self.tree.endgame_lands;
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let searches = Searches {
            algorithm: self.search.algorithm,
            control: &control,
            display: ProgressDisplay::start(),
            counters: Counters::default(),
        };
        let mut inquiry = Inquiry { tree: &mut self.tree, searches };
        let answer = ask(&mut inquiry);
        let counters = inquiry.searches.counters;
        let answer = answer.map_err(|stop| match self.tree.take_failure() {
            Some(failure) => failure.to_string(),
            None => stop.to_string(),
        });
        Verdict {
            answer,
            counters,
            elapsed: control.elapsed(),
            endgame_lands: self.tree.endgame_lands - endgame_lands,
            nimbers: self.tree.nimbers() as u64,
        }
    }
}

/// One question, which may take several searches.
struct Inquiry<'a, G> {
    tree: &'a mut CoupleTree<G>,
    searches: Searches<'a>,
}

impl<G: Playable> Inquiry<'_, G> {
    fn outcome(&mut self, lands: &Codes, heap: Nimber) -> Result<Outcome, Interruption> {
        self.tree.set_root(lands, heap);
        self.searches.solve(self.tree)
    }

    fn nimber(&mut self, land: &[u8]) -> Result<Nimber, Interruption> {
        self.tree.nimber(land, |tree| self.searches.solve(tree))
    }
}

/// Searches with one algorithm within common limits, and adds up what they do.
struct Searches<'a> {
    algorithm: Algorithm,
    control: &'a Control<'a>,
    display: ProgressDisplay,
    counters: Counters,
}

impl Searches<'_> {
    /// Solves the root of a tree.
    fn solve<G: Playable>(&mut self, tree: &mut CoupleTree<G>) -> Result<Outcome, Interruption> {
        let (control, display) = (self.control, &mut self.display);
        let style = Style::default();
        let answer = match self.algorithm {
            Algorithm::Dfs => solve(tree, &mut Dfs, style, control, display),
            Algorithm::Pns => solve(tree, &mut Pns, style, control, display),
            Algorithm::Dfpn => solve(tree, &mut Dfpn, style, control, display),
        };
        self.counters.expansions += answer.counters.expansions;
        self.counters.collections += answer.counters.collections;
        self.counters.nodes = self.counters.nodes.max(answer.counters.nodes);
        self.counters.peak_memory = self.counters.peak_memory.max(answer.counters.peak_memory);
        answer.outcome
    }
}
