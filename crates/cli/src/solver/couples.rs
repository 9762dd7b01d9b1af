//! Solves sums of lands by couples.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use rhizome_certificate::{Claim, Kind};
use rhizome_impartial::store::Store;
use rhizome_impartial::{Codes, CoupleClaim, CoupleTree, Game, Nimber, Remembering};
use rhizome_search::{Control, Interruption, Outcome};

use rhizome_cluster::RunEnd;

use super::{Proof, Search, Searches, Simulations, Solver, Verdict, claimed_outcome, told};
use crate::cluster::{HelpError, Helping, Leading};
use crate::sum::Sum;

/// A tree of couples with all that is proved, kept over many questions.
pub struct CoupleSolver<'a, G> {
    search: Search,
    tree: CoupleTree<G>,
    cancel: &'a AtomicBool,
}

impl<'a, G: Game + Clone + Send> CoupleSolver<'a, G> {
    /// A solver that knows nothing. It stops when `cancel` is set.
    pub fn new(game: G, search: Search, cancel: &'a AtomicBool) -> Self {
        CoupleSolver { search, tree: CoupleTree::new(game, search.settings), cancel }
    }

    fn question<T>(
        &mut self,
        ask: impl FnOnce(&mut Inquiry<'_, G>) -> Result<T, Interruption>,
    ) -> Verdict<T> {
        let endgame_lands = self.tree.endgame_lands;
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let searches = Searches::start(self.search.method, &control);
        let mut inquiry = Inquiry { tree: &mut self.tree, searches };
        let answer = ask(&mut inquiry);
        let counters = inquiry.searches.counters;
        let answer = answer.map_err(|stop| told(stop, self.tree.take_failure()));
        Verdict {
            answer,
            counters,
            elapsed: control.elapsed(),
            endgame_lands: self.tree.endgame_lands - endgame_lands,
            nimbers: self.tree.nimbers() as u64,
            base: None,
        }
    }
}

impl<G: Game + Clone + Send> Solver<Sum> for CoupleSolver<'_, G> {
    fn keep_in(&mut self, directory: &Path) -> anyhow::Result<()> {
        let store =
            Store::open(directory, &self.tree.domain()).map_err(|error| anyhow!("--store: {error}"))?;
        // A search that begins with its memory full would have to forget at once.
        let memory = self.search.memory / 4;
        self.tree.keep_in(Box::new(store), memory).map_err(|error| anyhow!("--store: {error}"))
    }

    fn save(&mut self) -> anyhow::Result<()> {
        self.tree.save().map_err(|error| anyhow!("cannot keep what is proved: {error}"))
    }

    fn outcome(&mut self, position: &Sum) -> Verdict<Outcome> {
        self.question(|inquiry| inquiry.outcome(&position.lands, position.heap))
    }

    /// The nimber of each land is found by proving couples, the land beside
    /// *0, beside *1 and so on, until one is a loss.
    fn nimber(&mut self, position: &Sum) -> Verdict<Nimber> {
        self.question(|inquiry| {
            let mut nimber = position.heap;
            for land in position.lands.iter() {
                nimber ^= inquiry.nimber(land)?;
            }
            Ok(nimber)
        })
    }

    fn lead(&mut self, position: &Sum, leading: &mut Leading) -> anyhow::Result<Verdict<Outcome>> {
        let endgame_lands = self.tree.endgame_lands;
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        self.tree.set_root(&position.lands, position.heap);
        let domain = self.tree.domain();
        let led = leading.lead(&mut self.tree, domain, None, &control)?;
        let answer = led.answer(|stop| told(stop, self.tree.take_failure()));
        Ok(Verdict {
            answer,
            counters: leading.figures.counters,
            elapsed: control.elapsed(),
            endgame_lands: self.tree.endgame_lands - endgame_lands,
            nimbers: self.tree.nimbers() as u64,
            base: None,
        })
    }

    fn help(&mut self, position: &Sum, helping: &mut Helping<'_>) -> Result<RunEnd, HelpError> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        self.tree.set_root(&position.lands, position.heap);
        let domain = self.tree.domain();
        helping.help(&mut self.tree, &domain, &control)
    }

    /// All trees find children together, and those of one simulation keep together what they are told.
    fn simulate(
        &mut self,
        position: &Sum,
        simulations: &mut Simulations<'_>,
    ) -> anyhow::Result<Result<(), String>> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let game = Remembering::new(self.tree.game().clone());
        let settings = self.search.settings;
        let fresh = || {
            let mut tree = CoupleTree::new(game.clone(), settings);
            tree.listen_together();
            tree.set_root(&position.lands, position.heap);
            Ok(tree)
        };
        simulations.run(fresh, &control)
    }

    fn proof(&mut self, position: &Sum, claim: Claim) -> Result<Proof, String> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let mut searches = Searches::start(self.search.method, &control);
        let claim = claimed_outcome(claim).map_or(CoupleClaim::Nimber, CoupleClaim::Outcome);
        let extent = self.search.extent();
        let lands = self
            .tree
            .proof(&position.lands, position.heap, claim, extent, &control, |tree| searches.solve(tree));
        let lands = lands.map_err(|stop| told(stop, self.tree.take_failure()))?;
        let line = |(code, nimber): &(Vec<u8>, Nimber)| {
            (Kind::Land, format!("*{nimber} {}", self.tree.game().print(code)))
        };
        Ok(lands.iter().map(line).collect())
    }
}

/// One question, which may take several searches.
struct Inquiry<'a, G> {
    tree: &'a mut CoupleTree<G>,
    searches: Searches<'a>,
}

impl<G: Game + Clone + Send> Inquiry<'_, G> {
    fn outcome(&mut self, lands: &Codes, heap: Nimber) -> Result<Outcome, Interruption> {
        self.tree.set_root(lands, heap);
        self.searches.solve(self.tree)
    }

    fn nimber(&mut self, land: &[u8]) -> Result<Nimber, Interruption> {
        self.tree.nimber(land, |tree| self.searches.solve(tree))
    }
}
