//! Cram (Gardner 1974): cover two free cells that are side by side.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use crate::SumGame;

/// The most cells of a board, blocked ones included.
const MAX_CELLS: u32 = 10_000;

/// The rules of Cram.
#[derive(Clone, Copy, Debug)]
pub struct Cram;

/// Free cells that hang together, two or more, as rows and columns. Row 0 and column 0 are the first with a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CramLand {
    cells: BTreeSet<Cell>,
}

type Cell = (u32, u32);

impl SumGame for Cram {
    type Land = CramLand;

    fn read(&self, term: &str) -> Result<Vec<CramLand>, String> {
        Ok(lands(read_cells(term)?))
    }

    fn moves(
        &self,
        land: &CramLand,
        visit: &mut dyn FnMut(Vec<CramLand>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &(row, column) in &land.cells {
            for second in [(row, column + 1), (row + 1, column)] {
                if land.cells.contains(&second) {
                    let mut left = land.cells.clone();
                    left.remove(&(row, column));
                    left.remove(&second);
                    visit(lands(left))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// From how far the cells lie from the four borders of the land, which turning and mirroring only mix.
    fn fingerprint(&self, land: &CramLand) -> u64 {
        let (height, width) = land.size();
        let mut sum: u64 = 0;
        for &(row, column) in &land.cells {
            let (down, right) = (height - 1 - row, width - 1 - column);
            let mut pairs = [[row.min(down), row.max(down)], [column.min(right), column.max(right)]];
            pairs.sort_unstable();
            let mut hasher = DefaultHasher::new();
            pairs.hash(&mut hasher);
            sum = sum.wrapping_add(hasher.finish());
        }
        sum
    }

    fn is_same(&self, one: &CramLand, other: &CramLand) -> bool {
        (0..8).any(|way| one.turned(way) == *other)
    }
}

impl CramLand {
    /// The numbers of rows and of columns.
    fn size(&self) -> (u32, u32) {
        let rows = self.cells.iter().map(|cell| cell.0 + 1).max();
        let columns = self.cells.iter().map(|cell| cell.1 + 1).max();
        (rows.unwrap_or(0), columns.unwrap_or(0))
    }

    /// One of eight ways to turn and mirror the land.
    fn turned(&self, way: u8) -> Self {
        let (height, width) = self.size();
        let turn = |&(row, column): &Cell| {
            let row = if way & 1 == 0 { row } else { height - 1 - row };
            let column = if way & 2 == 0 { column } else { width - 1 - column };
            if way & 4 == 0 { (row, column) } else { (column, row) }
        };
        CramLand { cells: self.cells.iter().map(turn).collect() }
    }
}

/// The free cells that hang together. A cell alone is none: there is no move on it.
fn lands(mut left: BTreeSet<Cell>) -> Vec<CramLand> {
    let mut lands = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut found = vec![first];
        let mut done = 0;
        while let Some(&(row, column)) = found.get(done) {
            done += 1;
            let neighbours = [
                (row, column + 1),
                (row + 1, column),
                (row, column.wrapping_sub(1)),
                (row.wrapping_sub(1), column),
            ];
            found.extend(neighbours.into_iter().filter(|cell| left.remove(cell)));
        }
        if found.len() > 1 {
            let top = found.iter().map(|cell| cell.0).min().unwrap_or(0);
            let first = found.iter().map(|cell| cell.1).min().unwrap_or(0);
            let cells = found.into_iter().map(|(row, column)| (row - top, column - first)).collect();
            lands.push(CramLand { cells });
        }
    }
    lands
}

/// Reads the free cells of a board.
fn read_cells(term: &str) -> Result<BTreeSet<Cell>, String> {
    let too_many = || format!("a board has at most {MAX_CELLS} cells");
    if term.starts_with(|first: char| first.is_ascii_digit()) {
        let (rows, columns) = read_size(term)?;
        if rows.checked_mul(columns).is_none_or(|cells| cells > MAX_CELLS) {
            return Err(too_many());
        }
        return Ok((0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect());
    }
    if term.len() > 2 * MAX_CELLS as usize {
        return Err(too_many());
    }
    let rows: Vec<&[u8]> = term.split('/').map(str::as_bytes).collect();
    let columns = rows[0].len();
    if rows.iter().any(|row| row.is_empty() || row.len() != columns) {
        return Err("rows are equally long, and none is empty".to_owned());
    }
    if rows.len() * columns > MAX_CELLS as usize {
        return Err(too_many());
    }
    let mut free = BTreeSet::new();
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            match cell {
                b'.' => {
                    free.insert((row, column));
                }
                b'#' => {}
                _ => return Err("rows are made of `.` (free) and `#` (blocked)".to_owned()),
            }
        }
    }
    Ok(free)
}

/// Reads `RxC`.
fn read_size(term: &str) -> Result<(u32, u32), String> {
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
