//! Boards on which two players make lines of stones.

use std::cmp::Ordering;

/// The most cells of a board.
const MAX_CELLS: usize = 128;

/// The size of a board, and the length of the lines that win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    rows: usize,
    pub(super) columns: usize,
    length: usize,
}

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Cell {
    Free,
    First,
    Second,
}

/// A position: the stones on a board of some size. Of those that turning or mirroring makes of each other, it is
/// always the same one, since they have the same outcome.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// Row by row, from the top.
    pub(super) cells: Vec<Cell>,
}

impl Stones {
    fn count(&self, kind: Cell) -> usize {
        self.cells.iter().filter(|cell| **cell == kind).count()
    }

    /// Whose turn it is: the first player's if there are as many stones of both.
    fn to_move(&self) -> Cell {
        if self.count(Cell::First) == self.count(Cell::Second) { Cell::First } else { Cell::Second }
    }

    /// The position after a move to a free cell.
    pub(super) fn after(&self, cell: usize) -> Self {
        let mut after = self.clone();
        after.cells[cell] = self.to_move();
        after
    }
}

impl Board {
    /// Reads a board and the position on it. `length` is that of a line, where the text does not say.
    pub(super) fn open(text: &str, length: usize) -> Result<(Self, Stones), String> {
        let (cells, length) = match text.split_once(':') {
            Some((cells, length)) => (cells, number(length)?),
            None => (text, length),
        };
        if cells.starts_with(|first: char| first.is_ascii_digit()) {
            let Some((rows, columns)) = cells.split_once('x') else {
                return Err("the size of a board is written like `3x4`".to_owned());
            };
            let (rows, columns) = (number(rows)?, number(columns)?);
            if rows * columns > MAX_CELLS {
                return Err(format!("a board has at most {MAX_CELLS} cells"));
            }
            let cells = vec![Cell::Free; rows * columns];
            return Ok((Board { rows, columns, length }, Stones { cells }));
        }
        // Without a bound, a check of all rows would be one of the whole text.
        if cells.len() > 2 * MAX_CELLS {
            return Err(format!("a board has at most {MAX_CELLS} cells"));
        }
        let rows: Vec<&str> = cells.split('/').collect();
        let columns = rows[0].len();
        if columns == 0 || rows.iter().any(|row| row.len() != columns) {
            return Err("rows are equally long, and none is empty".to_owned());
        }
        if rows.len() * columns > MAX_CELLS {
            return Err(format!("a board has at most {MAX_CELLS} cells"));
        }
        let cell = |cell: u8| match cell {
            b'.' => Ok(Cell::Free),
            b'x' => Ok(Cell::First),
            b'o' => Ok(Cell::Second),
            _ => Err("rows are made of `.` (free), `x` and `o`".to_owned()),
        };
        let cells = rows.iter().flat_map(|row| row.bytes()).map(cell).collect::<Result<_, _>>()?;
        let stones = Stones { cells };
        let (first, second) = (stones.count(Cell::First), stones.count(Cell::Second));
        if first != second && first != second + 1 {
            return Err(format!(
                "there are as many `x` as `o` or one more, not {first} `x` and {second} `o`"
            ));
        }
        Ok((Board { rows: rows.len(), columns, length }, stones))
    }

    /// Reads another position on this board. `length` is that of a line, where the text does not say.
    pub(super) fn read(&self, text: &str, length: usize) -> Result<Stones, String> {
        let (board, stones) = Board::open(text, length)?;
        if board == *self {
            return Ok(stones);
        }
        let Board { rows, columns, length } = self;
        Err(format!("the board of the certificate is {rows}x{columns}, with lines of {length}"))
    }

    /// Of a position and what turning and mirroring makes of it, always the same one.
    pub(super) fn turned(&self, stones: Stones) -> Stones {
        let ways = if self.rows == self.columns { 8 } else { 4 };
        (0..ways).map(|way| self.image(&stones, way)).max_by(compare).unwrap_or(stones)
    }

    /// Of a position and its mirror image, left for right, always the same one.
    pub(super) fn mirrored(&self, stones: Stones) -> Stones {
        [0, MIRROR].map(|way| self.image(&stones, way)).into_iter().max_by(compare).unwrap_or(stones)
    }

    /// One of the ways to turn and mirror a board, of which the last four are for squares.
    fn image(&self, stones: &Stones, way: u8) -> Stones {
        let Board { rows, columns, .. } = *self;
        let cell = |index: usize| {
            let (row, column) = (index / columns, index % columns);
            let row = if way & UPSIDE_DOWN == 0 { row } else { rows - 1 - row };
            let column = if way & MIRROR == 0 { column } else { columns - 1 - column };
            let (row, column) = if way & TRANSPOSE == 0 { (row, column) } else { (column, row) };
            stones.cells[row * columns + column]
        };
        Stones { cells: (0..rows * columns).map(cell).collect() }
    }

