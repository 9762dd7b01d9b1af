//! Tic-tac-toe on any board: put a stone on a free cell.

use super::stones::{Board, Cell, Stones};
use crate::WholeGame;

/// The length of a line, where the position does not say.
const LENGTH: usize = 3;

/// The rules of tic-tac-toe on one board. "Win" of the first player is a line, and of the second that he has none.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe {
    board: Board,
}

impl WholeGame for TicTacToe {
    type Position = Stones;

    fn open(text: &str) -> Result<(Self, Stones), String> {
        let (board, stones) = Board::open(text, LENGTH)?;
        Ok((TicTacToe { board }, board.turned(stones)))
    }

    fn read(&self, text: &str) -> Result<Stones, String> {
        self.board.read(text, LENGTH).map(|stones| self.board.turned(stones))
    }

    fn decided(&self, position: &Stones) -> Option<bool> {
        self.board.decided(position)
    }

    fn moves(&self, position: &Stones) -> Vec<Stones> {
        let free = (0..position.cells.len()).filter(|&cell| position.cells[cell] == Cell::Free);
        free.map(|cell| self.board.turned(position.after(cell))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::wins;
    use super::*;

    #[test]
    fn known_outcomes() {
        assert!(!wins::<TicTacToe>("3x3"));
        assert!(wins::<TicTacToe>("3x4"));
        assert!(wins::<TicTacToe>("2x2:2"));
        assert!(!wins::<TicTacToe>("2x2"));
        assert!(wins::<TicTacToe>("1x1:1"));
    }
}
