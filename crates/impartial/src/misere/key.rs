//! How misère nodes and their parts are named.

/// A sum of lands whose RCTs are not known, as a number; 0 for none.
pub(super) type LandSum = u32;

/// A multiset of RCTs without factor, as a number below 2³¹; 0 for none.
pub(super) type RctSum = u32;

/// A multiset of RCTs beside *1 or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Heaped(u32);

impl Heaped {
    /// No RCT, and no *1.
    pub(super) const EMPTY: Self = Self(0);

    #[inline]
    pub(super) fn new(sum: RctSum, one: bool) -> Self {
        Self(sum << 1 | u32::from(one))
    }

    #[inline]
    pub(super) fn sum(self) -> RctSum {
        self.0 >> 1
    }

    #[inline]
    pub(super) fn one(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same with *1 added, which takes away one that was there.
    #[inline]
    pub(super) fn turned(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The same beside *1 or not: *1 twice is nothing.
    #[inline]
    pub(super) fn beside(self, one: bool) -> Self {
        Self(self.0 ^ u32::from(one))
    }
}

/// A misère node in its three parts: lands without a known RCT, a multiset of RCTs, and *1 or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    pub(super) lands: LandSum,
    pub(super) rest: Heaped,
}

impl Key {
    /// The empty position.
    pub(super) const EMPTY: Self = Key { lands: 0, rest: Heaped::EMPTY };
}

/// What the allocator adds to a list, roughly, in bytes.
pub(super) const ALLOCATION: usize = 16;
