//! Any game, which loses patience with the search.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rhizome_impartial::{Codes, Game, Left, Stage};

/// A game that sets a cancel flag after so many children. Clones share the flag and the count.
#[derive(Clone)]
pub struct Impatient<G> {
    game: G,
    patience: Arc<AtomicU64>,
    pub cancel: Arc<AtomicBool>,
}

impl<G> Impatient<G> {
    pub fn new(game: G) -> Self {
        Impatient { game, patience: Arc::default(), cancel: Arc::default() }
    }

    /// Takes the flag away until so many further children were shown.
    pub fn wait_for(&self, children: u64) {
        self.patience.store(children, Ordering::Relaxed);
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
            let left =
                patience.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            if left.is_err() {
                cancel.store(true, Ordering::Relaxed);
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