    /// Whether the player to move wins, if a line or a full board decides it.
    pub(super) fn decided(&self, stones: &Stones) -> Option<bool> {
        let first_wins = if self.has_line(stones, Cell::First) {
            true
        } else if self.has_line(stones, Cell::Second) || stones.count(Cell::Free) == 0 {
            false
        } else {
            return None;
        };
        Some(first_wins == (stones.to_move() == Cell::First))
    }

    fn has_line(&self, stones: &Stones, kind: Cell) -> bool {
        let steps: [(usize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
        (0..self.rows).any(|row| {
            (0..self.columns)
                .any(|column| steps.iter().any(|&step| self.is_line(stones, kind, (row, column), step)))
        })
    }

    fn is_line(
        &self,
        stones: &Stones,
        kind: Cell,
        (row, column): (usize, usize),
        (down, right): (usize, isize),
    ) -> bool {
        (0..self.length).all(|distance| {
            let row = row + distance * down;
            match column.checked_add_signed(distance as isize * right) {
                Some(column) if row < self.rows && column < self.columns => {
                    stones.cells[row * self.columns + column] == kind
                }
                _ => false,
            }
        })
    }
}

const MIRROR: u8 = 1;
const UPSIDE_DOWN: u8 = 2;
const TRANSPOSE: u8 = 4;

fn compare(one: &Stones, other: &Stones) -> Ordering {
    one.cells.cmp(&other.cells)
}

/// Reads a number from 1 to [`MAX_CELLS`].
fn number(text: &str) -> Result<usize, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let value = text.parse().ok().filter(|value| is_number && (1..=MAX_CELLS).contains(value));
    value.ok_or_else(|| format!("rows, columns and lengths are numbers from 1 to {MAX_CELLS}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_checked() {
        let long = ".".repeat(129);
        for bad in [
            "", "3", "0x3", "3x", "03x3", "3x3x3", "12x11", "129x1", "3x3:", "3x3:0", "3x3:129", "3x3:x",
            "../.", "./", "xx.", "o..", "a..", "...:4:4", "é.", &long,
        ] {
            assert!(Board::open(bad, 3).is_err(), "{bad:?}");
        }
        for good in ["3x3", "1x128", "128x1:1", "x.o/...", "x", ".", &long[1..]] {
            assert!(Board::open(good, 3).is_ok(), "{good:?}");
        }
    }

    #[test]
    fn positions_belong_to_a_board() {
        let (board, _) = Board::open("3x4", 3).unwrap();
        assert!(board.read("..../..../..x.", 3).is_ok());
        assert!(board.read("4x3", 3).is_err());
        assert!(board.read("3x4:4", 3).is_err());
        assert!(board.read("3x4:3", 3).is_ok());
    }

    #[test]
    fn turned_and_mirrored_positions_are_the_same() {
        let (square, corner) = Board::open("x../.../...", 3).unwrap();
        for text in ["..x/.../...", ".../.../x..", ".../.../..x"] {
            assert_eq!(square.turned(square.read(text, 3).unwrap()), square.turned(corner.clone()));
        }
        let (_, side) = Board::open(".x./.../...", 3).unwrap();
        assert_ne!(square.turned(corner), square.turned(side.clone()));
        let knight = |text| square.turned(square.read(text, 3).unwrap());
        assert_eq!(knight("xo./.../..."), knight(".../o../x.."));
        let (wide, _) = Board::open("2x3", 3).unwrap();
        let [one, other] = ["x../.o.", ".o./x.."].map(|text| wide.read(text, 3).unwrap());
        assert_eq!(wide.turned(one.clone()), wide.turned(other.clone()));
        assert_ne!(wide.mirrored(one.clone()), wide.mirrored(other));
        assert_eq!(wide.mirrored(one), wide.mirrored(wide.read("..x/.o.", 3).unwrap()));
    }

    #[test]
    fn lines_run_in_four_directions() {
        let decided = |text| {
            let (board, stones) = Board::open(text, 3).unwrap();
            board.decided(&stones)
        };
        assert_eq!(decided("xxx/oo./..."), Some(false));
        assert_eq!(decided("xo./xo./x.."), Some(false));
        assert_eq!(decided("xo./ox./..x"), Some(false));
        assert_eq!(decided(".ox/ox./x.."), Some(false));
        assert_eq!(decided("ooo/xx./x.."), Some(false));
        assert_eq!(decided("xox/xoo/oxx"), Some(true), "o, to move, has kept x from a line");
        assert_eq!(decided("xx./oo./..."), None);
        // No line goes around the border.
        assert_eq!(decided(".xx/x../oo."), None);
        assert_eq!(decided("xo/ox"), Some(false));
        assert_eq!(decided("oo./xxx/o.x"), Some(false));
    }
}
