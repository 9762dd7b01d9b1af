//! One search from start to answer: what all algorithms share.

use std::time::{Duration, Instant};

use crate::control::{Control, Counters, Interruption, Observer, Progress};
use crate::numbers::{Numbers, Outcome, ProofNumber};
use crate::scan::Addition;
use crate::table::{Entry, Table, sort_by_work};
use crate::tree::{NandTree, NodeId, Parts, View};

/// Refinements of proof-number search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How disproof numbers are put together.
    pub addition: Addition,
    /// A child is searched until its disproof number is above (1 + this / 16)
    /// times the second-best one (Pawlewicz and Lew 2007). 0 is plain dfpn.
    pub sixteenths: u32,
}

impl Default for Style {
    /// What did well for Sprouts; see `docs/performance.md`.
    fn default() -> Self {
        Style { addition: Addition::Sum, sixteenths: 0 }
    }
}

impl Style {
    /// The disproof number at which the best child gives way to the second-best.
    #[inline]
    pub(crate) fn stay(&self, second: ProofNumber) -> ProofNumber {
        match second.get() {
            None => second,
            Some(second) => {
                let extra = u64::from(second) * u64::from(self.sixteenths) / 16 + 1;
                ProofNumber::finite(u32::try_from(u64::from(second) + extra).unwrap_or(u32::MAX))
            }
        }
    }
}

/// A way to search. It may be interrupted for lack of memory and run again; all
/// that it needs to go on is in the session's tree and table.
pub trait Algorithm<T: NandTree> {
    /// Searches the root of the session's tree until it is settled.
    ///
    /// # Errors
    /// When the search was stopped before. [`Interruption::Memory`] asks for memory to be freed.
    fn run(&mut self, session: &mut Session<'_, T>) -> Result<(), Interruption>;
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The outcome of the root, for the player to move, or why there is none.
    pub outcome: Result<Outcome, Interruption>,
    /// What the search has done.
    pub counters: Counters,
}

/// How often an observer is called at most.
const OBSERVATION_INTERVAL: Duration = Duration::from_millis(100);
/// How many expansions pass between two looks at the clock for the observer.
const OBSERVATION_STEPS: u64 = 64;
/// A collection frees memory down to this share of the limit, in sixteenths.
const COLLECT_TO_SIXTEENTHS: usize = 8;
/// The share of the limit, in sixteenths, that the table may take.
const TABLE_SIXTEENTHS: usize = 6;
/// So many collections in a row with hardly an expansion between them give up.
const MOST_FRUITLESS_COLLECTIONS: u32 = 64;
/// So many collections in a row without new heights of the numbers of the root
/// give up: the search forgets what it has to derive again, and would go on for ever.
const MOST_IDLE_COLLECTIONS: u32 = 4096;

/// The state of a search: the tree, the numbers and the counters.
pub struct Session<'a, T: NandTree> {
    /// The tree that is searched.
    pub tree: &'a mut T,
    /// The numbers of nodes.
    pub table: &'a mut Table,
    /// Refinements.
    pub style: Style,
    /// What has been done.
    pub counters: Counters,
    /// The numbers of the root as far as known.
    pub root: Numbers,
    control: &'a Control<'a>,
    observer: &'a mut dyn Observer,
    observed: Instant,
    path: Vec<NodeId>,
}

/// Solves the root of a tree.
pub fn solve<T: NandTree>(
    tree: &mut T,
    algorithm: &mut impl Algorithm<T>,
    style: Style,
    control: &Control<'_>,
    observer: &mut dyn Observer,
) -> Answer {
    resume(tree, &mut table_within(control.memory()), algorithm, style, control, observer)
}

/// An empty table for a search within so many bytes, of which it leaves most to the tree.
pub fn table_within(memory: usize) -> Table {
    Table::new(memory / 16 * TABLE_SIXTEENTHS)
}

