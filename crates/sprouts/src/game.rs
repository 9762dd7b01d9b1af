//! Sprouts as an impartial game: from land codes to the codes of children.

use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game, Left, Stage};

use crate::canon::Canonizer;
use crate::code::{Token, decode, effort, encode, is_well_formed, kind, lives};
use crate::diagram::{Diagram, ZERO, letter};
use crate::memo::Memo;
use crate::moves::Mover;
use crate::position::{Position, Spot};
use crate::simplify::Simplifier;

/// One move in so many belongs to the easiest.
const EASIEST_SHARE: usize = 4;
/// With fewer easy moves than this, all belong to the easiest.
const FEWEST_EASY: usize = 4;
/// With so many moves, all belong to the easiest.
const MOST_LISTED: usize = 1 << 14;

/// A land is so large and so much like itself that its canonical form is too hard to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a land is so large and so much like itself that its canonical form is too hard to find")]
pub struct TooSymmetric;

/// The game of Sprouts, with the buffers in which it works.
#[derive(Debug, Default)]
pub struct Sprouts {
    mover: Mover,
    /// Efforts of the moves on a land.
    efforts: Vec<u32>,
    reducer: Reducer,
    codes: Codes,
}

/// From a raw diagram to the codes of its lands.
#[derive(Debug, Default)]
struct Reducer {
    simplifier: Simplifier,
    canonizer: Canonizer,
    memo: Memo,
    raw_code: Vec<u8>,
    tokens: Vec<Token>,
    #[cfg(feature = "broken-rules")]
    mutant: Option<crate::broken::Mutant>,
}

impl Sprouts {
    /// Buffers for the game.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game with a mistake in its rules.
    #[cfg(feature = "broken-rules")]
    #[doc(hidden)]
    pub fn broken(mutant: crate::broken::Mutant) -> Self {
        let mut sprouts = Self::default();
        sprouts.mover.mutant = Some(mutant);
        sprouts.reducer.mutant = Some(mutant);
        sprouts
    }

    /// The codes of the lands of a position, sorted. Equal lands stay.
    ///
    /// # Errors
    /// If a land is so large and so much like itself that its canonical form is too hard to find.
    pub fn lands(&mut self, position: &Position) -> Result<Codes, TooSymmetric> {
        let mut codes = Codes::new();
        if self.reducer.reduce(&Diagram::from_position(position), &mut codes).is_break() {
            return Err(TooSymmetric);
        }
        Ok(codes.sorted())
    }
}

/// Another one with buffers of its own, for another thread.
impl Clone for Sprouts {
    fn clone(&self) -> Self {
        #[cfg(feature = "broken-rules")]
        if let Some(mutant) = self.reducer.mutant {
            return Self::broken(mutant);
        }
        Self::default()
    }
}

impl Sprouts {
    /// Plays the moves on the mover's land whose effort is wanted.
    fn play<W, F>(&mut self, wanted: W, mut child: F) -> ControlFlow<()>
    where
        W: Fn(u32) -> bool,
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let (reducer, codes) = (&mut self.reducer, &mut self.codes);
        self.mover.moves(
            |effort| ControlFlow::Continue(wanted(effort)),
            |raw| {
                codes.clear();
                reducer.reduce(raw, codes)?;
                child(codes)
            },
        )
    }

    /// Which moves on the mover's land to leave for later: those of more effort
    /// than the easiest quarter. None if there are few moves, or too many to list.
    fn find_left(&mut self) -> Option<Left> {
        let efforts = &mut self.efforts;
        efforts.clear();
        let list = |effort| {
            efforts.push(effort);
            if efforts.len() < MOST_LISTED { ControlFlow::Continue(false) } else { ControlFlow::Break(()) }
        };
        if self.mover.moves(list, |_| ControlFlow::Continue(())).is_break() {
            return None;
        }
        efforts.sort_unstable();
        let most = *efforts.get(efforts.len() / EASIEST_SHARE)?;
        let easy = efforts.partition_point(|&effort| effort <= most);
        let least_left = *efforts.get(easy)?;
        let left = Left { count: (efforts.len() - easy) as u32, effort: least_left };
        (easy >= FEWEST_EASY).then_some(left)
    }
}

impl Reducer {
    /// Simplifies `raw` and appends the codes of its lands. Breaks if the
    /// canonical form of one of them is too hard to find.
    fn reduce(&mut self, raw: &Diagram, codes: &mut Codes) -> ControlFlow<()> {
        #[cfg(feature = "broken-rules")]
        let rewritten = self.mutant.map(|mutant| mutant.rewritten(raw));
        #[cfg(feature = "broken-rules")]
        let raw = rewritten.as_ref().unwrap_or(raw);
        for land in 0..self.simplifier.find_lands(raw) {
            self.simplifier.write_land(raw, land, &mut self.tokens);
            self.raw_code.clear();
            encode(&self.tokens, &mut self.raw_code);
            if let Some(code) = self.memo.get(&self.raw_code) {
                codes.push(code);
                continue;
            }
            let Some(form) = self.canonizer.canonical(&self.tokens) else {
                return ControlFlow::Break(());
            };
            codes.push_with(|bytes| encode(form, bytes));
            if let Some(code) = codes.last() {
                self.memo.keep(&self.raw_code, code);
            }
        }
        ControlFlow::Continue(())
    }
}

impl Game for Sprouts {
    fn domain(&self) -> String {
        "sprouts/1".to_owned()
    }

    fn children<F>(&mut self, land: &[u8], child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        self.mover.set(|diagram| decode(land, diagram));
        self.play(|_| true, child)
    }

    fn staged_children<F>(&mut self, land: &[u8], stage: Stage, child: F) -> ControlFlow<(), Option<Left>>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        self.mover.set(|diagram| decode(land, diagram));
        match stage {
            Stage::All => self.play(|_| true, child)?,
            Stage::Rest(left) => self.play(|effort| effort >= left.effort, child)?,
            Stage::Easiest => match self.find_left() {
                Some(left) => {
                    self.play(|effort| effort < left.effort, child)?;
                    return ControlFlow::Continue(Some(left));
                }
                None => self.play(|_| true, child)?,
            },
        }
        ControlFlow::Continue(None)
    }

    fn complaint(&self) -> String {
        TooSymmetric.to_string()
    }

    fn weight(land: &[u8]) -> u32 {
        lives(land)
    }

    fn effort(land: &[u8]) -> u32 {
        effort(land)
    }

    fn kind(land: &[u8]) -> u32 {
        kind(land)
    }

    fn print(&self, land: &[u8]) -> String {
        position_of(land).to_string()
    }

    fn is_code(&mut self, bytes: &[u8]) -> bool {
        is_well_formed(bytes)
            && self
                .lands(&position_of(bytes))
                .is_ok_and(|lands| lands.len() == 1 && lands.last() == Some(bytes))
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
