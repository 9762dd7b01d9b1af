//! The genus: the nimber of a position, and its nimbers in misère play beside heaps *2.
//!
//! It is what is usually quoted of a misère position (Conway, *On Numbers and Games*, chapter 12; Berlekamp, Conway and
//! Guy, *Winning Ways*, chapter 13). Positions of the same RCT have the same genus, but not the other way round.

use std::fmt;

use rhizome_search::{Control, Interruption};

use super::followers::Followers;
use super::{Rct, Rcts};
use crate::nimber::{Nimber, mex};

/// The genus g^(γ0 γ1 γ2 …): g is the nimber, γn the misère nimber of the position beside n heaps *2.
///
/// The misère nimbers alternate between two values in the end. They are written up to the first time that
/// both have come.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Genus {
    nimber: Nimber,
    /// Two at least, of which the last two go on for ever.
    misere: Vec<Nimber>,
}

impl Genus {
    /// The nimber in normal play.
    pub fn nimber(&self) -> Nimber {
        self.nimber
    }

    /// The misère nimbers beside no heap, one heap *2, two and so on. The last two repeat for ever.
    pub fn misere_nimbers(&self) -> &[Nimber] {
        &self.misere
    }

    /// The misère nimber beside so many heaps *2.
    pub fn misere_nimber(&self, heaps: usize) -> Nimber {
        let known = self.misere.len();
        let place = if heaps < known { heaps } else { known - 2 + (heaps - known) % 2 };
        self.misere[place]
    }

    /// The genus of the sum with *1.
    #[must_use]
    pub fn plus_one(&self) -> Self {
        let one = Nimber::new(1);
        Genus { nimber: self.nimber ^ one, misere: self.misere.iter().map(|&nimber| nimber ^ one).collect() }
    }

    /// The genus of a position by those of its options, and its nimbers.
    ///
    /// From a position beside n heaps one moves to an option beside n heaps, or makes *1 or *0 of a heap.
    fn of_options(options: &[Genus], nimber: Nimber, misere_nimber: Nimber) -> Self {
        let one = Nimber::new(1);
        let steady = options.iter().map(|option| option.misere.len() - 2).max().unwrap_or(0);
        let mut misere = vec![misere_nimber];
        loop {
            let heaps = misere.len();
            let before = misere[heaps - 1];
            let beside = options.iter().map(|option| option.misere_nimber(heaps));
            let next = mex(beside.chain([before, before ^ one]));
            // From `steady` on the options alternate, so that what repeats once after two heaps repeats for ever.
            // It does so after a few heaps, since the only numbers that come from there on are the least two for each
            // parity that lie in different pairs {2k, 2k + 1}.
            if heaps >= steady + 2 && misere[heaps - 2] == next {
                break;
            }
            misere.push(next);
        }
        while misere.len() > 2 && misere[misere.len() - 3] == misere[misere.len() - 1] {
            misere.pop();
        }
        Genus { nimber, misere }
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.misere.capacity() * size_of::<Nimber>()
    }
}

impl fmt::Display for Genus {
    /// Writes the genus of *0 as `0^(1 2 0)`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let misere: Vec<String> = self.misere.iter().map(Nimber::to_string).collect();
        write!(formatter, "{}^({})", self.nimber, misere.join(" "))
    }
}

impl Rcts {
    /// The genus of an RCT.
    ///
    /// # Errors
    /// When `control` asks to stop, or the genera of all that can be reached do not fit into its memory.
    pub fn genus(&self, rct: Rct, control: &Control<'_>) -> Result<Genus, Interruption> {
        let followers = Followers::of(self, rct, control)?;
        let mut genera: Vec<Genus> = Vec::with_capacity(followers.trees().len());
        let mut held = followers.memory();
        for &tree in followers.trees() {
            control.check()?;
            let options: Vec<Genus> = self
                .options(tree)
                .map(|option| {
                    let genus = &genera[followers.place(option)];
                    if option.has_factor() { genus.plus_one() } else { genus.clone() }
                })
                .collect();
            let genus = Genus::of_options(&options, self.nimber(tree), self.misere_nimber(tree));
            held += genus.memory();
            self.check_memory(held, control)?;
            genera.push(genus);
        }
        let genus = &genera[followers.place(rct)];
        Ok(if rct.has_factor() { genus.plus_one() } else { genus.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn genus(options: &[&Genus]) -> Genus {
        let options: Vec<Genus> = options.iter().map(|&option| option.clone()).collect();
        let nimber = mex(options.iter().map(Genus::nimber));
        let misere = match options.is_empty() {
            true => Nimber::new(1),
            false => mex(options.iter().map(|option| option.misere_nimber(0))),
        };
        Genus::of_options(&options, nimber, misere)
    }

    #[test]
    fn well_known_genera() {
        let zero = genus(&[]);
        let one = genus(&[&zero]);
        let two = genus(&[&zero, &one]);
        let three = genus(&[&zero, &one, &two]);
        let shown = [&zero, &one, &two, &three].map(Genus::to_string);
        assert_eq!(shown, ["0^(1 2 0)", "1^(0 3 1)", "2^(2 0)", "3^(3 1)"]);
        assert_eq!(zero.plus_one(), one);
        // *2 + *2, and {*2}, by Winning Ways.
        assert_eq!(genus(&[&two, &three]).to_string(), "0^(0 2)");
        assert_eq!(genus(&[&two]).to_string(), "0^(0 2)");
    }
}
