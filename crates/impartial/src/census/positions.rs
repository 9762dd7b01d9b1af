//! Lands and positions as numbers, and what moves lead to.

use std::ops::ControlFlow;

use rhizome_search::{Control, Interruption};
use smallvec::SmallVec;

use crate::game::{Codes, Game};
use crate::lists::Lists;

/// Positions that were met, with their lands, and the children of lands. Those of positions of several lands are
/// put together from these when they are wanted, and not kept.
#[derive(Debug)]
pub(super) struct Positions<G> {
    game: G,
    met: Met,
    moves: Moves,
}

/// Lands and positions, as numbers in the order in which they came.
#[derive(Debug, Default)]
struct Met {
    lands: Lists<u8>,
    /// The sorted lands of each position.
    positions: Lists<u32>,
    /// For each position, the last list that it was put on.
    listed: Vec<u32>,
    /// The list that positions are put on.
    list: u32,
}

/// The children of lands.
#[derive(Debug, Default)]
struct Moves {
    /// For each land, where its children begin, or [`NOWHERE`] if they were not generated.
    starts: Vec<usize>,
    /// The number of children of a land and then these, as positions, each once, in the order of the moves.
    children: Vec<u32>,
}

const NOWHERE: usize = usize::MAX;

/// The lands of most positions.
type Sum = SmallVec<[u32; 8]>;

impl<G: Game> Positions<G> {
    pub(super) fn new(game: G) -> Self {
        Positions { game, met: Met::default(), moves: Moves::default() }
    }

    pub(super) fn game(&self) -> &G {
        &self.game
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.met.positions.len()
    }

    /// The number of lands.
    pub(super) fn lands(&self) -> usize {
        self.met.lands.len()
    }

    /// The position with some lands.
    pub(super) fn position(&mut self, codes: &Codes) -> u32 {
        self.met.intern(codes)
    }

    /// Appends the children of a position to a list, each once.
    ///
    /// # Errors
    /// When `control` asks to stop, or more than `room` bytes are held; [`Interruption::Tree`]
    /// when the game cannot find them.
    pub(super) fn children(
        &mut self,
        position: u32,
        list: &mut Vec<u32>,
        room: usize,
        control: &Control<'_>,
    ) -> Result<(), Interruption> {
        let lands = Sum::from_slice(self.met.positions.get(position));
        for &land in &lands {
            self.generate(land, room, control)?;
        }
        if let [land] = lands[..] {
            list.extend_from_slice(self.moves.of(land).unwrap_or_default());
            return Ok(());
        }
        self.met.list += 1;
        let mut sum = Sum::new();
        for (place, &land) in lands.iter().enumerate() {
            // Equal lands are neighbours, and have the same children.
            if place > 0 && lands[place - 1] == land {
                continue;
            }
            for &child in self.moves.of(land).unwrap_or_default() {
                control.check()?;
                sum.clear();
                sum.extend_from_slice(self.met.positions.get(child));
                sum.extend_from_slice(&lands[..place]);
                sum.extend_from_slice(&lands[place + 1..]);
                sum.sort_unstable();
                let child = self.met.positions.intern(&sum);
                if self.met.is_new_on_list(child) {
                    list.push(child);
                }
            }
            if self.memory() + list.capacity() * size_of::<u32>() > room {
                return Err(Interruption::Memory);
            }
        }
        Ok(())
    }

    /// Generates the children of a land, unless that was done before.
    fn generate(&mut self, land: u32, room: usize, control: &Control<'_>) -> Result<(), Interruption> {
        if self.moves.of(land).is_some() {
            return Ok(());
        }
        let Positions { game, met, moves } = self;
        let code = met.lands.get(land).to_vec();
        met.list += 1;
        let start = moves.children.len();
        moves.children.push(0);
        let mut result = Ok(());
        let flow = game.children(&code, |child| {
            let child = met.intern(child);
            if met.is_new_on_list(child) {
                moves.children.push(child);
            }
            result = control.check();
            if met.memory() + moves.memory() > room {
                result = Err(Interruption::Memory);
            }
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result?;
        if flow.is_break() {
            return Err(Interruption::Tree);
        }
        moves.children[start] = (moves.children.len() - start - 1) as u32;
        if moves.starts.len() <= land as usize {
            moves.starts.resize(met.lands.len(), NOWHERE);
        }
        moves.starts[land as usize] = start;
        Ok(())
    }

    /// Writes the codes of the lands of each child of a land, in the order of the moves, one after the other into `codes`, and shows
    /// them. Breaks of itself if the children were not generated.
    pub(super) fn replay<F>(&self, code: &[u8], codes: &mut Codes, mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let Some(children) = self.met.lands.find(code).and_then(|land| self.moves.of(land)) else {
            return ControlFlow::Break(());
        };
        for &position in children {
            codes.clear();
            for &land in self.met.positions.get(position) {
                codes.push(self.met.lands.get(land));
            }
            child(codes)?;
        }
        ControlFlow::Continue(())
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.met.memory() + self.moves.memory()
    }
}

impl Met {
    fn intern(&mut self, codes: &Codes) -> u32 {
        let mut sum: Sum = codes.iter().map(|code| self.lands.intern(code)).collect();
        sum.sort_unstable();
        self.positions.intern(&sum)
    }

    fn is_new_on_list(&mut self, position: u32) -> bool {
        let place = position as usize;
        if place >= self.listed.len() {
            self.listed.resize(place + 1, 0);
        }
        std::mem::replace(&mut self.listed[place], self.list) != self.list
    }

    fn memory(&self) -> usize {
        self.lands.memory() + self.positions.memory() + self.listed.capacity() * size_of::<u32>()
    }
}

impl Moves {
    /// The children of a land, if they were generated.
    fn of(&self, land: u32) -> Option<&[u32]> {
        let start = *self.starts.get(land as usize).filter(|&&start| start != NOWHERE)?;
        let (&count, rest) = self.children[start..].split_first()?;
        rest.get(..count as usize)
    }

    fn memory(&self) -> usize {
        self.starts.capacity() * size_of::<usize>() + self.children.capacity() * size_of::<u32>()
    }
}
