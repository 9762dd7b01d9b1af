//! The lands that have been met: interned, with their children and what is proved about them.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::ops::ControlFlow;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use rhizome_search::{Control, Interruption, Numbers, Outcome, Rest};

use crate::backing::Proved;
use crate::experience::{Experience, NIMBERS, even_estimate};
use crate::fact::Fact;
use crate::game::{Codes, Game, Left, Stage};
use crate::land_finder::{FoundChildren, FoundLand};
use crate::nimber::{Nimber, NimberSet};

/// A land, as a number in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LandId(pub(crate) u32);

/// A sum of lands, as a number in the graph: a single land is its own sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SumId(u32);

/// Children of lands with longer codes take so long that the clock is looked at for each.
pub(crate) const LARGE: usize = 300;

/// The bit that marks sums of several lands.
const SEVERAL: u32 = 1 << 31;
const UNKNOWN: u32 = u32::MAX;

impl SumId {
    /// The sum of no lands.
    pub(crate) const EMPTY: Self = Self(u32::MAX);
}

impl From<LandId> for SumId {
    fn from(land: LandId) -> Self {
        SumId(land.0)
    }
}

#[derive(Clone, Copy, Debug)]
struct Land {
    code_start: usize,
    /// Nimbers below 64 that are excluded, as bits.
    excluded: u64,
    /// The nimber, or `UNKNOWN`.
    nimber: u32,
    /// Where its children start, or `UNKNOWN`.
    children_start: u32,
    children: u32,
    /// Children that were left for later.
    left: u32,
    left_effort: u32,
    traits: Traits,
    code_length: u16,
}

/// What a game says about a land.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    weight: u32,
    effort: u32,
    kind: u32,
}

impl Traits {
    pub(crate) fn of<G: Game>(code: &[u8]) -> Self {
        Traits { weight: G::weight(code), effort: G::effort(code), kind: G::kind(code) }
    }
}

/// By what lands are looked for.
pub(crate) fn hash_of(code: &[u8]) -> u64 {
    FixedState::default().hash_one(code)
}

/// Interned lands and sums. Equal lands of a sum cancel, as they do in normal play.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    lands: Vec<Land>,
    codes: Vec<u8>,
    by_code: HashTable<u32>,
    /// The number of lands whose nimber is known.
    nimbers: usize,
    /// What they teach about others.
    experience: Experience,
    /// Excluded nimbers of 64 and more, which hardly occur.
    excluded_beyond: HashMap<u32, NimberSet>,

    /// Lands of sums of several lands, one sum after the other, each in order.
    sum_lands: Vec<LandId>,
    sum_ends: Vec<u32>,
    by_lands: HashTable<u32>,

    children: Vec<SumId>,
    hasher: FixedState,
    /// Orders children whose efforts are the same in whole units; 0 for those of less effort first.
    seed: u64,
    /// At least 1.
    effort_unit: u32,
    /// Children of the land that is being expanded, with what orders them.
    found: Vec<(u32, u64, SumId)>,
    lands_of_child: Vec<LandId>,
}

impl Graph {
    pub(crate) fn new(seed: u64, effort_unit: u32) -> Self {
        Graph { seed, effort_unit: effort_unit.max(1), ..Graph::default() }
    }

    /// The number of lands.
    pub(crate) fn len(&self) -> usize {
        self.lands.len()
    }

    /// The number of lands whose nimber is known.
    pub(crate) fn nimbers(&self) -> usize {
        self.nimbers
    }

    pub(crate) fn code(&self, land: LandId) -> &[u8] {
        let Land { code_start, code_length, .. } = self.lands[land.0 as usize];
        &self.codes[code_start..code_start + usize::from(code_length)]
    }

    /// The land with this code, if it was met.
    pub(crate) fn find(&self, code: &[u8]) -> Option<LandId> {
        self.by_code.find(hash_of(code), |&id| self.code(LandId(id)) == code).map(|&id| LandId(id))
    }

    /// The land with this code, and whether it is new.
    pub(crate) fn intern(&mut self, code: &[u8], traits: impl FnOnce() -> Traits) -> (LandId, bool) {
        self.intern_hashed(code, hash_of(code), traits)
    }

