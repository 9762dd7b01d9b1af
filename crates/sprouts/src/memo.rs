//! Canonical forms that were found a short while ago.

/// Bytes of a slot: two lengths and two codes.
const SLOT: usize = 96;
const SLOTS: usize = 1 << 16;

/// A cache from codes as they came out of a move to canonical codes. It is of
/// fixed size; a new pair takes the place of an older one. Whole codes are
/// compared, so that a hit is always right.
#[derive(Debug)]
pub(crate) struct Memo {
    slots: Vec<u8>,
}

impl Default for Memo {
    fn default() -> Self {
        Memo { slots: vec![0; SLOT * SLOTS] }
    }
}

impl Memo {
    /// Where the pair for a code is or would be kept.
    #[inline]
    fn slot(&mut self, raw: &[u8]) -> &mut [u8] {
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
        let index = (hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize % SLOTS;
        &mut self.slots[index * SLOT..(index + 1) * SLOT]
    }

    /// The canonical code that was kept for a code.
    #[inline]
    pub(crate) fn get(&mut self, raw: &[u8]) -> Option<&[u8]> {
        let slot = &*self.slot(raw);
        let (length, canonical) = (usize::from(slot[0]), usize::from(slot[1]));
        (length == raw.len() && slot[2..2 + length] == *raw)
            .then(|| &slot[2 + length..2 + length + canonical])
    }

    /// Keeps the canonical code for a code, if both are short enough.
    pub(crate) fn keep(&mut self, raw: &[u8], canonical: &[u8]) {
        let (middle, end) = (2 + raw.len(), 2 + raw.len() + canonical.len());
        if end <= SLOT {
            let slot = self.slot(raw);
            slot[0] = raw.len() as u8;
            slot[1] = canonical.len() as u8;
            slot[2..middle].copy_from_slice(raw);
            slot[middle..end].copy_from_slice(canonical);
        }
    }
}
