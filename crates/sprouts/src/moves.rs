//! The moves of Sprouts.
//!
//! A move draws a curve in one region, between two boundaries or within one,
//! and puts the new spot on it. The diagrams made here are raw: spots that
//! died are left out, and nothing else is simplified.

use std::ops::{ControlFlow, Range};

use crate::diagram::{Diagram, LETTER, ONE, Symbol, ZERO};

/// The spots that die by a move, as letters; `None` where a spot that dies is
/// no letter or does not die.
type Dead = [Option<Symbol>; 2];

/// Boundaries of one region that are alike and stand next to each other.
#[derive(Clone, Copy, Debug)]
struct Kind {
    first: usize,
    count: usize,
    /// The least rotation that takes such a boundary to itself.
    period: usize,
}

impl Kind {
    fn boundaries(&self) -> Range<usize> {
        self.first..self.first + self.count
    }
}

/// Plays every move on a diagram, but of moves that are alike at sight only
/// one: boundaries that are alike are not told apart, nor are places of a
/// boundary that a rotation takes to each other. For this to find all
/// boundaries that are alike they have to stand side by side, as they do in a
/// canonical form.
#[derive(Debug, Default)]
pub(crate) struct Mover {
    raw: Diagram,
    kinds: Vec<Kind>,
    /// For each kind how many of its boundaries lie on the first side of a curve.
    dealt: Vec<usize>,
    distances: Vec<usize>,
}

