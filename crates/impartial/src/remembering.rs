//! A game whose children are found once, however many trees ask for them.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};

use foldhash::fast::FixedState;

use crate::game::{Codes, Game, Left, Stage};
use crate::told_children::{each, encode_child, encode_left};

/// A game that remembers the children of every land. Its clones remember together.
///
/// It is for many trees of one process that come to the same lands; memory is all that bounds it.
#[derive(Clone, Debug)]
pub struct Remembering<G> {
    game: G,
    known: Arc<RwLock<Known>>,
}

/// Children as they are told, under the code of the land with its stage behind it.
type Known = HashMap<Vec<u8>, Arc<[u8]>, FixedState>;

impl<G: Game> Remembering<G> {
    /// A game that remembers nothing yet.
    pub fn new(game: G) -> Self {
        Remembering { game, known: Arc::default() }
    }
}

impl<G: Game> Game for Remembering<G> {
    fn domain(&self) -> String {
        self.game.domain()
    }

    fn children<F>(&mut self, land: &[u8], child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        self.staged_children(land, Stage::All, child).map_continue(drop)
    }

    fn staged_children<F>(&mut self, land: &[u8], stage: Stage, mut child: F) -> ControlFlow<(), Option<Left>>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let mut key = land.to_vec();
        key.push(match stage {
            Stage::All => 0,
            Stage::Easiest => 1,
            Stage::Rest(_) => 2,
        });
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(shown) = known.and_then(|known| each(&known, &mut child)) {
            return shown;
        }
        // What is left comes first, but is known last.
        let mut children = Vec::new();
        let left = self.game.staged_children(land, stage, |lands| {
            encode_child(lands.iter().collect::<Vec<_>>().into_iter(), &mut children);
            child(lands)
        })?;
        let mut told = Vec::new();
        encode_left(left, &mut told);
        told.extend_from_slice(&children);
        self.known.write().unwrap_or_else(PoisonError::into_inner).insert(key, told.into());
        ControlFlow::Continue(left)
    }

    fn complaint(&self) -> String {
        self.game.complaint()
    }

    fn weight(land: &[u8]) -> u32 {
        G::weight(land)
    }

    fn effort(land: &[u8]) -> u32 {
        G::effort(land)
    }

    fn kind(land: &[u8]) -> u32 {
        G::kind(land)
    }

    fn print(&self, land: &[u8]) -> String {
        self.game.print(land)
    }

    fn is_code(&mut self, bytes: &[u8]) -> bool {
        self.game.is_code(bytes)
    }
}
