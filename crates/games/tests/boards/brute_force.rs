//! Minimax over arrays.

use std::collections::HashMap;

use rhizome_search::Outcome;

/// A board as rows of characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub cells: Vec<Vec<u8>>,
}

/// The game on boards of one shape.
pub struct BruteForce {
    pub rows: usize,
    pub columns: usize,
    pub length: usize,
    /// Whether stones fall.
    pub falling: bool,
    known: HashMap<Board, bool>,
}

impl Board {
    pub fn text(&self, length: usize) -> String {
        let rows: Vec<_> = self.cells.iter().map(|row| String::from_utf8(row.clone()).unwrap()).collect();
        format!("{}:{length}", rows.join("/"))
    }

    pub fn mover(&self) -> u8 {
        let count = |stone| self.cells.iter().flatten().filter(|&&cell| cell == stone).count();
        if count(b'x') == count(b'o') { b'x' } else { b'o' }
    }
}

impl BruteForce {
    pub fn new(rows: usize, columns: usize, length: usize, falling: bool) -> Self {
        BruteForce { rows, columns, length, falling, known: HashMap::new() }
    }

    pub fn empty(&self) -> Board {
        Board { cells: vec![vec![b'.'; self.columns]; self.rows] }
    }

    pub fn moves(&self, board: &Board) -> Vec<Board> {
        let mover = board.mover();
        let mut found = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let rests = row + 1 == self.rows || board.cells[row + 1][column] != b'.';
                if board.cells[row][column] == b'.' && (rests || !self.falling) {
                    let mut after = board.clone();
                    after.cells[row][column] = mover;
                    found.push(after);
                }
            }
        }
        found
    }

    pub fn has_line(&self, board: &Board, stone: u8) -> bool {
        for row in 0..self.rows as i32 {
            for column in 0..self.columns as i32 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let on_line = |step: usize| {
                        let (y, x) = (row + down * step as i32, column + right * step as i32);
                        (0..self.rows as i32).contains(&y)
                            && (0..self.columns as i32).contains(&x)
                            && board.cells[y as usize][x as usize] == stone
                    };
                    if (0..self.length).all(on_line) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether the first player wins.
    pub fn first_wins(&mut self, board: &Board) -> bool {
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        let mover = board.mover();
        let other = if mover == b'x' { b'o' } else { b'x' };
        let wins = if self.has_line(board, other) {
            other == b'x'
        } else {
            let moves = self.moves(board);
            if mover == b'x' {
                moves.iter().any(|after| self.first_wins(after))
            } else {
                !moves.is_empty() && moves.iter().all(|after| self.first_wins(after))
            }
        };
        self.known.insert(board.clone(), wins);
        wins
    }

    /// The outcome for the player to move.
    pub fn outcome(&mut self, board: &Board) -> Outcome {
        let wins = self.first_wins(board);
        if wins == (board.mover() == b'x') { Outcome::Win } else { Outcome::Loss }
    }

    /// The boards of a play in which each move is drawn by a number.
    pub fn play(&self, draws: &[u64]) -> Vec<Board> {
        let mut line = vec![self.empty()];
        for &draw in draws {
            let last = &line[line.len() - 1];
            let over = self.has_line(last, b'x') || self.has_line(last, b'o');
            let moves = if over { Vec::new() } else { self.moves(last) };
            if moves.is_empty() {
                break;
            }
            line.push(moves[draw as usize % moves.len()].clone());
        }
        line
    }
}

/// Numbers that look random, the same in each run.
pub fn draws(seed: u64, count: usize) -> Vec<u64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    };
    (0..count).map(|_| next()).collect()
}
