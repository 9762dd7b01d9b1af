//! Threads that take turns, so that the same search comes to the same again.

/// Whose turn it is to hold the state.
#[derive(Debug)]
pub(super) struct Turns {
    holder: usize,
    /// Which threads take part.
    present: Vec<bool>,
    /// How often the turn has come round.
    rounds: u64,
}

impl Turns {
    /// The first of so many threads begins.
    pub(super) fn new(threads: usize) -> Self {
        Turns { holder: 0, present: vec![true; threads], rounds: 0 }
    }

    pub(super) fn is_turn_of(&self, thread: usize) -> bool {
        self.holder == thread
    }

    /// How often the turn has come round.
    pub(super) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// A thread takes part no longer. If it has the turn, the next one gets it. Returns who has it.
    pub(super) fn leave(&mut self, thread: usize) -> usize {
        self.present[thread] = false;
        if self.holder == thread {
            self.holder = self.next();
        }
        self.holder
    }

    /// Gives the turn to the next thread that takes part, and returns it.
    pub(super) fn pass(&mut self) -> usize {
        let next = self.next();
        self.rounds += u64::from(next <= self.holder);
        self.holder = next;
        next
    }

    fn next(&self) -> usize {
        let threads = self.present.len();
        let mut after = (1..=threads).map(|step| (self.holder + step) % threads);
        after.find(|&thread| self.present[thread]).unwrap_or(self.holder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_goes_round_among_those_that_are_there() {
        let mut turns = Turns::new(3);
        assert!(turns.is_turn_of(0));
        assert_eq!([turns.pass(), turns.pass(), turns.pass(), turns.pass()], [1, 2, 0, 1]);
        assert_eq!(turns.rounds(), 1);
        assert_eq!(turns.leave(1), 2);
        assert_eq!([turns.pass(), turns.pass(), turns.pass()], [0, 2, 0]);
        assert_eq!(turns.leave(2), 0);
        assert_eq!([turns.pass(), turns.pass()], [0, 0]);
        assert_eq!(turns.rounds(), 5);
    }
}
