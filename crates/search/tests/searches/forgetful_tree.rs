//! An explicit tree as the searches see it: nothing is there before it is
//! generated, and a collection forgets nearly everything and renames the rest.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rhizome_search::{
    Control, Finder, Interruption, NandTree, NodeId, Numbers, Outcome, Parts, Rest, SharedTree, View,
};

use crate::explicit_tree::{ExplicitTree, Known};
use crate::random_numbers::RandomNumbers;

/// So many looks at children that no search of a small tree needs them. A
/// search that goes round in circles may never look at its limits.
const MOST_VIEWS: u64 = 10_000_000;

/// How a parent refers to a child. It is not good any more after a collection.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    record: usize,
    generation: u64,
}

#[derive(Debug)]
struct Record {
    place: usize,
    outcome: Option<Outcome>,
    /// Records of the children that are generated, if any are.
    children: Option<Vec<usize>>,
}

/// A view of an explicit tree that checks what the search does with it.
pub struct ForgetfulTree<'a> {
    truth: &'a ExplicitTree,
    records: Vec<Record>,
    record_of_place: HashMap<usize, usize>,
    record_of_name: HashMap<NodeId, usize>,
    /// Outcomes of nodes, by place, that were solved before the last collection.
    remembered: HashMap<usize, Outcome>,
    generation: u64,
    renamed: HashMap<NodeId, NodeId>,
    held: usize,
    views: Cell<u64>,
    pub expansions: u64,
    /// The flag that is set when so many expansions have begun.
    pub cancel: Option<(&'a AtomicBool, u64)>,
    /// How long an expansion takes at least.
    pub delay: Duration,
    /// How many finders were lent.
    finders: u64,
}

impl<'a> ForgetfulTree<'a> {
    pub fn new(truth: &'a ExplicitTree) -> Self {
        let mut tree = ForgetfulTree {
            truth,
            records: Vec::new(),
            record_of_place: HashMap::new(),
            record_of_name: HashMap::new(),
            remembered: HashMap::new(),
            generation: 0,
            renamed: HashMap::new(),
            held: 0,
            views: Cell::new(0),
            expansions: 0,
            cancel: None,
            delay: Duration::ZERO,
            finders: 0,
        };
        tree.record(0);
        tree
    }

    /// The name of a record: far from its neighbours, and another node's in another generation.
    fn name(&self, record: usize) -> NodeId {
        let number = record as u64 + self.generation;
        NodeId((number << 32) ^ (number & 7))
    }

    /// What a record takes: itself, and its share of both maps.
    const RECORD_BYTES: usize = size_of::<Record>() + 3 * size_of::<[u64; 2]>();
    const OUTCOME_BYTES: usize = size_of::<(usize, Outcome)>() + 1;

    fn record(&mut self, place: usize) -> usize {
        if let Some(&record) = self.record_of_place.get(&place) {
            return record;
        }
        let record = self.records.len();
        let known = self.truth.nodes[place].known == Known::FromTheStart;
        let remembered = self.remembered.get(&place).copied();
        let outcome = remembered.or(known.then_some(self.truth.outcomes[place]));
        self.records.push(Record { place, outcome, children: None });
        self.record_of_place.insert(place, record);
        self.record_of_name.insert(self.name(record), record);
        self.held += Self::RECORD_BYTES;
        record
    }

    fn record_named(&self, node: NodeId) -> usize {
        *self.record_of_name.get(&node).expect("a name of this generation")
    }

    fn named(&self, node: NodeId) -> &Record {
        &self.records[self.record_named(node)]
    }

    fn generate(&mut self, record: usize, first: usize, end: usize) {
        let truth = self.truth;
        let new: Vec<usize> = truth.nodes[self.records[record].place].children[first..end]
            .iter()
            .map(|&place| self.record(place))
            .collect();
        self.held += new.len() * size_of::<usize>();
        self.records[record].children.get_or_insert_default().extend(new);
    }
}

