//! Links that carry one message after the other.

use std::time::Duration;

/// Numbers that look random, the same for the same seed (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// At least 0, less than 1.
    pub(super) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A time until something that may happen at any moment, so long on average.
    pub(super) fn waiting_time(&mut self, mean: Duration) -> Duration {
        mean.mul_f64(-(1.0 - self.share()).ln())
    }
}

/// One direction of a link.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Link {
    free_at: Duration,
}

impl Link {
    /// When something has passed that comes to the link at a time, and keeps it busy for so long.
    pub(super) fn pass(&mut self, comes: Duration, transfer: Duration) -> Duration {
        self.free_at = self.free_at.max(comes) + transfer;
        self.free_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_pass_one_after_the_other() {
        let mut link = Link::default();
        let micros = Duration::from_micros;
        assert_eq!(link.pass(micros(10), micros(5)), micros(15));
        assert_eq!(link.pass(micros(11), micros(5)), micros(20));
        assert_eq!(link.pass(micros(30), micros(5)), micros(35));
    }

    #[test]
    fn waiting_times_have_their_mean() {
        let mut random = Random::new(7);
        let sum: Duration = (0..10_000).map(|_| random.waiting_time(Duration::from_secs(2))).sum();
        assert!((19_000.0..21_000.0).contains(&sum.as_secs_f64()), "{sum:?}");
    }
}
