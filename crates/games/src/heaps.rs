//! Lands that are heaps of tokens: their codes and their notation, which several games share.

use rhizome_impartial::Codes;

use crate::sums::parse_sum;
use crate::text::TextError;

/// The greatest heap of the heap games, in tokens.
///
/// A search descends as deep as a game is long, and an octal game with so many
/// tokens may take twice as many moves.
pub const MAX_HEAP: u32 = 10_000;

/// The code of a heap: its size in four bytes, the most significant first.
pub(crate) fn code(size: u32) -> [u8; 4] {
    size.to_be_bytes()
}

/// The size of the heap with this code.
pub(crate) fn size(land: &[u8]) -> u32 {
    land.iter().fold(0, |size, &byte| size << 8 | u32::from(byte))
}

/// Whether these bytes are the code of a heap on which there is a move.
pub(crate) fn is_code(bytes: &[u8], has_moves: impl Fn(u32) -> bool) -> bool {
    bytes.len() == size_of::<u32>() && size(bytes) <= MAX_HEAP && has_moves(size(bytes))
}

/// Reads heap sizes joined by `+`, as in `7+3+*2`. Heaps on which there is no
/// move are left out. The lands come sorted by size.
pub(crate) fn parse(text: &str, has_moves: impl Fn(u32) -> bool) -> Result<(Codes, u32), TextError> {
    let mut sizes = Vec::new();
    let nim_heap = parse_sum(text, |term| {
        let (digits, rest) = term.cut_digits();
        if !rest.text.is_empty() {
            return rest.unknown("heaps are written as their sizes joined by `+`, as in `7+3`");
        }
        match digits.number() {
            Some(size) if size <= MAX_HEAP => sizes.push(size),
            _ => return digits.error(format!("the heap is too big: the greatest is {MAX_HEAP}")),
        }
        Ok(())
    })?;
    sizes.sort_unstable();
    let mut lands = Codes::new();
    for &size in sizes.iter().filter(|&&size| has_moves(size)) {
        lands.push(&code(size));
    }
    Ok((lands, nim_heap))
}
