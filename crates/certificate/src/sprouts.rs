//! Sprouts from its rules: cyclic words of spots.
//!
//! `docs/certificate-format.md` states the rules. A move writes down the regions that it leaves, spot by spot; then they are
//! simplified and fall into lands.

mod colours;
mod land;
mod moves;
mod print;
mod read;
mod same;
mod simplify;
mod words;

use std::ops::ControlFlow;

use crate::rules::SumGame;
use land::Land;

/// The game of Sprouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sprouts;

impl Sprouts {
    /// A land in the notation that is read. It is simplified, but in no special form: lands that are the same may be printed in
    /// different ways.
    pub fn print(land: &Land) -> String {
        print::print(land)
    }
}

impl SumGame for Sprouts {
    type Land = Land;

    fn read(&self, term: &str) -> Result<Vec<Land>, String> {
        read::read(term)
    }

    fn moves(&self, land: &Land, visit: &mut dyn FnMut(Vec<Land>) -> ControlFlow<()>) -> ControlFlow<()> {
        moves::moves(land, visit)
    }

    fn fingerprint(&self, land: &Land) -> u64 {
        land.fingerprint()
    }

    fn is_same(&self, one: &Land, other: &Land) -> bool {
        same::is_same(one, other)
    }
}
