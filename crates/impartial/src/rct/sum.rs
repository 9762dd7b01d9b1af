//! Sums of RCTs.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use rhizome_search::{Control, Interruption};

use super::{Rct, Rcts};

/// Sums of trees that were computed.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums(HashMap<(Rct, Rct), Rct, FixedState>);

impl Sums {
    pub(super) fn memory(&self) -> usize {
        self.0.capacity() * (size_of::<(Rct, Rct, Rct)>() + 1)
    }
}

impl Rcts {
    /// The RCT of the sum of two positions with these RCTs. Sums of all that can be reached from them come with it,
    /// and are remembered.
    ///
    /// # Errors
    /// When `control` asks to stop, or the trees do not fit into its memory.
    pub fn sum(&mut self, left: Rct, right: Rct, control: &Control<'_>) -> Result<Rct, Interruption> {
        let odd = left.has_factor() != right.has_factor();
        let (left, right) = (left.without_factor(), right.without_factor());
        let sum = self.sum_of_trees(left.min(right), left.max(right), control)?;
        Ok(if odd { sum.plus_one() } else { sum })
    }

    fn sum_of_trees(&mut self, less: Rct, more: Rct, control: &Control<'_>) -> Result<Rct, Interruption> {
        if less == Rct::ZERO {
            return Ok(more);
        }
        if let Some(&sum) = self.sums.0.get(&(less, more)) {
            return Ok(sum);
        }
        control.check()?;
        if self.memory() > control.memory() {
            return Err(Interruption::Memory);
        }
        let mut options = Vec::with_capacity(self.degree(less) + self.degree(more));
        for (moved, other) in [(less, more), (more, less)] {
            let moves: Vec<Rct> = self.options(moved).collect();
            for option in moves {
                options.push(self.sum(option, other, control)?);
            }
        }
        let sum = self.intern(&mut options);
        self.sums.0.insert((less, more), sum);
        Ok(sum)
    }

    /// The RCT of the sum of several positions with these RCTs.
    ///
    /// # Errors
    /// As [`Self::sum`].
    pub fn sum_of(
        &mut self,
        parts: impl IntoIterator<Item = Rct>,
        control: &Control<'_>,
    ) -> Result<Rct, Interruption> {
        parts.into_iter().try_fold(Rct::ZERO, |sum, part| self.sum(sum, part, control))
    }
}