/// Solves the root of a tree with numbers from a search before, which may have had another root.
pub fn resume<T: NandTree>(
    tree: &mut T,
    table: &mut Table,
    algorithm: &mut impl Algorithm<T>,
    style: Style,
    control: &Control<'_>,
    observer: &mut dyn Observer,
) -> Answer {
    let mut session = Session {
        tree,
        table,
        style,
        counters: Counters::default(),
        root: Numbers::UNKNOWN,
        control,
        observer,
        observed: Instant::now(),
        path: Vec::new(),
    };
    let outcome = session.solve(algorithm);
    Answer { outcome, counters: session.counters }
}

impl<'a, T: NandTree> Session<'a, T> {
    fn solve(&mut self, algorithm: &mut impl Algorithm<T>) -> Result<Outcome, Interruption> {
        self.control.look()?;
        let mut fruitless = 0;
        let (mut highest, mut idle) = (0, 0);
        loop {
            let before = self.counters.expansions;
            let result = algorithm.run(self);
            self.path.clear();
            self.note_memory();
            if let Some(outcome) = self.tree.root_outcome() {
                return Ok(outcome);
            }
            match result {
                Ok(()) => {}
                Err(Interruption::Memory) => {
                    let held = self.memory();
                    self.collect()?;
                    let freed = self.memory() < held;
                    let steps = self.counters.expansions - before;
                    fruitless = if steps > 16 { 0 } else { fruitless + 1 };
                    // The numbers of the root grow as long as the search gets anywhere.
                    let height = u64::from(self.root.pn.get().unwrap_or(0))
                        + u64::from(self.root.dn.get().unwrap_or(0));
                    idle = if height > highest { 0 } else { idle + 1 };
                    highest = highest.max(height);
                    if !freed || fruitless > MOST_FRUITLESS_COLLECTIONS || idle > MOST_IDLE_COLLECTIONS {
                        return Err(Interruption::Memory);
                    }
                }
                Err(other) => return Err(other),
            }
        }
    }

    /// Its limits.
    pub fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Bytes that the tree and the table hold.
    pub fn memory(&self) -> usize {
        self.tree.memory() + self.table.memory()
    }

    fn note_memory(&mut self) {
        self.counters.peak_memory = self.counters.peak_memory.max(self.memory());
        self.counters.nodes = self.counters.nodes.max(self.table.len() as u64);
    }

    /// Goes down to a node.
    pub fn enter(&mut self, node: NodeId) {
        self.path.push(node);
        self.counters.nodes = self.counters.nodes.max(self.path.len() as u64);
    }

    /// Goes back up from a node, which was entered when `before` expansions had been made.
    pub fn leave(&mut self, node: NodeId, before: u64) {
        self.path.pop();
        self.table.add_work(node, self.counters.expansions - before);
    }

    /// Gives a node new numbers.
    #[inline]
    pub fn store(&mut self, node: NodeId, numbers: Numbers) {
        self.table.store(node, numbers, 0);
        self.tree.noted(node, numbers);
    }

    /// To be called at every step, also those that expand nothing.
    ///
    /// # Errors
    /// When the search has to stop.
    #[inline]
    pub fn check(&self) -> Result<(), Interruption> {
        self.control.check()
    }

    /// Makes sure that a node is expanded (or settled), and counts it.
    ///
    /// # Errors
    /// When the search has to stop, also for lack of memory.
    pub fn expand(&mut self, node: NodeId) -> Result<(), Interruption> {
        self.check()?;
        let expanded = self.tree.is_expanded(node);
        if expanded && self.table.get(node).is_some() {
            return Ok(());
        }
        self.check_expansions()?;
        self.counters.expansions += 1;
        if !expanded {
            self.tree.expand(node, self.control)?;
        }
        self.check_memory()?;
        self.observe();
        Ok(())
    }

    /// Makes sure that there may be one more expansion.
    #[inline]
    pub(crate) fn check_expansions(&self) -> Result<(), Interruption> {
        if self.counters.expansions < self.control.expansions() {
            Ok(())
        } else {
            Err(Interruption::Expansions)
        }
    }

