//! What was learned so far about the nimbers that lands of one kind tend to have.

use rhizome_search::{Numbers, ProofNumber};

use crate::nimber::Nimber;

/// Nimbers from here on are rare, and nothing is learned about them.
pub(crate) const NIMBERS: u32 = 8;
/// Nor about kinds from here on.
const KINDS: usize = 1 << 18;
/// What certainty is divided into.
const CERTAIN: u64 = 1024;
/// Nothing is taken for less likely than this, so that no estimate is too far off.
const LEAST: u64 = CERTAIN / 16;
/// Before anything is learned one land in four has a nimber, as if that had been seen with so many lands.
const IMAGINED: u64 = 4;

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    asked: u32,
    had: u32,
}

/// For each kind of lands and each nimber, of how many lands it was found out
/// whether they have this nimber, and how many have it.
#[derive(Debug, Default)]
pub(crate) struct Experience {
    tallies: Vec<[Tally; NIMBERS as usize]>,
}

impl Experience {
    /// Takes note of whether a land of this kind has this nimber.
    pub(crate) fn note(&mut self, kind: u32, nimber: Nimber, has: bool) {
        let kind = kind as usize;
        if nimber.get() >= NIMBERS || kind >= KINDS {
            return;
        }
        if self.tallies.len() <= kind {
            self.tallies.resize(kind + 1, Default::default());
        }
        let tally = &mut self.tallies[kind][nimber.get() as usize];
        tally.asked = tally.asked.saturating_add(1);
        tally.had += u32::from(has && tally.had < tally.asked);
    }

    /// The first estimate of a couple: what has to be shown is taken to be the harder the less likely it is.
    #[inline]
    pub(crate) fn estimate(&self, kind: u32, nimber: Nimber, effort: u32, unit: u32) -> Numbers {
        let loss = self.chance(kind, nimber);
        Numbers { pn: number(effort, unit, CERTAIN - loss), dn: number(effort, unit, loss) }
    }

    /// The chance that a land of this kind has this nimber, and so is a loss beside it.
    #[inline]
    fn chance(&self, kind: u32, nimber: Nimber) -> u64 {
        let tallies = self.tallies.get(kind as usize);
        let tally = tallies.and_then(|tallies| tallies.get(nimber.get() as usize));
        let Tally { asked, had } = tally.copied().unwrap_or_default();
        (u64::from(had) * CERTAIN + IMAGINED * CERTAIN / 4) / (u64::from(asked) + IMAGINED)
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.tallies.capacity() * size_of::<[Tally; NIMBERS as usize]>()
    }
}

/// The first estimate of what is as likely a win as a loss.
#[inline]
pub(crate) fn even_estimate(effort: u32, unit: u32) -> Numbers {
    let number = number(effort, unit, CERTAIN / 2);
    Numbers { pn: number, dn: number }
}

/// How hard it is to show what has a chance: with even chances the effort divided by the unit, plus 1.
#[inline]
fn number(effort: u32, unit: u32, chance: u64) -> ProofNumber {
    let steps = u64::from(effort) * (CERTAIN / 2) / (u64::from(unit) * chance.max(LEAST));
    ProofNumber::finite(u32::try_from(steps).unwrap_or(u32::MAX).saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(experience: &Experience, kind: u32) -> (Option<u32>, Option<u32>) {
        let Numbers { pn, dn } = experience.estimate(kind, Nimber::new(1), 1000, 10);
        (pn.get(), dn.get())
    }

    #[test]
    fn what_is_likely_is_easy_to_show() {
        let mut experience = Experience::default();
        let (win, loss) = numbers(&experience, 7);
        assert!(win < loss, "most lands do not have nimber 1");
        for _ in 0..8 {
            experience.note(7, Nimber::new(1), true);
        }
        let (win, loss) = numbers(&experience, 7);
        assert!(win > loss, "lands of this kind do");
        assert_eq!(numbers(&experience, 8), numbers(&Experience::default(), 8));
    }

    #[test]
    fn even_chances_give_the_effort_in_its_unit() {
        let mut experience = Experience::default();
        experience.note(3, Nimber::new(1), true);
        experience.note(3, Nimber::new(1), true);
        experience.note(3, Nimber::new(1), false);
        experience.note(3, Nimber::new(1), true);
        experience.note(3, Nimber::new(1), false);
        experience.note(3, Nimber::new(1), false);
        // With the imagined ones, 4 of 10.
        assert_eq!(numbers(&experience, 3), (Some(1 + 83), Some(1 + 125)));
        experience.note(3, Nimber::new(1), true);
        experience.note(3, Nimber::new(1), true);
        assert_eq!(numbers(&experience, 3), (Some(101), Some(101)));
    }

    #[test]
    fn estimates_stay_finite() {
        let mut experience = Experience::default();
        for _ in 0..100_000 {
            experience.note(0, Nimber::ZERO, true);
        }
        for (kind, effort, unit) in [(0, u32::MAX, 1), (u32::MAX, u32::MAX, 1), (0, 0, u32::MAX)] {
            let Numbers { pn, dn } = experience.estimate(kind, Nimber::ZERO, effort, unit);
            assert!(pn.get().is_some_and(|pn| pn > 0) && dn.get().is_some_and(|dn| dn > 0));
        }
        experience.note(u32::MAX, Nimber::ZERO, true);
        experience.note(0, Nimber::new(u32::MAX), true);
        assert!(experience.memory() < 1 << 20);
    }
}
