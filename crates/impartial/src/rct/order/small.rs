//! Places among the RCTs of small height, counted without going through them all.
//!
//! The 22 RCTs of height at most 4 are numbered in order, and a set of them is a word of bits. Such a set is reducible if and only if
//! for one of the 22, H, it contains the options of H, is not the set of them, and everything else in it has H
//! as an option; and if H is *0, only if a loss is among its members. For no set there is more than one H. So
//! the sets that H reduces, with some numbers given and the others free, are a power of two with one or few left out,
//! and those that come before a given set in lexicographic order are few families of this kind.

use std::sync::LazyLock;

use super::super::{Rct, Rcts};

/// The RCTs of height at most 4, in order.
#[derive(Debug)]
pub(super) struct Small {
    /// The options of each.
    options: Vec<u32>,
    /// Those of which each is an option.
    parents: Vec<u32>,
    /// Those that are losses.
    losses: u32,
    /// How many there are of height less than 0, 1, and so on up to 5.
    lower: Vec<usize>,
}

/// Bits 0 to `count` − 1.
fn first(count: usize) -> u32 {
    (1 << count) - 1
}

/// The numbers of the bits, ascending.
fn members(set: u32) -> impl Iterator<Item = usize> + Clone {
    (0..u32::BITS as usize).filter(move |&member| set >> member & 1 == 1)
}

impl Small {
    /// The only one that is needed.
    pub(super) fn get() -> &'static Small {
        static SMALL: LazyLock<Small> = LazyLock::new(Small::new);
        &SMALL
    }

    fn new() -> Self {
        let mut small = Small { options: vec![0], parents: vec![0], losses: 0, lower: vec![0, 1] };
        for height in 1..=4 {
            let (lower, count) = (small.lower[height - 1], small.lower[height]);
            let sets = 1..1 << count;
            let is_new = |&set: &u32| set >> lower != 0 && small.irreducible(set, count, count) == 1;
            let mut sets: Vec<u32> = sets.filter(is_new).collect();
            sets.sort_by(|&left, &right| members(left).cmp(members(right)));
            for set in sets {
                let number = small.options.len();
                members(set).for_each(|member| small.parents[member] |= 1 << number);
                if set & small.losses == 0 {
                    small.losses |= 1 << number;
                }
                small.options.push(set);
                small.parents.push(0);
            }
            small.lower.push(small.options.len());
        }
        small
    }

    /// How many irreducible sets there are that consist of these `given` members, all of which are less than `next`, and any from
    /// `next` to `end` − 1.
    fn irreducible(&self, given: u32, next: usize, end: usize) -> u64 {
        let all = 1 << (end - next);
        let reducible: u64 = (0..self.options.len()).map(|by| self.reducible(by, given, next, end)).sum();
        all - reducible
    }

    /// How many of these sets are reduced by one of the 22.
    fn reducible(&self, by: usize, given: u32, next: usize, end: usize) -> u64 {
        let (options, parents) = (self.options[by], self.parents[by]);
        let free = first(end) & !first(next);
        let options_given = options & first(next);
        if options & !first(next) & !free != 0
            || options_given & !given != 0
            || given & !options & !parents != 0
        {
            return 0;
        }
        let with = |members: u32| 1 << members.count_ones();
        let sets: u64 = with(free & parents);
        if by > 0 {
            return sets - u64::from(given == options_given);
        }
        if given & self.losses == 0 { sets - with(free & parents & !self.losses) } else { sets }
    }

    /// The place of an RCT of height at most 5 among those of its height.
    pub(super) fn place(&self, rcts: &Rcts, rct: Rct) -> u64 {
        self.place_of_set(self.set(rcts, rct), rcts.height(rct) as usize)
    }

    /// The options of an RCT of height at most 5.
    fn set(&self, rcts: &Rcts, rct: Rct) -> u32 {
        let number = |option| {
            let options = self.set(rcts, option);
            self.options.iter().position(|&set| set == options).unwrap_or_default()
        };
        rcts.options(rct).fold(0, |set, option| set | 1 << number(option))
    }

    fn place_of_set(&self, set: u32, height: usize) -> u64 {
        if height == 0 {
            return 0;
        }
        let (lower, end) = (self.lower[height - 1], self.lower[height]);
        // How many of these families are of this very height.
        let count = |given: u32, next: usize| {
            let all = self.irreducible(given, next, end);
            if given >> lower != 0 { all } else { all - self.irreducible(given, next, lower.max(next)) }
        };
        let mut place = 0;
        let (mut given, mut next) = (0, 0);
        for member in members(set) {
            place += count(given, end);
            place += (next..member).map(|less| count(given | 1 << less, less + 1)).sum::<u64>();
            given |= 1 << member;
            next = member + 1;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes through the sets of a height in order and compares their places.
    fn check(height: usize, given: u32, next: usize, place: &mut u64) {
        let small = Small::get();
        let (lower, end) = (small.lower[height - 1], small.lower[height]);
        if given >> lower != 0 && small.irreducible(given, end, end) == 1 {
            assert_eq!(small.place_of_set(given, height), *place, "{given:b}");
            *place += 1;
        }
        (next..end).for_each(|member| check(height, given | 1 << member, member + 1, place));
    }

    #[test]
    fn places_are_counted_as_by_going_through_all() {
        for (height, count) in [(1, 1), (2, 1), (3, 2), (4, 17)] {
            let mut place = 0;
            check(height, 0, 0, &mut place);
            assert_eq!(place, count);
        }
    }

    #[test]
    #[ignore = "goes through four million sets"]
    fn places_of_height_five() {
        let mut place = 0;
        check(5, 0, 0, &mut place);
        assert_eq!(place, 4_171_758);
    }

    #[test]
    fn there_are_as_many_of_height_five_as_there_have_to_be() {
        let small = Small::get();
        assert_eq!(small.lower, [0, 1, 2, 3, 5, 22]);
        assert_eq!(small.irreducible(0, 0, 22), 4_171_780);
    }
}