    /// Generates the children of a node that were left for later. It counts with the node's expansion.
    ///
    /// # Errors
    /// As [`Self::expand`].
    pub fn expand_rest(&mut self, node: NodeId) -> Result<(), Interruption> {
        self.check()?;
        self.tree.expand_rest(node, self.control)?;
        self.check_memory()
    }

    pub(crate) fn check_memory(&self) -> Result<(), Interruption> {
        let short = self.memory() > self.control.memory() || self.table.is_full();
        if short { Err(Interruption::Memory) } else { Ok(()) }
    }

    /// Takes note of the numbers of the node that was entered last, if it is the first of the line.
    pub fn note_root(&mut self, numbers: Numbers) {
        if self.path.len() == 1 {
            self.root = numbers;
        }
    }

    fn observe(&mut self) {
        if self.is_observation_due() {
            let line = std::mem::take(&mut self.path);
            self.show(&line);
            self.path = line;
        }
    }

    /// Whether the observer wants to be shown something after an expansion.
    #[inline]
    pub(crate) fn is_observation_due(&self) -> bool {
        self.counters.expansions.is_multiple_of(OBSERVATION_STEPS)
            && self.observed.elapsed() >= OBSERVATION_INTERVAL
    }

    /// Shows the observer a line that is being searched.
    pub(crate) fn show(&mut self, line: &[NodeId]) {
        self.observed = Instant::now();
        self.note_memory();
        let progress = Progress {
            counters: self.counters,
            root: self.root,
            line: line.iter().map(|&node| self.tree.describe(node)).collect(),
            memory: self.memory(),
            facts: self.tree.facts(),
        };
        self.observer.progress(&progress);
    }

    /// Drops the numbers of nodes that cannot be reached from the root through unsolved nodes.
    pub fn drop_solved_subtrees(&mut self) {
        self.note_memory();
        let mut parts = Parts::new();
        let mut waiting: Vec<NodeId> = Vec::new();
        let reach = |tree: &T, child: T::Child, parts: &mut Parts, waiting: &mut Vec<NodeId>| match tree
            .view(child, parts)
        {
            View::Settled(_) => {}
            View::Atomic(node) => waiting.push(node),
            View::Decomposable(parts) => waiting.extend_from_slice(parts),
        };
        reach(self.tree, self.tree.root(), &mut parts, &mut waiting);
        while let Some(node) = waiting.pop() {
            if self.table.mark(node) && self.tree.is_expanded(node) {
                for index in 0..self.tree.children(node) {
                    reach(self.tree, self.tree.child(node, index), &mut parts, &mut waiting);
                }
            }
        }
        self.table.sweep();
    }

    /// Frees memory: forgets a quarter of the numbers or more, the cheapest ones, and lets the tree forget.
    fn collect(&mut self) -> Result<(), Interruption> {
        self.counters.collections += 1;
        self.drop_solved_subtrees();
        collect(self.tree, self.table, self.control.memory())
    }
}

/// Forgets what was cheapest of a table and its tree, which have come near a limit in bytes.
pub(crate) fn collect<T: NandTree>(
    tree: &mut T,
    table: &mut Table,
    memory: usize,
) -> Result<(), Interruption> {
    let target = memory / 16 * COLLECT_TO_SIXTEENTHS;
    let mut entries = table.drain();
    sort_by_work(&mut entries);
    // Less than all even if all would fit: a collection that forgets nothing leads to the next one.
    entries.truncate((target / 4 / size_of::<Entry>()).min(entries.len() / 4 * 3 + 1));
    let kept: Vec<NodeId> = entries.iter().map(|entry| entry.node).collect();
    tree.collect(&kept, target * 3 / 4)?;
    for entry in entries {
        if let Some(node) = tree.renamed(entry.node) {
            table.store(node, entry.numbers, entry.work);
        }
    }
    Ok(())
}
