//! A random game with a land whose children it cannot find.

use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game};

use crate::random_game::RandomGame;

/// A game that does not get through one of its lands.
#[derive(Clone)]
pub struct Overwhelmed {
    pub game: RandomGame,
    pub too_hard: Vec<u8>,
}

pub const COMPLAINT: &str = "this land is too hard";

impl Game for Overwhelmed {
    fn domain(&self) -> String {
        self.game.domain()
    }

    fn children<F>(&mut self, land: &[u8], child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        if land == self.too_hard { ControlFlow::Break(()) } else { self.game.children(land, child) }
    }

    fn complaint(&self) -> String {
        COMPLAINT.to_owned()
    }

    fn weight(land: &[u8]) -> u32 {
        RandomGame::weight(land)
    }

    fn effort(land: &[u8]) -> u32 {
        RandomGame::effort(land)
    }

    fn print(&self, land: &[u8]) -> String {
        self.game.print(land)
    }
}