impl Mover {
    /// Calls `child` with the diagram after each move, until it breaks.
    pub(crate) fn moves<F>(&mut self, diagram: &Diagram, mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Diagram) -> ControlFlow<()>,
    {
        for region in 0..diagram.regions() {
            self.find_kinds(diagram, region);
            self.joins(diagram, region, &mut child)?;
            for kind in 0..self.kinds.len() {
                self.splits(diagram, region, kind, &mut child)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn find_kinds(&mut self, diagram: &Diagram, region: usize) {
        self.kinds.clear();
        for boundary in diagram.boundaries(region) {
            let symbols = diagram.boundary(boundary);
            if let Some(kind) = self.kinds.last_mut()
                && alike(diagram.boundary(kind.first), symbols)
            {
                kind.count += 1;
                continue;
            }
            let period = self.period(symbols);
            self.kinds.push(Kind { first: boundary, count: 1, period });
        }
    }

    /// The least rotation that takes a boundary to itself, its length if there is none.
    fn period(&mut self, symbols: &[Symbol]) -> usize {
        let length = symbols.len();
        if length == 1 {
            return 1;
        }
        self.distances.clear();
        for place in 0..length {
            match distance(symbols, place) {
                Some(distance) => self.distances.push(distance),
                None => return length,
            }
        }
        let repeats = |&shift: &usize| {
            (0..length).all(|place| self.distances[place] == self.distances[(place + shift) % length])
        };
        (1..length).find(repeats).unwrap_or(length)
    }

    /// Moves between two boundaries: `x…x` and `y…y` become `x…x z y…y z`.
    fn joins<F>(&mut self, diagram: &Diagram, region: usize, child: &mut F) -> ControlFlow<()>
    where
        F: FnMut(&Diagram) -> ControlFlow<()>,
    {
        for first in 0..self.kinds.len() {
            let one = self.kinds[first];
            for second in first..self.kinds.len() {
                let other = self.kinds[second];
                let twins = first == second;
                if twins && one.count < 2 {
                    continue;
                }
                let b = if twins { one.first + 1 } else { other.first };
                for x in 0..one.period {
                    for y in (if twins { x } else { 0 })..other.period {
                        self.join(diagram, region, (one.first, x), (b, y));
                        child(&self.raw)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn join(&mut self, diagram: &Diagram, region: usize, (a, x): (usize, usize), (b, y): (usize, usize)) {
        let (first, second) = (diagram.boundary(a), diagram.boundary(b));
        let dead = [dying(first[x]), dying(second[y])];
        let raw = &mut self.raw;
        copy_other_regions(diagram, region, dead, raw);
        for boundary in diagram.boundaries(region).filter(|&other| other != a && other != b) {
            copy(diagram.boundary(boundary), dead, raw);
        }
        let new = raw.new_letter();
        for (symbols, place) in [(first, x), (second, y)] {
            // A bare spot is met once when walking around it, another spot that lives on twice.
            let (before, after) = match symbols[place] {
                ZERO => (Some(ONE), None),
                ONE => {
                    let spot = raw.new_letter();
                    (Some(spot), Some(spot))
                }
                _ => (None, None),
            };
            raw.open_symbols().extend(before);
            write_living(&symbols[place + 1..], dead, raw);
            write_living(&symbols[..place], dead, raw);
            raw.open_symbols().extend(after);
            raw.push(new);
        }
        raw.end_boundary();
        raw.end_region();
    }

    /// Moves within one boundary of a kind: it splits into `x…y z` and `y…x z`,
    /// and so does the region.
    fn splits<F>(&mut self, diagram: &Diagram, region: usize, kind: usize, child: &mut F) -> ControlFlow<()>
    where
        F: FnMut(&Diagram) -> ControlFlow<()>,
    {
        let Kind { first: boundary, period, .. } = self.kinds[kind];
        self.kinds[kind].first += 1;
        self.kinds[kind].count -= 1;
        let symbols = diagram.boundary(boundary);
        for x in 0..period {
            for y in x..symbols.len() {
                let loop_at_spot = x == y;
                if loop_at_spot && symbols[x] > ONE || !loop_at_spot && symbols[x] == symbols[y] && symbols[x] >= LETTER
                {
                    continue;
                }
                self.dealt.clear();
                self.dealt.resize(self.kinds.len(), 0);
                loop {
                    // Both sides of a loop at a bare spot are alike: each deal stands for its mirror image too.
                    if symbols[x] != ZERO || self.first_side_is_lesser() {
                        self.split(diagram, region, symbols, x, y);
                        child(&self.raw)?;
                    }
                    if !self.next_deal() {
                        break;
                    }
                }
            }
        }
        self.kinds[kind].first -= 1;
        self.kinds[kind].count += 1;
        ControlFlow::Continue(())
    }

    fn first_side_is_lesser(&self) -> bool {
        let second = self.kinds.iter().zip(&self.dealt).map(|(kind, dealt)| kind.count - dealt);
        self.dealt.iter().copied().le(second)
    }

    /// Deals the other boundaries in the next way; false after the last.
    fn next_deal(&mut self) -> bool {
        for (dealt, kind) in self.dealt.iter_mut().zip(&self.kinds) {
            if *dealt < kind.count {
                *dealt += 1;
                return true;
            }
            *dealt = 0;
        }
        false
    }

    fn split(&mut self, diagram: &Diagram, region: usize, symbols: &[Symbol], x: usize, y: usize) {
        let dead = if x == y {
            [None, None]
        } else {
            [dying(symbols[x]), dying(symbols[y])]
        };
        let raw = &mut self.raw;
        copy_other_regions(diagram, region, dead, raw);
        let new = raw.new_letter();
        // A spot that lives on after the move stands on both sides.
        let from = (if x == y { symbols[x] == ZERO } else { symbols[x] == ONE }).then(|| raw.new_letter());
        let to = (x != y && symbols[y] == ONE).then(|| raw.new_letter());
        for side in 0..2 {
            for (kind, &dealt) in self.kinds.iter().zip(&self.dealt) {
                let cut = kind.first + dealt;
                let boundaries = kind.boundaries();
                let here = if side == 0 { boundaries.start..cut } else { cut..boundaries.end };
                for boundary in here {
                    copy(diagram.boundary(boundary), dead, raw);
                }
            }
            raw.open_symbols().extend(from);
            if side == 0 {
                write_living(symbols.get(x + 1..y).unwrap_or(&[]), dead, raw);
                raw.open_symbols().extend(to);
            } else {
                raw.open_symbols().extend(to);
                write_living(&symbols[y + 1..], dead, raw);
                write_living(&symbols[..x], dead, raw);
            }
            raw.push(new);
            raw.end_boundary();
            raw.end_region();
        }
    }
}

/// The letter that dies when a curve ends at this spot.
fn dying(symbol: Symbol) -> Option<Symbol> {
    (symbol >= LETTER).then_some(symbol)
}

fn copy_other_regions(diagram: &Diagram, region: usize, dead: Dead, raw: &mut Diagram) {
    raw.clear(diagram.letters());
    for other in (0..diagram.regions()).filter(|&other| other != region) {
        for boundary in diagram.boundaries(other) {
            copy(diagram.boundary(boundary), dead, raw);
        }
        raw.end_region();
    }
}

fn copy(symbols: &[Symbol], dead: Dead, raw: &mut Diagram) {
    write_living(symbols, dead, raw);
    raw.end_boundary();
}

#[inline]
fn write_living(symbols: &[Symbol], dead: Dead, raw: &mut Diagram) {
    if dead == [None, None] {
        raw.open_symbols().extend_from_slice(symbols);
    } else {
        let lives = |symbol: &&Symbol| Some(**symbol) != dead[0] && Some(**symbol) != dead[1];
        raw.open_symbols().extend(symbols.iter().filter(lives));
    }
}

/// What stands at a place of a boundary, without names: 0 to 2 for a spot that
/// is no letter, else 2 plus the distance to the other side; `None` where the
/// other side is on another boundary.
fn distance(symbols: &[Symbol], place: usize) -> Option<usize> {
    let symbol = symbols[place];
    if symbol < LETTER {
        return Some(usize::from(symbol));
    }
    let length = symbols.len();
    (1..length).find(|&d| symbols[(place + d) % length] == symbol).map(|d| d + 2)
}

/// Whether two boundaries that are written from their least rotation are the same.
fn alike(a: &[Symbol], b: &[Symbol]) -> bool {
    a.len() == b.len()
        && (0..a.len()).all(|place| {
            let here = distance(a, place);
            here.is_some() && here == distance(b, place)
        })
}
