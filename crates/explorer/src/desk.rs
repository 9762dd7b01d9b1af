//! Answers questions about positions of one game, and keeps what it has proved.

mod certificate;
mod children;
mod misere;
mod opening;
mod shared_store;

use std::sync::{Arc, Mutex, MutexGuard};

use rhizome_impartial::{Codes, CoupleTree, Nimber, RctFinder, Settings};
use rhizome_search::{
    Control, Dfpn, Interruption, NoObserver, Observer, Outcome, Pdfpn, Pns, SharedTree, Style, solve,
};
use serde::Serialize;

pub use certificate::{CertificateClaim, CertificateError};
pub use children::Children;
pub use misere::MisereDesk;
pub use opening::{OpenError, Opening};
pub use shared_store::SharedStore;

use crate::games::{ExplorerGame, Misreading};
use crate::learn::{Recording, record_position};
use crate::sum::Sum;

/// The greatest weight of a position that is looked at: of Sprouts, its lives.
pub const MOST_WEIGHT: u64 = 600;

/// The longest text of a position, in bytes.
pub const LONGEST_TEXT: usize = 4_000;

/// Why there is no answer, for people.
pub type Unknown = String;

/// What is asked of a long search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobQuestion {
    /// Whether who cannot move wins.
    pub misere: bool,
    /// How to search.
    pub algorithm: Algorithm,
}

/// The algorithms of long searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Proof-number search, best first.
    Pns,
    /// Depth-first proof-number search.
    Dfpn,
    /// Depth-first proof-number search by two threads.
    Pdfpn,
}

impl Algorithm {
    fn run<T: SharedTree>(
        self,
        tree: &mut T,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> rhizome_search::Answer {
        let style = Style::default();
        match self {
            Algorithm::Pns => solve(tree, &mut Pns, style, control, observer),
            Algorithm::Dfpn => solve(tree, &mut Dfpn, style, control, observer),
            Algorithm::Pdfpn => {
                let two = std::num::NonZeroUsize::MIN.saturating_add(1);
                solve(tree, &mut Pdfpn::new(two), style, control, observer)
            }
        }
    }
}

/// The answer of a long search.
#[derive(Clone, Debug)]
pub struct JobAnswer {
    /// The outcome, or why there is none.
    pub outcome: Result<Outcome, Unknown>,
    /// What the search has done.
    pub counters: rhizome_search::Counters,
    /// Nimbers that are known at the end.
    pub facts: u64,
}

/// A position as it was read.
#[derive(Clone, Debug, Serialize)]
pub struct ReadPosition {
    /// The position.
    #[serde(skip)]
    pub sum: Sum,
    /// Its simplest form.
    pub canon: String,
    /// Its lands.
    pub lands: Vec<String>,
    /// The size of the Nim-heap beside them.
    pub heap: u32,
}

/// What a position is worth in misère play.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct RctValue {
    /// The reduced canonical tree, if it is not too long to be read.
    pub rct: Option<String>,
    /// Its name.
    pub name: String,
    /// Its height.
    pub height: u32,
    /// Its outcome in misère play.
    pub outcome: String,
    /// Its genus.
    pub genus: String,
    /// Whether it is tame.
    pub tame: bool,
}

/// The longest reduced canonical tree that is shown.
const LONGEST_RCT: usize = 2_000;

