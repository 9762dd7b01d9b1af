//! Chooses moves: perfectly if it can within its time, and else by a guess that is called so.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_search::{Control, Outcome};
use serde::Serialize;

use crate::desk::{Desk, Unknown};
use crate::sum::Sum;

/// What is known about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Who makes it wins.
    Winning,
    /// Who makes it loses against perfect play, as with every other move.
    Losing,
    /// It was not found out.
    Guess,
}

/// A move that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The position after it, in its simplest form.
    pub child: String,
    /// What is known about it.
    pub verdict: Verdict,
}

/// The most children that are considered.
const MOST_CHILDREN: usize = 5_000;

/// Who wins, in the play that is asked about.
fn outcome(desk: &dyn Desk, sum: &Sum, misere: bool, control: &Control<'_>) -> Result<Outcome, Unknown> {
    if misere { desk.misere(sum, control) } else { desk.outcome(sum, control) }
}

/// Chooses a move in a position, `None` if there is none.
///
/// # Errors
/// If no move was found within the time.
pub fn choose(
    desk: &dyn Desk,
    position: &Sum,
    misere: bool,
    time: Duration,
    control: &Control<'_>,
) -> Result<Option<Choice>, Unknown> {
    let children = desk.children(position, MOST_CHILDREN, control);
    if children.children.is_empty() {
        return match children.stopped {
            Some(reason) => Err(reason),
            None => Ok(None),
        };
    }
    let never = AtomicBool::new(false);
    let within = |share: Duration| {
        let share = if control.look().is_ok() { share } else { Duration::ZERO };
        Control::new(&never, Some(share), control.memory())
    };
    let left = || time.saturating_sub(control.elapsed());
    let mut read: Vec<(String, Sum)> = Vec::new();
    for text in children.children {
        let sum = desk.read(&text).map_err(|misreading| misreading.message)?.sum;
        read.push((text, sum));
    }
    // Small positions are solved soonest.
    read.sort_by_cached_key(|(text, _)| text.len());
    let whole = outcome(desk, position, misere, &within(left() / 2));
    let chosen = |child: &str, verdict| Ok(Some(Choice { child: child.to_owned(), verdict }));
    if whole == Ok(Outcome::Loss) {
        // Whoever wins has the longest way to go where most is left.
        let longest = read.iter().max_by_key(|(text, _)| text.len());
        return longest.map_or(Ok(None), |(child, _)| chosen(child, Verdict::Losing));
    }
    let mut open = Vec::new();
    for (index, (child, sum)) in read.iter().enumerate() {
        let others = (read.len() - index) as u32;
        // One losing child of a position that is won is enough, and some may be hard.
        let share = if whole.is_ok() { left() / others.min(3) } else { left() / others };
        match outcome(desk, sum, misere, &within(share)) {
            Ok(Outcome::Loss) => return chosen(child, Verdict::Winning),
            Ok(Outcome::Win) => {}
            Err(_) => open.push(child),
        }
    }
    match open.as_slice() {
        [] => {
            let longest = read.iter().max_by_key(|(text, _)| text.len());
            longest.map_or(Ok(None), |(child, _)| chosen(child, Verdict::Losing))
        }
        // Moves that are known to lose are out.
        open => chosen(open[open.len() / 2], Verdict::Guess),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Opening;

    /// From a position that is won, the moves that are chosen win, whatever the other does.
    #[test]
    fn perfect_play_wins() {
        let desks = Opening { memory: 1 << 28, store: None }.open().expect("nothing to open");
        let cancel = AtomicBool::new(false);
        for (game, start, misere) in
            [(0, "0*3", false), (0, "0*4", false), (0, "0*5", true), (1, "3+4", true)]
        {
            let desk = &*desks[game];
            let control = Control::new(&cancel, None, 1 << 28);
            let time = Duration::from_secs(60);
            let mut position = desk.read(start).expect("a position");
            assert_eq!(outcome(desk, &position.sum, misere, &control), Ok(Outcome::Win), "{start} {misere}");
            let mut moves = 0;
            // Our move, then the first of all that the other can do.
            while let Some(choice) = choose(desk, &position.sum, misere, time, &control).expect("no limits") {
                assert_eq!(choice.verdict, Verdict::Winning, "{start} {misere}");
                moves += 1;
                let after = desk.read(&choice.child).expect("a position");
                let Some(reply) = desk.children(&after.sum, 1000, &control).children.pop() else { break };
                position = desk.read(&reply).expect("a position");
                moves += 1;
            }
            // In normal play the last move is ours, in misère play it is not.
            assert_eq!(moves % 2 == 1, !misere, "{start} {misere}");
        }
    }

    #[test]
    fn lost_positions_and_guesses_are_told() {
        let desks = Opening { memory: 1 << 28, store: None }.open().expect("nothing to open");
        let desk = &*desks[0];
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, None, 1 << 28);
        let lost = desk.read("0*2").expect("a position").sum;
        let choice = choose(desk, &lost, false, Duration::from_secs(60), &control).expect("no limits");
        assert_eq!(choice.map(|choice| choice.verdict), Some(Verdict::Losing));
        let hard = desk.read("0*20").expect("a position").sum;
        let choice = choose(desk, &hard, false, Duration::from_millis(50), &control).expect("children");
        assert_eq!(choice.map(|choice| choice.verdict), Some(Verdict::Guess));
        let over = desk.read("!").expect("a position").sum;
        assert_eq!(choose(desk, &over, false, Duration::from_secs(1), &control), Ok(None));
    }
}
