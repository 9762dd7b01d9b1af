//! Whether what a store has got is true.

use rhizome_impartial::{Fact, Game, RctBase};

use crate::brute_force::{BruteForce, Part};
use crate::shelf::Contents;

/// Reads a number: seven bits a byte, least first, the top bit set in all bytes but the last.
fn read_number(code: &mut &[u8]) -> usize {
    let (&byte, rest) = code.split_first().unwrap();
    *code = rest;
    if byte < 0x80 { usize::from(byte) } else { usize::from(byte & 0x7f) | read_number(code) << 7 }
}

/// The parts of a node, from the code under which its outcome is kept.
fn read_node<G: Game>(mut code: &[u8], base: &RctBase, truth: &mut BruteForce<G>) -> Vec<Part> {
    let mut parts = Vec::new();
    for _ in 0..read_number(&mut code) {
        let length = read_number(&mut code);
        let (land, rest) = code.split_at(length);
        parts.push(truth.land(land));
        code = rest;
    }
    let (&one, mut code) = code.split_last().unwrap();
    let mut tree = 0;
    while !code.is_empty() {
        tree += read_number(&mut code);
        let rct = base.rcts().iter().nth(tree).unwrap();
        parts.push(truth.rct(base.rcts(), rct));
    }
    assert!(one < 2);
    parts.push(truth.heap(one.into()));
    parts
}

impl Contents {
    /// Checks each outcome of nodes of a base.
    pub fn assert_true<G: Game>(&self, base: &RctBase, truth: &mut BruteForce<G>) {
        for (code, fact) in self.facts.borrow().iter() {
            let parts = read_node(code, base, truth);
            assert_eq!(*fact, Fact::Outcome(truth.outcome_of(parts)), "{code:02x?}");
        }
    }
}
