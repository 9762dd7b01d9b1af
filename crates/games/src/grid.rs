//! Boards of cells on which two players make lines of stones.

use rhizome_search::{Numbers, Outcome, ProofNumber};

/// The greatest number of cells of a board: a set of cells is the bits of a `u128`.
pub(crate) const MAX_CELLS: usize = 128;

/// The stones on a board: a set of cells for each player, the first cell being the highest bit in use.
///
/// Whose turn it is follows from their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    pub(crate) first: u128,
    pub(crate) second: u128,
}

impl Stones {
    pub(crate) fn occupied(self) -> u128 {
        self.first | self.second
    }

    /// Whether the first player is to move.
    pub fn is_first_to_move(self) -> bool {
        self.first.count_ones() == self.second.count_ones()
    }

    /// The stones of the player to move, and those of the other one.
    pub(crate) fn own_and_other(self) -> (u128, u128) {
        if self.is_first_to_move() { (self.first, self.second) } else { (self.second, self.first) }
    }

    /// The stones after a move of the player whose turn it is to one cell.
    pub(crate) fn after(self, cell: u128) -> Self {
        if self.is_first_to_move() {
            Stones { first: self.first | cell, ..self }
        } else {
            Stones { second: self.second | cell, ..self }
        }
    }

    /// Of two pictures of a position the one that stands later in ASCII order
    /// (`x` after `o` after `.`), so that the stones stand in front.
    pub(crate) fn later(self, other: Self) -> Self {
        let different = (self.first ^ other.first) | (self.second ^ other.second);
        let Some(highest) = different.checked_ilog2() else { return self };
        let rank = |stones: Self| (stones.first >> highest & 1, stones.second >> highest & 1);
        if rank(self) > rank(other) { self } else { other }
    }
}

/// A way in which lines run.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Direction {
    /// How far apart the bits of neighbours are.
    distance: u32,
    /// The cells that have a neighbour this way, and those that have one the other way.
    ahead: u128,
    behind: u128,
}

impl Direction {
    /// The cells whose neighbour this way is in the set.
    fn forward(&self, set: u128) -> u128 {
        (set << self.distance) & self.ahead
    }

    /// The cells whose neighbour the other way is in the set.
    fn backward(&self, set: u128) -> u128 {
        (set >> self.distance) & self.behind
    }
}

/// The shape of a board and the length of the lines that win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) length: usize,
    directions: Vec<Direction>,
}

impl Grid {
    /// A board of 1 to [`MAX_CELLS`] cells; a line has at least one stone.
    pub(crate) fn new(rows: usize, columns: usize, length: usize) -> Self {
        debug_assert!((1..=MAX_CELLS).contains(&(rows * columns)) && length >= 1);
        let mut grid = Grid { rows, columns, length, directions: Vec::new() };
        for (down, right) in [(0, 1isize), (1, 0), (1, 1), (1, -1)] {
            let reach = length - 1;
            let fits = down * reach < rows && right.unsigned_abs() * reach < columns;
            // A single stone is a line whichever way one looks.
            if fits && (length > 1 || grid.directions.is_empty()) {
                let direction = grid.direction(down as isize, right);
                grid.directions.push(direction);
            }
        }
        grid
    }

