//! Lands as they are written.

use std::fmt::Write;

use super::land::{BARE_LIVES, Land, ONE, SMALL, TWO, count_letters, letter, regions};

/// Letters of the alphabet.
const ALPHABET: usize = 26;

/// A land in the notation that is read.
pub(super) fn print(land: &Land) -> String {
    let tape = land.tape();
    let case = cases(tape);
    let mut text = String::new();
    for (place, (_, region)) in regions(tape).enumerate() {
        if place > 0 {
            text.push('|');
        }
        let lives: usize = BARE_LIVES * region.bares + region.words().map(<[u16]>::len).sum::<usize>();
        let is_small = lives <= SMALL && region.words().flatten().all(|&symbol| symbol != ONE);
        let mut is_first = true;
        if region.bares > 0 {
            let _ = if region.bares > 1 { write!(text, "0*{}", region.bares) } else { write!(text, "0") };
            is_first = false;
        }
        for word in region.words() {
            if !is_first && !is_small {
                text.push('.');
            }
            is_first = false;
            word.iter().for_each(|&symbol| push_spot(&mut text, symbol, &case));
        }
    }
    text
}

/// For each letter the letter `A` or `a`: upper case if it stands in two regions.
fn cases(tape: &[u16]) -> Vec<u8> {
    let mut home = vec![None; count_letters(tape)];
    let mut case = vec![b'a'; home.len()];
    for (end, region) in regions(tape) {
        for index in region.words().flatten().filter_map(|&symbol| letter(symbol)) {
            if *home[index].get_or_insert(end) != end {
                case[index] = b'A';
            }
        }
    }
    case
}

fn push_spot(text: &mut String, symbol: u16, case: &[u8]) {
    match letter(symbol) {
        None => text.push(if symbol == TWO { '2' } else { '1' }),
        Some(index) => {
            let name = char::from(case[index] + (index % ALPHABET) as u8);
            let _ = match index / ALPHABET {
                0 => write!(text, "{name}"),
                more => write!(text, "({name}{more})"),
            };
        }
    }
}
