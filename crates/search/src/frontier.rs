//! The upper part of a proof-number search, whose leaves are searched by others.

use std::collections::HashSet;

use crate::control::{Control, Interruption};
use smallvec::SmallVec;

use crate::numbers::{Numbers, Outcome, ProofNumber};
use crate::portable_tree::PortableTree;
use crate::scan::{Scan, effort_of, numbers_of_view, scan};
use crate::session::{Style, collect, table_within};
use crate::table::{Entry, Table};
use crate::thresholds::Thresholds;
use crate::tree::{NandTree, NodeId, Parts, View};

/// The tree of a best-first proof-number search, in which leaves are given away to be searched by others, many at a time.
///
/// A leaf is [chosen](Self::choose) by descending as if those that are given away were busy: everybody who is below a
/// node raises its disproof number (as in [`Pdfpn`](crate::Pdfpn)), and no leaf is given away twice. What comes of it is
/// [noted](Self::note), and the leaf [taken back](Self::take_back), in any order.
#[derive(Debug)]
pub struct Frontier<T> {
    tree: T,
    table: Table,
    style: Style,
    /// In bytes, for the tree and the table.
    memory: usize,
    /// The leaves that are given away, and those that were when they were given away.
    given: HashSet<NodeId>,
    /// How many nodes were expanded here.
    expansions: u64,
    collections: u64,
}

/// A leaf, and how far it is worth to be searched.
type Found = (NodeId, Thresholds);

/// A leaf that is given away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The nodes from the root down to the leaf. Those that were forgotten meanwhile are missing.
    line: Vec<NodeId>,
    leaf: Option<NodeId>,
    until: Thresholds,
}

impl Assignment {
    /// The leaf, unless it was forgotten meanwhile.
    pub fn leaf(&self) -> Option<NodeId> {
        self.leaf
    }

    /// Where another leaf became more proving, when it was given away.
    pub fn until(&self) -> Thresholds {
        self.until
    }
}

impl<T: NandTree> Frontier<T> {
    /// Nothing but the root of a tree. `memory` is in bytes, for the tree and the numbers.
    pub fn new(tree: T, style: Style, memory: usize) -> Self {
        Frontier {
            tree,
            table: table_within(memory),
            style,
            memory,
            given: HashSet::new(),
            expansions: 0,
            collections: 0,
        }
    }

    /// The tree.
    pub fn tree(&self) -> &T {
        &self.tree
    }

    /// The tree. What is proved may be added; names of nodes must not change.
    pub fn tree_mut(&mut self) -> &mut T {
        &mut self.tree
    }

    /// Takes the tree out.
    pub fn into_tree(self) -> T {
        self.tree
    }

    /// How many nodes were expanded here.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// How often memory was freed.
    pub fn collections(&self) -> u64 {
        self.collections
    }

    /// How many nodes have numbers.
    pub fn nodes(&self) -> usize {
        self.table.len()
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.tree.memory() + self.table.memory()
    }

    /// The outcome of the root, if it is known.
    pub fn outcome(&self) -> Option<Outcome> {
        self.tree.root_outcome()
    }

    /// The numbers of the root, as far as they were carried up.
    pub fn root(&self) -> Numbers {
        let mut parts = Parts::new();
        numbers_of_view(&self.tree, &self.table, self.tree.view(self.tree.root(), &mut parts))
    }

    /// The numbers of a node, if it has any but its first estimate.
    pub fn numbers(&self, node: NodeId) -> Option<Numbers> {
        self.table.get(node).map(|entry| entry.numbers)
    }

    /// Gives away the leaf that is most proving, as it looks while others are busy. `None` if there is none that is not given away.
    ///
    /// # Errors
    /// When `control` asks to stop, or memory is short; then [`Self::collect`] may help.
    pub fn choose(&mut self, control: &Control<'_>) -> Result<Option<Assignment>, Interruption> {
        self.check_memory()?;
        let mut line = Vec::new();
        let root = self.tree.root();
        let found = self.descend(root, Thresholds::NONE, &mut line, &mut HashSet::new(), control)?;
        Ok(found.map(|(leaf, until)| {
            for &node in &line {
                self.make_entry(node);
                self.table.come(node);
            }
            self.given.insert(leaf);
            Assignment { line, leaf: Some(leaf), until }
        }))
    }

