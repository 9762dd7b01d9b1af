//! The moves on a land.

use std::ops::{ControlFlow, Range};

use super::land::{LETTERS, Land, ONE, REGION, Region, WORD, count_letters, letter, regions};
use super::simplify::Simplifier;
use super::words::{Former, period, turn_to_least};

/// Calls `visit` with the lands that each move leaves.
pub(super) fn moves(land: &Land, visit: &mut dyn FnMut(Vec<Land>) -> ControlFlow<()>) -> ControlFlow<()> {
    let tape = land.tape();
    let letters = count_letters(tape);
    let mut former = Former::default();
    former.reset(letters);
    let mut table = Table {
        tape,
        letters,
        raw: Vec::with_capacity(2 * tape.len() + 16),
        dead: Vec::new(),
        simplifier: Simplifier::default(),
        visit,
    };
    let mut start = 0;
    for (end, region) in regions(tape) {
        let runs = Runs::of(region, &mut former);
        table.joins(start..end, region.bares, &runs)?;
        table.splits(start..end, region.bares, &runs)?;
        start = end;
    }
    ControlFlow::Continue(())
}

/// A word of a region, other than a bare spot.
#[derive(Debug)]
struct Word<'tape> {
    spots: &'tape [u16],
    form: Vec<u32>,
    /// After how many places it is the same again.
    period: usize,
}

/// The words of a region other than bare spots. Words that are alike, which are equal up to turning and share no letter with
/// another region, make a run: it is all the same which of them are chosen or dealt to a side.
#[derive(Debug)]
struct Runs<'tape> {
    words: Vec<Word<'tape>>,
    runs: Vec<Range<usize>>,
}

impl<'tape> Runs<'tape> {
    fn of(region: Region<'tape>, former: &mut Former) -> Self {
        let written = region.words().map(|spots| {
            let mut form = Vec::with_capacity(spots.len());
            former.form(spots, &mut form);
            let period = period(&form);
            turn_to_least(&mut form);
            Word { spots, form, period }
        });
        let mut words: Vec<Word> = written.collect();
        // Words that share a letter differ in their forms from all others.
        words.sort_by(|one, other| one.form.cmp(&other.form));
        let mut end = 0;
        let alike = words.chunk_by(|one, other| one.form == other.form);
        let runs = alike.map(|run| {
            end += run.len();
            end - run.len()..end
        });
        let runs = runs.collect();
        Self { words, runs }
    }

    /// One word of each run, with the number of the run: the last one.
    fn chosen(&self) -> impl Iterator<Item = (usize, &Word<'tape>)> {
        self.runs.iter().map(|run| &self.words[run.end - 1]).enumerate()
    }

    /// One word of each run up to this one, with the number of the run; and another one than is chosen from this.
    fn partners(&self, run: usize) -> impl Iterator<Item = (usize, &Word<'tape>)> {
        let own = &self.runs[run];
        let another = (own.len() > 1).then(|| (run, &self.words[own.end - 2]));
        self.chosen().take(run).chain(another)
    }

    /// The words that stay when these many are chosen from runs.
    fn others<'runs>(&'runs self, chosen: &'runs [usize]) -> impl Iterator<Item = &'tape [u16]> + 'runs {
        self.runs.iter().enumerate().flat_map(move |(run, words)| {
            let gone = chosen.iter().filter(|&&chosen| chosen == run).count();
            self.words[words.start..words.end - gone].iter().map(|word| word.spots)
        })
    }
}

/// What a curve ends in.
#[derive(Clone, Copy, Debug)]
enum End<'tape> {
    Bare,
    Place(&'tape [u16], usize),
}

/// Where moves are written down.
struct Table<'land> {
    tape: &'land [u16],
    letters: usize,
    raw: Vec<u16>,
    /// The letters that die in the move.
    dead: Vec<u16>,
    simplifier: Simplifier,
    visit: &'land mut dyn FnMut(Vec<Land>) -> ControlFlow<()>,
}

