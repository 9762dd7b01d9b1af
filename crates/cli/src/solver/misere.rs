//! Solves sums of lands in misère play.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{anyhow, bail};
use rhizome_certificate::{Claim, Kind};
use rhizome_cluster::RunEnd;
use rhizome_impartial::store::Store;
use rhizome_impartial::{MisereProofText, MisereSettings, MisereTree, Nimber, RctBase, RctBaseError};
use rhizome_search::{Control, Outcome, PortableTree};
use serde::Serialize;

use super::{Proof, Search, Searches, Simulations, Solver, Verdict, claimed_outcome, told};
use crate::cluster::{HelpError, Helping, Leading};
use crate::games::ImpartialGame;
use crate::progress::Notice;
use crate::sum::Sum;

/// Larger bases than this are not looked for if none is asked for.
const GREATEST_KEPT: u32 = 1000;

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
    /// That of the game, which names the files of bases.
    domain: String,
    search: Search,
    /// The size of the start whose lands have their RCTs computed, if it is given.
    size: Option<u32>,
    directory: Option<PathBuf>,
    tree: Option<Tree<G>>,
    /// Why a base that was computed is not kept.
    unsaved: Option<RctBaseError>,
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
        let mut game = new();
        if let Some(size) = size {
            start(&mut game, size).map_err(|error| anyhow!("--rct-base {size}: {error}"))?;
        }
        let domain = game.domain();
        Ok(MisereSolver { new, domain, search, size, directory: None, tree: None, unsaved: None, cancel })
    }

    /// The tree for a position. A larger base than before takes a new tree.
    fn tree_for(&mut self, position: &Sum, control: &Control<'_>) -> Result<&mut MisereTree<G>, String> {
        let wanted = self.size.unwrap_or_else(|| match self.search.proof {
            // What is proved with more lands needs more lands in the proof.
            Some(_) => G::proof_base(position),
            None => G::usual_base(position),
        });
        let tree = match self.tree.take() {
            Some(tree) if tree.size >= wanted => tree,
            before => {
                // If this fails, the tree from before is still of use.
                self.tree = before;
                let (size, base) = self.base(wanted, control)?;
                self.replace_tree(size, base).map_err(|error| error.to_string())?
            }
        };
        Ok(&mut self.tree.insert(tree).nodes)
    }

    /// The tree with a position as its root.
    fn prepare(&mut self, position: &Sum, control: &Control<'_>) -> Result<&mut Tree<G>, String> {
        let tree = self.tree_for(position, control)?;
        let root = tree.set_root(&position.lands, position.heap, control);
        root.map_err(|stop| told(stop, tree.take_failure()))?;
        self.tree.as_mut().ok_or_else(|| "there is no tree".to_owned())
    }

    fn save_nodes(&mut self) -> anyhow::Result<()> {
        match &mut self.tree {
            Some(tree) => tree.nodes.save().map_err(|error| anyhow!("cannot keep what is proved: {error}")),
            None => Ok(()),
        }
    }

    /// A new tree, after what the one before has proved was saved and its store closed.
    fn replace_tree(&mut self, size: u32, base: RctBase) -> anyhow::Result<Tree<G>> {
        self.save_nodes()?;
        self.tree = None;
        let game = (self.new)();
        let settings = MisereSettings { seed: self.search.settings.seed, ..MisereSettings::default() };
        let store = match &self.directory {
            Some(directory) => Some(Store::open(directory, &MisereTree::domain(&game, &base))?),
            None => None,
        };
        let mut nodes = MisereTree::new(game, base, settings);
        if let Some(store) = store {
            // A search that begins with its memory full would have to forget at once.
            nodes.keep_in(Box::new(store), self.search.memory / 4).map_err(|error| anyhow!(error))?;
        }
        Ok(Tree { size, nodes })
    }

    /// The RCTs of all lands below the start of a size, or of a greater one whose base is kept.
    fn base(&mut self, wanted: u32, control: &Control<'_>) -> Result<(u32, RctBase), String> {
        if let Some(size) = self.kept_size(wanted)
            && let Some(base) = self.load(size, control).map_err(|error| error.to_string())?
        {
            return Ok((size, base));
        }
        let mut game = (self.new)();
        let lands = start(&mut game, wanted)?.lands;
        let name = G::start(wanted);
        let notice = Notice::start(format!("computing the RCTs of all lands below {name}"));
        let base = RctBase::below(&mut game, &lands, control)
            .map_err(|stop| format!("{stop} while the RCTs below {name} were computed"))?;
        drop(notice);
        if let Some(path) = self.path(wanted) {
            // The search is worth more than the file, and can go on without it.
            self.unsaved = base.save(&path, &self.domain, &name).err();
        }
        Ok((wanted, base))
    }

    /// The size of the base that is kept and will do: the one that was asked for, or the largest from `least` on.
    fn kept_size(&self, least: u32) -> Option<u32> {
        let is_kept = |size: &u32| self.path(*size).is_some_and(|path| path.exists());
        match (self.size, self.search.proof) {
            (Some(size), _) => Some(size).filter(is_kept),
            (None, Some(_)) => Some(least).filter(is_kept),
            (None, None) => (least..=GREATEST_KEPT).rev().find(is_kept),
        }
    }

    fn path(&self, size: u32) -> Option<PathBuf> {
        let directory = self.directory.as_ref()?;
        Some(directory.join(RctBase::file_name(&self.domain, size)))
    }

    fn load(&self, size: u32, control: &Control<'_>) -> Result<Option<RctBase>, RctBaseError> {
        match self.path(size) {
            Some(path) => RctBase::load(&path, &self.domain, &G::start(size), control),
            None => Ok(None),
        }
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
    /// A base that is kept is read at once; which one to compute is only known with the first question.
    fn keep_in(&mut self, directory: &Path) -> anyhow::Result<()> {
        Store::open(directory, &self.domain).map_err(|error| anyhow!("--store: {error}"))?;
        self.directory = Some(directory.to_owned());
        let Some(size) = self.kept_size(0).filter(|&size| size > 0) else { return Ok(()) };
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        match self.load(size, &control) {
            Ok(Some(base)) => self.tree = Some(self.replace_tree(size, base)?),
            // The first question will meet it again, and say so.
            Ok(None) | Err(RctBaseError::Stopped { .. }) => {}
            Err(error) => bail!("--store: {error}; without this file the base will be computed anew"),
        }
        Ok(())
    }

    fn save(&mut self) -> anyhow::Result<()> {
        self.save_nodes()?;
        self.unsaved.take().map_or(Ok(()), |error| Err(anyhow!("--store: {error}")))
    }

    fn outcome(&mut self, position: &Sum) -> Verdict<Outcome> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let mut searches = Searches::start(self.search.method, &control);
        let mut prepared = Duration::ZERO;
        let answer = self.tree_for(position, &control).and_then(|tree| {
            prepared = control.elapsed();
            let answer =
                tree.set_root(&position.lands, position.heap, &control).and_then(|()| searches.solve(tree));
            answer.map_err(|stop| told(stop, tree.take_failure()))
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
        Verdict::refusal("nimbers are of normal play")
    }

    fn lead(&mut self, position: &Sum, leading: &mut Leading) -> anyhow::Result<Verdict<Outcome>> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let prepared = self.prepare(position, &control);
        let elapsed = control.elapsed();
        let answer = match prepared {
            Ok(Tree { size, nodes }) => {
                let domain = MisereTree::domain(nodes.game(), nodes.base());
                let led = leading.lead(nodes, domain, Some(*size), &control)?;
                led.answer(|stop| told(stop, nodes.take_failure()))
            }
            Err(reason) => Err(reason),
        };
        Ok(Verdict {
            answer,
            counters: leading.figures.counters,
            elapsed: control.elapsed(),
            endgame_lands: 0,
            nimbers: 0,
            base: self.figures(elapsed),
        })
    }

    fn help(&mut self, position: &Sum, helping: &mut Helping<'_>) -> Result<RunEnd, HelpError> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let prepared = self.prepare(position, &control);
        let Tree { nodes, .. } = prepared.map_err(|reason| match control.look() {
            Ok(()) => HelpError::Stopped(reason),
            Err(stop) => stop.into(),
        })?;
        let domain = MisereTree::domain(nodes.game(), nodes.base());
        helping.help(nodes, &domain, &control)
    }

    fn simulate(
        &mut self,
        position: &Sum,
        simulations: &mut Simulations<'_>,
    ) -> anyhow::Result<Result<(), String>> {
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let nodes = match self.prepare(position, &control) {
            Ok(Tree { nodes, .. }) => &*nodes,
            Err(reason) => return Ok(Err(reason)),
        };
        let fresh = || {
            let mut tree = nodes.another();
            tree.set_root(&position.lands, position.heap, &control)?;
            Ok(tree)
        };
        simulations.run(fresh, &control)
    }

    fn proof(&mut self, position: &Sum, claim: Claim) -> Result<Proof, String> {
        let outcome = claimed_outcome(claim).ok_or("nimbers are of normal play")?;
        let control = Control::new(self.cancel, self.search.time, self.search.memory);
        let mut searches = Searches::start(self.search.method, &control);
        self.tree_for(position, &control)?;
        let size = self.search.proof.and_then(|proof| proof.base).unwrap_or_else(|| G::proof_base(position));
        let within = match &self.tree {
            Some(tree) if tree.size > size => {
                let mut game = (self.new)();
                let lands = start(&mut game, size)?.lands;
                Some(RctBase::below(&mut game, &lands, &control).map_err(|stop| stop.to_string())?)
            }
            _ => None,
        };
        let content = (self.search.extent(), within.as_ref());
        let tree = self.tree_for(position, &control)?;
        let proof = tree
            .proof(&position.lands, position.heap, outcome, content, &control, |tree| searches.solve(tree));
        let proof = proof.map_err(|stop| told(stop, tree.take_failure()))?;
        let MisereProofText { trees, lands, losses } = proof.text(tree.game(), tree.base().rcts());
        let of_kind = |kind, lines: Vec<String>| lines.into_iter().map(move |line| (kind, line));
        let lines =
            of_kind(Kind::Tree, trees).chain(of_kind(Kind::Land, lands)).chain(of_kind(Kind::Loss, losses));
        Ok(lines.collect())
    }
}
