//! A database of lands and their RCTs.

#[cfg(feature = "store")]
mod contents;
#[cfg(feature = "store")]
mod error;
#[cfg(feature = "store")]
mod file;

use rhizome_search::{Control, Interruption};

use crate::game::{Codes, Game};
use crate::lists::Lists;
use crate::rct::{Rct, Rcts};
use crate::rct_finder::RctFinder;

#[cfg(feature = "store")]
pub use error::RctBaseError;

/// Lands by their codes, with their RCTs.
#[derive(Clone, Debug, Default)]
pub struct RctBase {
    rcts: Rcts,
    lands: Lists<u8>,
    values: Vec<Rct>,
}

impl RctBase {
    /// All lands that can be reached from a position, with their RCTs. For the same game and position it is always the same,
    /// the numbers of trees included.
    ///
    /// # Errors
    /// Those of [`RctFinder::position`].
    pub fn below<G: Game>(
        game: &mut G,
        position: &Codes,
        control: &Control<'_>,
    ) -> Result<Self, Interruption> {
        let mut finder = RctFinder::new(game);
        finder.position(position, control)?;
        Ok(finder.into_base())
    }

    /// The trees.
    pub fn rcts(&self) -> &Rcts {
        &self.rcts
    }

    /// The trees, for sums and expressions.
    pub fn rcts_mut(&mut self) -> &mut Rcts {
        &mut self.rcts
    }

    /// The number of lands.
    pub fn lands(&self) -> usize {
        self.values.len()
    }

    /// The RCT of a land.
    #[inline]
    pub fn get(&self, land: &[u8]) -> Option<Rct> {
        Some(self.values[self.lands.find(land)? as usize])
    }

    /// The lands with their RCTs.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Rct)> {
        self.values.iter().enumerate().map(|(land, &rct)| (self.lands.get(land as u32), rct))
    }

    /// Takes note of the RCT of a land of which none is known.
    pub(crate) fn insert(&mut self, land: &[u8], rct: Rct) {
        self.lands.intern(land);
        self.values.push(rct);
        debug_assert_eq!(self.lands.len(), self.values.len());
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.rcts.memory() + self.lands.memory() + self.values.capacity() * size_of::<Rct>()
    }
}
