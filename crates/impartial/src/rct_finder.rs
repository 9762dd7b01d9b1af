//! The RCTs of positions of a game.

use std::ops::ControlFlow;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rhizome_search::{Control, Interruption};

use crate::game::{Codes, Game};
use crate::rct::{Rct, Rcts};

/// Finds the RCTs of lands, and keeps them.
#[derive(Debug)]
pub struct RctFinder<G> {
    game: G,
    rcts: Rcts,
    lands: HashMap<Box<[u8]>, Rct, FixedState>,
    /// What the codes hold, in bytes.
    held: usize,
}

/// What the allocator adds to a code, roughly.
const OVERHEAD: usize = 16;

impl<G: Game> RctFinder<G> {
    /// Knows no land.
    pub fn new(game: G) -> Self {
        RctFinder { game, rcts: Rcts::new(), lands: HashMap::default(), held: 0 }
    }

    /// The trees that were met.
    pub fn rcts(&self) -> &Rcts {
        &self.rcts
    }

    /// The trees that were met, for sums and expressions.
    pub fn rcts_mut(&mut self) -> &mut Rcts {
        &mut self.rcts
    }

    /// The number of lands whose RCT is known.
    pub fn lands(&self) -> usize {
        self.lands.len()
    }

    /// The RCT of a position: of the sum of its lands.
    ///
    /// # Errors
    /// When `control` asks to stop, or all that can be reached does not fit into its memory; [`Interruption::Tree`] when the game cannot
    /// find the children of a land, of which [`Game::complaint`] tells. What was found so far is kept.
    pub fn position(&mut self, lands: &Codes, control: &Control<'_>) -> Result<Rct, Interruption> {
        let mut parts = Vec::with_capacity(lands.len());
        for land in lands.iter() {
            parts.push(self.land(land, control)?);
        }
        self.rcts.sum_of(parts, control)
    }

    /// The RCT of a land.
    ///
    /// # Errors
    /// As [`Self::position`].
    pub fn land(&mut self, land: &[u8], control: &Control<'_>) -> Result<Rct, Interruption> {
        if let Some(&rct) = self.lands.get(land) {
            return Ok(rct);
        }
        control.check()?;
        let mut children: Vec<Codes> = Vec::new();
        let flow = self.game.children(land, |child| {
            children.push(child.clone());
            match control.check() {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        if flow.is_break() {
            control.look()?;
            return Err(Interruption::Tree);
        }
        let mut options = Vec::with_capacity(children.len());
        for child in children {
            options.push(self.position(&child, control)?);
        }
        let rct = self.rcts.intern(&mut options);
        self.held += land.len() + OVERHEAD;
        self.lands.insert(land.into(), rct);
        if self.memory() > control.memory() {
            return Err(Interruption::Memory);
        }
        Ok(rct)
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        let entry = size_of::<(Box<[u8]>, Rct)>() + 1;
        self.rcts.memory() + self.lands.capacity() * entry + self.held
    }
}
