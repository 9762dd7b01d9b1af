//! Sprouts as an impartial game: from land codes to the codes of children.

use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game};

use crate::canon::Canonizer;
use crate::code::{decode, encode, lives};
use crate::diagram::{Diagram, ZERO, letter};
use crate::moves::Mover;
use crate::position::{Position, Spot};
use crate::simplify::Simplifier;

const NOWHERE: u32 = u32::MAX;

/// The game of Sprouts, with the buffers in which it works.
#[derive(Debug, Default)]
pub struct Sprouts {
    parent: Diagram,
    mover: Mover,
    reducer: Reducer,
    codes: Codes,
}

/// From a raw diagram to the codes of its lands.
#[derive(Debug, Default)]
struct Reducer {
    simplifier: Simplifier,
    simple: Diagram,
    canonizer: Canonizer,
    /// For each letter the first region that it stands in.
    homes: Vec<u32>,
    /// For each region the least region known to belong to the same land.
    leaders: Vec<u32>,
    regions: Vec<u32>,
}

impl Sprouts {
    /// Buffers for the game.
    pub fn new() -> Self {
        Self::default()
    }

    /// The codes of the lands of a position, sorted. Equal lands stay.
    pub fn lands(&mut self, position: &Position) -> Codes {
        let mut codes = Codes::new();
        self.reducer.reduce(&Diagram::from_position(position), &mut codes);
        let mut sorted: Vec<&[u8]> = codes.iter().collect();
        sorted.sort();
        let mut result = Codes::new();
        for code in sorted {
            result.push(code);
        }
        result
    }
}

impl Reducer {
    /// Simplifies `raw` and appends the codes of its lands.
    fn reduce(&mut self, raw: &Diagram, codes: &mut Codes) {
        self.simplifier.simplify(raw, &mut self.simple);
        self.find_lands();
        for leader in 0..self.leaders.len() as u32 {
            if self.leaders[leader as usize] != leader {
                continue;
            }
            self.regions.clear();
            self.regions.extend((leader..self.leaders.len() as u32).filter(|&r| self.leaders[r as usize] == leader));
            let form = self.canonizer.canonical(&self.simple, &self.regions);
            codes.push_with(|bytes| encode(form, bytes));
        }
    }

    /// Finds out which regions are tied together by letters.
    fn find_lands(&mut self) {
        self.leaders.clear();
        self.leaders.extend(0..self.simple.regions() as u32);
        if self.leaders.len() < 2 {
            return;
        }
        self.homes.clear();
        self.homes.resize(self.simple.letters(), NOWHERE);
        for region in 0..self.simple.regions() {
            for index in self.simple.region_symbols(region).iter().filter_map(|&s| letter(s)) {
                let home = self.homes[index];
                if home == NOWHERE {
                    self.homes[index] = region as u32;
                } else {
                    let (a, b) = (leader(&self.leaders, home), leader(&self.leaders, region as u32));
                    self.leaders[a.max(b) as usize] = a.min(b);
                }
            }
        }
        for region in 0..self.leaders.len() as u32 {
            self.leaders[region as usize] = leader(&self.leaders, region);
        }
    }
}

fn leader(leaders: &[u32], mut region: u32) -> u32 {
    while leaders[region as usize] != region {
        region = leaders[region as usize];
    }
    region
}

impl Game for Sprouts {
    fn domain(&self) -> String {
        "sprouts/1".to_owned()
    }

    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        decode(land, &mut self.parent);
        let (reducer, codes) = (&mut self.reducer, &mut self.codes);
        self.mover.moves(&self.parent, |raw| {
            codes.clear();
            reducer.reduce(raw, codes);
            child(codes)
        })
    }

    fn weight(land: &[u8]) -> u32 {
        lives(land)
    }

    fn effort(land: &[u8]) -> u32 {
        let v = HACK.load(std::sync::atomic::Ordering::Relaxed);
        if v == 0 { return lives(land); }
        let mut d = Diagram::default(); decode(land, &mut d);
        let mut regs = vec![];
        for r in 0..d.regions() {
            let mut l = 0u32; let mut seen = vec![];
            for &s in d.region_symbols(r) { l += match s { 0 => 3, 1 => 2, 2 => 1, x => if seen.contains(&x) { 0 } else { seen.push(x); 1 } }; }
            regs.push(l);
        }
        let bounds: u32 = (0..d.regions()).map(|r| d.boundaries(r).len() as u32).sum();
        match v {
            1 => regs.iter().sum(),
            2 => regs.iter().map(|l| l * l).sum(),
            3 => regs.iter().map(|l| l * l * l).sum(),
            4 => regs.iter().copied().max().unwrap(),
            5 => regs.iter().map(|l| 1 << (l / 2)).sum(),
            6 => land.len() as u32,
            7 => bounds,
            8 => 100 - regs.len() as u32,
            9 => lives(land) * 16 - regs.len() as u32,
            10 => lives(land) * 16 + bounds - regs.len() as u32,
            _ => regs.iter().map(|l| 1 << l.min(&20)).sum(),
        }
    }

    fn print(&self, land: &[u8]) -> String {
        position_of(land).to_string()
    }
}

/// The position that consists of the land with this code.
pub fn position_of(land: &[u8]) -> Position {
    let mut diagram = Diagram::default();
    decode(land, &mut diagram);
    let spot = |&symbol: &u16| match letter(symbol) {
        Some(index) => Spot::Letter(index as u32),
        None if symbol == ZERO => Spot::Zero,
        None if symbol == 1 => Spot::One,
        None => Spot::Two,
    };
    let regions = (0..diagram.regions())
        .map(|region| {
            let boundaries = diagram.boundaries(region);
            boundaries.map(|boundary| diagram.boundary(boundary).iter().map(spot).collect()).collect()
        })
        .collect();
    Position { regions, heap: 0 }
}

#[allow(missing_docs)] pub static HACK: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
