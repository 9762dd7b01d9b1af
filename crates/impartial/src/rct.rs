//! Reduced canonical trees: what misère positions are worth in every sum.
//!
//! Two positions with the same RCT have the same misère outcome beside any third position, and
//! positions with different RCTs are told apart by some third one (Conway, *On Numbers and Games*, chapter 12).
//! An RCT is the set of its options, which are RCTs themselves; a set becomes one by the reduction of
//! [`Rcts::intern`].

pub mod expression;
mod followers;
pub mod genus;
pub mod heights;
pub mod order;
mod sum;
pub mod tame;

use rhizome_search::{Control, Interruption, Outcome};

use crate::lists::Lists;
use crate::nimber::{Nimber, mex};

/// A reduced canonical tree, as a number in [`Rcts`].
///
/// Adding *1 twice changes nothing, so RCTs come in pairs: G and G + *1. Only
/// the one of less height is kept as a tree; the other one is this tree with a *factor* +*1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rct(u32);

impl Rct {
    /// *0, which has no options.
    pub const ZERO: Self = Self(0);
    /// *1, whose only option is *0: the tree *0 with the factor.
    pub const ONE: Self = Self(1);

    /// The RCT of the sum with *1.
    #[inline]
    #[must_use]
    pub const fn plus_one(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Whether it is kept as a tree and the factor +*1.
    #[inline]
    #[must_use]
    pub const fn has_factor(self) -> bool {
        self.0 & 1 == 1
    }

    /// The tree, without the factor.
    #[inline]
    #[must_use]
    pub const fn without_factor(self) -> Self {
        Self(self.0 & !1)
    }

    /// The number of the RCT, from which [`Self::from_raw`] makes it again.
    #[inline]
    pub(crate) const fn raw(self) -> u32 {
        self.0
    }

    /// The RCT with a number.
    #[inline]
    pub(crate) const fn from_raw(number: u32) -> Self {
        Self(number)
    }

    #[inline]
    fn tree(self) -> usize {
        self.0 as usize >> 1
    }

    pub(crate) fn of_tree(tree: u32) -> Self {
        Self(tree << 1)
    }
}

/// What is known of a tree without the factor, which adds one to the height and turns the last bits of the nimbers.
#[derive(Clone, Copy, Debug)]
struct Facts {
    height: u32,
    nimber: u32,
    misere_nimber: u32,
    /// Whether the tree is a Nim-heap; its size is the nimber.
    heap: bool,
    tame: bool,
}

/// RCTs, each once.
///
/// The options of a tree come before it, so that numbers grow from the leaves to the roots.
#[derive(Clone, Debug)]
pub struct Rcts {
    options: Lists<u32>,
    facts: Vec<Facts>,
    sums: sum::Sums,
    heaps: Vec<Rct>,
    reducing: Vec<u32>,
}

impl Default for Rcts {
    /// *0 and *1 only.
    fn default() -> Self {
        let mut rcts = Rcts {
            options: Lists::default(),
            facts: Vec::new(),
            sums: sum::Sums::default(),
            heaps: Vec::new(),
            reducing: Vec::new(),
        };
        rcts.add(&[]);
        rcts
    }
}

impl Rcts {
    /// *0 and *1 only.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of trees. With and without the factor there are twice as many RCTs.
    pub fn trees(&self) -> usize {
        self.facts.len()
    }

    /// All trees, without the factor, each after its options.
    pub fn iter(&self) -> impl Iterator<Item = Rct> + use<> {
        (0..self.facts.len() as u32).map(Rct::of_tree)
    }

    /// The options of an RCT, in ascending order.
    pub fn options(&self, rct: Rct) -> impl Iterator<Item = Rct> {
        Options::of(&self.options, rct)
    }

    /// The number of options.
    pub fn degree(&self, rct: Rct) -> usize {
        self.options.get(rct.tree() as u32).len() + usize::from(rct.has_factor())
    }

    /// The height: the greatest number of moves of a game.
    pub fn height(&self, rct: Rct) -> u32 {
        self.facts[rct.tree()].height + u32::from(rct.has_factor())
    }

