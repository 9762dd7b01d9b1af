//! How far a node is searched before another one is more proving.

use crate::numbers::{Numbers, ProofNumber};

/// A node is searched while pn < `pt`, dn < `dt` and
/// min(pn + `ps`, dn + `ds`) < `mt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// That of the proof number.
    pub pt: ProofNumber,
    /// That of the disproof number.
    pub dt: ProofNumber,
    /// That of the lesser of the two, each with what is beside it.
    pub mt: ProofNumber,
    /// What is beside the proof number.
    pub ps: ProofNumber,
    /// What is beside the disproof number.
    pub ds: ProofNumber,
}

impl Thresholds {
    /// None: a node is searched until it is solved.
    pub const NONE: Self = Self {
        pt: ProofNumber::INFINITY,
        dt: ProofNumber::INFINITY,
        mt: ProofNumber::INFINITY,
        ps: ProofNumber::ZERO,
        ds: ProofNumber::ZERO,
    };

    /// Whether a node with these numbers is to be searched on.
    #[inline]
    pub fn hold(&self, numbers: Numbers) -> bool {
        let least = numbers.pn.plus(self.ps).min(numbers.dn.plus(self.ds));
        numbers.pn < self.pt && numbers.dn < self.dt && least < self.mt
    }

    /// Those of the best child of an atomic node, if these are those of the node. `stay` is the disproof number at
    /// which another child is searched.
    #[inline]
    pub(crate) fn inside(&self, numbers: Numbers, best: Numbers, stay: ProofNumber) -> Self {
        Thresholds {
            pt: open(self.dt.minus(numbers.dn).plus(best.pn)),
            dt: self.pt.min(open(stay)),
            mt: self.mt,
            ps: self.ds.plus(numbers.dn).minus(best.pn),
            ds: self.ps,
        }
    }

    /// Those of the easiest part of a sum, if these are those of the sum, whose numbers are `sum`. `least` and
    /// `second` are the efforts of the easiest part and the next one.
    #[inline]
    pub(crate) fn inside_sum(&self, sum: ProofNumber, least: ProofNumber, second: ProofNumber) -> Self {
        let limit = self.pt.min(self.dt).min(self.mt.minus(self.ps.min(self.ds)));
        let mt = open(limit.minus(sum).plus(least)).min(open(second.plus(ProofNumber::ONE)));
        Thresholds { mt, ..Thresholds::NONE }
    }

    /// Thresholds that are a good deal further off for a node with these numbers: those that it has reached are moved up
    /// first, and then every distance is made `times` as long, and `more` longer.
    pub fn relaxed(&self, numbers: Numbers, times: u32, more: u32) -> Self {
        let away = |threshold: ProofNumber, number: ProofNumber| {
            let distance = threshold.max(number.plus(ProofNumber::ONE)).minus(number);
            open(number.plus(distance.times(times)).plus(ProofNumber::finite(more)))
        };
        let least = numbers.pn.plus(self.ps).min(numbers.dn.plus(self.ds));
        Thresholds {
            pt: away(self.pt, numbers.pn),
            dt: away(self.dt, numbers.dn),
            mt: away(self.mt, least),
            ..*self
        }
    }
}

/// A threshold that has saturated is none: numbers that have saturated as well could not get past it.
#[inline]
fn open(threshold: ProofNumber) -> ProofNumber {
    if threshold == ProofNumber::GREATEST_FINITE { ProofNumber::INFINITY } else { threshold }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(pn: u32, dn: u32) -> Numbers {
        Numbers { pn: ProofNumber::finite(pn), dn: ProofNumber::finite(dn) }
    }

    #[test]
    fn relaxed_thresholds_hold() {
        let reached =
            Thresholds { pt: ProofNumber::finite(3), dt: ProofNumber::finite(9), ..Thresholds::NONE };
        let now = numbers(5, 7);
        assert!(!reached.hold(now));
        let relaxed = reached.relaxed(now, 4, 10);
        assert!(relaxed.hold(now));
        assert_eq!((relaxed.pt.get(), relaxed.dt.get(), relaxed.mt.get()), (Some(19), Some(25), None));
    }

    #[test]
    fn saturated_thresholds_are_none() {
        let far = Thresholds { pt: ProofNumber::GREATEST_FINITE, ..Thresholds::NONE };
        let relaxed = far.relaxed(numbers(1, 1), 2, 0);
        assert_eq!(relaxed.pt, ProofNumber::INFINITY);
    }
}
