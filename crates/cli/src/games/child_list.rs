//! The children of a position, listed within limits.

use std::collections::BTreeSet;

use rhizome_search::Interruption;

use crate::interrupt::Interrupt;

/// What a text or a code takes beside its bytes: its place in a set, which is
/// held twice while it grows, and the allocator's share.
pub const OVERHEAD: usize = 96;

/// The children found so far, in their simplest forms, and about how many bytes they take.
pub struct ChildList {
    texts: BTreeSet<String>,
    bytes: u64,
    memory: u64,
    interrupt: Interrupt,
}

impl ChildList {
    /// An empty list, for as many children as fit into so many bytes.
    pub fn new(memory: u64, interrupt: Interrupt) -> Self {
        ChildList { texts: BTreeSet::new(), bytes: 0, memory, interrupt }
    }

    /// Puts a child on the list, if it is not there.
    ///
    /// # Errors
    /// As [`Self::go_on`].
    pub fn insert(&mut self, text: String, aside: u64) -> Result<(), String> {
        let bytes = text.len() + OVERHEAD;
        if self.texts.insert(text) {
            self.bytes += bytes as u64;
        }
        self.go_on(aside)
    }

    /// Whether there is no reason to stop, when `aside` bytes are held beside the list.
    ///
    /// # Errors
    /// The reason.
    pub fn go_on(&self, aside: u64) -> Result<(), String> {
        if self.interrupt.is_raised() {
            return Err(Interruption::Cancelled.to_string());
        }
        if self.bytes + aside > self.memory { Err(Interruption::Memory.to_string()) } else { Ok(()) }
    }

    /// The children, sorted.
    pub fn into_sorted(self) -> Vec<String> {
        self.texts.into_iter().collect()
    }
}
