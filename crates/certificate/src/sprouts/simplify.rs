//! The simplifications, and the fall into lands.
//!
//! Two passes reach what repeating the simplifications would: whether a region has two lives depends on no other region,
//! and what a region that went leaves behind in others, spots that stand once, changes neither lives nor neighbours.

use super::colours::Painter;
use super::land::{BARE_LIVES, LETTERS, Land, ONE, REGION, SMALL, TWO, WORD, letter, regions};

/// Simplifies tapes.
#[derive(Debug, Default)]
pub(super) struct Simplifier {
    /// The regions that stay, before small ones become sets.
    tape: Vec<u16>,
    kept: Vec<Kept>,
    /// For each letter, where it stands among the regions that stay.
    sides: Vec<Sides>,
    /// For each letter, its symbol in its land, or 0.
    names: Vec<u16>,
    land: Vec<u16>,
    painter: Painter,
}

/// A region that stays.
#[derive(Clone, Copy, Debug)]
struct Kept {
    start: usize,
    lives: usize,
    /// Another region of its land, or itself; from one to the next, all lead to the same.
    joined: usize,
}

/// The regions in which a letter stands.
#[derive(Clone, Copy, Debug, Default)]
struct Sides {
    count: u8,
    first: u32,
    second: u32,
}

impl Sides {
    fn is_shared(self) -> bool {
        self.count == 2 && self.first != self.second
    }
}

impl Simplifier {
    /// The lands of a tape with so many letters, of which some are dead.
    pub fn simplify(&mut self, raw: &[u16], letters: usize, dead: &[u16]) -> Vec<Land> {
        self.sides.clear();
        self.sides.resize(letters, Sides::default());
        self.names.clear();
        self.names.resize(letters, 0);
        self.tape.clear();
        self.kept.clear();
        for (_, region) in regions(raw) {
            let start = self.tape.len();
            self.tape.push(region.bares as u16);
            for word in region.words() {
                write_word(word, dead, &mut self.tape);
            }
            self.tape.push(REGION);
            self.keep_if_alive(start, region.bares);
        }
        self.join();
        self.collect()
    }

    /// Takes the region from `start` off the tape again if it has fewer than two lives.
    fn keep_if_alive(&mut self, start: usize, bares: usize) {
        let place = self.kept.len();
        let mut lives = BARE_LIVES * bares;
        for &symbol in &self.tape[start + 1..] {
            match (symbol, letter(symbol)) {
                (_, Some(index)) => {
                    let sides = &mut self.sides[index];
                    let is_again = sides.count > 0 && sides.first as usize == place;
                    *if sides.count == 0 { &mut sides.first } else { &mut sides.second } = place as u32;
                    sides.count += 1;
                    lives += usize::from(!is_again);
                }
                (ONE, _) => lives += 2,
                (TWO, _) => lives += 1,
                _ => {}
            }
        }
        if lives >= 2 {
            self.kept.push(Kept { start, lives, joined: place });
            return;
        }
        for &symbol in &self.tape[start + 1..] {
            if let Some(index) = letter(symbol) {
                self.sides[index].count -= 1;
            }
        }
        self.tape.truncate(start);
    }

    /// Joins the regions that share a letter.
    fn join(&mut self) {
        for sides in &self.sides {
            if sides.is_shared() {
                let first = root(&mut self.kept, sides.first as usize);
                let second = root(&mut self.kept, sides.second as usize);
                self.kept[first.max(second)].joined = first.min(second);
            }
        }
        for place in 0..self.kept.len() {
            self.kept[place].joined = root(&mut self.kept, place);
        }
    }

    /// Writes the lands.
    fn collect(&mut self) -> Vec<Land> {
        self.kept.sort_by_key(|kept| kept.joined);
        let count = self.kept.chunk_by(|one, other| one.joined == other.joined).count();
        let mut lands = Vec::with_capacity(count);
        let kept = std::mem::take(&mut self.kept);
        for members in kept.chunk_by(|one, other| one.joined == other.joined) {
            self.land.clear();
            let mut named = 0;
            if self.is_same_pair(members) {
                self.land.extend([0, TWO, WORD, TWO, WORD, REGION]);
            } else {
                for &member in members {
                    self.write_region(member, &mut named);
                }
            }
            let fingerprint = self.painter.fingerprint(&self.land, usize::from(named));
            lands.push(Land::new(&self.land, fingerprint));
        }
        self.kept = kept;
        lands
    }

    /// Whether these are two regions that are both just the same two spots of one life. That all the letters are shared
    /// is enough: there is no third region to share them with.
    fn is_same_pair(&self, members: &[Kept]) -> bool {
        members.len() == 2
            && members.iter().all(|&member| member.lives == 2 && self.count_shared(member) == 2)
    }

    fn count_shared(&self, member: Kept) -> usize {
        let symbols = self.symbols(member);
        symbols
            .iter()
            .filter(|&&symbol| letter(symbol).is_some_and(|index| self.sides[index].is_shared()))
            .count()
    }

    /// What stands in a region, up to its end, without the number of bare spots.
    fn symbols(&self, member: Kept) -> &[u16] {
        let after = &self.tape[member.start + 1..];
        let length = after.iter().position(|&symbol| symbol == REGION).unwrap_or(after.len());
        &after[..length]
    }

    fn write_region(&mut self, member: Kept, named: &mut u16) {
        let is_small = member.lives <= SMALL;
        if is_small {
            // What the region does not share is only lives.
            self.land.push(0);
            for _ in self.count_shared(member)..member.lives {
                self.land.extend([TWO, WORD]);
            }
        } else {
            self.land.push(self.tape[member.start]);
        }
        for &symbol in &self.tape[member.start + 1..] {
            if symbol == REGION {
                break;
            }
            let written = match letter(symbol) {
                None => symbol,
                Some(index) if self.sides[index].count < 2 => TWO,
                Some(index) => {
                    let name = &mut self.names[index];
                    if *name == 0 && (!is_small || self.sides[index].is_shared()) {
                        *name = LETTERS + *named;
                        *named += 1;
                    }
                    *name
                }
            };
            if !is_small {
                self.land.push(written);
            } else if written >= LETTERS {
                self.land.extend([written, WORD]);
            }
        }
        self.land.push(REGION);
    }
}

/// Writes a word without the dead spots, two neighbouring sides of a spot as one; nothing if it has no other spots.
fn write_word(word: &[u16], dead: &[u16], tape: &mut Vec<u16>) {
    let start = tape.len();
    for &symbol in word.iter().filter(|symbol| !dead.contains(symbol)) {
        match tape[start..].last_mut() {
            Some(last) if *last == symbol && letter(symbol).is_some() => *last = TWO,
            _ => tape.push(symbol),
        }
    }
    match tape[start..] {
        [] => return,
        [first, .., last] if first == last && letter(last).is_some() => {
            tape.pop();
            tape[start] = TWO;
        }
        _ => {}
    }
    tape.push(WORD);
}

/// The region that all regions joined with this one lead to. Ways are halved as they are gone, so they stay short.
fn root(kept: &mut [Kept], mut place: usize) -> usize {
    while kept[place].joined != place {
        kept[place].joined = kept[kept[place].joined].joined;
        place = kept[place].joined;
    }
    place
}
