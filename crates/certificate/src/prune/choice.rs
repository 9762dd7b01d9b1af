//! A choice of entries in which every need has a way.

use std::collections::HashMap;

use super::{Book, Needs, Random, Way};
use crate::logic::{Entry, Logic, Objection, Subject};

/// A need, as a number.
type Need = u32;

/// Entries that are chosen, and what that means for the needs that are known.
pub(super) struct Choice {
    is_chosen: Vec<bool>,
    /// Entries that are chosen for good, and whose needs do not count. They are not among the entries chosen.
    is_fixed: Vec<bool>,
    chosen: usize,
    needs: Vec<KnownNeed>,
    ways: Vec<KnownWay>,
    /// The needs of subjects that were looked up.
    of_subject: HashMap<Subject, std::ops::Range<Need>>,
    /// The ways in which an entry stands.
    uses: Vec<Vec<u32>>,
    /// Needs of chosen subjects without a way.
    pending: Vec<Need>,
}

struct KnownNeed {
    ways: std::ops::Range<u32>,
    /// How many ways lean on chosen entries only.
    met: u32,
    /// Whether its subject is chosen.
    is_active: bool,
    /// Where it stands among the pending ones.
    pending: Option<u32>,
}

struct KnownWay {
    need: Need,
    entries: Way,
    /// How many of its entries are not chosen.
    missing: u32,
}

impl Choice {
    /// Nothing is chosen.
    pub(super) fn new(entries: usize) -> Self {
        Choice {
            is_chosen: vec![false; entries],
            is_fixed: vec![false; entries],
            chosen: 0,
            needs: Vec::new(),
            ways: Vec::new(),
            of_subject: HashMap::new(),
            uses: vec![Vec::new(); entries],
            pending: Vec::new(),
        }
    }

    /// Chooses entries for good, before any others.
    pub(super) fn fix(&mut self, entries: &[Entry]) {
        for &entry in entries {
            self.is_fixed[entry as usize] = true;
            self.is_chosen[entry as usize] = true;
        }
    }

    /// Whether an entry is chosen, and not for good.
    fn may_go(&self, entry: Entry) -> bool {
        self.is_chosen[entry as usize] && !self.is_fixed[entry as usize]
    }

    /// The number of entries chosen.
    pub(super) fn len(&self) -> usize {
        self.chosen
    }

    /// The number of subjects whose needs are known.
    pub(super) fn seen(&self) -> usize {
        self.of_subject.len()
    }

    /// The entries chosen, in order.
    pub(super) fn entries(&self) -> Vec<Entry> {
        (0..self.is_chosen.len() as Entry).filter(|&entry| self.may_go(entry)).collect()
    }

    /// Chooses some entries, and what is still missing for the claim.
    pub(super) fn begin<L: Logic>(
        &mut self,
        book: &mut Book<'_, L>,
        random: &mut Random,
        start: &[Entry],
    ) -> Result<(), Objection> {
        self.activate(Subject::Claim, book)?;
        for &entry in start {
            if self.is_fixed[entry as usize] {
                continue;
            }
            self.activate(Subject::Entry(entry), book)?;
            self.put_in(entry);
        }
        self.mend(book, random, None)?;
        self.tidy(random);
        Ok(())
    }

    /// Takes some entries out and mends what they leave. Where that takes far more than `most` entries, it gives up and
    /// returns false.
    pub(super) fn cycle<L: Logic>(
        &mut self,
        book: &mut Book<'_, L>,
        random: &mut Random,
        most: usize,
    ) -> Result<bool, Objection> {
        let chosen = self.entries();
        let first = chosen[random.below(chosen.len())];
        self.take_out(first);
        for _ in 0..random.below(4) {
            let other = chosen[random.below(chosen.len())];
            if self.may_go(other) {
                self.take_out(other);
            }
        }
        self.sweep(random);
        let is_mended = self.mend(book, random, Some((first, most + 8)))?;
        if is_mended {
            self.tidy(random);
        }
        Ok(is_mended)
    }

