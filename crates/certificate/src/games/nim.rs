//! Nim (Bouton 1901): take as many tokens as you like from one heap.

use std::ops::ControlFlow;

use super::heaps;
use crate::SumGame;

/// The rules of Nim. A land is the size of a heap.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl SumGame for Nim {
    type Land = u32;

    fn read(&self, term: &str) -> Result<Vec<u32>, String> {
        Ok(playable(heaps::read(term)?))
    }

    fn moves(&self, &land: &u32, visit: &mut dyn FnMut(Vec<u32>) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..land).try_for_each(|left| visit(playable(left)))
    }

    fn fingerprint(&self, &land: &u32) -> u64 {
        u64::from(land)
    }

    fn is_same(&self, one: &u32, other: &u32) -> bool {
        one == other
    }
}

fn playable(size: u32) -> Vec<u32> {
    if size > 0 { vec![size] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::testing::children;
    use super::*;

    #[test]
    fn any_number_of_tokens_may_be_taken() {
        assert_eq!(children(&Nim, "3"), [vec![], vec![1], vec![2]]);
        assert_eq!(Nim.read("0"), Ok(vec![]));
    }
}
