//! Grundy's game (Grundy 1939): split a heap into two of different sizes.

use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game};

use crate::heaps::{self, code, size};
use crate::text::TextError;

/// Grundy's game. A land is a heap of three or more, for smaller ones cannot be
/// split; its code is the size in four bytes, the most significant first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grundy;

fn has_moves(size: u32) -> bool {
    size > 2
}

impl Grundy {
    /// Reads heap sizes joined by `+`, such as `7+12`, also beside Nim-heaps
    /// such as `+*2`. Returns the codes of the heaps that can be split, sorted, of which equal
    /// ones stay, and the size of the Nim-heap that all Nim-heaps make together.
    ///
    /// # Errors
    /// If the text is no such sum, or a heap is greater than [`MAX_HEAP`](crate::MAX_HEAP).
    pub fn parse(&self, text: &str) -> Result<(Codes, u32), TextError> {
        heaps::parse(text, has_moves)
    }
}

impl Game for Grundy {
    fn domain(&self) -> String {
        "grundy/1".to_owned()
    }

    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let whole = size(land);
        let mut codes = Codes::new();
        for less in 1..whole.div_ceil(2) {
            codes.clear();
            for part in [less, whole - less] {
                if has_moves(part) {
                    codes.push(&code(part));
                }
            }
            child(&codes)?;
        }
        ControlFlow::Continue(())
    }

    /// The tokens less two, for a split keeps the tokens and makes one heap more, and heaps of one
    /// or two are no lands.
    fn weight(land: &[u8]) -> u32 {
        size(land).saturating_sub(2)
    }

    fn print(&self, land: &[u8]) -> String {
        size(land).to_string()
    }

    fn is_code(&mut self, bytes: &[u8]) -> bool {
        heaps::is_code(bytes, has_moves)
    }
}
