//! A position as the program handles it, whatever the game: lands and a Nim-heap.

use rhizome_impartial::{Codes, Game, Nimber};

/// The lands of a position, in the order in which they are printed, and the Nim-heap beside them.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// The codes of the lands. Equal lands stay.
    pub lands: Codes,
    /// The heap.
    pub heap: Nimber,
}

impl Sum {
    /// Prints the sum: lands joined by `+`, `!` for none, and the heap, if there is one, at the end.
    pub fn print(&self, game: &impl Game) -> String {
        print(game, self.lands.iter(), self.heap)
    }
}

/// Prints a sum of lands, given in the order in which they are to be printed.
pub fn print<'a>(game: &impl Game, lands: impl Iterator<Item = &'a [u8]>, heap: Nimber) -> String {
    let mut text = lands.map(|land| game.print(land)).collect::<Vec<_>>().join("+");
    if text.is_empty() {
        text.push('!');
    }
    if heap != Nimber::ZERO {
        text += &format!("+*{heap}");
    }
    text
}