    fn intern_hashed(&mut self, code: &[u8], hash: u64, traits: impl FnOnce() -> Traits) -> (LandId, bool) {
        let (lands, codes) = (&self.lands, &self.codes);
        let code_of = |id: u32| {
            let Land { code_start, code_length, .. } = lands[id as usize];
            &codes[code_start..code_start + usize::from(code_length)]
        };
        if let Some(&id) = self.by_code.find(hash, |&id| code_of(id) == code) {
            return (LandId(id), false);
        }
        let traits = traits();
        let id = self.lands.len() as u32;
        self.by_code.insert_unique(hash, id, |&id| hash_of(code_of(id)));
        self.lands.push(Land {
            code_start: self.codes.len(),
            excluded: 0,
            nimber: UNKNOWN,
            children_start: UNKNOWN,
            children: 0,
            left: 0,
            left_effort: 0,
            traits,
            code_length: code.len() as u16,
        });
        self.codes.extend_from_slice(code);
        (LandId(id), true)
    }

    #[inline]
    pub(crate) fn weight(&self, land: LandId) -> u32 {
        self.lands[land.0 as usize].traits.weight
    }

    /// The first estimate of a land beside a Nim-heap.
    #[inline]
    pub(crate) fn estimate(&self, land: LandId, heap: Nimber) -> Numbers {
        let Traits { kind, effort, .. } = self.lands[land.0 as usize].traits;
        self.experience.estimate(kind, heap, effort, self.effort_unit)
    }

    /// The first estimate of the children that an expanded land still lacks, if it lacks any.
    #[inline]
    pub(crate) fn rest(&self, land: LandId) -> Option<Rest> {
        let Left { count, effort } = self.left(land)?;
        Some(Rest { count, numbers: even_estimate(effort, self.effort_unit) })
    }

    #[inline]
    pub(crate) fn effort(&self, land: LandId) -> u32 {
        self.lands[land.0 as usize].traits.effort
    }

    #[inline]
    pub(crate) fn nimber(&self, land: LandId) -> Option<Nimber> {
        let nimber = self.lands[land.0 as usize].nimber;
        (nimber != UNKNOWN).then(|| Nimber::new(nimber))
    }

    /// Whether the weight of a land allows this nimber: no game lasts longer than
    /// its weight, and no nimber is greater than its game is long.
    #[inline]
    pub(crate) fn may_have(&self, land: LandId, nimber: Nimber) -> bool {
        nimber.get() <= self.weight(land)
    }

    /// Whether the land is proved not to have this nimber, or `None` if nothing is proved.
    /// `Some(false)` says that it has this nimber.
    #[inline]
    pub(crate) fn differs(&self, land: LandId, nimber: Nimber) -> Option<bool> {
        let known = &self.lands[land.0 as usize];
        if known.nimber != UNKNOWN {
            return Some(known.nimber != nimber.get());
        }
        if !self.may_have(land, nimber) {
            return Some(true);
        }
        let excluded = match nimber.get() {
            bit @ 0..64 => known.excluded >> bit & 1 == 1,
            _ => self.excluded_beyond.get(&land.0).is_some_and(|set| set.contains(nimber)),
        };
        excluded.then_some(true)
    }

    /// The least nimber that the land is not proved not to have.
    #[inline]
    pub(crate) fn least_possible(&self, land: LandId) -> Nimber {
        let least = self.lands[land.0 as usize].excluded.trailing_ones();
        if least < 64 {
            return Nimber::new(least);
        }
        let beyond = self.excluded_beyond.get(&land.0);
        let mut nimber = 64;
        while beyond.is_some_and(|set| set.contains(Nimber::new(nimber))) {
            nimber += 1;
        }
        Nimber::new(nimber)
    }

