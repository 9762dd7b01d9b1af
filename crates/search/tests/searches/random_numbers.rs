//! Random numbers that are the same on every machine, so that a seed names a case.

/// A generator of random numbers.
pub struct RandomNumbers {
    state: u64,
}

impl RandomNumbers {
    pub fn new(seed: u64) -> Self {
        let mut numbers = RandomNumbers { state: seed };
        numbers.next();
        numbers
    }

    pub fn next(&mut self) -> u64 {
        // A Weyl sequence, of which each member is mixed on its own.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        for (shift, factor) in [(32, 0xd6e8_feb8_6659_fd93_u64), (29, 0xd6e8_feb8_6659_fd93), (32, 1)] {
            mixed = (mixed ^ mixed >> shift).wrapping_mul(factor);
        }
        mixed
    }

    /// A number below `end`, which is at least 1.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
