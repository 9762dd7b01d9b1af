//! All that can be reached from a position, counted: positions, lands, canonical trees and RCTs.

mod positions;
mod replay;

use rhizome_search::{Control, Interruption};

use crate::game::{Codes, Game};
use crate::lists::Lists;
use crate::rct::{Rct, Rcts};
use crate::rct_base::RctBase;
use positions::Positions;
use replay::Replay;

/// How many things there are below a position, itself included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions: multisets of lands.
    pub positions: u64,
    /// Lands in them.
    pub lands: u64,
    /// Canonical trees of the positions.
    pub canonical_trees: u64,
    /// RCTs of the positions. Those with a factor +*1 count apart.
    pub rcts: u64,
    /// Nim-heaps among the RCTs.
    pub nim_heaps: u64,
}

/// Counts what is below a position.
///
/// Every position is looked at once, those of several lands as well, and gets its canonical tree, which is the set of those of
/// its children, and its RCT, which is the one that the set of those of its children is reduced to. So an RCT counts
/// as well if it is only that of positions to which no one ever needs to move.
#[derive(Debug)]
pub struct Census<G> {
    positions: Positions<G>,
    start: Codes,
    trees: Trees,
}

impl<G: Game> Census<G> {
    /// Has counted nothing yet.
    pub fn new(game: G, start: &Codes) -> Self {
        Census { positions: Positions::new(game), start: start.clone(), trees: Trees::default() }
    }

    /// Counts all. If it has to stop, [`Self::counts`] has what was met until then.
    ///
    /// # Errors
    /// When `control` asks to stop, or all that is met does not fit into its memory; [`Interruption::Tree`]
    /// when the game cannot find the children of a land, of which [`Self::complaint`] tells.
    pub fn count(&mut self, control: &Control<'_>) -> Result<(), Interruption> {
        let start = self.positions.position(&self.start);
        // Depth first, with the children of all positions on the line behind one another.
        let mut line = Vec::new();
        let mut children = Vec::new();
        line.extend(self.enter(start, &mut children, control)?);
        while let Some(entered) = line.last_mut() {
            match children.get(entered.next) {
                Some(&child) => {
                    entered.next += 1;
                    line.extend(self.enter(child, &mut children, control)?);
                }
                None => {
                    self.trees.settle(entered.position, &children[entered.first..]);
                    children.truncate(entered.first);
                    line.pop();
                }
            }
        }
        Ok(())
    }

    /// Puts the children of a position on the list, unless its trees are known.
    fn enter(
        &mut self,
        position: u32,
        children: &mut Vec<u32>,
        control: &Control<'_>,
    ) -> Result<Option<Entered>, Interruption> {
        if self.trees.are_known(position) {
            return Ok(None);
        }
        control.check()?;
        let first = children.len();
        let room = control.memory().saturating_sub(self.trees.memory());
        self.positions.children(position, children, room, control)?;
        Ok(Some(Entered { position, first, next: first }))
    }

    /// What was counted.
    pub fn counts(&self) -> Counts {
        let values = self.trees.distinct_values();
        let is_heap = |rct: &&Rct| self.trees.rcts.heap(**rct).is_some();
        Counts {
            positions: self.positions.len() as u64,
            lands: self.positions.lands() as u64,
            canonical_trees: self.trees.canonical.len() as u64,
            rcts: values.len() as u64,
            nim_heaps: values.iter().filter(is_heap).count() as u64,
        }
    }

    /// The lands that were counted and their RCTs: the same database, with the same numbers of trees, as that of
    /// [`RctBase::below`], without generating children anew.
    ///
    /// # Errors
    /// Those of [`Self::count`]; [`Interruption::Tree`] also if not all was counted.
    pub fn into_base(self, control: &Control<'_>) -> Result<RctBase, Interruption> {
        let Census { positions, start, trees } = self;
        drop(trees);
        RctBase::below(&mut Replay::new(&positions), &start, &control.with_less_memory(positions.memory()))
    }

    /// Why the children of a land could not be found.
    pub fn complaint(&self) -> String {
        self.positions.game().complaint()
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.positions.memory() + self.trees.memory()
    }
}

/// A position whose children are being looked at.
#[derive(Debug)]
struct Entered {
    position: u32,
    /// Where its children begin on the list; those of positions that were entered later stand behind them.
    first: usize,
    /// Which child comes next.
    next: usize,
}

/// The trees of positions.
#[derive(Debug, Default)]
struct Trees {
    canonical: Lists<u32>,
    rcts: Rcts,
    /// The canonical tree of each position, or [`UNKNOWN`].
    canonical_of: Vec<u32>,
    /// The RCT of each position whose canonical tree is known.
    rct_of: Vec<Rct>,
    options: Vec<u32>,
    reducing: Vec<Rct>,
}

const UNKNOWN: u32 = u32::MAX;

impl Trees {
    fn are_known(&self, position: u32) -> bool {
        self.canonical_of.get(position as usize).is_some_and(|&tree| tree != UNKNOWN)
    }

    /// Finds the trees of a position. Those of all its children are known.
    fn settle(&mut self, position: u32, children: &[u32]) {
        let Trees { canonical, rcts, canonical_of, rct_of, options, reducing } = self;
        options.clear();
        options.extend(children.iter().map(|&child| canonical_of[child as usize]));
        options.sort_unstable();
        options.dedup();
        let tree = canonical.intern(options);
        reducing.clear();
        reducing.extend(children.iter().map(|&child| rct_of[child as usize]));
        let rct = rcts.intern(reducing);
        let place = position as usize;
        if place >= canonical_of.len() {
            canonical_of.resize(place + 1, UNKNOWN);
            rct_of.resize(place + 1, Rct::ZERO);
        }
        (canonical_of[place], rct_of[place]) = (tree, rct);
    }

    /// The RCTs of positions, each once.
    fn distinct_values(&self) -> Vec<Rct> {
        let known = self.canonical_of.iter().zip(&self.rct_of).filter(|&(&tree, _)| tree != UNKNOWN);
        let mut values: Vec<Rct> = known.map(|(_, &rct)| rct).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    fn memory(&self) -> usize {
        self.canonical.memory()
            + self.rcts.memory()
            + self.canonical_of.capacity() * size_of::<u32>()
            + self.rct_of.capacity() * size_of::<Rct>()
    }
}
