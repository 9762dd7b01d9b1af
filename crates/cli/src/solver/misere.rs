//! Solves sums of lands in misère play.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::anyhow;
use rhizome_impartial::store::Store;
use rhizome_impartial::{MisereSettings, MisereTree, Nimber, RctBase};
use rhizome_search::{Control, Counters, Outcome};
use serde::Serialize;

use super::{Search, Searches, Solver, Verdict};
use crate::games::ImpartialGame;
use crate::progress::Notice;
use crate::sum::Sum;

/// What the lands with a known RCT are.
#[derive(Clone, Debug, Serialize)]
pub struct BaseFigures {
    /// The position below which they are.
    pub rct_base: String,
    /// How many they are.
    pub rct_base_lands: u64,
    /// How many RCTs there are, those that differ by *1 taken together.
    pub rct_base_trees: u64,
    /// The time that it took for this question to compute them or to read them.
    pub rct_base_seconds: f64,
}

/// A tree of misère nodes with all that is proved, kept over many questions.
pub struct MisereSolver<'a, G, N> {
    new: N,
    search: Search,
    /// The size of the start whose lands have their RCTs computed, if it is given.
    size: Option<u32>,
    directory: Option<PathBuf>,
    tree: Option<Tree<G>>,
    cancel: &'a AtomicBool,
}

struct Tree<G> {
    size: u32,
    nodes: MisereTree<G>,
}

impl<'a, G: ImpartialGame, N: Fn() -> G> MisereSolver<'a, G, N> {
    /// A solver that knows nothing, for a game that is made by `new`. It stops when `cancel` is set.
    ///
    /// # Errors
    /// If there is no start of the size that is given.
    pub fn new(new: N, search: Search, size: Option<u32>, cancel: &'a AtomicBool) -> anyhow::Result<Self> {
        if let Some(size) = size {
            start(&mut new(), size).map_err(|error| anyhow!("--rct-base {size}: {error}"))?;
        }
        Ok(MisereSolver { new, search, size, directory: None, tree: None, cancel })
    }

    /// The tree for a position. A larger base than before takes a new tree.
    fn tree_for(&mut self, position: &Sum, control: &Control<'_>) -> Result<&mut MisereTree<G>, String> {
        let size = self.size.unwrap_or_else(|| G::usual_base(position, self.directory.is_some()));
        let tree = match self.tree.take() {
            Some(tree) if tree.size >= size => tree,
            _ => Tree { size, nodes: self.make_tree(size, control)? },
        };
        Ok(&mut self.tree.insert(tree).nodes)
    }

    fn make_tree(&self, size: u32, control: &Control<'_>) -> Result<MisereTree<G>, String> {
        let mut game = (self.new)();
        let base = self.base(&mut game, size, control)?;
        let settings = MisereSettings { seed: self.search.settings.seed, ..MisereSettings::default() };
        let Some(directory) = &self.directory else { return Ok(MisereTree::new(game, base, settings)) };
        let domain = MisereTree::domain(&game, &base);
        let store = Store::open(directory, &domain).map_err(|error| error.to_string())?;
        let mut tree = MisereTree::new(game, base, settings);
        // A search that begins with its memory full would have to forget at once.
        tree.keep_in(Box::new(store), self.search.memory / 4).map_err(|error| error.to_string())?;
        Ok(tree)
    }

    /// The RCTs of all lands below the start of a size, from the store if they are there.
    fn base(&self, game: &mut G, size: u32, control: &Control<'_>) -> Result<RctBase, String> {
        let lands = start(game, size)?.lands;
        let mut compute = || {
            let _notice = Notice::start(format!("computing the RCTs of all lands below {}", G::start(size)));
            RctBase::below(&mut *game, &lands, control)
                .map_err(|stop| format!("{stop} while the RCTs below {} were computed", G::start(size)))
        };
        let Some(directory) = &self.directory else { return compute() };
        let (domain, name) = ((self.new)().domain(), G::start(size));
        let path = directory.join(RctBase::file_name(&domain, size));
        let kept = RctBase::load(&path, &domain, &name, control).map_err(|error| error.to_string())?;
        if let Some(base) = kept {
            return Ok(base);
        }
        let base = compute()?;
        base.save(&path, &domain, &name).map_err(|error| error.to_string())?;
        Ok(base)
    }

    fn figures(&self, elapsed: Duration) -> Option<BaseFigures> {
        let tree = self.tree.as_ref()?;
        let base = tree.nodes.base();
        Some(BaseFigures {
            rct_base: G::start(tree.size),
            rct_base_lands: base.lands() as u64,
            rct_base_trees: base.rcts().trees() as u64,
            rct_base_seconds: elapsed.as_secs_f64(),
        })
    }
}

/// The start of a size.
fn start<G: ImpartialGame>(game: &mut G, size: u32) -> Result<Sum, String> {
    if size == 0 {
        return Ok(Sum::default());
    }
    game.parse_sum(&G::start(size)).map_err(|misreading| misreading.message)
}

impl<G: ImpartialGame, N: Fn() -> G> Solver<Sum> for MisereSolver<'_, G, N> {
    /// What the store knows is read with the first question, when it is known which base it takes.
    fn keep_in(&mut self, directory: &Path) -> anyhow::Result<()> {
        Store::open(directory, &(self.new)().domain()).map_err(|error| anyhow!("--store: {error}"))?;
        self.directory = Some(directory.to_owned());
        Ok(())
    }

    fn save(&mut self) -> anyhow::Result<()> {
        match &mut self.tree {
            Some(tree) => tree.nodes.save().map_err(|error| anyhow!("cannot keep what is proved: {error}")),
            None => Ok(()),
        }
    }

    fn outcome(&mut self, position: &Sum) -> Verdict<Outcome> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let mut searches = Searches::start(self.search.algorithm, &control);
        let mut prepared = Duration::ZERO;
        let answer = self.tree_for(position, &control).and_then(|tree| {
            prepared = control.elapsed();
            let answer =
                tree.set_root(&position.lands, position.heap, &control).and_then(|()| searches.solve(tree));
            answer.map_err(|stop| match tree.take_failure() {
                Some(failure) => failure.to_string(),
                None => stop.to_string(),
            })
        });
        Verdict {
            answer,
            counters: searches.counters,
            elapsed: control.elapsed(),
            endgame_lands: 0,
            nimbers: 0,
            base: self.figures(prepared),
        }
    }

    fn nimber(&mut self, _: &Sum) -> Verdict<Nimber> {
        Verdict {
            answer: Err("nimbers are of normal play".to_owned()),
            counters: Counters::default(),
            elapsed: Duration::ZERO,
            endgame_lands: 0,
            nimbers: 0,
            base: None,
        }
    }
}
