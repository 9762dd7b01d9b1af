//! How boards with stones are written: `3x3`, or rows like `x.o/.x./..o`.

use std::ops::Range;

use crate::grid::{Grid, MAX_CELLS, Stones};
use crate::text::{TextError, count_of_cells};

/// Reads a board. `default_length` is the length of a line where the text does not say.
pub(crate) fn parse(text: &str, default_length: usize) -> Result<(Grid, Stones), TextError> {
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    if body.is_empty() {
        return Err(TextError::new(
            "there is no board here; an empty one is written like `3x3`, another by its rows, as in `x.o/.x./..o`",
            0..text.len(),
        ));
    }
    let (board, length) = match body.split_once(':') {
        Some((board, length)) => {
            let at = start + board.len() + 1;
            let length = number(length, at, "the length of a line")?;
            (board, length)
        }
        None => (body, default_length),
    };
    if board.starts_with(|first: char| first.is_ascii_digit()) {
        let (rows, columns) = size(board, start)?;
        Ok((Grid::new(rows, columns, length), Stones { first: 0, second: 0 }))
    } else {
        rows(board, start, length)
    }
}

/// Reads `ROWSxCOLUMNS`.
fn size(text: &str, start: usize) -> Result<(usize, usize), TextError> {
    let Some((rows, columns)) = text.split_once('x') else {
        let end = start + text.len();
        return Err(TextError::new("the size of a board is written `ROWSxCOLUMNS`, as in `3x3`", start..end));
    };
    let second = start + rows.len() + 1;
    let (rows, columns) =
        (number(rows, start, "the number of rows")?, number(columns, second, "the number of columns")?);
    if rows * columns > MAX_CELLS {
        return Err(TextError::new(
            format!("a board has at most {MAX_CELLS} cells, this one has {}", rows * columns),
            start..start + text.len(),
        ));
    }
    Ok((rows, columns))
}

/// Reads a number from 1 to [`MAX_CELLS`].
fn number(text: &str, start: usize, what: &str) -> Result<usize, TextError> {
    let span = start..start + text.len();
    if text.is_empty() {
        return Err(TextError::new(format!("{what} is missing"), span));
    }
    if let Some((index, stranger)) = text.char_indices().find(|(_, digit)| !digit.is_ascii_digit()) {
        let at = start + index;
        return Err(TextError::new(format!("{what} is written with digits"), at..at + stranger.len_utf8()));
    }
    match text.parse() {
        Ok(0) => Err(TextError::new(format!("{what} is at least 1"), span)),
        Ok(value) if value <= MAX_CELLS => Ok(value),
        // Digits alone fail only when they are too many.
        _ => Err(TextError::new(format!("{what} is at most {MAX_CELLS}"), span)),
    }
}

/// Reads rows of cells.
fn rows(text: &str, start: usize, length: usize) -> Result<(Grid, Stones), TextError> {
    let mut at = start;
    let mut columns = 0;
    let mut rows = 0;
    let mut stones = Stones { first: 0, second: 0 };
    for row in text.split('/') {
        if row.is_empty() {
            return Err(TextError::new("a row has at least one cell", at..at));
        }
        for (index, character) in row.char_indices() {
            let span = at + index..at + index + character.len_utf8();
            if rows * columns.max(1) + index >= MAX_CELLS {
                return Err(TextError::new(format!("a board has at most {MAX_CELLS} cells"), span));
            }
            stones.first = stones.first << 1 | u128::from(character == 'x');
            stones.second = stones.second << 1 | u128::from(character == 'o');
            if !matches!(character, '.' | 'x' | 'o') {
                return Err(TextError::new(unknown(character), span));
            }
        }
        if rows > 0 && row.len() != columns {
            let message = format!("this row has {}, the first one {columns}", count_of_cells(row.len()));
            return Err(TextError::new(message, at..at + row.len()));
        }
        columns = row.len();
        rows += 1;
        at += row.len() + 1;
    }
    let grid = Grid::new(rows, columns, length);
    turn_of(stones, start..start + text.len())?;
    Ok((grid, stones))
}

fn unknown(character: char) -> String {
    let shown: String = character.escape_debug().collect();
    format!(
        "unknown character `{shown}`: a free cell is `.`, a stone `x` or `o`, and `/` stands between rows"
    )
}

/// Whether it is somebody's turn.
fn turn_of(stones: Stones, span: Range<usize>) -> Result<(), TextError> {
    let (first, second) = (stones.first.count_ones(), stones.second.count_ones());
    if first == second || first == second + 1 {
        return Ok(());
    }
    let message = format!(
        "`x` moves first, so there are as many `x` as `o` or one more; here there are {first} `x` and {second} `o`"
    );
    Err(TextError::new(message, span))
}

/// Whether the lines on the board can have come about in play, in which the
/// first move that makes a line is the last one. `last` are the stones that may have been put last.
pub(crate) fn check_lines(
    grid: &Grid,
    stones: Stones,
    last: u128,
    span: Range<usize>,
) -> Result<(), TextError> {
    let (first, second) = (grid.has_line(stones.first), grid.has_line(stones.second));
    let message = match (first, second) {
        (false, false) => return Ok(()),
        (true, true) => "both players have a line, but the first line ends the game",
        (true, false) if stones.is_first_to_move() => "`x` has a line, so `o` cannot have moved last",
        (false, true) if !stones.is_first_to_move() => "`o` has a line, so `x` cannot have moved last",
        _ => {
            let own = if first { stones.first } else { stones.second };
            if bits(own & last).any(|stone| !grid.has_line(own & !stone)) {
                return Ok(());
            }
            "no last move can have made these lines: the game would have been over before"
        }
    };
    Err(TextError::new(message, span))
}

/// The cells of a set, one by one, from the last one of the board on.
pub(crate) fn bits(mut set: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Where the board stands in a text that was read.
pub(crate) fn span_of(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    start..start + body.find(':').unwrap_or(body.len())
}

/// Prints a board as [`parse`] reads it.
pub(crate) fn print(grid: &Grid, stones: Stones, default_length: usize) -> String {
    let mut text = if stones.occupied() == 0 {
        format!("{}x{}", grid.rows, grid.columns)
    } else {
        let row = |row: usize| -> String {
            let at = |column| {
                let cell = grid.cell(row, column);
                match (stones.first & cell != 0, stones.second & cell != 0) {
                    (true, _) => 'x',
                    (_, true) => 'o',
                    _ => '.',
                }
            };
            (0..grid.columns).map(at).collect()
        };
        (0..grid.rows).map(row).collect::<Vec<_>>().join("/")
    };
    if grid.length != default_length {
        text.push_str(&format!(":{}", grid.length));
    }
    text
}
