//! Connect Four on any board: a stone falls to the lowest free cell of its column.

use super::stones::{Board, Cell, Stones};
use crate::WholeGame;

/// The length of a line, where the position does not say.
const LENGTH: usize = 4;

/// The rules of Connect Four on one board. "Win" of the first player is a line, and of the second that he has none.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    board: Board,
}

impl ConnectFour {
    fn check(&self, position: Stones) -> Result<Stones, String> {
        let Stones { cells } = &position;
        // A cell is above that which comes a row later.
        let above = cells.iter().zip(cells.iter().skip(self.board.columns));
        if above.into_iter().any(|(above, below)| *above != Cell::Free && *below == Cell::Free) {
            return Err("a stone floats: the cell below it is free".to_owned());
        }
        Ok(self.board.mirrored(position))
    }
}

impl WholeGame for ConnectFour {
    type Position = Stones;

    fn open(text: &str) -> Result<(Self, Stones), String> {
        let (board, stones) = Board::open(text, LENGTH)?;
        let game = ConnectFour { board };
        let stones = game.check(stones)?;
        Ok((game, stones))
    }

    fn read(&self, text: &str) -> Result<Stones, String> {
        self.check(self.board.read(text, LENGTH)?)
    }

    fn decided(&self, position: &Stones) -> Option<bool> {
        self.board.decided(position)
    }

    fn moves(&self, position: &Stones) -> Vec<Stones> {
        let columns = self.board.columns;
        let cells = position.cells.len();
        let lowest_free = |column: usize| {
            (column..cells).step_by(columns).rfind(|&cell| position.cells[cell] == Cell::Free)
        };
        (0..columns).filter_map(lowest_free).map(|cell| self.board.mirrored(position.after(cell))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::wins;
    use super::*;

    #[test]
    fn stones_fall() {
        let (game, position) = ConnectFour::open("..o/..x").unwrap();
        let expected = ["..o/.xx", "..o/x.x"].map(|text| game.read(text).unwrap());
        assert_eq!(game.moves(&position), expected);
        assert!(game.read("x../...").is_err());
        assert!(game.read("x../o..").is_ok());
    }

    #[test]
    fn known_outcomes() {
        assert!(!wins::<ConnectFour>("4x4"));
        assert!(wins::<ConnectFour>("2x3:2"));
        assert!(!wins::<ConnectFour>("3x3:3"));
    }
}
