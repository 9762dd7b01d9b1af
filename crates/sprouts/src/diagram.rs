//! The flat working form of a position: one list of symbols, cut into
//! boundaries and regions. Moves, simplification and the canonical form all
//! work on it, in buffers that are used again and again.

use std::ops::Range;

use crate::position::{Position, Spot};

/// One occurrence of a spot: [`ZERO`], [`ONE`], [`TWO`], or a letter, which is
/// [`LETTER`] plus a number that both sides of its spot carry.
pub(crate) type Symbol = u16;

/// A spot of degree 0, with 3 lives, alone on its boundary.
pub(crate) const ZERO: Symbol = 0;
/// A spot of degree 1, with 2 lives.
pub(crate) const ONE: Symbol = 1;
/// A spot of degree 2 of which one side matters.
pub(crate) const TWO: Symbol = 2;
/// The first letter: a side of a spot of degree 2.
pub(crate) const LETTER: Symbol = 3;

/// A position as flat lists. Region `r` owns a range of boundaries and
/// boundary `b` a range of symbols.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagram {
    symbols: Vec<Symbol>,
    /// Where each boundary ends in `symbols`.
    boundary_ends: Vec<usize>,
    /// Where each region ends in `boundary_ends`.
    region_ends: Vec<usize>,
    /// Letters are numbered below this.
    letters: usize,
}

impl Diagram {
    pub(crate) fn from_position(position: &Position) -> Self {
        let mut diagram = Diagram::default();
        let mut numbers = std::collections::HashMap::new();
        for region in &position.regions {
            for boundary in region {
                for spot in boundary {
                    let symbol = match *spot {
                        Spot::Zero => ZERO,
                        Spot::One => ONE,
                        Spot::Two => TWO,
                        Spot::Letter(name) => *numbers.entry(name).or_insert_with(|| diagram.new_letter()),
                    };
                    diagram.push(symbol);
                }
                diagram.end_boundary();
            }
            diagram.end_region();
        }
        diagram
    }

    pub(crate) fn clear(&mut self, letters: usize) {
        self.symbols.clear();
        self.boundary_ends.clear();
        self.region_ends.clear();
        self.letters = letters;
    }

    /// A letter that stands nowhere yet.
    pub(crate) fn new_letter(&mut self) -> Symbol {
        let letter = LETTER + self.letters as Symbol;
        self.letters += 1;
        letter
    }

    #[inline]
    pub(crate) fn push(&mut self, symbol: Symbol) {
        self.symbols.push(symbol);
    }

    /// Where the boundary that is being written began.
    #[inline]
    pub(crate) fn open_boundary(&self) -> usize {
        self.boundary_ends.last().copied().unwrap_or(0)
    }

    /// Ends the boundary that is being written; an empty one does not count.
    #[inline]
    pub(crate) fn end_boundary(&mut self) {
        if self.open_boundary() < self.symbols.len() {
            self.boundary_ends.push(self.symbols.len());
        }
    }

    /// Ends the region that is being written.
    #[inline]
    pub(crate) fn end_region(&mut self) {
        self.region_ends.push(self.boundary_ends.len());
    }

    /// The symbols of the boundary that is being written.
    #[inline]
    pub(crate) fn open_symbols(&mut self) -> &mut Vec<Symbol> {
        &mut self.symbols
    }

    #[inline]
    pub(crate) fn letters(&self) -> usize {
        self.letters
    }

    #[inline]
    pub(crate) fn regions(&self) -> usize {
        self.region_ends.len()
    }

    /// The boundaries of a region.
    #[inline]
    pub(crate) fn boundaries(&self, region: usize) -> Range<usize> {
        let start = if region == 0 { 0 } else { self.region_ends[region - 1] };
        start..self.region_ends[region]
    }

    #[inline]
    fn boundary_start(&self, boundary: usize) -> usize {
        if boundary == 0 { 0 } else { self.boundary_ends[boundary - 1] }
    }

    /// The symbols of a boundary.
    #[inline]
    pub(crate) fn boundary(&self, boundary: usize) -> &[Symbol] {
        &self.symbols[self.boundary_start(boundary)..self.boundary_ends[boundary]]
    }

    /// The symbols of all boundaries of a region, one after the other.
    #[inline]
    pub(crate) fn region_symbols(&self, region: usize) -> &[Symbol] {
        let boundaries = self.boundaries(region);
        if boundaries.is_empty() {
            return &[];
        }
        &self.symbols[self.boundary_start(boundaries.start)..self.boundary_ends[boundaries.end - 1]]
    }
}

/// The index of a letter, or `None` for a spot that is no letter.
#[inline]
pub(crate) fn letter(symbol: Symbol) -> Option<usize> {
    symbol.checked_sub(LETTER).map(usize::from)
}
