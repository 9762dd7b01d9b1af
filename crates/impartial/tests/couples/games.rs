//! Small games whose lands are heaps of tokens.

use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game};

/// The code of a heap.
pub fn heap(size: u32) -> Vec<u8> {
    size.to_be_bytes().to_vec()
}

pub fn size(land: &[u8]) -> u32 {
    u32::from_be_bytes(land.try_into().unwrap())
}

/// Shows the heaps of one child; those that are empty are no lands.
fn show<F>(codes: &mut Codes, sizes: &[u32], child: &mut F) -> ControlFlow<()>
where
    F: FnMut(&Codes) -> ControlFlow<()>,
{
    codes.clear();
    for &size in sizes.iter().filter(|&&size| size > 0) {
        codes.push(&heap(size));
    }
    child(codes)
}

/// Take as many tokens from a heap as you like.
#[derive(Clone, Default)]
pub struct Nim;

impl Game for Nim {
    fn domain(&self) -> String {
        "nim/1".to_owned()
    }

    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let mut codes = Codes::new();
        (0..size(land)).try_for_each(|left| show(&mut codes, &[left], &mut child))
    }

    fn weight(land: &[u8]) -> u32 {
        size(land)
    }

    fn print(&self, land: &[u8]) -> String {
        size(land).to_string()
    }
}

/// An octal game: bit b of digit k says that k tokens may be taken from a heap
/// so that b heaps are left.
#[derive(Clone)]
pub struct Octal {
    pub digits: &'static [u8],
}

pub const KAYLES: Octal = Octal { digits: &[7, 7] };
pub const DAWSONS_KAYLES: Octal = Octal { digits: &[0, 7] };
/// Take one token and leave any number of heaps, or take a last heap of three.
pub const ANOTHER_OCTAL: Octal = Octal { digits: &[6, 0, 1] };

impl Game for Octal {
    fn domain(&self) -> String {
        let digits: String = self.digits.iter().map(u8::to_string).collect();
        format!("octal-{digits}/1")
    }

    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let mut codes = Codes::new();
        for (taken, &digit) in (1..).zip(self.digits) {
            let Some(left) = size(land).checked_sub(taken) else { break };
            if digit & 1 != 0 && left == 0 {
                show(&mut codes, &[], &mut child)?;
            }
            if digit & 2 != 0 && left > 0 {
                show(&mut codes, &[left], &mut child)?;
            }
            // Both halves come in both orders: the same child may come more than once.
            for first in (1..left).filter(|_| digit & 4 != 0) {
                show(&mut codes, &[first, left - first], &mut child)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn weight(land: &[u8]) -> u32 {
        size(land)
    }

    fn print(&self, land: &[u8]) -> String {
        size(land).to_string()
    }
}

/// Grundy's game: split a heap into two of different sizes.
#[derive(Clone, Default)]
pub struct Grundy;

impl Game for Grundy {
    fn domain(&self) -> String {
        "grundy/1".to_owned()
    }

    fn children<F>(&mut self, land: &[u8], mut child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let mut codes = Codes::new();
        let whole = size(land);
        (1..whole.div_ceil(2)).try_for_each(|less| show(&mut codes, &[less, whole - less], &mut child))
    }

    /// A split keeps the tokens, but makes one heap more.
    fn weight(land: &[u8]) -> u32 {
        size(land) - 1
    }

    fn print(&self, land: &[u8]) -> String {
        size(land).to_string()
    }
}
