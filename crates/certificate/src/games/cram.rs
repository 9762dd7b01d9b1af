//! Cram (Gardner 1974): cover two free cells that are side by side.

use std::ops::ControlFlow;

use crate::SumGame;

/// The most cells of a board, blocked ones included.
const MAX_CELLS: usize = 10_000;

/// The rules of Cram.
#[derive(Clone, Copy, Debug)]
pub struct Cram;

/// Free cells that hang together, two or more, in the least rectangle around them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CramLand {
    board: Board,
}

/// A rectangle of cells, row by row, each of which is free or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    rows: usize,
    columns: usize,
    free: Vec<bool>,
}

impl SumGame for Cram {
    type Land = CramLand;

    fn read(&self, term: &str) -> Result<Vec<CramLand>, String> {
        Ok(lands(read_board(term)?))
    }

    fn moves(
        &self,
        CramLand { board }: &CramLand,
        visit: &mut dyn FnMut(Vec<CramLand>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for first in 0..board.free.len() {
            for second in [board.right_of(first), board.below(first)].into_iter().flatten() {
                if board.free[first] && board.free[second] {
                    let mut after = board.clone();
                    (after.free[first], after.free[second]) = (false, false);
                    visit(lands(after))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// From how far the cells lie from the borders, since turning and mirroring only swap the borders.
    fn fingerprint(&self, CramLand { board }: &CramLand) -> u64 {
        let cells = (0..board.free.len()).filter(|&cell| board.free[cell]).map(|cell| {
            let (row, column) = (cell / board.columns, cell % board.columns);
            let (down, right) = (board.rows - 1 - row, board.columns - 1 - column);
            let vertical = (row.min(down), row.max(down));
            let horizontal = (column.min(right), column.max(right));
            let (one, other) = (vertical.min(horizontal), vertical.max(horizontal));
            [one.0, one.1, other.0, other.1]
                .into_iter()
                .fold(0, |mixed, distance| mix(mixed ^ distance as u64))
        });
        cells.fold(0, u64::wrapping_add)
    }

    fn is_same(&self, one: &CramLand, other: &CramLand) -> bool {
        (0..8).any(|way| one.board.turned(way) == other.board)
    }
}

/// Makes a number of another one that shows no pattern.
fn mix(number: u64) -> u64 {
    let product = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 29
}

impl Board {
    fn right_of(&self, cell: usize) -> Option<usize> {
        Some(cell + 1).filter(|right| !right.is_multiple_of(self.columns))
    }

    fn left_of(&self, cell: usize) -> Option<usize> {
        (!cell.is_multiple_of(self.columns)).then(|| cell - 1)
    }

    fn below(&self, cell: usize) -> Option<usize> {
        Some(cell + self.columns).filter(|&below| below < self.free.len())
    }

    fn above(&self, cell: usize) -> Option<usize> {
        cell.checked_sub(self.columns)
    }

    /// One of eight ways to turn and mirror a board.
    fn turned(&self, way: u8) -> Self {
        let (rows, columns) =
            if way & 4 == 0 { (self.rows, self.columns) } else { (self.columns, self.rows) };
        let is_free = |cell: usize| {
            let (row, column) = (cell / columns, cell % columns);
            let row = if way & 1 == 0 { row } else { rows - 1 - row };
            let column = if way & 2 == 0 { column } else { columns - 1 - column };
            let (row, column) = if way & 4 == 0 { (row, column) } else { (column, row) };
            self.free[row * self.columns + column]
        };
        Board { rows, columns, free: (0..rows * columns).map(is_free).collect() }
    }

    /// The board of some of its cells, and no larger than they need it to be.
    fn of(&self, cells: &[usize]) -> Self {
        let rows = cells.iter().map(|cell| cell / self.columns);
        let columns = cells.iter().map(|cell| cell % self.columns);
        let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
        let (first, last) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        let (rows, columns) = (bottom - top + 1, last - first + 1);
        let mut free = vec![false; rows * columns];
        for cell in cells {
            free[(cell / self.columns - top) * columns + cell % self.columns - first] = true;
        }
        Board { rows, columns, free }
    }
}

/// The free cells that hang together. A cell alone is no land: there is no move on it.
fn lands(mut board: Board) -> Vec<CramLand> {
    let mut lands = Vec::new();
    for start in 0..board.free.len() {
        if !std::mem::take(&mut board.free[start]) {
            continue;
        }
        let mut found = vec![start];
        let mut done = 0;
        while let Some(&cell) = found.get(done) {
            let neighbours =
                [board.right_of(cell), board.below(cell), board.left_of(cell), board.above(cell)];
            let is_new = |cell: &usize| std::mem::take(&mut board.free[*cell]);
            found.extend(neighbours.into_iter().flatten().filter(is_new));
            done += 1;
        }
        if found.len() > 1 {
            lands.push(CramLand { board: board.of(&found) });
        }
    }
    lands
}

fn read_board(term: &str) -> Result<Board, String> {
    if term.starts_with(|first: char| first.is_ascii_digit()) {
        let (rows, columns) = read_size(term)?;
        return Ok(Board { rows, columns, free: vec![true; cells(rows, columns)?] });
    }
    let rows: Vec<&str> = term.split('/').collect();
    let columns = rows[0].len();
    if columns == 0 || rows.iter().any(|row| row.len() != columns) {
        return Err("rows are equally long, and none is empty".to_owned());
    }
    cells(rows.len(), columns)?;
    let cell = |cell: u8| match cell {
        b'.' => Ok(true),
        b'#' => Ok(false),
        _ => Err("rows are made of `.` (free) and `#` (blocked)".to_owned()),
    };
    let free = rows.iter().flat_map(|row| row.bytes()).map(cell).collect::<Result<_, _>>()?;
    Ok(Board { rows: rows.len(), columns, free })
}

/// The number of cells of a board that is not too large.
fn cells(rows: usize, columns: usize) -> Result<usize, String> {
    let cells = rows.checked_mul(columns).filter(|&cells| cells <= MAX_CELLS);
    cells.ok_or_else(|| format!("a board has at most {MAX_CELLS} cells"))
}

/// Reads `RxC`.
fn read_size(term: &str) -> Result<(usize, usize), String> {
    let number = |digits: &str| {
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        digits.parse().ok().filter(|_| is_number)
    };
    let size = term.split_once('x').and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    size.ok_or_else(|| "the size of a board is written like `4x5`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::testing::children;
    use super::*;

    fn land(term: &str) -> CramLand {
        let mut lands = Cram.read(term).unwrap();
        assert_eq!(lands.len(), 1, "{term}");
        lands.remove(0)
    }

    fn are_same(one: &str, other: &str) -> bool {
        let (one, other) = (land(one), land(other));
        let same = Cram.is_same(&one, &other);
        assert!(!same || Cram.fingerprint(&one) == Cram.fingerprint(&other));
        same
    }

    #[test]
    fn turned_and_mirrored_lands_are_the_same() {
        assert!(are_same("2x3", "3x2"));
        assert!(are_same("###/#../###", "1x2"));
        assert!(are_same("...#/.###", "#./#./.."));
        assert!(are_same(".../.##/.##", "##./##./..."));
        assert!(!are_same("2x3", "1x6"));
        assert!(are_same("..#/#..", "#./../.#"));
        assert!(!are_same("..../.###", "..../#.##"));
        assert!(!are_same("../..", "../.#"));
    }

    #[test]
    fn free_cells_that_touch_at_corners_only_are_apart() {
        assert_eq!(Cram.read("..#/##.").unwrap(), [land("1x2")]);
        assert_eq!(Cram.read("..##/##..").unwrap(), [land("1x2"), land("1x2")]);
        assert_eq!(Cram.read("1x1").unwrap(), []);
    }

    #[test]
    fn dominoes_lie_and_stand() {
        let found = children(&Cram, "2x3");
        // Of seven dominoes, two leave a square.
        assert_eq!(found.len(), 6);
        let halves = found.iter().filter(|child| **child == [land("2x1"), land("2x1")]);
        assert_eq!(halves.count(), 1);
        assert!(children(&Cram, "1x2").iter().all(Vec::is_empty));
    }

    #[test]
    fn boards_are_checked() {
        let long = ".".repeat(10_001);
        for bad in [
            "",
            "x",
            "0x1",
            "1x0",
            "01x2",
            "4x",
            "4",
            "4x5x6",
            "101x100",
            "99999999999x1",
            "65536x65536",
            "./",
            "/.",
            "./..",
            ".o",
            &long,
        ] {
            assert!(Cram.read(bad).is_err(), "{bad:?}");
        }
        assert!(Cram.read("100x100").is_ok());
    }
}