impl Table<'_> {
    /// A letter that is new in the move.
    fn fresh(&self, index: usize) -> u16 {
        LETTERS + (self.letters + index) as u16
    }

    fn begin(&mut self, region: &Range<usize>) {
        self.raw.clear();
        self.raw.extend_from_slice(&self.tape[..region.start]);
        self.dead.clear();
    }

    /// Ends the move: the regions before and behind the one that it was made in stay.
    fn end(&mut self, region: &Range<usize>) -> ControlFlow<()> {
        self.raw.extend_from_slice(&self.tape[region.end..]);
        // The new spot, and the two that it may be joined to.
        let letters = self.letters + 3;
        (self.visit)(self.simplifier.simplify(&self.raw, letters, &self.dead))
    }

    fn put<'word>(&mut self, words: impl Iterator<Item = &'word [u16]>) {
        for word in words {
            self.raw.extend_from_slice(word);
            self.raw.push(WORD);
        }
    }

    /// What a spot is on both sides of a curve that has taken one of its lives; nothing if it is dead.
    fn wound(&mut self, spot: u16, fresh: u16) -> Option<u16> {
        match (spot, letter(spot)) {
            (ONE, _) => return Some(fresh),
            (_, Some(_)) if !self.dead.contains(&spot) => self.dead.push(spot),
            _ => {}
        }
        None
    }

    /// All joins of two words.
    fn joins(&mut self, region: Range<usize>, bares: usize, runs: &Runs) -> ControlFlow<()> {
        if bares >= 2 {
            self.join(&region, bares - 2, runs, &[], [End::Bare; 2])?;
        }
        for (run, word) in runs.chosen() {
            for place in 0..word.period {
                let end = End::Place(word.spots, place);
                if bares >= 1 {
                    self.join(&region, bares - 1, runs, &[run], [End::Bare, end])?;
                }
                for (partner_run, partner) in runs.partners(run) {
                    for partner_place in 0..partner.period {
                        let ends = [end, End::Place(partner.spots, partner_place)];
                        self.join(&region, bares, runs, &[run, partner_run], ends)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Joins two words: x … x z y … y z.
    fn join(
        &mut self,
        region: &Range<usize>,
        bares: usize,
        runs: &Runs,
        chosen: &[usize],
        ends: [End; 2],
    ) -> ControlFlow<()> {
        self.begin(region);
        self.raw.push(bares as u16);
        self.put(runs.others(chosen));
        for (index, end) in ends.into_iter().enumerate() {
            match end {
                End::Bare => self.raw.push(ONE),
                End::Place(word, place) => {
                    let x = self.wound(word[place], self.fresh(1 + index));
                    self.raw.extend(x);
                    self.raw.extend_from_slice(&word[place + 1..]);
                    self.raw.extend_from_slice(&word[..place]);
                    self.raw.extend(x);
                }
            }
            self.raw.push(self.fresh(0));
        }
        self.raw.extend([WORD, REGION]);
        self.end(region)
    }

    /// All splits of one word.
    fn splits(&mut self, region: Range<usize>, bares: usize, runs: &Runs) -> ControlFlow<()> {
        let z = self.fresh(0);
        if bares >= 1 {
            let x = self.fresh(1);
            let mut deal = Deal::new(bares - 1, runs, None);
            while deal.advance() {
                // The two sides are alike.
                if deal.bares > bares - 1 - deal.bares {
                    break;
                }
                self.begin(&region);
                self.side(deal.bares, deal.left(runs), &[&[x, z]]);
                self.side(bares - 1 - deal.bares, deal.right(runs), &[&[x, z]]);
                self.end(&region)?;
            }
        }
        for (run, word) in runs.chosen() {
            for place in 0..word.period {
                for other in 0..word.spots.len() {
                    // Each pair of places once, up to turning the word.
                    if other == place || other % word.period >= place {
                        self.split(&region, bares, runs, (run, word), (place, other))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Splits a word between two places: x … y z and y … x z. Or from a place around to itself: x z and x … x z, of which
    /// x is dead.
    fn split(
        &mut self,
        region: &Range<usize>,
        bares: usize,
        runs: &Runs,
        (run, word): (usize, &Word),
        (place, other): (usize, usize),
    ) -> ControlFlow<()> {
        let (spots, z) = (word.spots, self.fresh(0));
        if place == other && spots[place] != ONE {
            return ControlFlow::Continue(());
        }
        // The two sides of a spot of one life.
        if place != other && spots[place] == spots[other] && letter(spots[place]).is_some() {
            return ControlFlow::Continue(());
        }
        let mut deal = Deal::new(bares, runs, Some(run));
        while deal.advance() {
            self.begin(region);
            let (mut x, mut y) = (None, None);
            if place != other {
                x = self.wound(spots[place], self.fresh(1));
                y = self.wound(spots[other], self.fresh(2));
            }
            let (x, y) = (x.as_slice(), y.as_slice());
            let (forth, back) = (between(spots, place, other), between(spots, other, place));
            if place == other {
                self.side(deal.bares, deal.left(runs), &[&[z]]);
                self.side(bares - deal.bares, deal.right(runs), &[back[0], back[1], &[z]]);
            } else {
                self.side(deal.bares, deal.left(runs), &[x, forth[0], forth[1], y, &[z]]);
                self.side(bares - deal.bares, deal.right(runs), &[y, back[0], back[1], x, &[z]]);
            }
            self.end(region)?;
        }
        ControlFlow::Continue(())
    }

    /// Writes one side of a split: bare spots, words, and the word that consists of these parts.
    fn side<'word>(&mut self, bares: usize, words: impl Iterator<Item = &'word [u16]>, parts: &[&[u16]]) {
        self.raw.push(bares as u16);
        self.put(words);
        parts.iter().for_each(|part| self.raw.extend_from_slice(part));
        self.raw.extend([WORD, REGION]);
    }
}

/// What stands between two places of a cyclic word, from the one on to the other; all but the place itself if they are one.
fn between(word: &[u16], from: usize, to: usize) -> [&[u16]; 2] {
    if from < to { [&word[from + 1..to], &[]] } else { [&word[from + 1..], &word[..to]] }
}

/// How the other words of a region are dealt to the two sides of a curve.
struct Deal {
    /// How many bare spots are on the left.
    bares: usize,
    most_bares: usize,
    /// For each run how many of its words there are to deal, and how many are on the left.
    runs: Vec<(usize, usize)>,
    has_begun: bool,
}

impl Deal {
    /// Before the first way to deal the bare spots and the words, but one of the run `chosen`.
    fn new(bares: usize, runs: &Runs, chosen: Option<usize>) -> Self {
        let left_over = |(run, words): (usize, &Range<usize>)| words.len() - usize::from(chosen == Some(run));
        let runs = runs.runs.iter().enumerate().map(left_over).map(|most| (most, 0)).collect();
        Self { bares: 0, most_bares: bares, runs, has_begun: false }
    }

    /// Goes on to the next way, if there is one: it counts up, the bare spots last.
    fn advance(&mut self) -> bool {
        if !self.has_begun {
            self.has_begun = true;
            return true;
        }
        for (most, left) in &mut self.runs {
            if *left < *most {
                *left += 1;
                return true;
            }
            *left = 0;
        }
        self.bares += 1;
        self.bares <= self.most_bares
    }

    fn left<'tape>(&self, runs: &Runs<'tape>) -> impl Iterator<Item = &'tape [u16]> {
        self.side(runs, |start, _, left| start..start + left)
    }

    fn right<'tape>(&self, runs: &Runs<'tape>) -> impl Iterator<Item = &'tape [u16]> {
        self.side(runs, |start, most, left| start + left..start + most)
    }

    fn side<'tape>(
        &self,
        runs: &Runs<'tape>,
        part: impl Fn(usize, usize, usize) -> Range<usize>,
    ) -> impl Iterator<Item = &'tape [u16]> {
        let dealt = runs.runs.iter().zip(&self.runs);
        dealt.flat_map(move |(words, &(most, left))| {
            runs.words[part(words.start, most, left)].iter().map(|word| word.spots)
        })
    }
}
