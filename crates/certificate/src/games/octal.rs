//! Octal games (Guy and Smith 1956): take tokens from a heap, and leave it in at most two parts.

use std::ops::ControlFlow;

use super::heaps;
use crate::SumGame;

/// The most digits behind the point of a code.
const MAX_DIGITS: usize = 100;

/// The rules of an octal game. A land is the size of a heap.
#[derive(Clone, Debug)]
pub struct Octal {
    /// The digits: what may be left when 0, 1, 2, … tokens are taken.
    digits: Vec<u8>,
}

impl Octal {
    /// The game with a code: `0.` or `4.`, and one or more digits from 0 to 7.
    ///
    /// # Errors
    /// What is wrong with the code.
    pub fn new(code: &str) -> Result<Self, String> {
        let (first, rest) = match code.split_once('.') {
            Some(("0", rest)) => (0, rest),
            Some(("4", rest)) => (4, rest),
            _ => return Err("an octal code begins with `0.` or `4.`".to_owned()),
        };
        if !(1..=MAX_DIGITS).contains(&rest.len()) {
            return Err(format!("an octal code has 1 to {MAX_DIGITS} digits behind the point"));
        }
        if !rest.bytes().all(|digit| matches!(digit, b'0'..=b'7')) {
            return Err("the digits of an octal code are 0 to 7".to_owned());
        }
        let rest = rest.bytes().map(|digit| digit - b'0');
        Ok(Octal { digits: std::iter::once(first).chain(rest).collect() })
    }

    /// What may become of a heap: pairs of the tokens left and the digit that says in how many heaps they may lie.
    fn takings(&self, size: u32) -> impl Iterator<Item = (u32, u8)> {
        (0..=size).rev().zip(self.digits.iter().copied())
    }

    fn has_move(&self, size: u32) -> bool {
        self.takings(size).any(|(left, digit)| {
            (left == 0 && may_leave(digit, 0))
                || (left >= 1 && may_leave(digit, 1))
                || (left >= 2 && may_leave(digit, 2))
        })
    }

    fn playable<const N: usize>(&self, sizes: [u32; N]) -> Vec<u32> {
        sizes.into_iter().filter(|&size| self.has_move(size)).collect()
    }
}

/// Whether so many heaps may be left: the digit has 1 for none, 2 for one and 4 for two.
fn may_leave(digit: u8, heaps: u8) -> bool {
    digit >> heaps & 1 == 1
}

impl SumGame for Octal {
    type Land = u32;

    fn read(&self, term: &str) -> Result<Vec<u32>, String> {
        Ok(self.playable([heaps::read(term)?]))
    }

    fn moves(&self, &land: &u32, visit: &mut dyn FnMut(Vec<u32>) -> ControlFlow<()>) -> ControlFlow<()> {
        for (left, digit) in self.takings(land) {
            if left == 0 && may_leave(digit, 0) {
                visit(Vec::new())?;
            }
            if left >= 1 && may_leave(digit, 1) {
                visit(self.playable([left]))?;
            }
            if may_leave(digit, 2) {
                for less in 1..=left / 2 {
                    visit(self.playable([less, left - less]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn fingerprint(&self, &land: &u32) -> u64 {
        u64::from(land)
    }

    fn is_same(&self, one: &u32, other: &u32) -> bool {
        one == other
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::children;
    use super::*;

    #[test]
    fn kayles() {
        let kayles = Octal::new("0.77").unwrap();
        assert_eq!(children(&kayles, "1"), [vec![]]);
        assert_eq!(children(&kayles, "2"), [vec![], vec![1]]);
        assert_eq!(children(&kayles, "4"), [vec![1, 1], vec![1, 2], vec![2], vec![3]]);
    }

    #[test]
    fn dawsons_chess() {
        let dawson = Octal::new("0.137").unwrap();
        assert_eq!(children(&dawson, "1"), [vec![]]);
        assert_eq!(children(&dawson, "2"), [vec![]]);
        assert_eq!(children(&dawson, "3"), [vec![], vec![1]]);
        assert_eq!(children(&dawson, "5"), [vec![1, 1], vec![2], vec![3]]);
    }

    #[test]
    fn a_heap_may_be_split_alone() {
        let game = Octal::new("4.0").unwrap();
        assert_eq!(game.read("1"), Ok(vec![]));
        assert_eq!(children(&game, "4"), [vec![2, 2], vec![3]]);
    }

    #[test]
    fn codes_are_checked() {
        for bad in ["", "0", "0.", ".7", "1.7", "0.8", "0.7 ", "0,7", "00.7", "0.7.7", "0.٣"] {
            assert!(Octal::new(bad).is_err(), "{bad:?}");
        }
        assert!(Octal::new(&format!("0.{}", "7".repeat(100))).is_ok());
        assert!(Octal::new(&format!("0.{}", "7".repeat(101))).is_err());
    }
}
