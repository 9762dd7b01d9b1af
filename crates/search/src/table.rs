//! The table of proof numbers, bounded in bytes.

use crate::numbers::{Numbers, ProofNumber};
use crate::tree::NodeId;

/// What is known of an unsolved node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub node: NodeId,
    /// Its numbers.
    pub numbers: Numbers,
    /// Expansions spent below it; says how dear it would be to lose.
    pub work: u32,
    /// How many others are below it, threads or machines.
    pub busy: u16,
    /// Whether it is needed; see [`Table::sweep`].
    marked: bool,
}

impl Entry {
    /// Its numbers as they look to others while somebody is below it: the disproof number is raised, so that they
    /// go elsewhere unless it is much the best (Kaneko 2010).
    #[inline]
    pub fn apparent(&self) -> Numbers {
        Numbers { pn: self.numbers.pn, dn: self.raised(self.numbers.dn) }
    }

    /// How hard it looks to others to solve it either way.
    #[inline]
    pub fn apparent_effort(&self) -> ProofNumber {
        self.raised(self.numbers.least())
    }

    #[inline]
    fn raised(&self, number: ProofNumber) -> ProofNumber {
        if self.busy == 0 { number } else { number.plus(burden(number).times(self.busy.into())) }
    }
}

/// What each of those below a node raises its disproof number by; `docs/performance.md` says what was tried.
#[cold]
fn burden(number: ProofNumber) -> ProofNumber {
    ProofNumber::finite(number.get().map_or(0, |number| number / 4 + 4))
}

const VACANT: Entry = Entry {
    node: NodeId(u64::MAX),
    numbers: Numbers { pn: ProofNumber::ONE, dn: ProofNumber::ONE },
    work: 0,
    busy: 0,
    marked: false,
};

const FIRST_SIZE: usize = 1 << 10;
/// Expansions from which on what is known of a node is worth telling others.
const DEAR: u32 = 16;

/// A hash table from atomic nodes to their numbers, with open addressing.
///
/// Keys are whole node names, so no two nodes are ever mixed up. It grows up to
/// its limit; when it is full, [`Self::is_full`] says so, and the owner has to
/// take entries out.
#[derive(Debug)]
pub struct Table {
    slots: Vec<Entry>,
    used: usize,
    limit: usize,
    /// Nodes that have become dear, if somebody wants to know.
    grown: Option<Vec<NodeId>>,
}

impl Table {
    /// An empty table of at most `limit` bytes (but room for some hundred entries at least).
    pub fn new(limit: usize) -> Self {
        Table { slots: vec![VACANT; FIRST_SIZE], used: 0, limit, grown: None }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.slots.len() * size_of::<Entry>()
    }

    /// Whether the next new node might not find a place.
    pub fn is_full(&self) -> bool {
        self.is_crowded() && !self.may_grow()
    }

    /// Whether the table grows with the next new node, if it may.
    pub fn is_crowded(&self) -> bool {
        self.used * 4 >= self.slots.len() * 3
    }

    /// While it grows both the old and the new slots are held.
    fn may_grow(&self) -> bool {
        self.memory() * 3 <= self.limit
    }

