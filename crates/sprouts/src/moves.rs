//! The moves of Sprouts.
//!
//! A move draws a curve in one region, between two boundaries or within one,
//! and puts the new spot on it. The diagrams made here are raw: spots that
//! died are left out, and nothing else is simplified.
//!
//! Before a move is played its *effort* is worked out, a guess of how hard the
//! child will be: the squares of the lives of its regions, added up.

use std::ops::{ControlFlow, Range};

use crate::diagram::{Diagram, LETTER, ONE, Symbol, ZERO, letter};

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
    /// The lives of one of them.
    lives: u32,
}

impl Kind {
    fn boundaries(&self) -> Range<usize> {
        self.first..self.first + self.count
    }
}

/// Plays every move on a land, but of moves that are alike at sight only
/// one: boundaries that are alike are not told apart, nor are places of a
/// boundary that a rotation takes to each other. For this to find all
/// boundaries that are alike they have to stand side by side, as they do in a
/// canonical form.
#[derive(Debug, Default)]
pub(crate) struct Mover {
    land: Diagram,
    raw: Diagram,
    efforts: Efforts,
    kinds: Vec<Kind>,
    /// For each kind how many of its boundaries lie on the first side of a curve.
    dealt: Vec<usize>,
    distances: Vec<usize>,
    #[cfg(feature = "broken-rules")]
    pub(crate) mutant: Option<crate::broken::Mutant>,
}

impl Mover {
    /// Sets the land to play on, by having it written into a diagram.
    pub(crate) fn set(&mut self, write: impl FnOnce(&mut Diagram)) {
        write(&mut self.land);
        self.efforts.set(&self.land);
    }

