//! Boards as they are written.

use std::fmt;

use super::Cram;
use super::board::Board;
use crate::sums::{Term, parse_sum};
use crate::text::{TextError, count_of_cells};

const FORMS: &str = "a board is written like `4x5`, or as rows of `.` (free) and `#` (blocked) joined by `/`";

/// Reads boards and the Nim-heap beside them.
pub(super) fn parse(text: &str) -> Result<(Vec<Board>, u32), TextError> {
    let mut boards = Vec::new();
    let mut left = Cram::MAX_CELLS;
    let nim_heap = parse_sum(text, |term| {
        let mut board = Board::default();
        match term.text.as_bytes().first() {
            Some(b'.' | b'#' | b'/') => read_rows(term, &mut left, &mut board)?,
            Some(b'0'..=b'9' | b'x') => read_size(term, &mut left, &mut board)?,
            _ => return term.unknown(FORMS),
        }
        boards.push(board);
        Ok(())
    })?;
    Ok((boards, nim_heap))
}

/// Takes the cells of a board from those that are left to the boards of a position.
fn take(left: &mut u32, rows: u32, columns: u32, term: Term<'_>) -> Result<(), TextError> {
    let cells = rows.checked_mul(columns);
    match cells.and_then(|cells| left.checked_sub(cells)) {
        Some(rest) => *left = rest,
        None => {
            return term
                .error(format!("too many cells: all boards together may have at most {}", Cram::MAX_CELLS));
        }
    }
    Ok(())
}

/// Reads `ROWSxCOLUMNS`.
fn read_size(term: Term<'_>, left: &mut u32, board: &mut Board) -> Result<(), TextError> {
    let (rows, rest) = term.cut_digits();
    if !rest.text.is_empty() && !rest.text.starts_with('x') {
        return rest.unknown(FORMS);
    }
    if rows.text.is_empty() {
        return rest.error_in_front("the number of rows is missing: a board is written like `4x5`");
    }
    if rest.text.is_empty() {
        return rest.error("the number of columns is missing: a board is written like `4x5`");
    }
    let (columns, rest) = rest.from(1).cut_digits();
    if !rest.text.is_empty() {
        return rest.unknown(FORMS);
    }
    if columns.text.is_empty() {
        return columns.error("the number of columns is missing: a board is written like `4x5`");
    }
    for number in [rows, columns] {
        if number.number() == Some(0) {
            return number.error("a board has at least one row and one column");
        }
    }
    let (rows, columns) = (rows.number().unwrap_or(u32::MAX), columns.number().unwrap_or(u32::MAX));
    take(left, rows, columns, term)?;
    board.reset(rows as usize, columns as usize);
    for row in 0..board.rows {
        board.row_mut(row).fill(true);
    }
    Ok(())
}

/// Reads rows joined by `/`.
fn read_rows(term: Term<'_>, left: &mut u32, board: &mut Board) -> Result<(), TextError> {
    if let Some(at) = term.text.find(|cell| !matches!(cell, '.' | '#' | '/')) {
        return term.from(at).unknown("a row is made of `.` (free) and `#` (blocked)");
    }
    let rows: Vec<&str> = term.text.split('/').collect();
    let columns = rows[0].len();
    let mut at = 0;
    for row in &rows {
        let here = term.from(at).cut(row.len()).0;
        if row.is_empty() {
            return term.from(at).error_in_front("an empty row: there is no cell here");
        }
        if row.len() != columns {
            let (first, this) = (count_of_cells(columns), count_of_cells(row.len()));
            return here
                .error(format!("the rows are not equally long: this one has {this}, the first {first}"));
        }
        at += row.len() + 1;
    }
    take(left, rows.len() as u32, columns as u32, term)?;
    board.reset(rows.len(), columns);
    for (index, row) in rows.iter().enumerate() {
        for (cell, byte) in board.row_mut(index).iter_mut().zip(row.bytes()) {
            *cell = byte == b'.';
        }
    }
    Ok(())
}

/// Prints a board: `ROWSxCOLUMNS` if all cells are free, else its rows.
pub(super) struct Shown<'board>(pub(super) &'board Board);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.0;
        let rows = (0..board.rows).map(|row| board.row(row));
        if rows.clone().flatten().all(|&free| free) {
            return write!(formatter, "{}x{}", board.rows, board.columns);
        }
        for (index, row) in rows.enumerate() {
            if index > 0 {
                formatter.write_str("/")?;
            }
            row.iter().try_for_each(|&free| formatter.write_str(if free { "." } else { "#" }))?;
        }
        Ok(())
    }
}
