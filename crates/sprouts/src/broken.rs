//! Rules that are wrong on purpose, with which tests see whether a checker of proofs notices.
//!
//! A mutant rewrites the diagram after a move in a way that is not allowed, before it is simplified as it should be; or
//! it forgets a move.

use crate::diagram::{Diagram, LETTER, Symbol, TWO, ZERO, letter};

/// A mistake in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutant {
    /// Regions with two lives go, as if a move took three.
    RegionsOfTwoLivesGo,
    /// A letter that stands once, because its other side is gone, goes altogether.
    SingleLettersGo,
    /// The two sides of a letter in one boundary become `2` even if they are not side by side.
    DistantSidesMeet,
    /// In a region of four lives, `0` is taken as `222`.
    BareSpotsInFourLives,
    /// The arrangement is taken not to matter in regions of four lives.
    FourLivesAreASet,
    /// `AB|AB` goes.
    DoublePairsGo,
    /// No curve has all other boundaries of its region on its second side.
    DealForgotten,
    /// No curve joins two boundaries that are alike.
    TwinsNotJoined,
}

impl Mutant {
    /// All of them.
    pub const ALL: [Mutant; 8] = [
        Mutant::RegionsOfTwoLivesGo,
        Mutant::SingleLettersGo,
        Mutant::DistantSidesMeet,
        Mutant::BareSpotsInFourLives,
        Mutant::FourLivesAreASet,
        Mutant::DoublePairsGo,
        Mutant::DealForgotten,
        Mutant::TwinsNotJoined,
    ];

    /// What the mutant makes of a diagram before it is simplified.
    pub(crate) fn rewritten(self, raw: &Diagram) -> Diagram {
        let sides = Sides::of(raw);
        let lives = |region: usize| sides.lives[region];
        match self {
            Mutant::RegionsOfTwoLivesGo => {
                let is_left = |symbol| sides.homes(symbol).iter().all(|&home| lives(home) > 2);
                let left = |&symbol: &Symbol| if symbol < LETTER || is_left(symbol) { symbol } else { TWO };
                rewritten(raw, |region| lives(region) > 2, |symbols, _| symbols.iter().map(left).collect())
            }
            Mutant::SingleLettersGo => {
                let stands = |&symbol: &Symbol| !sides.is_single(symbol);
                rewritten(raw, |_| true, |symbols, _| symbols.iter().copied().filter(stands).collect())
            }
            Mutant::DistantSidesMeet => rewritten(raw, |_| true, |symbols, _| with_sides_met(symbols)),
            Mutant::BareSpotsInFourLives => rewritten(
                raw,
                |_| true,
                |symbols, region| {
                    if symbols == [ZERO] && lives(region) == 4 { vec![TWO; 3] } else { symbols.to_vec() }
                },
            ),
            Mutant::FourLivesAreASet => sides.with_sets(raw, 4),
            Mutant::DoublePairsGo => {
                rewritten(raw, |region| !sides.is_double_pair(raw, region), |symbols, _| symbols.to_vec())
            }
            Mutant::DealForgotten | Mutant::TwinsNotJoined => raw.clone(),
        }
    }
}

/// A diagram with some of its regions, and with other boundaries.
fn rewritten(
    raw: &Diagram,
    stays: impl Fn(usize) -> bool,
    boundary: impl Fn(&[Symbol], usize) -> Vec<Symbol>,
) -> Diagram {
    let mut result = Diagram::default();
    result.clear(raw.letters());
    for region in (0..raw.regions()).filter(|&region| stays(region)) {
        for place in raw.boundaries(region) {
            result.open_symbols().extend(boundary(raw.boundary(place), region));
            result.end_boundary();
        }
        result.end_region();
    }
    result
}

/// A boundary in which every letter that stands twice has become `2`.
fn with_sides_met(symbols: &[Symbol]) -> Vec<Symbol> {
    let mut met = Vec::with_capacity(symbols.len());
    for (place, symbol) in symbols.iter().enumerate() {
        let is_letter = *symbol >= LETTER;
        if is_letter && symbols[..place].contains(symbol) {
            continue;
        }
        met.push(if is_letter && symbols[place + 1..].contains(symbol) { TWO } else { *symbol });
    }
    met
}

/// Where letters stand, and how many lives regions have.
struct Sides {
    homes: Vec<Vec<usize>>,
    lives: Vec<u32>,
}

impl Sides {
    fn of(raw: &Diagram) -> Self {
        let mut homes = vec![Vec::new(); raw.letters()];
        let mut lives = vec![0; raw.regions()];
        for (region, lives) in lives.iter_mut().enumerate() {
            for &symbol in raw.region_symbols(region) {
                match letter(symbol) {
                    Some(index) => {
                        *lives += u32::from(!homes[index].contains(&region));
                        homes[index].push(region);
                    }
                    None => *lives += u32::from(LETTER - symbol),
                }
            }
        }
        Sides { homes, lives }
    }

    fn homes(&self, symbol: Symbol) -> &[usize] {
        letter(symbol).map_or(&[], |index| &self.homes[index])
    }

    /// The region that a letter shares with this one.
    fn other_home(&self, symbol: Symbol, region: usize) -> Option<usize> {
        self.homes(symbol).iter().copied().find(|&home| home != region)
    }

    /// Whether a letter has its other side in a region that is going to go.
    fn is_single(&self, symbol: Symbol) -> bool {
        self.homes(symbol).iter().any(|&home| self.lives[home] < 2)
    }

    /// Whether a region is one half of `AB|AB`.
    fn is_double_pair(&self, raw: &Diagram, region: usize) -> bool {
        let symbols = raw.region_symbols(region);
        let &[one, other] = symbols else { return false };
        match (self.other_home(one, region), self.other_home(other, region)) {
            (Some(home), Some(same)) => {
                home == same && self.lives[home] == 2 && raw.region_symbols(home).len() == 2
            }
            _ => false,
        }
    }

    /// A diagram whose regions of so many lives are sets: what they share, and then `2` for each further life.
    fn with_sets(&self, raw: &Diagram, lives: u32) -> Diagram {
        let mut result = Diagram::default();
        result.clear(raw.letters());
        for region in 0..raw.regions() {
            if self.lives[region] == lives {
                let is_shared = |&symbol: &Symbol| self.other_home(symbol, region).is_some();
                let shared: Vec<Symbol> =
                    raw.region_symbols(region).iter().copied().filter(is_shared).collect();
                let own = lives as usize - shared.len();
                result.open_symbols().extend(shared);
                result.open_symbols().extend(std::iter::repeat_n(TWO, own));
                result.end_boundary();
            } else {
                for place in raw.boundaries(region) {
                    result.open_symbols().extend_from_slice(raw.boundary(place));
                    result.end_boundary();
                }
            }
            result.end_region();
        }
        result
    }
}
