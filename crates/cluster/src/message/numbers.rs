//! Proof numbers as they stand in messages.

use rhizome_search::{Numbers, ProofNumber, Thresholds};

use super::{Job, NodeNumbers};

/// The proof number or disproof number that stands for infinity.
pub const INFINITE: u32 = u32::MAX;

fn told(number: ProofNumber) -> u32 {
    number.get().unwrap_or(INFINITE)
}

fn heard(number: u32) -> ProofNumber {
    match number {
        INFINITE => ProofNumber::INFINITY,
        number => ProofNumber::finite(number),
    }
}

impl NodeNumbers {
    /// The numbers of the node with a portable name.
    #[must_use]
    pub fn new(node: Vec<u8>, Numbers { pn, dn }: Numbers) -> Self {
        Self { node, pn: told(pn), dn: told(dn) }
    }

    /// The numbers, if they may be those of an unsolved node: neither is infinite or zero. What is solved is told as a fact.
    #[must_use]
    pub fn numbers(&self) -> Option<Numbers> {
        let may_be = |number| number != 0 && number != INFINITE;
        (may_be(self.pn) && may_be(self.dn)).then(|| Numbers { pn: heard(self.pn), dn: heard(self.dn) })
    }
}

impl Job {
    /// Thresholds as they stand in a job.
    pub(crate) fn until_of(Thresholds { pt, dt, mt, ps, ds }: Thresholds) -> [u32; 5] {
        [pt, dt, mt, ps, ds].map(told)
    }

    /// The thresholds of its node.
    #[must_use]
    pub fn thresholds(&self) -> Thresholds {
        let [pt, dt, mt, ps, ds] = self.until.map(heard);
        Thresholds { pt, dt, mt, ps, ds }
    }
}
