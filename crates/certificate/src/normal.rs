//! Normal play of sums: lands with their nimbers.

use crate::file::Claim;
use crate::logic::{Entry, Judge, Logic, Stop, Subject, asked};
use crate::rules::SumGame;
use crate::sums::{Lands, Listed, Term, children, is_repeated, number, read_sum, strike_out_pairs, watched};

/// Lands with their nimbers, and a claim.
pub(crate) struct Normal<G: SumGame> {
    game: G,
    listed: Listed<G>,
    nimbers: Vec<u32>,
    position: Lands<G>,
    heap: u32,
    claim: Claim,
}

/// Two entries that are the same land: the one that was there before.
pub(crate) fn twice(entry: Entry) -> String {
    format!("entry {} lists the same land", u64::from(entry) + 1)
}

/// Reads the single land of an entry.
pub(crate) fn read_land<G: SumGame>(game: &G, text: &str) -> Result<G::Land, String> {
    let mut lands = game.read(text)?;
    match (lands.pop(), lands.is_empty()) {
        (Some(land), true) => Ok(land),
        (None, _) => Err("there is no move on this land".to_owned()),
        _ => Err("these are several lands; an entry lists one".to_owned()),
    }
}

impl<G: SumGame> Normal<G> {
    /// A certificate without entries.
    pub(crate) fn new(game: G, position: &str, claim: Claim) -> Result<Self, String> {
        let written = read_sum(&game, position)?;
        let mut heap = 0;
        for term in written.others {
            match term {
                Term::Heap(tokens) => heap ^= tokens,
                Term::Tree(_) => return Err("trees stand in misère play only".to_owned()),
            }
        }
        let listed = Listed::new();
        Ok(Normal { game, listed, nimbers: Vec::new(), position: written.lands, heap, claim })
    }

    /// Adds the entry `land`.
    pub(crate) fn add_land(&mut self, text: &str) -> Result<(), String> {
        let (value, land) = text.split_once(' ').ok_or("a nimber such as `*2` and a land belong here")?;
        let nimber = value.strip_prefix('*').and_then(number);
        let nimber = nimber.ok_or("the nimber is written `*` and a number")?;
        let land = read_land(&self.game, land)?;
        self.listed.insert(&self.game, land).map_err(twice)?;
        self.nimbers.push(nimber);
        Ok(())
    }

    /// The value of a sum, with the entries that it leans on, if it is known.
    fn value<'a>(
        &'a self,
        lands: impl Iterator<Item = &'a G::Land>,
        leaned_on: &mut Vec<Entry>,
    ) -> Option<u32> {
        leaned_on.clear();
        let mut unlisted: Vec<&G::Land> = Vec::new();
        for land in lands {
            match self.listed.find(&self.game, land) {
                Some(entry) => leaned_on.push(entry),
                None => unlisted.push(land),
            }
        }
        strike_out_pairs(&self.game, &mut unlisted);
        if !unlisted.is_empty() {
            return None;
        }
        leaned_on.sort_unstable();
        let equal = leaned_on.chunk_by(|one, other| one == other);
        *leaned_on = equal.filter(|equal| equal.len() % 2 == 1).map(|equal| equal[0]).collect();
        Some(leaned_on.iter().fold(0, |value, &entry| value ^ self.nimbers[entry as usize]))
    }

    /// Puts the need before a judge that a sum beside a heap is a win: its value is known and another one,
    /// or a move leads to a sum of that value.
    fn win(&self, lands: &[G::Land], heap: u32, judge: &mut dyn Judge, what: &str) -> Result<(), Stop> {
        match self.winning_moves(lands, heap, judge) {
            Ok(()) | Err(Stop::Judge) => asked(judge.end(&what)),
            Err(stop) => Err(stop),
        }
    }

    fn winning_moves(&self, lands: &[G::Land], heap: u32, judge: &mut dyn Judge) -> Result<(), Stop> {
        let mut leaned_on = Vec::new();
        if self.value(lands.iter(), &mut leaned_on).is_some_and(|value| value != heap) {
            asked(judge.way(&leaned_on))?;
        }
        for (place, land) in lands.iter().enumerate() {
            if is_repeated(&self.game, lands, place) {
                continue;
            }
            let others = || lands[..place].iter().chain(&lands[place + 1..]);
            watched(&self.game, land, judge, &mut |child, judge| match self
                .value(child.iter().chain(others()), &mut leaned_on)
            {
                Some(value) if value == heap => asked(judge.way(&leaned_on)),
                _ => Ok(()),
            })?;
        }
        Ok(())
    }

    fn land_needs(&self, entry: Entry, judge: &mut dyn Judge) -> Result<(), Stop> {
        let nimber = self.nimbers[entry as usize];
        let children = children(&self.game, self.listed.land(entry), judge)?;
        let mut known = Vec::new();
        for child in &children {
            let mut leaned_on = Vec::new();
            if let Some(value) = self.value(child.iter(), &mut leaned_on)
                && value < nimber
            {
                known.push((value, leaned_on));
            }
        }
        known.sort();
        for smaller in 0..nimber {
            let mut ways = known.iter().filter(|(value, _)| *value == smaller);
            let _ = ways.try_for_each(|(_, leaned_on)| judge.way(leaned_on));
            asked(judge.end(&format_args!("no child is known to have nimber {smaller}")))?;
        }
        for child in &children {
            let what = "no reply to one of its children is known, nor another nimber of that child";
            self.win(child, nimber, judge, what)?;
        }
        Ok(())
    }

    fn claim_needs(&self, judge: &mut dyn Judge) -> Result<(), Stop> {
        let wanted = match self.claim {
            Claim::Win => return self.win(&self.position, self.heap, judge, "no winning move is known"),
            Claim::Loss => 0,
            Claim::Nimber(nimber) => nimber,
        };
        let mut leaned_on = Vec::new();
        if self.value(self.position.iter(), &mut leaned_on).map(|value| value ^ self.heap) == Some(wanted) {
            let _ = judge.way(&leaned_on);
        }
        asked(judge.end(&"the lands of the position are not all listed with such nimbers"))
    }
}

impl<G: SumGame> Logic for Normal<G> {
    type Worker = ();

    fn entries(&self) -> usize {
        self.listed.len()
    }

    fn worker(&self) {}

    fn needs(&self, (): &mut (), subject: Subject, judge: &mut dyn Judge) -> Result<(), Stop> {
        match subject {
            Subject::Claim => self.claim_needs(judge),
            Subject::Entry(entry) => self.land_needs(entry, judge),
        }
    }
}
