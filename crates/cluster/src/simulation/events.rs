//! What is going to happen, in the order of virtual time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::time::Duration;

/// What is going to happen. Of things at the same time, those that were planned first come first.
#[derive(Debug)]
pub(super) struct Events<E> {
    heap: BinaryHeap<Planned<E>>,
    planned: u64,
    now: Duration,
}

#[derive(Debug)]
struct Planned<E> {
    time: Duration,
    number: u64,
    event: E,
}

impl<E> Events<E> {
    pub(super) fn new() -> Self {
        Events { heap: BinaryHeap::new(), planned: 0, now: Duration::ZERO }
    }

    /// The time of what happened last.
    pub(super) fn now(&self) -> Duration {
        self.now
    }

    /// Plans something. It happens now if its time is past.
    pub(super) fn plan(&mut self, time: Duration, event: E) {
        self.heap.push(Planned { time: time.max(self.now), number: self.planned, event });
        self.planned += 1;
    }

    /// What happens next.
    pub(super) fn next(&mut self) -> Option<E> {
        let Planned { time, event, .. } = self.heap.pop()?;
        self.now = time;
        Some(event)
    }
}

impl<E> PartialEq for Planned<E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<E> Eq for Planned<E> {}

impl<E> PartialOrd for Planned<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Planned<E> {
    /// The greatest is the first to happen.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.time, other.number).cmp(&(self.time, self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_planned_happens_in_order() {
        let mut events = Events::new();
        let after = Duration::from_millis;
        for (time, name) in [(5, "c"), (1, "a"), (5, "d"), (2, "b")] {
            events.plan(after(time), name);
        }
        assert_eq!(events.next(), Some("a"));
        assert_eq!(events.now(), after(1));
        let others: Vec<_> = std::iter::from_fn(|| events.next()).collect();
        assert_eq!(others, ["b", "c", "d"]);
        events.plan(after(3), "late");
        assert_eq!((events.next(), events.now()), (Some("late"), after(5)));
    }
}