/// Answers questions about the positions of a game. All of its methods may take as long as their control allows.
pub trait Desk: Send + Sync {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// The name of the game for people.
    fn title(&self) -> &'static str;
    /// Positions to begin with.
    fn examples(&self) -> &'static [&'static str];
    /// Reads a position.
    ///
    /// # Errors
    /// If the text is none, or it is too large to be looked at here.
    fn read(&self, text: &str) -> Result<ReadPosition, Misreading>;
    /// The children of a position, as many as there are up to `most`.
    fn children(&self, position: &Sum, most: usize, control: &Control<'_>) -> Children;
    /// Who wins in normal play.
    ///
    /// # Errors
    /// Why it is not known.
    fn outcome(&self, position: &Sum, control: &Control<'_>) -> Result<Outcome, Unknown>;
    /// The nimber.
    ///
    /// # Errors
    /// Why it is not known.
    fn nimber(&self, position: &Sum, control: &Control<'_>) -> Result<Nimber, Unknown>;
    /// Who wins in misère play.
    ///
    /// # Errors
    /// Why it is not known.
    fn misere(&self, position: &Sum, control: &Control<'_>) -> Result<Outcome, Unknown>;
    /// The reduced canonical tree.
    ///
    /// # Errors
    /// Why it is not known.
    fn rct(&self, position: &Sum, control: &Control<'_>) -> Result<RctValue, Unknown>;
    /// A certificate of the outcome in normal or misère play, or of the nimber.
    ///
    /// # Errors
    /// Why there is none.
    fn certificate(
        &self,
        position: &Sum,
        claim: CertificateClaim,
        control: &Control<'_>,
    ) -> Result<Vec<u8>, CertificateError>;
    /// Searches and records every step.
    ///
    /// # Errors
    /// If the position is too large to be watched, or the search was stopped.
    fn record(&self, position: &Sum, control: &Control<'_>) -> Result<Recording, Unknown>;
    /// Searches for long, in a tree of its own.
    fn work(
        &self,
        position: &Sum,
        question: JobQuestion,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> JobAnswer;
}

/// The desk of one game.
pub struct GameDesk<G> {
    memory: usize,
    store: Option<SharedStore>,
    normal: Mutex<CoupleTree<G>>,
    misere: Mutex<MisereDesk<G>>,
    rcts: Mutex<RctFinder<G>>,
}

/// What a mutex guards; if somebody has panicked over it, `anew` takes its place.
fn lock<T>(mutex: &Mutex<T>, anew: impl FnOnce() -> T) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| {
        let mut guard = poisoned.into_inner();
        *guard = anew();
        mutex.clear_poison();
        guard
    })
}

impl<G: ExplorerGame> GameDesk<G> {
    fn new_tree(store: Option<&SharedStore>, memory: usize) -> Result<CoupleTree<G>, OpenError> {
        let mut tree = CoupleTree::new(G::begin(), Settings::default());
        if let Some(store) = store {
            tree.keep_in(Box::new(store.clone()), memory / 4).map_err(OpenError::Store)?;
        }
        Ok(tree)
    }

    fn normal(&self) -> MutexGuard<'_, CoupleTree<G>> {
        lock(&self.normal, || CoupleTree::new(G::begin(), Settings::default()))
    }

    /// Asks the tree of normal play, and writes what is proved into the store.
    fn ask<T>(
        &self,
        question: impl FnOnce(&mut CoupleTree<G>) -> Result<T, Interruption>,
    ) -> Result<T, Unknown> {
        let mut tree = self.normal();
        let answer = question(&mut tree);
        let saved = tree.save();
        match (answer, saved) {
            (Ok(answer), Ok(())) => Ok(answer),
            (Ok(_), Err(error)) => Err(format!("cannot keep what is proved: {error}")),
            (Err(stop), _) => {
                Err(tree.take_failure().map_or_else(|| told(stop), |failure| failure.to_string()))
            }
        }
    }
}

/// Why there is no answer.
fn told(stop: Interruption) -> Unknown {
    stop.to_string()
}

fn settle<G: ExplorerGame>(
    tree: &mut CoupleTree<G>,
    sum: (&Codes, Nimber),
    control: &Control<'_>,
) -> Result<Outcome, Interruption> {
    tree.set_root(sum.0, sum.1);
    solve(tree, &mut Dfpn, Style::default(), control, &mut NoObserver).outcome
}

impl<G: ExplorerGame> Desk for GameDesk<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn examples(&self) -> &'static [&'static str] {
        G::EXAMPLES
    }

    fn read(&self, text: &str) -> Result<ReadPosition, Misreading> {
        if text.len() > LONGEST_TEXT {
            let message = format!("the position is too long: {LONGEST_TEXT} bytes are the most here");
            return Err(Misreading { message, span: None });
        }
        let mut game = G::begin();
        let sum = game.read(text)?;
        if sum.weight::<G>() > MOST_WEIGHT {
            let message =
                "the position is too large for this page; the command line takes larger ones".into();
            return Err(Misreading { message, span: None });
        }
        let lands = sum.lands.iter().map(|land| game.print(land)).collect();
        Ok(ReadPosition { canon: sum.print(&game), lands, heap: sum.heap.get(), sum })
    }

    fn children(&self, position: &Sum, most: usize, control: &Control<'_>) -> Children {
        children::list(&mut G::begin(), position, most, control)
    }

    fn outcome(&self, position: &Sum, control: &Control<'_>) -> Result<Outcome, Unknown> {
        self.ask(|tree| settle(tree, (&position.lands, position.heap), control))
    }

    fn nimber(&self, position: &Sum, control: &Control<'_>) -> Result<Nimber, Unknown> {
        self.ask(|tree| {
            let mut nimber = position.heap;
            for land in position.lands.iter() {
                nimber ^= tree.nimber(land, |tree| {
                    solve(tree, &mut Dfpn, Style::default(), control, &mut NoObserver).outcome
                })?;
            }
            Ok(nimber)
        })
    }

    fn misere(&self, position: &Sum, control: &Control<'_>) -> Result<Outcome, Unknown> {
        let mut desk = lock(&self.misere, MisereDesk::default);
        desk.outcome(position, control).map_err(told)
    }

    fn rct(&self, position: &Sum, control: &Control<'_>) -> Result<RctValue, Unknown> {
        let mut finder = lock(&self.rcts, || RctFinder::new(G::begin()));
        if finder.memory() > self.memory / 2 {
            finder.forget();
        }
        describe(&mut finder, position, control).map_err(|stop| match stop {
            Interruption::Tree => finder.complaint(),
            stop => told(stop),
        })
    }

    fn certificate(
        &self,
        position: &Sum,
        claim: CertificateClaim,
        control: &Control<'_>,
    ) -> Result<Vec<u8>, CertificateError> {
        certificate::write(self, position, claim, control)
    }

    fn record(&self, position: &Sum, control: &Control<'_>) -> Result<Recording, Unknown> {
        if position.weight::<G>() > G::MOST_RECORDED {
            return Err(format!(
                "the position is too large to be watched step by step: its weight is {}, and {} is the most",
                position.weight::<G>(),
                G::MOST_RECORDED
            ));
        }
        record_position(G::begin(), position, control).map_err(told)
    }

    fn work(
        &self,
        position: &Sum,
        question: JobQuestion,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> JobAnswer {
        if question.misere {
            return MisereDesk::<G>::default().work(position, question, control, observer);
        }
        let mut tree = match Self::new_tree(self.store.as_ref(), control.memory()) {
            Ok(tree) => tree,
            Err(error) => {
                let outcome = Err(error.to_string());
                return JobAnswer { outcome, counters: rhizome_search::Counters::default(), facts: 0 };
            }
        };
        tree.set_root(&position.lands, position.heap);
        let answer = question.algorithm.run(&mut tree, control, observer);
        let saved = tree.save().map_err(|error| format!("cannot keep what is proved: {error}"));
        let outcome = answer
            .outcome
            .map_err(|stop| tree.take_failure().map_or_else(|| told(stop), |failure| failure.to_string()));
        let outcome = outcome.and_then(|outcome| saved.map(|()| outcome));
        JobAnswer { outcome, counters: answer.counters, facts: tree.nimbers() as u64 }
    }
}

fn describe<G: ExplorerGame>(
    finder: &mut RctFinder<G>,
    position: &Sum,
    control: &Control<'_>,
) -> Result<RctValue, Interruption> {
    let lands = finder.position(&position.lands, control)?;
    let rcts = finder.rcts_mut();
    let heap = rcts.nim_heap_within(position.heap.get(), control)?;
    let rct = rcts.sum(lands, heap, control)?;
    let text = rcts.expression(rct, control)?;
    Ok(RctValue {
        rct: (text.len() <= LONGEST_RCT).then_some(text),
        name: rcts.name(rct, control)?,
        height: rcts.height(rct),
        outcome: rcts.outcome(rct).to_string(),
        genus: rcts.genus(rct, control)?.to_string(),
        tame: rcts.is_tame(rct),
    })
}

/// The desks of all games.
pub type Desks = Vec<Arc<dyn Desk>>;
