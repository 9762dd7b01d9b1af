//! What the checker asks of a game: its rules, and nothing else.

use std::hash::Hash;
use std::ops::ControlFlow;

/// An impartial game whose positions are sums of independent lands.
pub trait SumGame: Sync {
    /// A land on which there may be a move.
    type Land: Clone + Send + Sync;

    /// Reads one term of a sum, which is no Nim-heap. Pieces of it that are lands of their own come as several; a term on which
    /// there can be no move may come as none.
    ///
    /// # Errors
    /// What is wrong with the text, in one line.
    fn read(&self, term: &str) -> Result<Vec<Self::Land>, String>;

    /// Calls `visit` with the lands that each move in a land leaves, all on which there may be a move.
    /// The same may come more than once.
    ///
    /// # Errors
    /// Breaks as soon as `visit` does.
    fn moves(
        &self,
        land: &Self::Land,
        visit: &mut dyn FnMut(Vec<Self::Land>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// A number that is the same for lands that are the same.
    fn fingerprint(&self, land: &Self::Land) -> u64;

    /// Whether two lands are the same: whether renaming, turning and whatever else the game allows makes one of the other.
    /// It is asked when fingerprints agree.
    fn is_same(&self, one: &Self::Land, other: &Self::Land) -> bool;
}

/// A game whose positions are played as a whole.
pub trait WholeGame: Sync + Sized {
    /// A position, with all that its outcome depends on but what is the same in the whole certificate.
    type Position: Clone + Eq + Hash + Send + Sync;

    /// Reads the position of the head, and what is the same in the whole certificate, such as the size of a board.
    ///
    /// # Errors
    /// What is wrong with the text, in one line.
    fn open(text: &str) -> Result<(Self, Self::Position), String>;

    /// Reads the position of an entry.
    ///
    /// # Errors
    /// What is wrong with the text, in one line.
    fn read(&self, text: &str) -> Result<Self::Position, String>;

    /// Whether the player to move wins, if the rules decide that at once.
    fn decided(&self, position: &Self::Position) -> Option<bool>;

    /// The positions after each move.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Position>;
}
