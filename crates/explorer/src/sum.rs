//! A position, whatever the game: lands beside a Nim-heap.

use rhizome_impartial::{Codes, Game, Nimber};

/// A position of an impartial game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The codes of the lands, in the order in which they are printed. Equal lands stay.
    pub lands: Codes,
    /// The Nim-heap beside them.
    pub heap: Nimber,
}

impl Sum {
    /// The position in its simplest form: lands joined by `+`, `!` for none, and the heap, if there is one, at the end.
    pub fn print(&self, game: &impl Game) -> String {
        let mut text = self.lands.iter().map(|land| game.print(land)).collect::<Vec<_>>().join("+");
        if text.is_empty() {
            text.push('!');
        }
        if self.heap != Nimber::ZERO {
            text += &format!("+*{}", self.heap);
        }
        text
    }

    /// The weight of all lands together and the heap: no game lasts longer.
    pub fn weight<G: Game>(&self) -> u64 {
        self.lands.iter().map(|land| u64::from(G::weight(land))).sum::<u64>() + u64::from(self.heap.get())
    }
}
