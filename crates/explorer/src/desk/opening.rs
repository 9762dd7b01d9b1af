//! Opens the desks.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use rhizome_games::{Cram, Grundy, Nim, Octal};
use rhizome_impartial::store::{Store, StoreError};
use rhizome_impartial::{CoupleTree, FactStoreError, RctFinder, Settings};
use rhizome_sprouts::Sprouts;

use super::{Desks, GameDesk, MisereDesk, SharedStore};
use crate::games::ExplorerGame;

/// How desks are opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The most bytes for each kind of question of each game.
    pub memory: usize,
    /// Where the nimbers of Sprouts are kept.
    pub store: Option<PathBuf>,
}

/// Why desks cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store cannot be opened.
    #[error(transparent)]
    Open(#[from] StoreError),
    /// The store cannot be read.
    #[error("{0}")]
    Store(FactStoreError),
}

impl Opening {
    /// Opens the desks of all games; that of Sprouts is the first.
    ///
    /// # Errors
    /// If the store cannot be opened or read.
    pub fn open(&self) -> Result<Desks, OpenError> {
        let store = match &self.store {
            Some(directory) => {
                let domain = CoupleTree::new(Sprouts::begin(), Settings::default()).domain();
                Some(SharedStore::new(Store::open(directory, &domain)?))
            }
            None => None,
        };
        Ok(vec![
            Arc::new(self.desk::<Sprouts>(store)?),
            Arc::new(self.desk::<Nim>(None)?),
            Arc::new(self.desk::<Octal>(None)?),
            Arc::new(self.desk::<Grundy>(None)?),
            Arc::new(self.desk::<Cram>(None)?),
        ])
    }

    fn desk<G: ExplorerGame>(&self, store: Option<SharedStore>) -> Result<GameDesk<G>, OpenError> {
        Ok(GameDesk {
            memory: self.memory,
            normal: Mutex::new(GameDesk::new_tree(store.as_ref(), self.memory)?),
            store,
            misere: Mutex::new(MisereDesk::default()),
            rcts: Mutex::new(RctFinder::new(G::begin())),
        })
    }
}