    #[inline]
    fn home(&self, node: NodeId) -> usize {
        // Fibonacci hashing: the high bits of the product are well mixed.
        let hash = (node.0 ^ (node.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    #[inline]
    fn find(&self, node: NodeId) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.home(node);
        while self.slots[slot].node != node && self.slots[slot].node != VACANT.node {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The entry of a node.
    #[inline]
    pub fn get(&self, node: NodeId) -> Option<&Entry> {
        let entry = &self.slots[self.find(node)];
        (entry.node == node).then_some(entry)
    }

    /// Stores the numbers of a node; `work` is added to what was spent on it
    /// before. A table whose last slots are filled, though it [is full](Self::is_full), takes no new nodes.
    #[inline]
    pub fn store(&mut self, node: NodeId, numbers: Numbers, work: u32) {
        let slot = self.find(node);
        let entry = &mut self.slots[slot];
        if entry.node == node {
            entry.numbers = numbers;
            entry.work = entry.work.saturating_add(work);
            return;
        }
        if self.is_crowded() {
            if self.may_grow() {
                self.resize(self.slots.len() * 2);
                return self.store(node, numbers, work);
            }
            if self.used + 1 >= self.slots.len() {
                return;
            }
        }
        self.slots[slot] = Entry { node, numbers, work, busy: 0, marked: false };
        self.used += 1;
    }

    /// All entries, in no special order.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.slots.iter().filter(|entry| entry.node != VACANT.node)
    }

    #[inline]
    fn get_mut(&mut self, node: NodeId) -> Option<&mut Entry> {
        let slot = self.find(node);
        let entry = &mut self.slots[slot];
        (entry.node == node).then_some(entry)
    }

    /// Adds to what was spent on a node, if it has an entry.
    pub fn add_work(&mut self, node: NodeId, work: u64) {
        let Some(entry) = self.get_mut(node) else { return };
        let before = entry.work;
        let after = before.saturating_add(u32::try_from(work).unwrap_or(u32::MAX));
        entry.work = after;
        if let Some(grown) = &mut self.grown
            && after >= DEAR
            && before.leading_zeros() != after.leading_zeros()
        {
            grown.push(node);
        }
    }

    /// From now on keeps a list of nodes on which much was spent, for [`Self::take_grown`].
    pub fn watch_growth(&mut self) {
        self.grown.get_or_insert_default();
    }

    /// The entries of nodes on which much was spent since it was asked last: each time that it has doubled, from 16 expansions on.
    pub fn take_grown(&mut self) -> Vec<Entry> {
        let mut nodes = self.grown.as_mut().map(std::mem::take).unwrap_or_default();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.into_iter().filter_map(|node| self.get(node)).copied().collect()
    }

    /// Takes note that one more is below a node; true if the node has an entry.
    pub fn come(&mut self, node: NodeId) -> bool {
        let entry = self.get_mut(node);
        entry.map(|entry| entry.busy = entry.busy.saturating_add(1)).is_some()
    }

    /// Takes note that one of those who have [come](Self::come) has left a node.
    pub fn go(&mut self, node: NodeId) {
        if let Some(entry) = self.get_mut(node) {
            entry.busy = entry.busy.saturating_sub(1);
        }
    }

    fn resize(&mut self, slots: usize) {
        let old = std::mem::replace(&mut self.slots, vec![VACANT; slots]);
        self.used = 0;
        self.refill(old);
    }

    fn refill(&mut self, entries: impl IntoIterator<Item = Entry>) {
        for entry in entries.into_iter().filter(|entry| entry.node != VACANT.node) {
            let slot = self.find(entry.node);
            self.slots[slot] = entry;
            self.used += 1;
        }
    }

    /// Marks the entry of a node as needed. True if there is one that was not marked before.
    pub fn mark(&mut self, node: NodeId) -> bool {
        let slot = self.find(node);
        let entry = &mut self.slots[slot];
        entry.node == node && !std::mem::replace(&mut entry.marked, true)
    }

    /// Takes out all entries that are not marked, and the marks away. The table
    /// grows, if it may, when more than half of it stays in use, so that sweeps do not come too often.
    pub fn sweep(&mut self) {
        let (slots, may_grow) = (self.slots.len(), self.may_grow());
        let mut needed = std::mem::take(&mut self.slots);
        needed.retain(|entry| entry.marked);
        needed.iter_mut().for_each(|entry| entry.marked = false);
        let grown = if needed.len() * 2 > slots && may_grow { slots * 2 } else { slots };
        self.slots = vec![VACANT; grown];
        self.used = 0;
        self.refill(needed);
    }

    /// Takes all entries out, in no special order. The table shrinks to its first size.
    pub fn drain(&mut self) -> Vec<Entry> {
        let mut entries = std::mem::replace(&mut self.slots, vec![VACANT; FIRST_SIZE]);
        self.used = 0;
        // Names are about to change.
        self.grown.iter_mut().for_each(Vec::clear);
        entries.retain(|entry| entry.node != VACANT.node);
        entries
    }
}

/// Orders entries so that the dearest come first.
pub fn sort_by_work(entries: &mut [Entry]) {
    entries.sort_unstable_by_key(|entry| (std::cmp::Reverse(entry.work), entry.node));
}
