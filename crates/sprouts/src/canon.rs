//! The exact canonical form of a land.
//!
//! Two codes are the same land exactly when they differ only by the names of
//! letters, by rotations of boundaries, by the order of boundaries and
//! regions, and by mirroring all boundaries of one region together, each
//! region on its own.
//!
//! Lower-case letters need no names: each is written as the distance to its
//! other side. What is left is the names of the upper-case letters, and there
//! are two ways to find them: [`crate::walk`] for lands that can be drawn and have
//! few letters, which are nearly all, and [`crate::refine`] for any land.
//! Which one is taken depends on the land only, not on how it is written.

use crate::code::Token;
use crate::parts::Parts;
use crate::refine::Refiner;
use crate::walk::Walker;

/// Reusable buffers that turn codes of lands into their canonical form.
#[derive(Debug, Default)]
pub(crate) struct Canonizer {
    parts: Parts,
    walker: Walker,
    refiner: Refiner,
    form: Vec<Token>,
}

impl Canonizer {
    /// The canonical form of a land that is given by the tokens of any of its
    /// codes, in which letters are named in order of appearance. None if it is too hard to find.
    pub(crate) fn canonical(&mut self, tokens: &[Token]) -> Option<&[Token]> {
        self.parts.read(tokens);
        if self.walker.canonical(&self.parts, &mut self.form) {
            Some(&self.form)
        } else {
            self.refiner.canonical(&self.parts)
        }
    }
}