    /// Takes in what a store knows about a land. A nimber takes the place of excluded ones.
    pub(crate) fn learn(&mut self, land: LandId, fact: &Fact) {
        match fact {
            Fact::Nimber(nimber) => self.set_nimber(land, *nimber),
            Fact::Excluded(excluded) => excluded.iter().for_each(|nimber| self.exclude(land, nimber)),
            Fact::Outcome(Outcome::Loss) => self.set_nimber(land, Nimber::ZERO),
            Fact::Outcome(Outcome::Win) => self.exclude(land, Nimber::ZERO),
        }
    }

    /// Takes note of the nimber of a land. Its children are no longer needed.
    pub(crate) fn set_nimber(&mut self, land: LandId, nimber: Nimber) {
        let known = &mut self.lands[land.0 as usize];
        if known.nimber == UNKNOWN {
            self.nimbers += 1;
            for other in 0..NIMBERS {
                if known.excluded >> other & 1 == 0 {
                    self.experience.note(known.traits.kind, Nimber::new(other), other == nimber.get());
                }
            }
        }
        known.nimber = nimber.get();
        known.children_start = UNKNOWN;
        known.children = 0;
        known.left = 0;
    }

    /// Takes note that a land does not have a nimber.
    pub(crate) fn exclude(&mut self, land: LandId, nimber: Nimber) {
        match nimber.get() {
            bit @ 0..64 => {
                let known = &mut self.lands[land.0 as usize];
                if known.excluded >> bit & 1 == 0 {
                    self.experience.note(known.traits.kind, nimber, false);
                }
                known.excluded |= 1 << bit;
            }
            _ => {
                self.excluded_beyond.entry(land.0).or_default().insert(nimber);
            }
        }
    }

