//! Grundy's game: split a heap into two heaps of different sizes.

use std::ops::ControlFlow;

use super::heaps;
use crate::SumGame;

/// The rules of Grundy's game. A land is the size of a heap.
#[derive(Clone, Copy, Debug)]
pub struct Grundy;

impl SumGame for Grundy {
    type Land = u32;

    fn read(&self, term: &str) -> Result<Vec<u32>, String> {
        Ok(playable([heaps::read(term)?]))
    }

    fn moves(&self, &land: &u32, visit: &mut dyn FnMut(Vec<u32>) -> ControlFlow<()>) -> ControlFlow<()> {
        let smaller = (1..land).take_while(|less| *less < land - less);
        smaller.map(|less| playable([less, land - less])).try_for_each(visit)
    }

    fn fingerprint(&self, &land: &u32) -> u64 {
        u64::from(land)
    }

    fn is_same(&self, one: &u32, other: &u32) -> bool {
        one == other
    }
}

/// One and two tokens cannot be split into different heaps.
fn playable<const N: usize>(sizes: [u32; N]) -> Vec<u32> {
    sizes.into_iter().filter(|&size| size > 2).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::children;
    use super::*;

    #[test]
    fn halves_differ() {
        assert_eq!(children(&Grundy, "3"), [vec![]]);
        assert_eq!(children(&Grundy, "4"), [vec![3]]);
        assert_eq!(children(&Grundy, "8"), [vec![3, 5], vec![6], vec![7]]);
        assert_eq!(Grundy.read("2"), Ok(vec![]));
    }
}
