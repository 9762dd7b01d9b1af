//! The RCTs of positions of a game.

use std::ops::ControlFlow;

use rhizome_search::{Control, Interruption};

use crate::game::{Codes, Game};
use crate::rct::{Rct, Rcts};
use crate::rct_base::RctBase;

/// Finds the RCTs of lands, and keeps them.
#[derive(Debug)]
pub struct RctFinder<G> {
    game: G,
    base: RctBase,
    /// Bytes of children that wait for their RCTs, about.
    waiting: usize,
}

/// What the allocator and the ends of the codes add to a child, about.
const OVERHEAD: usize = 112;

impl<G: Game> RctFinder<G> {
    /// Knows no land.
    pub fn new(game: G) -> Self {
        RctFinder { game, base: RctBase::default(), waiting: 0 }
    }

    /// Forgets all that was found.
    pub fn forget(&mut self) {
        self.base = RctBase::default();
    }

    /// What was found.
    pub fn base(&self) -> &RctBase {
        &self.base
    }

    /// What was found, without the game.
    pub fn into_base(self) -> RctBase {
        self.base
    }

    /// The trees that were met.
    pub fn rcts(&self) -> &Rcts {
        self.base.rcts()
    }

    /// The trees that were met, for sums and expressions.
    pub fn rcts_mut(&mut self) -> &mut Rcts {
        self.base.rcts_mut()
    }

    /// The number of lands whose RCT is known.
    pub fn lands(&self) -> usize {
        self.base.lands()
    }

    /// The RCT of a position: of the sum of its lands.
    ///
    /// # Errors
    /// When `control` asks to stop, or all that can be reached does not fit into its memory; [`Interruption::Tree`]
    /// when the game cannot find the children of a land, of which [`Game::complaint`] tells. What was found so far is kept.
    pub fn position(&mut self, lands: &Codes, control: &Control<'_>) -> Result<Rct, Interruption> {
        let mut sum = Rct::ZERO;
        // In whichever order a game tells lands, the same sums come up.
        let sorted = (lands.len() > 1).then(|| lands.sorted());
        for land in sorted.as_ref().unwrap_or(lands).iter() {
            let land = self.land(land, control)?;
            sum = self.base.rcts_mut().sum(sum, land, control)?;
        }
        Ok(sum)
    }

    /// The RCT of a land.
    ///
    /// # Errors
    /// As [`Self::position`].
    pub fn land(&mut self, land: &[u8], control: &Control<'_>) -> Result<Rct, Interruption> {
        if let Some(rct) = self.base.get(land) {
            return Ok(rct);
        }
        control.check()?;
        if self.memory() > control.memory() {
            return Err(Interruption::Memory);
        }
        let before = self.waiting;
        let options = self.options(land, control);
        self.waiting = before;
        let rct = self.base.rcts_mut().intern(&mut options?);
        self.base.insert(land, rct);
        Ok(rct)
    }

    /// The RCTs of the children of a land.
    fn options(&mut self, land: &[u8], control: &Control<'_>) -> Result<Vec<Rct>, Interruption> {
        let mut children: Vec<Codes> = Vec::new();
        let mut result = Ok(());
        let flow = self.game.children(land, |child| {
            children.push(child.clone());
            self.waiting += OVERHEAD + child.iter().map(<[u8]>::len).sum::<usize>();
            result = control.check();
            if self.base.memory() + self.waiting > control.memory() {
                result = Err(Interruption::Memory);
            }
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result?;
        if flow.is_break() {
            return Err(Interruption::Tree);
        }
        children.iter().map(|child| self.position(child, control)).collect()
    }

    /// Why the children of a land could not be found.
    pub fn complaint(&self) -> String {
        self.game.complaint()
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.base.memory() + self.waiting
    }
}