    /// The misère outcome for the player to move.
    #[inline]
    pub fn outcome(&self, rct: Rct) -> Outcome {
        if self.misere_nimber(rct).is_zero() { Outcome::Loss } else { Outcome::Win }
    }

    /// The nimber in normal play, which is the same for all positions with this RCT.
    #[inline]
    pub fn nimber(&self, rct: Rct) -> Nimber {
        Nimber::new(self.facts[rct.tree()].nimber ^ u32::from(rct.has_factor()))
    }

    /// The nimber in misère play: the least that no option has, but 1 if there are no options. It is the size
    /// of the Nim-heap beside which the position is a loss, so that it is 0 if and only if the position itself is one.
    #[inline]
    pub fn misere_nimber(&self, rct: Rct) -> Nimber {
        Nimber::new(self.facts[rct.tree()].misere_nimber ^ u32::from(rct.has_factor()))
    }

    /// The size of the Nim-heap that this is, if it is one.
    #[inline]
    pub fn heap(&self, rct: Rct) -> Option<u32> {
        self.facts[rct.tree()].heap.then(|| self.nimber(rct).get())
    }

    /// The Nim-heap *n = {*0, …, *(n−1)}. All heaps up to it are kept with all their options, which are about n²/4.
    pub fn nim_heap(&mut self, size: u32) -> Rct {
        while self.heaps.len() <= size as usize {
            self.next_heap();
        }
        self.heaps[size as usize]
    }

    /// The Nim-heap *n, if it fits into the limits.
    ///
    /// # Errors
    /// When `control` asks to stop, or the heaps do not fit into its memory.
    pub fn nim_heap_within(&mut self, size: u32, control: &Control<'_>) -> Result<Rct, Interruption> {
        // Known beforehand, so that heaps that are too large leave nothing behind: n²/4 options of 4 bytes.
        let needed = u64::from(size) * u64::from(size);
        if self.heaps.len() <= size as usize && self.memory() as u64 + needed > control.memory() as u64 {
            return Err(Interruption::Memory);
        }
        while self.heaps.len() <= size as usize {
            self.next_heap();
            control.check()?;
            if self.memory() > control.memory() {
                return Err(Interruption::Memory);
            }
        }
        Ok(self.heaps[size as usize])
    }

    /// Puts in the least heap that is not there. An odd heap is the even one before it with the factor.
    fn next_heap(&mut self) {
        let heap = match self.heaps.last() {
            Some(&even) if !even.has_factor() => even.plus_one(),
            _ => {
                let list: Vec<u32> = self.heaps.iter().map(|heap| heap.0).collect();
                self.add(&list)
            }
        };
        self.heaps.push(heap);
    }

    /// The RCT of a position whose children have these RCTs. Sorts the buffer and takes out what there is twice.
    ///
    /// This is Conway's reduction. H reduces the set G if every option of H is in G, and every other member of G
    /// has H among its options; and, if H has no options, only if G is a misère win. Then G is H. Since the members
    /// are reduced already, one step is enough, and at most one H will do.
    pub fn intern(&mut self, options: &mut Vec<Rct>) -> Rct {
        options.sort_unstable();
        options.dedup();
        if let Some(reducer) = self.reducer(options) {
            return reducer;
        }
        if let Some(with_factor) = self.with_factor(options) {
            return with_factor;
        }
        let mut list = std::mem::take(&mut self.reducing);
        list.clear();
        list.extend(options.iter().map(|option| option.0));
        let rct = self.add(&list);
        self.reducing = list;
        rct
    }

    /// The RCT that is less than the set of its options, if this set is reversed to one.
    pub(crate) fn reducer(&self, options: &[Rct]) -> Option<Rct> {
        // Were a tallest member an option of H, H would be taller than all, and so an option of none.
        let tallest = options.iter().map(|&option| self.height(option)).max()?;
        let among_tallest = options.iter().copied().filter(|&option| self.height(option) == tallest);
        let tallest = among_tallest.min_by_key(|&option| self.degree(option))?;
        // A member would have to be an option of itself.
        let mut candidates =
            self.options(tallest).filter(|candidate| options.binary_search(candidate).is_err());
        candidates.find(|&candidate| self.reduces(candidate, options))
    }

