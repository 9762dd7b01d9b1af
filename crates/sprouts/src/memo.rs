//! Canonical forms that were found a short while ago.

/// Bytes of a slot: two codes.
const SLOT: usize = 94;
const SLOTS: usize = 1 << 16;

/// A cache from codes as they came out of a move to canonical codes. It is of
/// fixed size; a new pair takes the place of an older one. Whole codes are
/// compared, so that a hit is always right.
#[derive(Debug)]
pub(crate) struct Memo {
    /// The lengths of the codes of each slot; of a vacant one they are 0. They stand apart so that memory
    /// that was never written to is never read: that would make the machine map it twice, and tell all its cores.
    lengths: Vec<[u8; 2]>,
    slots: Vec<u8>,
}

impl Default for Memo {
    fn default() -> Self {
        Memo { lengths: vec![[0; 2]; SLOTS], slots: vec![0; SLOT * SLOTS] }
    }
}

impl Memo {
    /// The slot in which the pair for a code is or would be kept.
    #[inline]
    fn slot(raw: &[u8]) -> usize {
        let mut hash = raw.len() as u64;
        let mut chunks = raw.chunks_exact(8);
        let mut add = |word: u64| {
            hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 32;
        };
        for chunk in &mut chunks {
            add(u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        }
        let mut last = [0; 8];
        let rest = chunks.remainder();
        last[..rest.len()].copy_from_slice(rest);
        add(u64::from_le_bytes(last));
        (hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize % SLOTS
    }

    /// The canonical code that was kept for a code.
    #[inline]
    pub(crate) fn get(&self, raw: &[u8]) -> Option<&[u8]> {
        let slot = Self::slot(raw);
        let [length, canonical] = self.lengths[slot].map(usize::from);
        if length == 0 || length != raw.len() {
            return None;
        }
        let pair = &self.slots[slot * SLOT..][..length + canonical];
        (pair[..length] == *raw).then(|| &pair[length..])
    }

    /// Keeps the canonical code for a code, if both are short enough.
    pub(crate) fn keep(&mut self, raw: &[u8], canonical: &[u8]) {
        let (middle, end) = (raw.len(), raw.len() + canonical.len());
        if end <= SLOT {
            let slot = Self::slot(raw);
            self.lengths[slot] = [raw.len() as u8, canonical.len() as u8];
            let pair = &mut self.slots[slot * SLOT..][..end];
            pair[..middle].copy_from_slice(raw);
            pair[middle..].copy_from_slice(canonical);
        }
    }
}
