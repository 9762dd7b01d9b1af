//! Connected pieces of a board, and their codes.

use rhizome_impartial::Codes;

use super::board::Board;

/// The bytes of a code before the cells.
const HEAD: usize = 3;

/// Finds the lands of boards, with the buffers for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Shaper {
    /// Cells that are free and not yet part of a land.
    left: Vec<bool>,
    /// The cells of a land, by their indices.
    found: Vec<usize>,
    /// The same by row and column, in the rectangle around them.
    places: Vec<[usize; 2]>,
    trial: Vec<u8>,
    best: Vec<u8>,
}

impl Shaper {
    /// Adds the codes of the lands of a board.
    pub(super) fn find_lands(&mut self, board: &Board, codes: &mut Codes) {
        self.left.clear();
        self.left.extend_from_slice(board.cells());
        for start in 0..self.left.len() {
            if self.left[start] {
                self.find_land(start, board.stride());
                if self.found.len() > 1 {
                    let (rows, columns) = self.place(board.stride());
                    self.find_code(rows, columns);
                    codes.push(&self.best);
                }
            }
        }
    }

    /// Finds the cells that are connected with one of them.
    fn find_land(&mut self, start: usize, stride: usize) {
        let Shaper { left, found, .. } = self;
        found.clear();
        found.push(start);
        left[start] = false;
        let mut done = 0;
        while let Some(&cell) = found.get(done) {
            done += 1;
            // What is out of the board wraps to an index that is too great.
            let neighbours = [cell + 1, cell + stride, cell.wrapping_sub(1), cell.wrapping_sub(stride)];
            for neighbour in neighbours {
                if let Some(free) = left.get_mut(neighbour)
                    && std::mem::take(free)
                {
                    found.push(neighbour);
                }
            }
        }
    }

    /// Finds the places of the cells in the rectangle around them, and the rows and columns of that.
    fn place(&mut self, stride: usize) -> (usize, usize) {
        let (mut top, mut bottom, mut first, mut last) = (usize::MAX, 0, usize::MAX, 0);
        for cell in &self.found {
            let (row, column) = (cell / stride, cell % stride);
            (top, bottom) = (top.min(row), bottom.max(row));
            (first, last) = (first.min(column), last.max(column));
        }
        self.places.clear();
        self.places.extend(self.found.iter().map(|cell| [cell / stride - top, cell % stride - first]));
        (bottom - top + 1, last - first + 1)
    }

    /// Finds the least code of all ways to turn and mirror the land.
    fn find_code(&mut self, rows: usize, columns: usize) {
        self.best.clear();
        if rows <= columns {
            self.try_mirrored(rows, columns);
        }
        if rows >= columns {
            self.places.iter_mut().for_each(|place| place.reverse());
            self.try_mirrored(columns, rows);
        }
    }

    /// Tries the land as it lies, and mirrored up and down, left and right, and both.
    fn try_mirrored(&mut self, rows: usize, columns: usize) {
        let Shaper { places, trial, best, .. } = self;
        for [up, left] in [[false, false], [false, true], [true, false], [true, true]] {
            trial.clear();
            trial.push(rows as u8);
            trial.extend_from_slice(&(columns as u16).to_be_bytes());
            trial.resize(HEAD + (rows * columns).div_ceil(8), 0);
            for &[row, column] in places.iter() {
                let row = if up { rows - 1 - row } else { row };
                let column = if left { columns - 1 - column } else { column };
                let bit = row * columns + column;
                trial[HEAD + bit / 8] |= 0x80 >> (bit % 8);
            }
            if best.is_empty() || trial < best {
                std::mem::swap(trial, best);
            }
        }
    }
}

/// Makes the board that of a land.
pub(super) fn decode(land: &[u8], board: &mut Board) {
    let (rows, columns) = size(land);
    board.reset(rows, columns);
    let mut bits = bits(land);
    for row in 0..rows {
        for (cell, bit) in board.row_mut(row).iter_mut().zip(&mut bits) {
            *cell = bit;
        }
    }
}

/// The number of rows and of columns of a land.
fn size(land: &[u8]) -> (usize, usize) {
    let (rows, columns) = match *land {
        [rows, high, low, ..] => (usize::from(rows), usize::from(u16::from_be_bytes([high, low]))),
        _ => (0, 0),
    };
    // A code that lacks cells is none.
    if HEAD + (rows * columns).div_ceil(8) > land.len() { (0, 0) } else { (rows, columns) }
}

/// Which cells are free, row by row.
fn bits(land: &[u8]) -> impl Iterator<Item = bool> {
    let bytes = land.get(HEAD..).unwrap_or_default();
    bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte << bit & 0x80 != 0))
}

/// The number of cells of a land.
pub(super) fn cells(land: &[u8]) -> u32 {
    land.get(HEAD..).unwrap_or_default().iter().map(|byte| byte.count_ones()).sum()
}

/// From here on effort grows only as the square of the cells, so that no sum of efforts is too great.
const MOST_CUBED: u32 = 40;

/// How hard a land is to solve, roughly: a quarter of the third power of its
/// cells. With the square instead, 6x7 took twice as many expansions.
pub(super) fn effort(land: &[u8]) -> u32 {
    let cells = cells(land);
    cells.saturating_mul(cells).saturating_mul(cells.min(MOST_CUBED)) / 4
}

/// Lands of one kind have as many cells, and the same in their middle.
pub(super) fn kind(land: &[u8]) -> u32 {
    cells(land) * 3 + middle(land) as u32
}

/// What mirroring through its middle does to a land.
#[derive(Clone, Copy, Debug)]
enum Middle {
    /// Nothing of use.
    Plain,
    /// It gives the same land, and the image of a domino never overlaps it. So mirroring
    /// answers every move, and the nimber is 0.
    Answers,
    /// It does so after a domino was put in the middle. So the nimber is not 0.
    AnswersAfterOne,
}

fn middle(land: &[u8]) -> Middle {
    let (rows, columns) = size(land);
    let cells: Vec<bool> = bits(land).take(rows * columns).collect();
    if cells.iter().ne(cells.iter().rev()) {
        return Middle::Plain;
    }
    let is_even = |count: usize| count.is_multiple_of(2);
    let in_the_middle = cells.get(rows / 2 * columns + columns / 2) == Some(&true);
    match (is_even(rows), is_even(columns)) {
        (false, false) if in_the_middle => Middle::Plain,
        (true, false) | (false, true) if in_the_middle => Middle::AnswersAfterOne,
        _ => Middle::Answers,
    }
}