    /// Calls `child` with the diagram after each move whose effort is wanted, until one of them breaks.
    pub(crate) fn moves<W, F>(&mut self, mut wanted: W, mut child: F) -> ControlFlow<()>
    where
        W: FnMut(u32) -> ControlFlow<(), bool>,
        F: FnMut(&Diagram) -> ControlFlow<()>,
    {
        for region in 0..self.land.regions() {
            self.find_kinds(region);
            self.joins(region, &mut wanted, &mut child)?;
            for kind in 0..self.kinds.len() {
                self.splits(region, kind, &mut wanted, &mut child)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn find_kinds(&mut self, region: usize) {
        self.kinds.clear();
        for boundary in self.land.boundaries(region) {
            let symbols = self.land.boundary(boundary);
            if let Some(kind) = self.kinds.last_mut()
                && alike(self.land.boundary(kind.first), symbols)
            {
                kind.count += 1;
                continue;
            }
            let lives = lives_of(symbols);
            let period = period(symbols, &mut self.distances);
            self.kinds.push(Kind { first: boundary, count: 1, period, lives });
        }
    }

    /// Moves between two boundaries: `x…x` and `y…y` become `x…x z y…y z`.
    fn joins<W, F>(&mut self, region: usize, wanted: &mut W, child: &mut F) -> ControlFlow<()>
    where
        W: FnMut(u32) -> ControlFlow<(), bool>,
        F: FnMut(&Diagram) -> ControlFlow<()>,
    {
        // Both spots lose a life, and the new one has one.
        let effort_here = square(self.efforts.lives[region] - 1);
        for first in 0..self.kinds.len() {
            let one = self.kinds[first];
            for second in first..self.kinds.len() {
                let other = self.kinds[second];
                let twins = first == second;
                if twins && one.count < 2 {
                    continue;
                }
                #[cfg(feature = "broken-rules")]
                if twins && self.mutant == Some(crate::broken::Mutant::TwinsNotJoined) {
                    continue;
                }
                let b = if twins { one.first + 1 } else { other.first };
                for x in 0..one.period {
                    for y in (if twins { x } else { 0 })..other.period {
                        let dead = [dying(self.land.boundary(one.first)[x]), dying(self.land.boundary(b)[y])];
                        if wanted(effort_here + self.efforts.elsewhere(region, dead))? {
                            self.join(region, (one.first, x), (b, y), dead);
                            child(&self.raw)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn join(&mut self, region: usize, (a, x): (usize, usize), (b, y): (usize, usize), dead: Dead) {
        let (land, raw) = (&self.land, &mut self.raw);
        copy_other_regions(land, region, dead, raw);
        for boundary in land.boundaries(region).filter(|&other| other != a && other != b) {
            copy(land.boundary(boundary), dead, raw);
        }
        let new = raw.new_letter();
        for (symbols, place) in [(land.boundary(a), x), (land.boundary(b), y)] {
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
    fn splits<W, F>(&mut self, region: usize, kind: usize, wanted: &mut W, child: &mut F) -> ControlFlow<()>
    where
        W: FnMut(u32) -> ControlFlow<(), bool>,
        F: FnMut(&Diagram) -> ControlFlow<()>,
    {
        let Kind { first: boundary, period, .. } = self.kinds[kind];
        self.kinds[kind].first += 1;
        self.kinds[kind].count -= 1;
        let length = self.land.boundary(boundary).len();
        let others: u32 = self.kinds.iter().map(|kind| kind.lives * kind.count as u32).sum();
        for x in 0..period {
            for y in x..length {
                let symbols = self.land.boundary(boundary);
                let (from, to) = (symbols[x], symbols[y]);
                let forbidden = if x == y { from > ONE } else { from == to && from >= LETTER };
                if forbidden {
                    continue;
                }
                let dead = if x == y { [None, None] } else { [dying(from), dying(to)] };
                let elsewhere = self.efforts.elsewhere(region, dead);
                let sides = lives_of_sides(symbols, x, y, dead);
                self.dealt.clear();
                self.dealt.resize(self.kinds.len(), 0);
                #[cfg(feature = "broken-rules")]
                if self.mutant == Some(crate::broken::Mutant::DealForgotten) && !self.next_deal() {
                    continue;
                }
                loop {
                    // Both sides of a loop at a bare spot are alike: each deal stands for its mirror image too.
                    if from != ZERO || self.first_side_is_lesser() {
                        let here: u32 = self
                            .kinds
                            .iter()
                            .zip(&self.dealt)
                            .map(|(kind, &dealt)| kind.lives * dealt as u32)
                            .sum();
                        let effort = elsewhere + square(sides[0] + here) + square(sides[1] + others - here);
                        if wanted(effort)? {
                            self.split(region, boundary, (x, y), dead);
                            child(&self.raw)?;
                        }
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

    fn split(&mut self, region: usize, boundary: usize, (x, y): (usize, usize), dead: Dead) {
        let (land, raw) = (&self.land, &mut self.raw);
        let symbols = land.boundary(boundary);
        copy_other_regions(land, region, dead, raw);
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
                    copy(land.boundary(boundary), dead, raw);
                }
            }
            if side == 0 {
                raw.open_symbols().extend(from);
                write_living(symbols.get(x + 1..y).unwrap_or(&[]), dead, raw);
                raw.open_symbols().extend(to);
            } else {
                raw.open_symbols().extend(to);
                write_living(&symbols[y + 1..], dead, raw);
                write_living(&symbols[..x], dead, raw);
                raw.open_symbols().extend(from);
            }
            raw.push(new);
            raw.end_boundary();
            raw.end_region();
        }
    }
}

/// The efforts of the regions of a land.
#[derive(Debug, Default)]
struct Efforts {
    /// Lives of each region.
    lives: Vec<u32>,
    /// The regions in which a letter stands.
    homes: Vec<[u32; 2]>,
    sum: u32,
}

impl Efforts {
    fn set(&mut self, land: &Diagram) {
        self.lives.clear();
        self.homes.clear();
        self.homes.resize(land.letters(), [u32::MAX; 2]);
        for region in 0..land.regions() {
            let mut lives = 0;
            for &symbol in land.region_symbols(region) {
                match letter(symbol) {
                    None => lives += u32::from(LETTER - symbol),
                    Some(index) => {
                        let homes = &mut self.homes[index];
                        lives += u32::from(homes[1] != region as u32);
                        *homes = [if homes[0] == u32::MAX { region as u32 } else { homes[0] }, region as u32];
                    }
                }
            }
            self.lives.push(lives);
        }
        self.sum = self.lives.iter().map(|&lives| square(lives)).sum();
    }

    /// The efforts of all regions but one after the death of some letters that stand in it.
    #[inline]
    fn elsewhere(&self, region: usize, dead: Dead) -> u32 {
        let mut effort = self.sum - square(self.lives[region]);
        let other_home = |index: usize| {
            let homes = self.homes[index];
            let other = if homes[0] == region as u32 { homes[1] } else { homes[0] };
            (other != region as u32).then_some(other as usize)
        };
        let homes = dead.map(|letter| letter.and_then(self::letter).and_then(other_home));
        let mut lose = |home: usize, lost: u32| {
            let lives = self.lives[home];
            effort = effort - square(lives) + square(lives - lost);
        };
        match homes {
            [Some(one), Some(other)] if one == other => lose(one, 2),
            _ => homes.into_iter().flatten().for_each(|home| lose(home, 1)),
        }
        effort
    }
}

/// The effort of a region with so many lives.
#[inline]
fn square(lives: u32) -> u32 {
    if lives < 2 { 0 } else { lives * lives }
}

/// The lives of the spots on a boundary.
fn lives_of(symbols: &[Symbol]) -> u32 {
    lives_of_parts([symbols, &[]], [None, None])
}

/// The lives of the spots on two parts of a boundary, where some letters have died.
fn lives_of_parts(parts: [&[Symbol]; 2], dead: Dead) -> u32 {
    let mut lives = 0;
    for (part, symbols) in parts.iter().enumerate() {
        for (place, &symbol) in symbols.iter().enumerate() {
            lives += match letter(symbol) {
                None => u32::from(LETTER - symbol),
                Some(_) if dead.contains(&Some(symbol)) => 0,
                Some(_) => {
                    let met = symbols[..place].contains(&symbol) || part > 0 && parts[0].contains(&symbol);
                    u32::from(!met)
                }
            };
        }
    }
    lives
}

/// The lives on both sides of a curve within a boundary, without other boundaries.
fn lives_of_sides(symbols: &[Symbol], x: usize, y: usize, dead: Dead) -> [u32; 2] {
    // The new spot, and a spot at an end of the curve that lives on, stand on both sides.
    let ends = 1
        + u32::from(if x == y { symbols[x] == ZERO } else { symbols[x] == ONE })
        + u32::from(x != y && symbols[y] == ONE);
    let inner = symbols.get(x + 1..y).unwrap_or(&[]);
    let outer = [&symbols[..x], &symbols[y + 1..]];
    [ends + lives_of_parts([inner, &[]], dead), ends + lives_of_parts(outer, dead)]
}

/// The letter that dies when a curve ends at this spot.
fn dying(symbol: Symbol) -> Option<Symbol> {
    (symbol >= LETTER).then_some(symbol)
}

fn copy_other_regions(land: &Diagram, region: usize, dead: Dead, raw: &mut Diagram) {
    raw.clear(land.letters());
    for other in (0..land.regions()).filter(|&other| other != region) {
        for boundary in land.boundaries(other) {
            copy(land.boundary(boundary), dead, raw);
        }
        raw.end_region();
    }
}

#[inline]
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

/// The least rotation that takes a boundary to itself, its length if there is none.
fn period(symbols: &[Symbol], distances: &mut Vec<usize>) -> usize {
    let length = symbols.len();
    if length == 1 {
        return 1;
    }
    distances.clear();
    for place in 0..length {
        match distance(symbols, place) {
            Some(distance) => distances.push(distance),
            None => return length,
        }
    }
    let repeats = |&shift: &usize| {
        length.is_multiple_of(shift)
            && (0..length - shift).all(|place| distances[place] == distances[place + shift])
    };
    (1..length).find(repeats).unwrap_or(length)
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