    /// What is proved about a land.
    pub(crate) fn fact(&self, land: LandId) -> Option<Fact> {
        if let Some(nimber) = self.nimber(land) {
            return Some(Fact::Nimber(nimber));
        }
        let mut excluded = self.excluded_beyond.get(&land.0).cloned().unwrap_or_default();
        let bits = self.lands[land.0 as usize].excluded;
        for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
            excluded.insert(Nimber::new(bit));
        }
        (!excluded.is_empty()).then_some(Fact::Excluded(excluded))
    }

    /// The sum of some lands, of which equal ones cancel, the lightest first. Sorts and shortens the buffer.
    pub(crate) fn sum(&mut self, lands: &mut Vec<LandId>) -> SumId {
        lands.sort_unstable_by_key(|&land| (self.effort(land), land));
        let kept = cancel_pairs(lands);
        lands.truncate(kept);
        match lands[..] {
            [] => return SumId::EMPTY,
            [land] => return land.into(),
            _ => {}
        }
        let hash = self.hasher.hash_one(&lands[..]);
        let (sum_lands, ends) = (&self.sum_lands, &self.sum_ends);
        let lands_of = |id: u32| &sum_lands[start(ends, id)..ends[id as usize] as usize];
        if let Some(&id) = self.by_lands.find(hash, |&id| lands_of(id) == &lands[..]) {
            return SumId(id | SEVERAL);
        }
        let id = self.sum_ends.len() as u32;
        let hasher = &self.hasher;
        self.by_lands.insert_unique(hash, id, |&id| hasher.hash_one(lands_of(id)));
        self.sum_lands.extend_from_slice(lands);
        self.sum_ends.push(self.sum_lands.len() as u32);
        SumId(id | SEVERAL)
    }

    /// The lands of a sum. `one` is room for a single land.
    #[inline]
    pub(crate) fn lands<'a>(&'a self, sum: SumId, one: &'a mut LandId) -> &'a [LandId] {
        if sum.0 & SEVERAL == 0 {
            *one = LandId(sum.0);
            return std::slice::from_ref(one);
        }
        if sum == SumId::EMPTY {
            return &[];
        }
        let id = sum.0 & !SEVERAL;
        &self.sum_lands[start(&self.sum_ends, id)..self.sum_ends[id as usize] as usize]
    }

    /// The single land that a sum is.
    #[inline]
    pub(crate) fn single(&self, sum: SumId) -> Option<LandId> {
        (sum.0 & SEVERAL == 0).then_some(LandId(sum.0))
    }

    /// The children of an expanded land, each once, those of least weight first.
    #[inline]
    pub(crate) fn children(&self, land: LandId) -> Option<&[SumId]> {
        let known = self.lands[land.0 as usize].children_start != UNKNOWN;
        known.then(|| &self.children[self.children_range(land)])
    }

    /// Where the children of a land stand, nowhere if it is not expanded.
    #[inline]
    fn children_range(&self, land: LandId) -> std::ops::Range<usize> {
        let Land { children_start, children, .. } = self.lands[land.0 as usize];
        let start = children_start as usize;
        if children_start == UNKNOWN { 0..0 } else { start..start + children as usize }
    }

    /// The children that an expanded land still lacks.
    #[inline]
    pub(crate) fn left(&self, land: LandId) -> Option<Left> {
        let Land { left: count, left_effort: effort, .. } = self.lands[land.0 as usize];
        (count > 0).then_some(Left { count, effort })
    }

    /// Takes in children of a land, all or the easiest, or adds the rest. `source` shows them, as [`Game::staged_children`] does.
    /// `recall` is asked what is known about every land that was not met before.
    pub(crate) fn expand<G: Game>(
        &mut self,
        land: LandId,
        stage: Stage,
        control: &Control<'_>,
        source: impl FnOnce(&[u8], &mut dyn FnMut(&Codes) -> ControlFlow<()>) -> ControlFlow<(), Option<Left>>,
        mut recall: impl FnMut(&[u8]) -> Option<Fact>,
    ) -> Result<(), Interruption> {
        // The code is copied since codes may move while children are interned.
        let code: smallvec::SmallVec<[u8; 64]> = self.code(land).into();
        let mut lands = std::mem::take(&mut self.lands_of_child);
        self.found.clear();
        let mut result = Ok(());
        let left = source(&code, &mut |child: &Codes| {
            lands.clear();
            for code in child.iter() {
                let (land, new) = self.intern(code, || Traits::of::<G>(code));
                if new && let Some(fact) = recall(code) {
                    self.learn(land, &fact);
                }
                lands.push(land);
            }
            self.add_child(&mut lands);
            let large = code.len() > LARGE;
            result = if large { control.look() } else { control.check() };
            if self.found.len().is_multiple_of(1024) && self.memory() > control.memory() {
                result = Err(Interruption::Memory);
            }
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if left.is_break() && result.is_ok() {
            result = Err(Interruption::Tree);
        }
        self.lands_of_child = lands;
        result?;
        self.set_children(land, stage, left.continue_value().flatten());
        Ok(())
    }

    /// Takes in children of a land that were found beside the graph.
    pub(crate) fn take_children<G: Game>(
        &mut self,
        land: LandId,
        stage: Stage,
        left: Option<Left>,
        children: &FoundChildren,
        mut recall: impl FnMut(&[u8]) -> Option<Fact>,
    ) {
        let mut lands = std::mem::take(&mut self.lands_of_child);
        self.found.clear();
        for child in children.iter() {
            lands.clear();
            for FoundLand { code, hash } in child {
                let (land, new) = self.intern_hashed(code, hash, || Traits::of::<G>(code));
                if new && let Some(fact) = recall(code) {
                    self.learn(land, &fact);
                }
                lands.push(land);
            }
            self.add_child(&mut lands);
        }
        self.lands_of_child = lands;
        self.set_children(land, stage, left);
    }

    /// Puts the sum of some lands among the children that are being found. Sorts and shortens the buffer.
    fn add_child(&mut self, lands: &mut Vec<LandId>) {
        let sum = self.sum(lands);
        let effort = lands.iter().fold(0u32, |sum, &land| sum.saturating_add(self.effort(land)));
        self.found.push(match self.seed {
            0 => (effort, u64::from(u32::MAX) - lands.len() as u64, sum),
            seed => (effort / self.effort_unit, self.hasher.hash_one((seed, sum.0)), sum),
        });
    }

    /// Gives a land the children that were found, after those that it has if they are the rest.
    fn set_children(&mut self, land: LandId, stage: Stage, left: Option<Left>) {
        self.found.sort_unstable();
        self.found.dedup();
        let old = match stage {
            Stage::Rest(_) => self.children_range(land),
            _ => 0..0,
        };
        let start = if old.end == self.children.len() && !old.is_empty() {
            old.start
        } else {
            let start = self.children.len();
            self.children.extend_from_within(old);
            start
        };
        self.children.extend(self.found.iter().map(|&(_, _, sum)| sum));
        let known = &mut self.lands[land.0 as usize];
        known.children = (self.children.len() - start) as u32;
        // Those behind which others are forgotten must not stand beyond the end.
        known.children_start = if known.children == 0 { 0 } else { start as u32 };
        known.left = left.map_or(0, |left| left.count);
        known.left_effort = left.map_or(0, |left| left.effort);
    }

    /// Forgets the children of a land. If they were the last that were generated their memory is free at once.
    pub(crate) fn forget_children(&mut self, land: LandId) {
        let known = &mut self.lands[land.0 as usize];
        let (start, count) = (known.children_start, known.children);
        known.children_start = UNKNOWN;
        known.children = 0;
        if start != UNKNOWN && (start + count) as usize == self.children.len() {
            self.children.truncate(start as usize);
        }
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.lands.capacity() * size_of::<Land>()
            + self.codes.capacity()
            + self.by_code.capacity() * 6
            + self.sum_lands.capacity() * 4
            + self.sum_ends.capacity() * 4
            + self.by_lands.capacity() * 6
            + self.children.capacity() * 4
            + self.found.capacity() * size_of::<(u32, u64, SumId)>()
            + self.excluded_beyond.capacity() * 64
            + self.experience.memory()
    }

    /// Forgets all children and sums, and of the lands all but those in `kept`
    /// (which has one entry for each). Returns the new number of each old land.
    pub(crate) fn keep_lands(&mut self, kept: &[bool]) -> Vec<Option<LandId>> {
        self.children = Vec::new();
        self.sum_lands = Vec::new();
        self.sum_ends = Vec::new();
        self.by_lands = HashTable::new();
        self.found = Vec::new();
        self.by_code = HashTable::new();
        let mut renamed = vec![None; self.lands.len()];
        let mut next = 0;
        let mut end = 0;
        for old in 0..self.lands.len() {
            if !kept[old] {
                self.excluded_beyond.remove(&(old as u32));
                continue;
            }
            let mut land = self.lands[old];
            let length = usize::from(land.code_length);
            self.codes.copy_within(land.code_start..land.code_start + length, end);
            land.code_start = end;
            land.children_start = UNKNOWN;
            land.children = 0;
            land.left = 0;
            end += length;
            self.lands[next] = land;
            if let Some(set) = self.excluded_beyond.remove(&(old as u32)) {
                self.excluded_beyond.insert(next as u32, set);
            }
            renamed[old] = Some(LandId(next as u32));
            next += 1;
        }
        self.lands.truncate(next);
        self.nimbers = self.lands.iter().filter(|land| land.nimber != UNKNOWN).count();
        self.lands.shrink_to_fit();
        self.codes.truncate(end);
        self.codes.shrink_to_fit();
        self.by_code.reserve(next, |_| 0);
        for id in 0..next as u32 {
            self.by_code.insert_unique(hash_of(self.code(LandId(id))), id, |_| 0);
        }
        renamed
    }
}

#[inline]
fn start(ends: &[u32], id: u32) -> usize {
    if id == 0 { 0 } else { ends[id as usize - 1] as usize }
}

impl Proved for Graph {
    fn proved(&self, number: u32, code: &mut Vec<u8>) -> Option<Fact> {
        code.extend_from_slice(self.code(LandId(number)));
        self.fact(LandId(number))
    }
}

/// Moves what stands an odd number of times in an ordered list to its front, once each, and returns how many these are.
pub(crate) fn cancel_pairs<T: Copy + PartialEq>(items: &mut [T]) -> usize {
    let mut kept = 0;
    for place in 0..items.len() {
        if kept > 0 && items[kept - 1] == items[place] {
            kept -= 1;
        } else {
            items[kept] = items[place];
            kept += 1;
        }
    }
    kept
}
