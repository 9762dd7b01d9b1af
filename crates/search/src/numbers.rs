//! Proof and disproof numbers.

use std::fmt;

/// A proof or disproof number: how many leaves still have to be solved at
/// least, or infinity when that can no longer happen.
///
/// Sums saturate at the greatest finite number: only infinity makes infinity,
/// so that a large number is never taken for a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProofNumber(u32);

impl ProofNumber {
    /// Nothing is left to be solved.
    pub const ZERO: Self = Self(0);
    /// One leaf is left to be solved: the first estimate of any node.
    pub const ONE: Self = Self(1);
    /// The greatest finite number.
    pub const GREATEST_FINITE: Self = Self(u32::MAX - 1);
    /// It can no longer happen.
    pub const INFINITY: Self = Self(u32::MAX);

    /// A finite number; too large ones saturate.
    #[inline]
    pub const fn finite(value: u32) -> Self {
        if value < u32::MAX { Self(value) } else { Self::GREATEST_FINITE }
    }

    /// The number, or `None` for infinity.
    #[inline]
    pub const fn get(self) -> Option<u32> {
        if self.0 == u32::MAX { None } else { Some(self.0) }
    }

    /// Whether this is infinity.
    #[inline]
    pub const fn is_infinite(self) -> bool {
        self.0 == u32::MAX
    }

    /// The sum; infinity if either is infinite, else saturating at the greatest finite number.
    #[inline]
    pub const fn plus(self, other: Self) -> Self {
        if self.is_infinite() || other.is_infinite() {
            Self::INFINITY
        } else {
            Self::finite(self.0.saturating_add(other.0))
        }
    }

    /// The sum of so many of these; infinity stays infinity, unless there are none.
    #[inline]
    pub const fn times(self, count: u32) -> Self {
        if count == 0 {
            Self::ZERO
        } else if self.is_infinite() {
            Self::INFINITY
        } else {
            Self::finite(self.0.saturating_mul(count))
        }
    }

    /// The difference, at least zero. Infinity minus a finite number is infinity,
    /// and so is infinity minus itself: a threshold that is off stays off.
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        if self.is_infinite() { self } else { Self(self.0.saturating_sub(other.0)) }
    }
}

impl fmt::Display for ProofNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(value) => value.fmt(f),
            None => f.pad("∞"),
        }
    }
}

/// The outcome of a node, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Some child is a loss.
    Win,
    /// Every child is a win.
    Loss,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        })
    }
}

/// The proof number (of a win for the player to move) and the disproof number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// The proof number.
    pub pn: ProofNumber,
    /// The disproof number.
    pub dn: ProofNumber,
}

impl Numbers {
    /// The numbers of a leaf of which nothing is known.
    pub const UNKNOWN: Self = Self { pn: ProofNumber::ONE, dn: ProofNumber::ONE };

    /// The numbers of a solved node.
    #[inline]
    pub const fn settled(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self { pn: ProofNumber::ZERO, dn: ProofNumber::INFINITY },
            Outcome::Loss => Self { pn: ProofNumber::INFINITY, dn: ProofNumber::ZERO },
        }
    }

    /// The outcome, if the numbers are those of a solved node.
    #[inline]
    pub fn outcome(self) -> Option<Outcome> {
        if self.pn == ProofNumber::ZERO {
            Some(Outcome::Win)
        } else if self.dn == ProofNumber::ZERO {
            Some(Outcome::Loss)
        } else {
            None
        }
    }

    /// The lesser of the two: the least effort that solves the node either way.
    #[inline]
    pub fn least(self) -> ProofNumber {
        self.pn.min(self.dn)
    }
}