    fn direction(&self, down: isize, right: isize) -> Direction {
        let (mut ahead, mut behind) = (0, 0);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let on_board = |row: isize, column: isize| {
                    (0..self.rows as isize).contains(&row) && (0..self.columns as isize).contains(&column)
                };
                let (y, x) = (row as isize, column as isize);
                if on_board(y + down, x + right) {
                    ahead |= self.cell(row, column);
                }
                if on_board(y - down, x - right) {
                    behind |= self.cell(row, column);
                }
            }
        }
        let distance = (down * self.columns as isize + right) as u32;
        Direction { distance, ahead, behind }
    }

    pub(crate) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    pub(crate) fn cell(&self, row: usize, column: usize) -> u128 {
        1 << (self.cells() - 1 - row * self.columns - column)
    }

    /// All cells.
    pub(crate) fn all(&self) -> u128 {
        u128::MAX >> (MAX_CELLS - self.cells())
    }

    /// The cells without a stone.
    pub(crate) fn free(&self, stones: Stones) -> u128 {
        self.all() & !stones.occupied()
    }

    pub(crate) fn has_line(&self, set: u128) -> bool {
        self.directions.iter().any(|direction| {
            let mut run = set;
            for _ in 1..self.length {
                run = direction.forward(run) & set;
                if run == 0 {
                    return false;
                }
            }
            run != 0
        })
    }

    /// The cells that would make a line, together with those of the set.
    pub(crate) fn completing(&self, set: u128) -> u128 {
        let mut found = 0;
        for direction in &self.directions {
            // `before` are the cells with so many cells of the set right behind them.
            let mut before = self.all();
            for ahead in (0..self.length).rev() {
                let mut both = before;
                let mut after = self.all();
                for _ in 0..ahead {
                    after = direction.forward(set & after);
                }
                both &= after;
                found |= both;
                before = direction.backward(set & before);
                if before == 0 {
                    break;
                }
            }
        }
        found
    }

    /// For every cell, by its bit, the number of lines through it.
    pub(crate) fn lines_through(&self) -> Vec<u32> {
        let mut lines = vec![0; self.cells()];
        for direction in &self.directions {
            for start in 0..self.cells() {
                let mut line = vec![start];
                let mut end = 1u128 << start;
                while line.len() < self.length && end & direction.behind != 0 {
                    end <<= direction.distance;
                    line.push(end.trailing_zeros() as usize);
                }
                if line.len() == self.length {
                    line.into_iter().for_each(|cell| lines[cell] += 1);
                }
            }
        }
        lines
    }

    /// Who wins, for the player to move, if a line or a full board decides it.
    pub(crate) fn over(&self, stones: Stones) -> Option<Outcome> {
        let first_wins = if self.has_line(stones.first) {
            true
        } else if self.has_line(stones.second) || self.free(stones) == 0 {
            false
        } else {
            return None;
        };
        Some(if first_wins == stones.is_first_to_move() { Outcome::Win } else { Outcome::Loss })
    }

    /// Who wins, for the player to move, as far as one move ahead and the lines
    /// that are still possible tell. `playable` are the cells that a stone may go to.
    ///
    /// The first player wins by a line; the second one by a line, or by a full board without one.
    pub(crate) fn outcome(&self, stones: Stones, playable: u128) -> Option<Outcome> {
        let (own, other) = stones.own_and_other();
        if self.has_line(other) {
            return Some(Outcome::Loss);
        }
        if !self.has_line(stones.first | self.free(stones)) {
            let first_to_move = stones.is_first_to_move();
            return Some(if first_to_move { Outcome::Loss } else { Outcome::Win });
        }
        if self.completing(own) & playable != 0 {
            return Some(Outcome::Win);
        }
        // Only one of them can be taken away.
        let threats = self.completing(other) & playable;
        (threats.count_ones() > 1).then_some(Outcome::Loss)
    }

    /// Whether somebody has a line.
    pub(crate) fn is_over(&self, stones: Stones) -> bool {
        self.has_line(stones.first) || self.has_line(stones.second)
    }

    /// The cells on which a line can be made or has to be prevented.
    pub(crate) fn urgent(&self, stones: Stones) -> u128 {
        self.completing(stones.first) | self.completing(stones.second)
    }

    /// A threat leaves one reply; otherwise every move has to be refuted.
    pub(crate) fn first_estimate(&self, stones: Stones, playable: u128) -> Numbers {
        let (_, other) = stones.own_and_other();
        let replies = if self.completing(other) & playable != 0 { 1 } else { playable.count_ones() };
        Numbers { pn: ProofNumber::ONE, dn: ProofNumber::finite(replies.max(1)) }
    }
}
