//! A rectangle of free and blocked cells.

/// A board, of whose cells some are free. Behind each row lies a blocked cell more, so that the
/// neighbours of a cell can be told by adding to its index.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
    free: Vec<bool>,
}

impl Board {
    /// Makes this a board of blocked cells.
    pub(super) fn reset(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        self.free.clear();
        self.free.resize(rows * self.stride(), false);
    }

    /// How far apart the indices of cells are that stand one above the other.
    pub(super) fn stride(&self) -> usize {
        self.columns + 1
    }

    /// The cells that are free, by their indices, and blocked ones where none are.
    pub(super) fn cells(&self) -> &[bool] {
        &self.free
    }

    /// The cells of one row, from left to right.
    pub(super) fn row(&self, row: usize) -> &[bool] {
        &self.free[row * self.stride()..][..self.columns]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [bool] {
        let start = row * self.stride();
        &mut self.free[start..][..self.columns]
    }

    /// All ways to put a domino, as the indices of the two cells.
    pub(super) fn dominoes(&self) -> Vec<[usize; 2]> {
        let is_free = |&cell: &usize| self.free.get(cell) == Some(&true);
        let right_and_down = |cell| [[cell, cell + 1], [cell, cell + self.stride()]];
        let all = (0..self.free.len()).filter(is_free).flat_map(right_and_down);
        all.filter(|[_, second]| is_free(second)).collect()
    }

    pub(super) fn block(&mut self, first: usize, second: usize) {
        (self.free[first], self.free[second]) = (false, false);
    }

    pub(super) fn free(&mut self, first: usize, second: usize) {
        (self.free[first], self.free[second]) = (true, true);
    }
}
