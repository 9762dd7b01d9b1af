//! What a game without sums has to tell: its rules.

use std::hash::Hash;

use crate::numbers::{Numbers, Outcome};

/// The rules of a game between two players who take turns, of whom exactly one wins.
///
/// To win is always meant for the player to move: a position is a win if and
/// only if some child is a loss. Where a draw is possible, the question has to
/// be put so that it has two answers (does the first player win, or not?).
///
/// No position may follow from itself. A position has to hold all that its
/// outcome depends on, also who is to move where that matters.
///
/// [`PositionTree`](crate::PositionTree) makes a tree of the rules that every search can solve.
pub trait Rules {
    /// A position. Equal positions have equal outcomes.
    type Position: Clone + Eq + Hash;

    /// The outcome of a position in which the game is [over](Self::over), or can be seen to be decided; `None`
    /// where it has to be searched. It is asked as soon as a position is met.
    fn outcome(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The outcome where the rules of the game themselves decide it, without looking ahead: the game is over. Where this
    /// tells one, [`outcome`](Self::outcome) tells the same. A proof has positions on every line down to such ones.
    fn over(&self, position: &Self::Position) -> Option<Outcome> {
        self.outcome(position)
    }

    /// Appends the positions after each move, those to be tried first in front; nothing
    /// when the game is over. Of a position without [`outcome`](Self::outcome) and without children, the player to move loses.
    fn children(&self, position: &Self::Position, children: &mut Vec<Self::Position>);

    /// The first estimate of the numbers of a position.
    fn first_estimate(&self, _position: &Self::Position) -> Numbers {
        Numbers::UNKNOWN
    }

    /// The bytes that a position holds on the heap.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// Prints a position for people.
    fn print(&self, position: &Self::Position) -> String;
}

/// Rules of which positions can be told to others who search for the same.
pub trait PortableRules: Rules {
    /// Appends the bytes of a position, other bytes for other positions. By default they are what is printed for people.
    fn write(&self, position: &Self::Position, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self.print(position).as_bytes());
    }

    /// The position with such bytes; `None` if there is none. The bytes may come from anywhere.
    fn read(&self, bytes: &[u8]) -> Option<Self::Position>;
}