impl NandTree for ForgetfulTree<'_> {
    type Child = Reference;

    fn root(&self) -> Reference {
        Reference { record: self.record_of_place[&0], generation: self.generation }
    }

    fn view<'b>(&self, child: Reference, _: &'b mut Parts) -> View<'b> {
        self.views.set(self.views.get() + 1);
        assert!(self.views.get() < MOST_VIEWS, "the search seems to have no end");
        assert_eq!(child.generation, self.generation, "the collection has made this reference void");
        match self.records[child.record].outcome {
            Some(outcome) => View::Settled(outcome),
            None => View::Atomic(self.name(child.record)),
        }
    }

    fn outcome(&self, node: NodeId) -> Option<Outcome> {
        self.named(node).outcome
    }

    fn is_expanded(&self, node: NodeId) -> bool {
        self.named(node).children.is_some()
    }

    fn expand(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        control.check()?;
        let record = self.record_named(node);
        let place = self.records[record].place;
        assert!(self.records[record].children.is_none(), "an expanded node is not expanded again");
        assert_eq!(self.records[record].outcome, None, "a solved node is not expanded");
        if let Some((flag, limit)) = self.cancel
            && self.expansions >= limit
        {
            flag.store(true, Ordering::Relaxed);
        }
        self.expansions += 1;
        std::thread::sleep(self.delay);
        let truth = &self.truth.nodes[place];
        if truth.known == Known::AtExpansion {
            self.records[record].outcome = Some(self.truth.outcomes[place]);
        } else {
            self.generate(record, 0, truth.generated_at_first);
        }
        Ok(())
    }

    fn children(&self, node: NodeId) -> usize {
        self.named(node).children.as_ref().map_or(0, Vec::len)
    }

    fn child(&self, node: NodeId, index: usize) -> Reference {
        let children = self.named(node).children.as_ref().expect("an expanded node");
        Reference { record: children[index], generation: self.generation }
    }

    fn rest(&self, node: NodeId) -> Option<Rest> {
        let record = self.named(node);
        let truth = &self.truth.nodes[record.place];
        let count = truth.children.len() - record.children.as_ref()?.len();
        let count = count as u32 * truth.rest_exaggeration;
        (count > 0).then_some(Rest { count, numbers: truth.estimate })
    }

    fn expand_rest(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        control.check()?;
        let record = self.record_named(node);
        let (first, end) = (self.children(node), self.truth.nodes[self.records[record].place].children.len());
        // One of several threads may have brought it.
        if first == end {
            return Ok(());
        }
        self.generate(record, first, end);
        // Places of children may change.
        if let Some(children) = &mut self.records[record].children {
            children.rotate_left(first);
        }
        Ok(())
    }

    fn settle(&mut self, node: NodeId, outcome: Outcome) {
        let record = self.record_named(node);
        let place = self.records[record].place;
        assert_eq!(outcome, self.truth.outcomes[place], "node {place}");
        self.records[record].outcome = Some(outcome);
    }

    fn first_estimate(&self, node: NodeId) -> Numbers {
        self.truth.nodes[self.named(node).place].estimate
    }

    fn memory(&self) -> usize {
        self.held
    }

    fn collect(&mut self, kept: &[NodeId], target: usize) -> Result<(), Interruption> {
        let old_names: Vec<NodeId> = (0..self.records.len()).map(|record| self.name(record)).collect();
        let kept: Vec<usize> = kept.iter().map(|&node| self.record_named(node)).collect();
        let old = std::mem::take(&mut self.records);
        // The nearer to the root, the dearer is what is solved.
        let mut solved: Vec<(usize, Outcome)> =
            old.iter().filter_map(|record| Some((record.place, record.outcome?))).collect();
        solved.extend(self.remembered.drain());
        solved.sort_by_key(|&(place, _)| place);
        solved.dedup();
        solved.truncate(target / 2 / Self::OUTCOME_BYTES);
        self.held = solved.len() * Self::OUTCOME_BYTES;
        self.remembered.extend(solved);
        let root = self.record_of_place[&0];
        self.record_of_place.clear();
        self.record_of_name.clear();
        self.renamed.clear();
        self.generation += 1;
        for record in std::iter::once(root).chain(kept) {
            if self.held + Self::RECORD_BYTES > target && !self.records.is_empty() {
                break;
            }
            let new = self.record(old[record].place);
            self.records[new].outcome = old[record].outcome;
            self.renamed.insert(old_names[record], self.name(new));
        }
        Ok(())
    }

    fn renamed(&self, old: NodeId) -> Option<NodeId> {
        self.renamed.get(&old).copied()
    }

    fn describe(&self, node: NodeId) -> String {
        format!("node {}", self.named(node).place)
    }
}

/// Finds nothing, in a time that is hard to foresee.
pub struct Dawdler {
    asked: Option<NodeId>,
    random: RandomNumbers,
}

impl Finder for Dawdler {
    fn find(&mut self, control: &Control<'_>) -> Result<(), Interruption> {
        match self.random.below(8) {
            0 => std::thread::sleep(Duration::from_micros(30)),
            1..4 => std::thread::yield_now(),
            _ => {}
        }
        control.check()
    }
}

impl SharedTree for ForgetfulTree<'_> {
    type Finder = Dawdler;

    fn lend_finder(&mut self) -> Dawdler {
        self.finders += 1;
        Dawdler { asked: None, random: RandomNumbers::new(self.finders) }
    }

    fn return_finder(&mut self, _: Dawdler) {}

    fn ask(&mut self, node: NodeId, finder: &mut Dawdler) -> Option<u64> {
        let record = self.named(node);
        if record.outcome.is_some() || record.children.is_some() && self.rest(node).is_none() {
            return None;
        }
        finder.asked = Some(node);
        Some(node.0)
    }

    fn bring(&mut self, finder: &mut Dawdler, control: &Control<'_>) -> Result<(), Interruption> {
        let node = finder.asked.take().expect("something was asked");
        if self.outcome(node).is_some() {
            return Ok(());
        }
        match self.is_expanded(node) {
            false => self.expand(node, control),
            true if self.rest(node).is_some() => self.expand_rest(node, control),
            true => Ok(()),
        }
    }
}
