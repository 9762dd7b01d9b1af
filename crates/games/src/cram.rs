//! Cram (Gardner 1974): put a domino on two free cells side by side, in either direction.

mod board;
mod notation;
mod shape;

use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game};

use crate::text::TextError;
use board::Board;
use notation::Shown;
use shape::{Shaper, cells, kind};

/// Cram on any board.
///
/// A land is a connected piece of the board of two free cells or more, for on a single cell there
/// is no move. Pieces that turning, mirroring or shifting makes the same are the same land.
///
/// The code of a land is that of the rectangle around it: the number of rows in one byte, the number of
/// columns in two, the more significant first, and one bit for each cell, row by row, the most significant bit
/// of a byte first: 1 where the cell is free. The last byte is filled up with 0. There are
/// no more rows than columns, and of all ways to turn and mirror the piece, the least code is taken.
#[derive(Clone, Debug, Default)]
pub struct Cram {
    board: Board,
    shaper: Shaper,
    codes: Codes,
}

impl Cram {
    /// The greatest number of cells of all boards of a position together.
    pub const MAX_CELLS: u32 = 10_000;

    /// Nothing but buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads boards joined by `+`, also beside Nim-heaps such as `+*2`. A board is `ROWSxCOLUMNS`,
    /// such as `4x5`, or its rows from top to bottom joined by `/`, with `.` for a free cell and `#` for a blocked
    /// one, such as `..#/...`. Returns the codes of the lands, sorted, of which equal
    /// ones stay, and the size of the Nim-heap that all Nim-heaps make together.
    ///
    /// # Errors
    /// If the text is no such sum, or has more than [`MAX_CELLS`](Self::MAX_CELLS) cells.
    pub fn parse(&self, text: &str) -> Result<(Codes, u32), TextError> {
        let (boards, nim_heap) = notation::parse(text)?;
        let (mut shaper, mut codes) = (Shaper::default(), Codes::new());
        for board in &boards {
            shaper.find_lands(board, &mut codes);
        }
        Ok((codes.sorted(), nim_heap))
    }
}

impl Game for Cram {
    fn domain(&self) -> String {
        "cram/1".to_owned()
    }

    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let Cram { board, shaper, codes } = self;
        shape::decode(land, board);
        for [first, second] in board.dominoes() {
            board.block(first, second);
            codes.clear();
            shaper.find_lands(board, codes);
            child(codes)?;
            board.free(first, second);
        }
        ControlFlow::Continue(())
    }

    /// The dominoes for which there is room, if shapes did not matter.
    fn weight(land: &[u8]) -> u32 {
        cells(land) / 2
    }

    fn effort(land: &[u8]) -> u32 {
        shape::effort(land)
    }

    fn kind(land: &[u8]) -> u32 {
        kind(land)
    }

    fn print(&self, land: &[u8]) -> String {
        let mut board = Board::default();
        shape::decode(land, &mut board);
        Shown(&board).to_string()
    }

    fn is_code(&mut self, bytes: &[u8]) -> bool {
        if cells(bytes) > Self::MAX_CELLS || bytes.len() > Self::MAX_CELLS as usize {
            return false;
        }
        shape::decode(bytes, &mut self.board);
        self.codes.clear();
        self.shaper.find_lands(&self.board, &mut self.codes);
        self.codes.len() == 1 && self.codes.last() == Some(bytes)
    }
}