    /// Goes back to another choice, of entries that were all looked up.
    pub(super) fn restore(&mut self, entries: &[Entry]) {
        let mut wanted = vec![false; self.is_chosen.len()];
        entries.iter().for_each(|&entry| wanted[entry as usize] = true);
        for (entry, wanted) in (0..).zip(wanted) {
            match (self.may_go(entry), wanted) {
                (true, false) => self.take_out(entry),
                (false, true) => self.put_in(entry),
                _ => {}
            }
        }
    }

    /// Makes the needs of a subject count.
    fn activate<L: Logic>(&mut self, subject: Subject, book: &mut Book<'_, L>) -> Result<(), Objection> {
        if !self.of_subject.contains_key(&subject) {
            self.take_down(subject, book.needs(subject)?);
        }
        self.set_active(subject, true);
        Ok(())
    }

    fn take_down(&mut self, subject: Subject, needs: Needs) {
        let start = self.needs.len() as Need;
        for ways in needs {
            let need = self.needs.len() as Need;
            let first = self.ways.len() as u32;
            let mut met = 0;
            for entries in ways {
                let missing = entries.iter().filter(|entry| !self.is_chosen[**entry as usize]).count() as u32;
                met += u32::from(missing == 0);
                for &entry in &entries {
                    self.uses[entry as usize].push(self.ways.len() as u32);
                }
                self.ways.push(KnownWay { need, entries, missing });
            }
            let ways = first..self.ways.len() as u32;
            self.needs.push(KnownNeed { ways, met, is_active: false, pending: None });
        }
        self.of_subject.insert(subject, start..self.needs.len() as Need);
    }

    fn set_active(&mut self, subject: Subject, is_active: bool) {
        let Some(needs) = self.of_subject.get(&subject).cloned() else { return };
        for need in needs {
            self.needs[need as usize].is_active = is_active;
            self.update_pending(need);
        }
    }

    fn update_pending(&mut self, need: Need) {
        let known = &self.needs[need as usize];
        let wanted = known.is_active && known.met == 0;
        match (known.pending, wanted) {
            (None, true) => {
                self.needs[need as usize].pending = Some(self.pending.len() as u32);
                self.pending.push(need);
            }
            (Some(place), false) => {
                self.needs[need as usize].pending = None;
                self.pending.swap_remove(place as usize);
                if let Some(&moved) = self.pending.get(place as usize) {
                    self.needs[moved as usize].pending = Some(place);
                }
            }
            _ => {}
        }
    }

    /// Chooses an entry whose needs are known.
    fn put_in(&mut self, entry: Entry) {
        self.is_chosen[entry as usize] = true;
        self.chosen += 1;
        for place in 0..self.uses[entry as usize].len() {
            let way = &mut self.ways[self.uses[entry as usize][place] as usize];
            way.missing -= 1;
            if way.missing == 0 {
                let need = way.need;
                self.needs[need as usize].met += 1;
                self.update_pending(need);
            }
        }
        self.set_active(Subject::Entry(entry), true);
    }

    fn take_out(&mut self, entry: Entry) {
        self.is_chosen[entry as usize] = false;
        self.chosen -= 1;
        self.set_active(Subject::Entry(entry), false);
        for place in 0..self.uses[entry as usize].len() {
            let way = &mut self.ways[self.uses[entry as usize][place] as usize];
            way.missing += 1;
            if way.missing == 1 {
                let need = way.need;
                self.needs[need as usize].met -= 1;
                self.update_pending(need);
            }
        }
    }

