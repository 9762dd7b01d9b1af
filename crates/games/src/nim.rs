//! Nim (Bouton 1901): take as many tokens as you like from one heap.

use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game};

use crate::heaps::{self, code, size};
use crate::text::TextError;

/// Nim. A land is a heap, its code the size in four bytes, the most significant first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

impl Nim {
    /// Reads heap sizes joined by `+`, such as `3+5+7`, also beside Nim-heaps
    /// such as `+*2`. Returns the codes of the heaps, sorted, of which equal
    /// ones stay, and the size of the Nim-heap that all Nim-heaps make together.
    ///
    /// # Errors
    /// If the text is no such sum, or a heap is greater than [`MAX_HEAP`](crate::MAX_HEAP).
    pub fn parse(&self, text: &str) -> Result<(Codes, u32), TextError> {
        heaps::parse(text, |size| size > 0)
    }
}

impl Game for Nim {
    fn domain(&self) -> String {
        "nim/1".to_owned()
    }

    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let mut codes = Codes::new();
        for left in 0..size(land) {
            codes.clear();
            if left > 0 {
                codes.push(&code(left));
            }
            child(&codes)?;
        }
        ControlFlow::Continue(())
    }

    fn weight(land: &[u8]) -> u32 {
        size(land)
    }

    fn print(&self, land: &[u8]) -> String {
        size(land).to_string()
    }

    fn is_code(&mut self, bytes: &[u8]) -> bool {
        heaps::is_code(bytes, |size| size > 0)
    }
}
