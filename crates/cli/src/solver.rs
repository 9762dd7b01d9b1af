//! Questions to the search: who wins, and which nimber it is.

mod census;
mod couples;
mod method;
mod misere;
mod positions;
mod rcts;
mod simulations;

use std::path::Path;
use std::time::Duration;

use rhizome_certificate::{Claim, Kind};
use rhizome_cluster::RunEnd;
use rhizome_impartial::{Extent, FactStoreError, Nimber, Settings};
use rhizome_search::{Control, Counters, Interruption, Outcome, PortableTree, Style};

pub use census::{Counter, LandCensus, Saved};
pub use couples::CoupleSolver;
pub use method::{Algorithm, Method};
pub use misere::{BaseFigures, MisereSolver};
pub use positions::PositionSolver;
pub use rcts::{Describer, Description, RctsOfLands, ReadExpressions};
pub use simulations::{Simulated, Simulations};

use crate::cluster::{HelpError, Helping, Leading};
use crate::progress::ProgressDisplay;

/// Which play is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere {
        /// The size of the start below which RCTs are computed, if it is given.
        base: Option<u32>,
    },
}

impl Play {
    /// Its name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere { .. } => "misere",
        }
    }
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// What is asked about.
    pub play: Play,
    /// The algorithm, and how many take part.
    pub method: Method,
    /// The most bytes that the tree and the table may hold together.
    pub memory: usize,
    /// The most time for each position.
    pub time: Option<Duration>,
    /// What the tree is set to.
    pub settings: Settings,
    /// What the proof is to be, if one is asked for.
    pub proof: Option<ProofOrder>,
}

/// What a proof is to be.
#[derive(Clone, Copy, Debug)]
pub struct ProofOrder {
    /// Whether it is to hold all that is known, or enough.
    pub extent: Extent,
    /// The size of the start below which RCTs stand in it in misère play, if it is given.
    pub base: Option<u32>,
}

impl Search {
    fn extent(&self) -> Extent {
        self.proof.map_or(Extent::Enough, |proof| proof.extent)
    }
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
    /// What the lands with a known RCT are, in misère play.
    pub base: Option<BaseFigures>,
}

impl<T> Verdict<T> {
    /// No answer, without a search.
    fn refusal(reason: &str) -> Self {
        Verdict {
            answer: Err(reason.to_owned()),
            counters: Counters::default(),
            elapsed: Duration::ZERO,
            endgame_lands: 0,
            nimbers: 0,
            base: None,
        }
    }
}

/// What solves positions of a game, over many questions.
pub trait Solver<P> {
    /// Uses what a directory knows from earlier runs, and keeps there what is proved from now on.
    ///
    /// # Errors
    /// If the directory cannot be made or read, or is something else, or there is nothing to keep in this game.
    fn keep_in(&mut self, directory: &Path) -> anyhow::Result<()>;

    /// Writes everything that is proved into the store, if there is one.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn save(&mut self) -> anyhow::Result<()>;

    /// Who wins a position.
    fn outcome(&mut self, position: &P) -> Verdict<Outcome>;

    /// The nimber of a position.
    fn nimber(&mut self, position: &P) -> Verdict<Nimber>;

    /// Who wins a position, found out by workers on other machines.
    ///
    /// # Errors
    /// If something is wrong that somebody has to correct. Stops are part of the verdict.
    fn lead(&mut self, position: &P, leading: &mut Leading) -> anyhow::Result<Verdict<Outcome>>;

    /// Searches for who wins a position, as part of a run that is led elsewhere.
    ///
    /// # Errors
    /// Why it cannot take part any more.
    fn help(&mut self, position: &P, helping: &mut Helping<'_>) -> Result<RunEnd, HelpError>;

    /// Simulates searches for who wins a position by many workers.
    ///
    /// # Errors
    /// If what they have come to cannot be told. Inside: why there are no further ones, for people.
    fn simulate(
        &mut self,
        position: &P,
        simulations: &mut Simulations<'_>,
    ) -> anyhow::Result<Result<(), String>>;

    /// What proves a claim that was the answer to a question.
    ///
    /// # Errors
    /// Why it cannot be told, for people.
    fn proof(&mut self, position: &P, claim: Claim) -> Result<Proof, String>;
}

/// Why there is no answer, for people: what a tree complains of says more than how its search stopped.
fn told(stop: Interruption, failure: Option<FactStoreError>) -> String {
    failure.map_or_else(|| stop.to_string(), |failure| failure.to_string())
}

/// The lines of the body of a certificate, in any order within their kinds.
pub type Proof = Vec<(Kind, String)>;

/// The outcome that is claimed, if it is one.
fn claimed_outcome(claim: Claim) -> Option<Outcome> {
    match claim {
        Claim::Win => Some(Outcome::Win),
        Claim::Loss => Some(Outcome::Loss),
        Claim::Nimber(_) => None,
    }
}

/// Searches with one algorithm within common limits, and adds up what they do.
struct Searches<'a> {
    method: Method,
    control: &'a Control<'a>,
    display: ProgressDisplay,
    counters: Counters,
}

impl<'a> Searches<'a> {
    /// Nothing has been searched yet.
    fn start(method: Method, control: &'a Control<'a>) -> Self {
        let display = ProgressDisplay::start();
        Searches { method, control, display, counters: Counters::default() }
    }

    /// Solves the root of a tree.
    fn solve<T: PortableTree>(&mut self, tree: &mut T) -> Result<Outcome, Interruption> {
        self.solve_within(tree, self.control)
    }

    /// Solves the root of a tree within other limits.
    fn solve_within<T: PortableTree>(
        &mut self,
        tree: &mut T,
        control: &Control<'_>,
    ) -> Result<Outcome, Interruption> {
        let answer = self.method.solve(tree, Style::default(), control, &mut self.display);
        self.counters.expansions += answer.counters.expansions;
        self.counters.collections += answer.counters.collections;
        self.counters.nodes = self.counters.nodes.max(answer.counters.nodes);
        self.counters.peak_memory = self.counters.peak_memory.max(answer.counters.peak_memory);
        answer.outcome
    }
}
