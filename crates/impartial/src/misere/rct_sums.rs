//! Multisets of RCTs: the part of a misère node whose outcomes need no rules.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use rhizome_search::Outcome;
use smallvec::SmallVec;

use super::key::{ALLOCATION, Heaped, RctSum};
use crate::lists::Lists;
use crate::rct::{Rct, Rcts};

/// What the search asks about a multiset.
#[derive(Clone, Copy, Debug)]
pub(super) struct RctTraits {
    /// Its nimber in normal play.
    pub(super) nimber: u16,
    /// The number of moves, roughly.
    pub(super) effort: u16,
    /// The number of RCTs, or 255 for more.
    pub(super) count: u8,
    /// The outcomes without and with *1, as far as known.
    outcomes: [Known; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    Loss,
    Win,
}

impl From<Outcome> for Known {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Known::Loss,
            Outcome::Win => Known::Win,
        }
    }
}

type Members = SmallVec<[u32; 8]>;

/// A move in the member at a place, or away from *1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    /// That of what it leaves.
    effort: u16,
    place: Option<usize>,
    option: Rct,
}

/// Multisets of trees without factor, each as a number. The empty one is 0.
#[derive(Debug)]
pub(super) struct RctSums {
    sums: Lists<u32>,
    traits: Vec<RctTraits>,
    moves: HashMap<RctSum, Box<[Heaped]>, FixedState>,
    /// How many moves are held.
    held: usize,
    unions: HashTable<(RctSum, RctSum, RctSum)>,
    hasher: FixedState,
}

impl RctSums {
    pub(super) fn new(rcts: &Rcts) -> Self {
        let mut sums = RctSums {
            sums: Lists::default(),
            traits: Vec::new(),
            moves: HashMap::default(),
            held: 0,
            unions: HashTable::new(),
            hasher: FixedState::default(),
        };
        sums.intern(rcts, &mut []);
        sums
    }

    /// Whether there is no room for further names.
    pub(super) fn is_full(&self) -> bool {
        self.sums.len() >= 1 << 30
    }

    /// Forgets what can be derived again: moves and unions.
    pub(super) fn forget_moves(&mut self) {
        self.moves = HashMap::default();
        self.held = 0;
        self.unions = HashTable::new();
    }

    /// Takes in a multiset of others over the same trees, with what is known of it.
    pub(super) fn adopt(&mut self, rcts: &Rcts, other: &RctSums, sum: RctSum) -> RctSum {
        let adopted = self.intern(rcts, &mut Members::from(other.sums.get(sum)));
        self.traits[adopted as usize] = other.traits(sum);
        adopted
    }

    #[inline]
    pub(super) fn traits(&self, sum: RctSum) -> RctTraits {
        self.traits[sum as usize]
    }

    /// The RCTs, in ascending order.
    pub(super) fn members(&self, sum: RctSum) -> impl Iterator<Item = Rct> {
        self.sums.get(sum).iter().map(|&raw| Rct::from_raw(raw))
    }

    /// The multiset of some RCTs without factor, none of which is *0. Sorts the buffer.
    pub(super) fn intern(&mut self, rcts: &Rcts, members: &mut [u32]) -> RctSum {
        members.sort_unstable();
        let sum = self.sums.intern(members);
        if sum as usize == self.traits.len() {
            self.traits.push(traits_of(rcts, members));
        }
        sum
    }

    /// The multiset of some RCTs without factor, if it is there. Sorts the buffer.
    pub(super) fn find(&self, members: &mut [u32]) -> Option<RctSum> {
        members.sort_unstable();
        self.sums.find(members)
    }

    /// The union of two multisets, with all that stands in both.
    pub(super) fn unite(&mut self, rcts: &Rcts, left: RctSum, right: RctSum) -> RctSum {
        if left == 0 || right == 0 {
            return left | right;
        }
        let (left, right) = (left.min(right), left.max(right));
        let hash = self.hasher.hash_one((left, right));
        if let Some(&(.., union)) = self.unions.find(hash, |&(a, b, _)| (a, b) == (left, right)) {
            return union;
        }
        let mut members = Members::from(self.sums.get(left));
        members.extend_from_slice(self.sums.get(right));
        let union = self.intern(rcts, &mut members);
        let hasher = &self.hasher;
        self.unions.insert_unique(hash, (left, right, union), |&(a, b, _)| hasher.hash_one((a, b)));
        union
    }

    /// The multisets that a move in an RCT leaves, each beside *1 or not.
    pub(super) fn moves(&mut self, rcts: &Rcts, sum: RctSum) -> &[Heaped] {
        if !self.moves.contains_key(&sum) {
            let members = Members::from(self.sums.get(sum));
            let mut found = Vec::new();
            for place in distinct(&members) {
                for option in rcts.options(Rct::from_raw(members[place])) {
                    found.push(self.moved(rcts, &members, place, option));
                }
            }
            found.sort_unstable();
            found.dedup();
            self.held += found.len();
            self.moves.insert(sum, found.into());
        }
        &self.moves[&sum]
    }

    fn moved(&mut self, rcts: &Rcts, members: &Members, place: usize, option: Rct) -> Heaped {
        let mut left = members_after(members, place, option);
        Heaped::new(self.intern(rcts, &mut left), option.has_factor())
    }

