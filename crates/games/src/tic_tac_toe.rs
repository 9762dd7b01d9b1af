//! Tic-tac-toe on boards of any size, with lines of any length.
//!
//! # Rules
//!
//! The first player puts an `x` on a free cell, the second one an `o`, in
//! turn. Who first has a line of stones (three by default), along a row, a
//! column or a diagonal, wins. A full board without a line is a draw.
//!
//! # The question
//!
//! Does the **first player win, or not**? A draw is the same as a win of the
//! second player. As everywhere, an outcome is told for the player to move:
//! at the first player's move `win` means that the first player can force a
//! line; at the second player's move it means that the second one can prevent that.
//!
//! # Notation
//!
//! `ROWSxCOLUMNS` is an empty board, as in `3x3`. Any board is its rows joined
//! by `/`, with `.` for a free cell, `x` and `o`: `x.o/.x./..o`. Whose turn
//! it is follows from the numbers of stones. `:LENGTH` after it is the length
//! of a line: `15x5:5`. A board has at most [`TicTacToe::MAX_CELLS`] cells.

use rhizome_search::{Numbers, Outcome, PortableRules, Rules};

use crate::grid::{self, Grid, Stones};
use crate::grid_text::{self, bits, check_lines};
use crate::text::{TextError, read_with_rules};

const LENGTH: usize = 3;

/// Tic-tac-toe on one board. Its positions are [`Stones`], turned and mirrored
/// so that those which are alike are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    grid: Grid,
    /// Rotations and reflections other than the identity: where every bit goes.
    symmetries: Vec<Vec<u8>>,
    /// Single cells, those with most lines through them first.
    order: Vec<u128>,
}

impl TicTacToe {
    /// The greatest number of cells of a board.
    pub const MAX_CELLS: usize = grid::MAX_CELLS;

    /// Reads a board: the rules for its size, and the position on it.
    ///
    /// # Errors
    /// If the text is no board, or no play can have led to it.
    pub fn parse(text: &str) -> Result<(Self, Stones), TextError> {
        let (grid, stones) = grid_text::parse(text, LENGTH)?;
        check_lines(&grid, stones, stones.occupied(), grid_text::span_of(text))?;
        let lines = grid.lines_through();
        let mut order: Vec<usize> = (0..grid.cells()).rev().collect();
        order.sort_by_key(|&cell| std::cmp::Reverse(lines[cell]));
        let order = order.into_iter().map(|cell| 1 << cell).collect();
        let game = TicTacToe { symmetries: symmetries(&grid), order, grid };
        let position = game.simplest(stones);
        Ok((game, position))
    }

    /// Of all rotations and reflections the one that comes last in ASCII order when it is written.
    fn simplest(&self, stones: Stones) -> Stones {
        let moved = |set: u128, symmetry: &[u8]| {
            bits(set).fold(0, |image, cell| image | 1 << symmetry[cell.trailing_zeros() as usize])
        };
        self.symmetries.iter().fold(stones, |best, symmetry| {
            let image =
                Stones { first: moved(stones.first, symmetry), second: moved(stones.second, symmetry) };
            best.later(image)
        })
    }
}

fn symmetries(grid: &Grid) -> Vec<Vec<u8>> {
    let (rows, columns) = (grid.rows, grid.columns);
    let mut found = Vec::new();
    for kind in 1..8 {
        let [upside_down, mirrored, transposed] = [1, 2, 4].map(|flag| kind & flag != 0);
        if transposed && rows != columns {
            continue;
        }
        let mut symmetry = vec![0; grid.cells()];
        for row in 0..rows {
            for column in 0..columns {
                let y = if upside_down { rows - 1 - row } else { row };
                let x = if mirrored { columns - 1 - column } else { column };
                let (y, x) = if transposed { (x, y) } else { (y, x) };
                symmetry[grid.cell(row, column).trailing_zeros() as usize] =
                    grid.cell(y, x).trailing_zeros() as u8;
            }
        }
        found.push(symmetry);
    }
    found
}

impl Rules for TicTacToe {
    type Position = Stones;

    fn outcome(&self, &position: &Stones) -> Option<Outcome> {
        self.grid.outcome(position, self.grid.free(position))
    }

    fn over(&self, &position: &Stones) -> Option<Outcome> {
        self.grid.over(position)
    }

    fn children(&self, &position: &Stones, children: &mut Vec<Stones>) {
        if self.grid.is_over(position) {
            return;
        }
        let free = self.grid.free(position);
        let urgent = self.grid.urgent(position) & free;
        let before = children.len();
        for wanted in [urgent, free & !urgent] {
            for &cell in self.order.iter().filter(|&&cell| cell & wanted != 0) {
                let child = self.simplest(position.after(cell));
                if !children[before..].contains(&child) {
                    children.push(child);
                }
            }
        }
    }

    fn first_estimate(&self, &position: &Stones) -> Numbers {
        self.grid.first_estimate(position, self.grid.free(position))
    }

    fn print(&self, &position: &Stones) -> String {
        grid_text::print(&self.grid, position, LENGTH)
    }
}

/// Positions are told in their notation.
impl PortableRules for TicTacToe {
    fn read(&self, bytes: &[u8]) -> Option<Stones> {
        read_with_rules(self, bytes, Self::parse)
    }
}
