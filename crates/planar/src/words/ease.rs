//! Words that are easier to draw, where the arrangement does not matter.

use super::{Region, Symbol};

/// The same position with fewer dead spots to be added: in a region of at most three lives, two spots `2` are a spot `1`, and three
/// are a bare spot; and two spots `2` alone are a loop with two spots.
pub(crate) fn simplest(mut regions: Vec<Region>) -> Vec<Region> {
    let sides =
        regions.iter().flat_map(|region| region.words.iter().flatten()).filter_map(|symbol| match symbol {
            Symbol::Side(side) => Some(side + 1),
            _ => None,
        });
    let mut next = sides.max().unwrap_or(0);
    let mut added = Vec::new();
    for region in &mut regions {
        if region.bare > 0 || lives(region) > 3 {
            continue;
        }
        let all: Vec<Symbol> = region.words.concat();
        let twos = all.iter().filter(|symbol| **symbol == Symbol::Two).count();
        match (twos, all.len()) {
            (3, 3) => *region = Region { words: Vec::new(), bare: 1 },
            (2, 2) => {
                let loop_of_two =
                    Region { words: vec![vec![Symbol::Side(next), Symbol::Side(next + 1)]], bare: 0 };
                next += 2;
                *region = loop_of_two.clone();
                added.push(loop_of_two);
            }
            (2, _) => {
                let mut word: Vec<Symbol> = all.into_iter().filter(|symbol| *symbol != Symbol::Two).collect();
                word.push(Symbol::One);
                region.words = vec![word];
            }
            _ => {}
        }
    }
    regions.extend(added);
    regions
}

/// The lives in a region without bare spots.
fn lives(region: &Region) -> usize {
    let mut seen = Vec::new();
    let lives = region.words.iter().flatten().map(|symbol| match symbol {
        Symbol::One => 2,
        Symbol::Two => 1,
        Symbol::Side(side) => {
            let is_new = !seen.contains(side);
            seen.push(*side);
            usize::from(is_new)
        }
    });
    lives.sum()
}
