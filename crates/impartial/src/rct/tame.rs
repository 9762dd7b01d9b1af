//! Tame positions: those that behave like Nim in misère play.
//!
//! Conway (*On Numbers and Games*, chapter 12) and Berlekamp, Conway and Guy (*Winning Ways*, chapter 13) call positions tame
//! that may be taken for sums of Nim-heaps, and such a position *fickle* if heaps of 0 and 1 will do, otherwise *firm*. A
//! sum of tame positions is a loss in misère play if and only if the exclusive or of their nimbers is 1 when all
//! are fickle, and 0 when one of them is firm.
//!
//! # Which trees are taken as tame
//!
//! Let g be the nimber of a position and γ its misère nimber. It is *fickle-like* if g is 0 and γ is 1 or the other way round, and
//! *firm-like* if g = γ. A tree is tame here if it is *0, or if
//!
//! 1. it is fickle-like or firm-like,
//! 2. its tame options, of which there is one at least, have the same g and γ: the least numbers that they leave out are those
//!    that all options leave out, and
//! 3. each other option *reverts*: has an option itself that is tame with the g and γ of the tree.
//!
//! With the factor +*1 a tree is as tame and as fickle as without it.
//!
//! # Why the rule for sums holds
//!
//! By induction over the sum, with a part H + *1 taken for the two parts H and *1. Call a sum *good* if the rule says that it is a
//! loss. No tame option has the g of its tree, and none has the γ of its tree. So
//!
//! - a fickle tree with options has an option that is fickle with the other g, and its further tame options are
//!   fickle too or firm with g ≥ 2: a firm option with g = γ in {0, 1} would have the g or the γ of the tree;
//! - a firm tree with g ≤ 1 has firm tame options only, by the same reason, and one with g = 1 has a firm one with g = 0;
//! - a firm tree with g ≥ 2 has a firm option for each number from 2 to g − 1, and for 0 and 1 it has both fickle ones or both
//!   firm ones, since both numbers have to occur among the g as well as among the γ.
//!
//! *From a good sum no move leads to a good one.* A move to a tame option changes g. Among fickle parts it turns the exclusive
//! or from 1 to 0, or makes it ≥ 2 together with a firm part. If there is a firm part, the exclusive or is 0 before
//! and another number after; that all parts are fickle after it takes a firm part of g ≥ 2 alone among fickle ones, but
//! then the exclusive or was not 0. A move to a reverting option is answered by the move to a part with the g and γ of the
//! former one, which is a smaller good sum, and so a loss.
//!
//! *From any other sum that has a move, a tame move leads to a good one.* If all parts are fickle, the exclusive or is 0,
//! and a part with options has the other fickle option. If there is a firm part, the exclusive or x is not 0, and some part has
//! g xor x < g. If that number is 2 or more, or another part is firm, or the part has g = 1, an option with it makes the sum good, by
//! the list above. Otherwise this part is the only firm one and the number is 0 or 1: if it has both firm options, the one with the
//! number will do, and else the fickle one with the other number, which leaves fickle parts only with an exclusive or of 1. A sum without
//! moves is a win, and not good.
//!
//! In particular beside any number of heaps *2 a tame position has the same outcomes as Nim, so that its genus is one of Nim.

use rhizome_search::Outcome;

use super::{Rct, Rcts};
use crate::nimber::{Nimber, mex};

impl Rcts {
    /// Whether an RCT is tame by the [definition here](self), so that sums with others have the outcome of
    /// [`Self::outcome_of_tame`]. It was found when the tree was put in, and costs nothing.
    #[inline]
    pub fn is_tame(&self, rct: Rct) -> bool {
        self.facts[rct.tree()].tame
    }

    /// Whether the nimbers in normal and in misère play differ. A tame RCT that is not fickle is firm.
    #[inline]
    pub fn is_fickle(&self, rct: Rct) -> bool {
        self.nimber(rct) != self.misere_nimber(rct)
    }

    /// The misère outcome of the sum of some RCTs, if all of them are tame.
    pub fn outcome_of_tame(&self, parts: impl IntoIterator<Item = Rct>) -> Option<Outcome> {
        let mut all_fickle = true;
        let mut nimber = Nimber::ZERO;
        for part in parts {
            if !self.is_tame(part) {
                return None;
            }
            all_fickle &= self.is_fickle(part);
            nimber ^= self.nimber(part);
        }
        let lost = nimber == Nimber::new(u32::from(all_fickle));
        Some(if lost { Outcome::Loss } else { Outcome::Win })
    }

    /// Whether a tree with these options, a nimber and a misère nimber is tame.
    pub(super) fn makes_tame(&self, options: &[u32], (nimber, misere_nimber): (Nimber, Nimber)) -> bool {
        let like_nim = nimber == misere_nimber || (nimber.get() | misere_nimber.get()) == 1;
        if options.is_empty() || !like_nim {
            return options.is_empty();
        }
        let options = || options.iter().map(|&option| Rct(option));
        let tame = || options().filter(|&option| self.is_tame(option));
        tame().next().is_some()
            && mex(tame().map(|option| self.nimber(option))) == nimber
            && mex(tame().map(|option| self.misere_nimber(option))) == misere_nimber
            && options().filter(|&option| !self.is_tame(option)).all(|wild| {
                self.options(wild).any(|answer| {
                    self.is_tame(answer)
                        && self.nimber(answer) == nimber
                        && self.misere_nimber(answer) == misere_nimber
                })
            })
    }
}