    /// Expands the leaf that is most proving itself, given away or not. False if everything is solved.
    ///
    /// # Errors
    /// As [`Self::choose`].
    pub fn grow(&mut self, control: &Control<'_>) -> Result<bool, Interruption> {
        self.check_memory()?;
        let given = std::mem::take(&mut self.given);
        let mut line = Vec::new();
        let root = self.tree.root();
        let found = self.descend(root, Thresholds::NONE, &mut line, &mut HashSet::new(), control);
        self.given = given;
        let Some((leaf, _)) = found? else { return Ok(false) };
        self.expand(leaf, control)?;
        self.carry_up(&line);
        Ok(true)
    }

    fn check_memory(&self) -> Result<(), Interruption> {
        let is_short = self.memory() > self.memory || self.table.is_full();
        if is_short { Err(Interruption::Memory) } else { Ok(()) }
    }

    fn make_entry(&mut self, node: NodeId) {
        if self.table.get(node).is_none() {
            self.table.store(node, self.tree.first_estimate(node), 0);
        }
    }

    /// Goes down to the best leaf below a child that is neither given away nor closed. Nodes below which there is none are closed.
    fn descend(
        &mut self,
        child: T::Child,
        thresholds: Thresholds,
        line: &mut Vec<NodeId>,
        closed: &mut HashSet<NodeId>,
        control: &Control<'_>,
    ) -> Result<Option<Found>, Interruption> {
        let mut parts = Parts::new();
        // When a part of a sum is found to be solved, the sum has other parts.
        'anew: loop {
            let is_sum = match self.tree.view(child, &mut parts) {
                View::Settled(_) => return Ok(None),
                View::Atomic(node) => {
                    parts = Parts::from_slice(&[node]);
                    false
                }
                View::Decomposable(_) => {
                    parts.sort_by_key(|&part| effort_of(&self.tree, &self.table, part));
                    true
                }
            };
            let efforts: SmallVec<[ProofNumber; 6]> =
                parts.iter().map(|&part| effort_of(&self.tree, &self.table, part)).collect();
            let sum = efforts.iter().fold(ProofNumber::ZERO, |sum, &effort| sum.plus(effort));
            for (place, &node) in parts.iter().enumerate() {
                if closed.contains(&node) {
                    continue;
                }
                line.push(node);
                let next = efforts.get(place + 1).copied().unwrap_or(ProofNumber::INFINITY);
                let inside =
                    if is_sum { thresholds.inside_sum(sum, efforts[place], next) } else { thresholds };
                let leaf = match self.tree.is_expanded(node) {
                    true => self.descend_below(node, inside, line, closed, control)?,
                    false => (!self.given.contains(&node)).then_some((node, inside)),
                };
                if leaf.is_some() {
                    return Ok(leaf);
                }
                line.pop();
                if self.tree.outcome(node).is_some() {
                    continue 'anew;
                }
                closed.insert(node);
            }
            return Ok(None);
        }
    }

    fn descend_below(
        &mut self,
        node: NodeId,
        thresholds: Thresholds,
        line: &mut Vec<NodeId>,
        closed: &mut HashSet<NodeId>,
        control: &Control<'_>,
    ) -> Result<Option<Found>, Interruption> {
        let mut tried: HashSet<usize> = HashSet::new();
        loop {
            control.check()?;
            let Some(seen) = self.update(node) else { return Ok(None) };
            let children = self.tree.children(node);
            if seen.best == children {
                self.tree.expand_rest(node, control)?;
                tried.clear();
                continue;
            }
            let (index, numbers) = if tried.contains(&seen.best) {
                match self.best_but(node, &tried) {
                    Some(best) => best,
                    None if self.tree.rest(node).is_some() => {
                        self.tree.expand_rest(node, control)?;
                        tried.clear();
                        continue;
                    }
                    None => return Ok(None),
                }
            } else {
                (seen.best, seen.best_numbers)
            };
            let stay = self.style.stay(seen.second.max(numbers.dn));
            let inside = thresholds.inside(seen.numbers, numbers, stay);
            if let Some(leaf) = self.descend(self.tree.child(node, index), inside, line, closed, control)? {
                return Ok(Some(leaf));
            }
            tried.insert(index);
        }
    }

    /// The best unsolved child that was not tried.
    fn best_but(&self, node: NodeId, tried: &HashSet<usize>) -> Option<(usize, Numbers)> {
        let mut parts = Parts::new();
        let open = (0..self.tree.children(node)).filter(|index| !tried.contains(index));
        let with_numbers = open.map(|index| {
            let view = self.tree.view(self.tree.child(node, index), &mut parts);
            (numbers_of_view(&self.tree, &self.table, view), index)
        });
        let unsolved = with_numbers.filter(|(numbers, _)| numbers.outcome().is_none());
        unsolved.min_by_key(|(numbers, _)| numbers.dn).map(|(numbers, index)| (index, numbers))
    }

    /// Expands a node itself, if it is none yet.
    ///
    /// # Errors
    /// As [`NandTree::expand`].
    pub fn expand(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        if self.tree.outcome(node).is_none() && !self.tree.is_expanded(node) {
            self.expansions += 1;
            self.tree.expand(node, control)?;
        }
        Ok(())
    }

    /// Takes over children of a node that others have found. False if they are of no use.
    pub fn take_children(&mut self, node: NodeId, children: &[u8]) -> bool
    where
        T: PortableTree,
    {
        self.tree.is_expanded(node)
            || self.tree.outcome(node).is_some()
            || self.tree.take_children(node, children)
    }

    /// Takes note of the numbers of a node below which somebody has searched, and of the expansions that it took.
    pub fn note(&mut self, node: NodeId, numbers: Numbers, work: u64) {
        if self.tree.outcome(node).is_none() && numbers.outcome().is_none() {
            self.table.store(node, numbers, u32::try_from(work).unwrap_or(u32::MAX));
        }
    }

    /// Takes note of what somebody has come to by so much work, if it says more of a leaf than what is known.
    pub fn note_estimate(&mut self, node: NodeId, numbers: Numbers, work: u32) {
        let known = self.table.get(node).map_or(0, |entry| entry.work);
        if work > known && !self.tree.is_expanded(node) {
            self.note(node, numbers, (work - known).into());
        }
    }

    /// Whether nobody needs an assignment any more, since a node of its line is solved.
    pub fn is_pointless(&self, assignment: &Assignment) -> bool {
        assignment.line.iter().any(|&node| self.tree.outcome(node).is_some())
    }

    /// Carries up what has changed at the leaf of an assignment.
    pub fn carry_up_from(&mut self, assignment: &Assignment) {
        self.carry_up(&assignment.line);
    }

    fn carry_up(&mut self, line: &[NodeId]) {
        for &node in line.iter().rev() {
            if self.tree.is_expanded(node) {
                self.update(node);
            }
        }
    }

    /// Takes back a leaf that was given away, when the one who had it is done or gone.
    pub fn take_back(&mut self, assignment: &Assignment, work: u64) {
        for &node in &assignment.line {
            self.table.go(node);
            self.table.add_work(node, work);
        }
        if let Some(leaf) = assignment.leaf {
            self.given.remove(&leaf);
        }
        self.carry_up(&assignment.line);
    }

    /// Computes the numbers of an expanded node anew. What was seen on the way; `None` if it is solved.
    fn update(&mut self, node: NodeId) -> Option<Scan> {
        if self.tree.outcome(node).is_some() {
            return None;
        }
        let seen = scan(&self.tree, &self.table, node, self.style.addition);
        match seen.numbers.outcome() {
            Some(outcome) => {
                self.tree.settle(node, outcome);
                None
            }
            None => {
                self.table.store(node, seen.numbers, 0);
                Some(seen)
            }
        }
    }

    /// Frees memory: forgets what took the least work. Leaves that are given away and were forgotten can still be taken
    /// back; the names in `assignments` are brought up to date.
    ///
    /// # Errors
    /// When what is proved cannot be brought to safety, or nothing can be forgotten.
    pub fn collect<'a>(
        &mut self,
        assignments: impl Iterator<Item = &'a mut Assignment>,
    ) -> Result<(), Interruption> {
        let held = self.memory();
        self.collections += 1;
        collect(&mut self.tree, &mut self.table, self.memory)?;
        self.given.clear();
        for assignment in assignments {
            let renamed = assignment.line.iter().filter_map(|&node| self.tree.renamed(node));
            assignment.line = renamed.collect();
            assignment.leaf = assignment.leaf.and_then(|leaf| self.tree.renamed(leaf));
            self.given.extend(assignment.leaf);
            for &node in &assignment.line {
                self.table.come(node);
            }
        }
        if self.memory() < held { Ok(()) } else { Err(Interruption::Memory) }
    }

    /// All numbers that are known, with the work that was spent on them.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.table.iter()
    }
}
