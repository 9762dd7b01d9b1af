//! Any game, which loses patience with the search.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use rhizome_impartial::{Codes, Game, Left, Stage};

/// A game that sets a cancel flag after so many children. Clones share the flag and the count.
#[derive(Clone)]
pub struct Impatient<G> {
    game: G,
    patience: Rc<Cell<u64>>,
    pub cancel: Rc<AtomicBool>,
}

impl<G> Impatient<G> {
    pub fn new(game: G) -> Self {
        Impatient { game, patience: Rc::default(), cancel: Rc::default() }
    }

    /// Takes the flag away until so many further children were shown.
    pub fn wait_for(&self, children: u64) {
        self.patience.set(children);
        self.cancel.store(false, Ordering::Relaxed);
    }
}

impl<G: Game> Game for Impatient<G> {
    fn domain(&self) -> String {
        self.game.domain()
    }

    fn children<F>(&mut self, land: &[u8], child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        self.staged_children(land, Stage::All, child).map_continue(|_| ())
    }

    fn staged_children<F>(&mut self, land: &[u8], stage: Stage, mut child: F) -> ControlFlow<(), Option<Left>>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let (patience, cancel) = (&self.patience, &self.cancel);
        self.game.staged_children(land, stage, |codes| {
            match patience.get().checked_sub(1) {
                Some(left) => patience.set(left),
                None => cancel.store(true, Ordering::Relaxed),
            }
            child(codes)
        })
    }

    fn weight(land: &[u8]) -> u32 {
        G::weight(land)
    }

    fn effort(land: &[u8]) -> u32 {
        G::effort(land)
    }

    fn print(&self, land: &[u8]) -> String {
        self.game.print(land)
    }
}
