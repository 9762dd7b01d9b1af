//! Connect Four on boards of any size, with lines of any length.
//!
//! # Rules
//!
//! The first player drops an `x` into a column that is not full, the second
//! one an `o`, in turn; a stone falls as far as it can. Who first has a line of
//! stones (four by default), along a row, a column or a diagonal, wins. A full
//! board without a line is a draw.
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
//! `ROWSxCOLUMNS` is an empty board, as in `6x7`. Any board is its rows from
//! top to bottom joined by `/`, with `.` for a free cell, `x` and `o`:
//! `..../..../.o../.xx.`. Whose turn it is follows from the numbers of stones.
//! `:LENGTH` after it is the length of a line: `6x9:5`. A board has at most
//! [`ConnectFour::MAX_CELLS`] cells.

use rhizome_search::{Numbers, Outcome, PortableRules, Rules};

use crate::grid::{self, Grid, Stones};
use crate::grid_text::{self, check_lines};
use crate::text::{TextError, read_with_rules};

const LENGTH: usize = 4;

/// Connect Four on one board. Its positions are [`Stones`], mirrored so that
/// those which are alike are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    grid: Grid,
    /// The cells of every column, from left to right.
    columns: Vec<u128>,
    /// The lowest row.
    ground: u128,
    /// Every second row, beginning with the lowest one.
    odd_rows: u128,
    /// For every cell, by its bit, the number of lines through it.
    lines: Vec<u32>,
}

impl ConnectFour {
    /// The greatest number of cells of a board.
    pub const MAX_CELLS: usize = grid::MAX_CELLS;

    /// Reads a board: the rules for its size, and the position on it.
    ///
    /// # Errors
    /// If the text is no board, a stone rests on nothing, or the lines on the board cannot have come about.
    pub fn parse(text: &str) -> Result<(Self, Stones), TextError> {
        let (grid, stones) = grid_text::parse(text, LENGTH)?;
        let row = |row: usize| (0..grid.columns).fold(0, |set, column| set | grid.cell(row, column));
        let column = |column: usize| (0..grid.rows).fold(0, |set, row| set | grid.cell(row, column));
        let game = ConnectFour {
            columns: (0..grid.columns).map(column).collect(),
            ground: row(grid.rows - 1),
            odd_rows: (0..grid.rows).rev().step_by(2).fold(0, |set, number| set | row(number)),
            lines: grid.lines_through(),
            grid,
        };
        let span = grid_text::span_of(text);
        let occupied = stones.occupied();
        let floating = occupied & !game.resting(occupied);
        if let Some(highest) = floating.checked_ilog2() {
            let cell = game.grid.cells() - 1 - highest as usize;
            let at = span.start + cell + cell / game.grid.columns;
            return Err(TextError::new("this stone floats: the cell below it is free", at..at + 1));
        }
        let tops = occupied & !(occupied.checked_shr(game.grid.columns as u32).unwrap_or(0));
        check_lines(&game.grid, stones, tops, span)?;
        let position = game.simplest(stones);
        Ok((game, position))
    }

    /// The cells on the ground or right above one of the set.
    fn resting(&self, set: u128) -> u128 {
        set.checked_shl(self.grid.columns as u32).unwrap_or(0) | self.ground
    }

    fn playable(&self, stones: Stones) -> u128 {
        let occupied = stones.occupied();
        self.resting(occupied) & self.grid.all() & !occupied
    }

    /// Of a position and its mirror image the one that comes last in ASCII order when it is written.
    fn simplest(&self, stones: Stones) -> Stones {
        let mirrored = |set: u128| {
            let last = self.columns.len() - 1;
            self.columns.iter().enumerate().fold(0, |image, (column, cells)| {
                let right = last - column;
                let set = set & cells;
                image | if right > column { set >> (right - column) } else { set << (column - right) }
            })
        };
        stones.later(Stones { first: mirrored(stones.first), second: mirrored(stones.second) })
    }

    /// Whether the second player, not to move, need only answer every stone
    /// by another one right above it: an even number of cells is free in every
    /// column, and the cells that the first player would get make no line. (Allis 1988, "claimeven".)
    fn is_held_by_following(&self, stones: Stones) -> bool {
        let free = self.grid.free(stones);
        if self.columns.iter().any(|column| (column & free).count_ones() % 2 == 1) {
            return false;
        }
        // Free cells are taken in pairs, of which the lower one is the first player's.
        let lower = if self.grid.rows.is_multiple_of(2) { self.odd_rows } else { !self.odd_rows };
        !self.grid.has_line(stones.first | (free & lower))
    }
}

impl Rules for ConnectFour {
    type Position = Stones;

    fn outcome(&self, &position: &Stones) -> Option<Outcome> {
        let playable = self.playable(position);
        if let Some(outcome) = self.grid.outcome(position, playable) {
            return Some(outcome);
        }
        let (_, other) = position.own_and_other();
        let winning = self.grid.completing(other) & !position.occupied();
        // To block the threat gives the cell above it, which is another one.
        if winning & playable & (winning.checked_shr(self.grid.columns as u32).unwrap_or(0)) != 0 {
            return Some(Outcome::Loss);
        }
        let held = position.is_first_to_move() && self.is_held_by_following(position);
        held.then_some(Outcome::Loss)
    }

    fn over(&self, &position: &Stones) -> Option<Outcome> {
        self.grid.over(position)
    }

    fn children(&self, &position: &Stones, children: &mut Vec<Stones>) {
        if self.grid.is_over(position) {
            return;
        }
        let playable = self.playable(position);
        let urgent = self.grid.urgent(position);
        let mut moves: Vec<u128> =
            self.columns.iter().map(|column| column & playable).filter(|&cell| cell != 0).collect();
        moves.sort_by_key(|&cell| {
            std::cmp::Reverse((urgent & cell != 0, self.lines[cell.trailing_zeros() as usize]))
        });
        let before = children.len();
        for cell in moves {
            let child = self.simplest(position.after(cell));
            if !children[before..].contains(&child) {
                children.push(child);
            }
        }
    }

    fn first_estimate(&self, &position: &Stones) -> Numbers {
        self.grid.first_estimate(position, self.playable(position))
    }

    fn print(&self, &position: &Stones) -> String {
        grid_text::print(&self.grid, position, LENGTH)
    }
}

/// Positions are told in their notation.
impl PortableRules for ConnectFour {
    fn read(&self, bytes: &[u8]) -> Option<Stones> {
        read_with_rules(self, bytes, Self::parse)
    }
}