    /// The outcome of a multiset beside *1 or not, if it is found in at most so many steps, which are used up.
    ///
    /// A depth-first search that remembers outcomes. What looks like a loss by its nimber is tried first:
    /// in normal play it would be one, and in misère play it mostly is one too.
    pub(super) fn outcome(&mut self, rcts: &Rcts, node: Heaped, steps: &mut u32) -> Option<Outcome> {
        match self.known(node) {
            Known::Loss => return Some(Outcome::Loss),
            Known::Win => return Some(Outcome::Win),
            Known::Nothing => {}
        }
        *steps = steps.checked_sub(1)?;
        let members = Members::from(self.sums.get(node.sum()));
        let mut undecided = false;
        for likely in [true, false] {
            let Some(open) = self.open_moves(rcts, node, &members, likely) else {
                return Some(self.note(node, Outcome::Win));
            };
            for Move { place, option, .. } in open {
                let child = match place {
                    Some(place) => self.moved(rcts, &members, place, option).beside(node.one()),
                    None => node.turned(),
                };
                match self.outcome(rcts, child, steps) {
                    Some(Outcome::Loss) => return Some(self.note(node, Outcome::Win)),
                    Some(Outcome::Win) => {}
                    None => undecided = true,
                }
                if *steps == 0 {
                    return None;
                }
            }
        }
        if undecided { None } else { Some(self.note(node, Outcome::Loss)) }
    }

    /// The moves to what is neither known to be a loss nor to be a win, among those that look like losses or among those that
    /// do not. The ones that leave few moves come first. `None` if one leads to a known loss.
    fn open_moves(
        &self,
        rcts: &Rcts,
        node: Heaped,
        members: &Members,
        likely: bool,
    ) -> Option<SmallVec<[Move; 32]>> {
        let mut open = SmallVec::new();
        let traits = self.traits(node.sum());
        let nimber = traits.nimber ^ u16::from(node.one());
        if node.one() && (nimber == 1) == likely {
            match self.known(node.turned()) {
                Known::Loss => return None,
                Known::Win => {}
                Known::Nothing => open.push(Move { effort: traits.effort, place: None, option: Rct::ZERO }),
            }
        }
        for place in distinct(members) {
            let part = Rct::from_raw(members[place]);
            let others = nimber ^ rcts.nimber(part).get() as u16;
            for option in rcts.options(part) {
                if (others == rcts.nimber(option).get() as u16) != likely {
                    continue;
                }
                let mut left = members_after(members, place, option);
                left.sort_unstable();
                // What was not met before is not put in, since most of it will never be looked at.
                let traits = match self.sums.find(&left) {
                    Some(sum) => self.traits(sum),
                    None => traits_of(rcts, &left),
                };
                match traits.outcomes[usize::from(option.has_factor() != node.one())] {
                    Known::Loss => return None,
                    Known::Win => {}
                    Known::Nothing => open.push(Move { effort: traits.effort, place: Some(place), option }),
                }
            }
        }
        open.sort_unstable();
        Some(open)
    }

    #[inline]
    fn known(&self, node: Heaped) -> Known {
        self.traits(node.sum()).outcomes[usize::from(node.one())]
    }

    /// Takes note of the outcome of a multiset beside *1 or not.
    pub(super) fn note(&mut self, node: Heaped, outcome: Outcome) -> Outcome {
        self.traits[node.sum() as usize].outcomes[usize::from(node.one())] = outcome.into();
        outcome
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.sums.memory()
            + self.traits.capacity() * size_of::<RctTraits>()
            + self.moves.capacity() * (size_of::<(RctSum, Box<[Heaped]>)>() + 1)
            + self.moves.len() * ALLOCATION
            + self.held * size_of::<Heaped>()
            + self.unions.capacity() * 14
    }
}

/// What a move in one member to one of its options leaves, in no special order.
fn members_after(members: &Members, place: usize, option: Rct) -> Members {
    let mut left = members.clone();
    match option.without_factor() {
        Rct::ZERO => {
            left.swap_remove(place);
        }
        tree => left[place] = tree.raw(),
    }
    left
}

/// Where members stand that differ from the one before.
fn distinct(members: &[u32]) -> impl Iterator<Item = usize> + use<'_> {
    (0..members.len()).filter(|&place| place == 0 || members[place - 1] != members[place])
}

fn traits_of(rcts: &Rcts, members: &[u32]) -> RctTraits {
    let parts = || members.iter().map(|&raw| Rct::from_raw(raw));
    let outcomes = match *members {
        [] => Some([Rct::ZERO, Rct::ONE].map(|rct| rcts.outcome(rct))),
        [part] => Some([part, part ^ 1].map(|raw| rcts.outcome(Rct::from_raw(raw)))),
        _ => [Rct::ZERO, Rct::ONE]
            .map(|one| rcts.outcome_of_tame(parts().chain([one])))
            .into_iter()
            .collect::<Option<Vec<_>>>()
            .map(|outcomes| [outcomes[0], outcomes[1]]),
    };
    let effort: usize = parts().map(|part| rcts.degree(part)).sum();
    RctTraits {
        nimber: parts().fold(0, |nimber, part| nimber ^ rcts.nimber(part).get()) as u16,
        effort: effort.min(usize::from(u16::MAX)) as u16,
        count: members.len().min(255) as u8,
        outcomes: outcomes.map_or([Known::Nothing; 2], |outcomes| outcomes.map(Known::from)),
    }
}
