//! Sums of lands: read, compared, looked up.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::logic::{Entry, Judge, Stop};
use crate::rules::SumGame;

/// Some lands beside each other.
pub(crate) type Lands<G> = Vec<<G as SumGame>::Land>;

/// A position as it is written: lands, and other terms such as heaps and trees.
pub(crate) struct Written<G: SumGame> {
    pub(crate) lands: Lands<G>,
    pub(crate) others: Vec<Term>,
}

/// A term of a sum that is no land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// The Nim-heap `*n`.
    Heap(u32),
    /// The listed tree `tN`.
    Tree(u32),
}

impl Term {
    /// Reads `*n` or `tN`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (sign, digits) = text.split_at_checked(1)?;
        match sign {
            "*" => number(digits).map(Self::Heap),
            "t" => number(digits).map(Self::Tree),
            _ => None,
        }
    }
}

/// A decimal number without sign and leading zeros.
pub(crate) fn number(digits: &str) -> Option<u32> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = digits == "0" || !digits.starts_with('0');
    if is_plain && is_short { digits.parse().ok() } else { None }
}

/// Reads a sum whose terms are joined by `+`.
pub(crate) fn read_sum<G: SumGame>(game: &G, text: &str) -> Result<Written<G>, String> {
    let mut written = Written { lands: Vec::new(), others: Vec::new() };
    for term in text.split('+') {
        match Term::read(term) {
            Some(other) => written.others.push(other),
            None if term == "!" => {}
            None => written.lands.extend(game.read(term)?),
        }
    }
    Ok(written)
}

/// A number that is the same for sums of the same lands.
pub(crate) fn fingerprint<G: SumGame>(game: &G, lands: &[G::Land]) -> u64 {
    lands.iter().fold(0, |sum, land| sum.wrapping_add(mixed(game.fingerprint(land))))
}

/// Spreads the bits of a number, so that sums of such numbers differ.
pub(crate) fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Whether two sums are made up of the same lands.
pub(crate) fn are_same<G: SumGame>(game: &G, one: &[G::Land], other: &[G::Land]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    // To be the same is an equivalence, so any partner will do.
    let mut left: Vec<&G::Land> = other.iter().collect();
    one.iter().all(|land| {
        let place = left.iter().position(|other| is_same(game, land, other));
        place.map(|place| left.swap_remove(place)).is_some()
    })
}

fn is_same<G: SumGame>(game: &G, one: &G::Land, other: &G::Land) -> bool {
    game.fingerprint(one) == game.fingerprint(other) && game.is_same(one, other)
}

/// Whether a land stands in a sum before its place too, so that its moves lead to nothing new.
pub(crate) fn is_repeated<G: SumGame>(game: &G, lands: &[G::Land], place: usize) -> bool {
    lands[..place].iter().any(|other| is_same(game, other, &lands[place]))
}

/// Strikes out lands that stand twice, in pairs.
pub(crate) fn strike_out_pairs<G: SumGame>(game: &G, lands: &mut Vec<&G::Land>) {
    let mut place = 0;
    while place < lands.len() {
        let partner = (place + 1..lands.len()).find(|&other| is_same(game, lands[place], lands[other]));
        match partner {
            Some(partner) => {
                lands.swap_remove(partner);
                lands.swap_remove(place);
            }
            None => place += 1,
        }
    }
}

/// What is done with the lands that a move leaves.
type Visit<'a, G> = dyn FnMut(Lands<G>, &mut dyn Judge) -> Result<(), Stop> + 'a;

/// Goes through the moves in a land until `visit` stops, or the judge is cancelled.
pub(crate) fn watched<G: SumGame>(
    game: &G,
    land: &G::Land,
    judge: &mut dyn Judge,
    visit: &mut Visit<'_, G>,
) -> Result<(), Stop> {
    let mut result = Ok(());
    let _ = game.moves(land, &mut |child| {
        result = if judge.is_cancelled() { Err(Stop::Cancelled) } else { visit(child, judge) };
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result
}

/// The children of a land, each once.
pub(crate) fn children<G: SumGame>(
    game: &G,
    land: &G::Land,
    judge: &mut dyn Judge,
) -> Result<Vec<Lands<G>>, Stop> {
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut children: Vec<Lands<G>> = Vec::new();
    watched(game, land, judge, &mut |child, _| {
        let alike = seen.entry(fingerprint(game, &child)).or_default();
        if !alike.iter().any(|&other| are_same(game, &children[other], &child)) {
            alike.push(children.len());
            children.push(child);
        }
        Ok(())
    })?;
    Ok(children)
}

/// The lands that are listed.
pub(crate) struct Listed<G: SumGame> {
    lands: Vec<G::Land>,
    by_fingerprint: HashMap<u64, Vec<Entry>>,
}

impl<G: SumGame> Listed<G> {
    pub(crate) fn new() -> Self {
        Listed { lands: Vec::new(), by_fingerprint: HashMap::new() }
    }

    /// Lists a land, or says which entry has it already.
    pub(crate) fn insert(&mut self, game: &G, land: G::Land) -> Result<(), Entry> {
        let alike = self.by_fingerprint.entry(game.fingerprint(&land)).or_default();
        if let Some(&entry) = alike.iter().find(|&&entry| game.is_same(&self.lands[entry as usize], &land)) {
            return Err(entry);
        }
        alike.push(self.lands.len() as Entry);
        self.lands.push(land);
        Ok(())
    }

    /// The entry of a land.
    pub(crate) fn find(&self, game: &G, land: &G::Land) -> Option<Entry> {
        let alike = self.by_fingerprint.get(&game.fingerprint(land))?;
        alike.iter().copied().find(|&entry| game.is_same(&self.lands[entry as usize], land))
    }

    pub(crate) fn len(&self) -> usize {
        self.lands.len()
    }

    pub(crate) fn land(&self, entry: Entry) -> &G::Land {
        &self.lands[entry as usize]
    }
}
