//! A game whose children were all generated before.

use std::ops::ControlFlow;

use super::positions::Positions;
use crate::game::{Codes, Game};

/// The same game as that of some positions, without its effort. Each child comes once only.
#[derive(Debug)]
pub(super) struct Replay<'a, G> {
    positions: &'a Positions<G>,
    codes: Codes,
}

impl<'a, G> Replay<'a, G> {
    pub(super) fn new(positions: &'a Positions<G>) -> Self {
        Replay { positions, codes: Codes::new() }
    }
}

impl<G: Game> Game for Replay<'_, G> {
    fn domain(&self) -> String {
        self.positions.game().domain()
    }

    fn children<F>(&mut self, land: &[u8], child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        self.positions.replay(land, &mut self.codes, child)
    }

    fn weight(land: &[u8]) -> u32 {
        G::weight(land)
    }

    fn print(&self, land: &[u8]) -> String {
        self.positions.game().print(land)
    }
}