    fn reduces(&self, candidate: Rct, options: &[Rct]) -> bool {
        let mut wanted = self.options(candidate).peekable();
        if wanted.peek().is_none() {
            let is_win = options.iter().any(|&option| self.outcome(option) == Outcome::Loss);
            if !is_win {
                return false;
            }
        }
        let reverses = options.iter().all(|&option| {
            if wanted.peek() == Some(&option) {
                wanted.next();
                return true;
            }
            self.has_option(option, candidate)
        });
        reverses && wanted.peek().is_none()
    }

    fn has_option(&self, rct: Rct, option: Rct) -> bool {
        let list = self.options.get(rct.tree() as u32);
        if rct.has_factor() {
            option == rct.without_factor() || list.binary_search(&option.plus_one().0).is_ok()
        } else {
            list.binary_search(&option.0).is_ok()
        }
    }

    /// The RCT of a reduced set of options, if it is a tree with the factor.
    ///
    /// The options of H + *1 are H and all H' + *1, of which H comes last. This set is never reversible: if it were,
    /// to K, then H would be K + *1, and so not be kept as a tree.
    fn with_factor(&self, options: &[Rct]) -> Option<Rct> {
        let &last = options.last()?;
        let with_factor = last.plus_one();
        let same = with_factor.has_factor()
            && self.degree(with_factor) == options.len()
            && self.options(with_factor).eq(options.iter().copied());
        same.then_some(with_factor)
    }

    /// Puts in a tree that is neither reducible nor another one with a factor, unless it is there.
    fn add(&mut self, list: &[u32]) -> Rct {
        let tree = self.options.intern(list);
        if (tree as usize) < self.facts.len() {
            return Rct::of_tree(tree);
        }
        let options = || list.iter().map(|&option| Rct(option));
        let nimber = mex(options().map(|option| self.nimber(option)));
        let misere_nimber = match list {
            [] => Nimber::new(1),
            _ => mex(options().map(|option| self.misere_nimber(option))),
        };
        let facts = Facts {
            height: options().map(|option| self.height(option) + 1).max().unwrap_or(0),
            nimber: nimber.get(),
            misere_nimber: misere_nimber.get(),
            heap: options().enumerate().all(|(place, option)| self.heap(option) == Some(place as u32)),
            tame: self.makes_tame(list, (nimber, misere_nimber)),
        };
        self.facts.push(facts);
        Rct::of_tree(tree)
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.options.memory()
            + self.facts.capacity() * size_of::<Facts>()
            + self.sums.memory()
            + (self.heaps.capacity() + self.reducing.capacity()) * size_of::<Rct>()
    }
}

/// The options of an RCT, in ascending order.
struct Options<'a> {
    list: &'a [u32],
    factor: u32,
    /// The second of a pair of G and G + *1, which the factor turns into itself.
    pair: Option<Rct>,
    /// The tree itself, to which one moves by taking the factor away.
    last: Option<Rct>,
}

impl<'a> Options<'a> {
    fn of(lists: &'a Lists<u32>, rct: Rct) -> Self {
        let factor = rct.0 & 1;
        let last = rct.has_factor().then_some(rct.without_factor());
        Options { list: lists.get(rct.tree() as u32), factor, pair: None, last }
    }
}

impl Iterator for Options<'_> {
    type Item = Rct;

    #[inline]
    fn next(&mut self) -> Option<Rct> {
        if let Some(second) = self.pair.take() {
            return Some(second);
        }
        let Some((&first, rest)) = self.list.split_first() else {
            return self.last.take();
        };
        self.list = rest;
        if self.factor == 0 {
            return Some(Rct(first));
        }
        match rest.split_first() {
            Some((&second, rest)) if second == first ^ 1 => {
                self.list = rest;
                self.pair = Some(Rct(second));
                Some(Rct(first))
            }
            _ => Some(Rct(first ^ 1)),
        }
    }
}
