//! Where dominoes can lie on a Cram board, for plain truths about it.

/// The sets of two cells side by side. The cell in row r and column c is bit r × columns + c.
pub fn dominoes(rows: usize, columns: usize) -> Vec<u32> {
    let mut dominoes: Vec<u32> = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let cell = 1 << (row * columns + column);
            if column + 1 < columns {
                dominoes.push(cell | cell << 1);
            }
            if row + 1 < rows {
                dominoes.push(cell | cell << columns);
            }
        }
    }
    dominoes
}