    /// Gives every pending need a way, in random order. Of the bounds, the entry is chosen only where there is no other way, and with more
    /// entries than the number it gives up and returns false.
    fn mend<L: Logic>(
        &mut self,
        book: &mut Book<'_, L>,
        random: &mut Random,
        bounds: Option<(Entry, usize)>,
    ) -> Result<bool, Objection> {
        while !self.pending.is_empty() {
            if bounds.is_some_and(|(_, most)| self.chosen > most) {
                return Ok(false);
            }
            let need = self.pending[random.below(self.pending.len())];
            let way = self.cheapest_way(need, random, bounds.map(|(banned, _)| banned));
            for entry in self.ways[way as usize].entries.clone() {
                if !self.is_chosen[entry as usize] {
                    self.activate(Subject::Entry(entry), book)?;
                    self.put_in(entry);
                }
            }
        }
        Ok(true)
    }

    /// The way that takes the fewest new entries, those looked up before being cheaper; of several, any.
    fn cheapest_way(&self, need: Need, random: &mut Random, banned: Option<Entry>) -> u32 {
        let ways = self.needs[need as usize].ways.clone();
        let cost = |way: u32| -> usize {
            let entries = self.ways[way as usize].entries.iter();
            let missing = entries.filter(|entry| !self.is_chosen[**entry as usize]);
            missing
                .map(|&entry| match () {
                    () if banned == Some(entry) => 1000,
                    () if self.of_subject.contains_key(&Subject::Entry(entry)) => {
                        2 + self.open_needs(entry).min(20)
                    }
                    () => 8,
                })
                .sum()
        };
        let noise: usize = 1 + random.below(3);
        ways.min_by_key(|&way| cost(way) + random.below(noise * 2)).unwrap_or_default()
    }

    /// How many needs of an entry would be without a way if it were chosen now.
    fn open_needs(&self, entry: Entry) -> usize {
        let needs = self.of_subject.get(&Subject::Entry(entry)).cloned().unwrap_or_default();
        needs.filter(|&need| self.needs[need as usize].met == 0).count()
    }

    /// Whether every need that counts keeps a way without this entry.
    fn can_go(&self, entry: Entry) -> bool {
        let mut lost: HashMap<Need, u32> = HashMap::new();
        for &way in &self.uses[entry as usize] {
            let KnownWay { need, missing, .. } = self.ways[way as usize];
            if missing == 0 && self.needs[need as usize].is_active {
                *lost.entry(need).or_default() += 1;
            }
        }
        lost.into_iter().all(|(need, lost)| lost < self.needs[need as usize].met)
    }

    /// Takes entries out that nothing that counts leans on at all.
    fn sweep(&mut self, random: &mut Random) {
        let mut waiting = self.entries();
        random.shuffle(&mut waiting);
        while let Some(entry) = waiting.pop() {
            let is_used = self.may_go(entry)
                && self.uses[entry as usize].iter().any(|&way| {
                    let KnownWay { need, missing, .. } = self.ways[way as usize];
                    missing == 0 && self.needs[need as usize].is_active
                });
            if self.may_go(entry) && !is_used {
                waiting.extend(self.leaned_on_by(entry));
                self.take_out(entry);
            }
        }
    }

    /// The chosen entries that stand in met ways of the needs of an entry.
    fn leaned_on_by(&self, entry: Entry) -> Vec<Entry> {
        let needs = self.of_subject.get(&Subject::Entry(entry)).cloned().unwrap_or_default();
        let ways = needs.flat_map(|need| self.needs[need as usize].ways.clone());
        let met = ways.filter(|&way| self.ways[way as usize].missing == 0);
        let mut entries: Vec<Entry> = met.flat_map(|way| self.ways[way as usize].entries.to_vec()).collect();
        entries.sort_unstable();
        entries.dedup();
        entries
    }

    /// Takes entries out, in random order, as long as all needs that count keep a way.
    fn tidy(&mut self, random: &mut Random) {
        let mut waiting = self.entries();
        random.shuffle(&mut waiting);
        while let Some(entry) = waiting.pop() {
            if self.may_go(entry) && self.can_go(entry) {
                let freed = self.leaned_on_by(entry);
                self.take_out(entry);
                waiting.extend(freed);
            }
        }
    }
}
