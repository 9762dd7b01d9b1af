//! All algorithms agree with recursion by definition on random positions.

use rhizome_games::{Cram, Grundy, Octal};
use rhizome_impartial::{CoupleTree, Game, Settings};
use rhizome_search::Outcome;

use crate::random_numbers::Random;
use crate::searching::{WAYS, outcome, plain_tree};
use crate::truth;

/// Searches sums of random heaps, each beside the heap that makes it a loss and beside another.
fn check<G, P>(game: &G, nimbers: &[u32], parse: P)
where
    G: Game + Clone,
    P: Fn(&str) -> (rhizome_impartial::Codes, u32),
{
    let mut random = Random(nimbers.len() as u64);
    for _ in 0..60 {
        let count = 1 + random.below(4);
        let sizes: Vec<u32> = (0..count).map(|_| random.below(nimbers.len() as u32)).collect();
        let nimber = sizes.iter().fold(0, |xor, &size| xor ^ nimbers[size as usize]);
        let sum = sizes.iter().map(u32::to_string).collect::<Vec<_>>().join("+");
        for heap in [nimber, random.below(8)] {
            let text = format!("{sum}+*{heap}");
            let expected = if heap == nimber { Outcome::Loss } else { Outcome::Win };
            for way in WAYS {
                let mut trees =
                    [plain_tree(game.clone()), CoupleTree::new(game.clone(), Settings::default())];
                for tree in &mut trees {
                    assert_eq!(outcome(way, tree, &parse(&text)), expected, "{way:?} on {text}");
                }
            }
        }
    }
}

#[test]
fn octal_games() {
    for digits in [&[0, 7, 7][..], &[0, 1, 3, 7], &[4, 1, 3], &[0, 6, 1, 5]] {
        let code = format!("{}.{}", digits[0], digits[1..].iter().map(u32::to_string).collect::<String>());
        let game = Octal::new(&code).unwrap();
        check(&game, &truth::octal(digits, 20), |text| game.parse(text).unwrap());
    }
}

#[test]
fn grundys_game() {
    check(&Grundy, &truth::grundy(24), |text| Grundy.parse(text).unwrap());
}

#[test]
fn cram() {
    let (rows, columns) = (3, 5);
    let nimbers = truth::cram(rows, columns);
    let mut random = Random(4);
    for _ in 0..100 {
        let mut boards = Vec::new();
        let mut nimber = 0;
        for _ in 0..=random.below(2) {
            let free = random.below(1 << 15) | random.below(1 << 15);
            let row = |row: usize| {
                let cell = |column: usize| if free >> (row * columns + column) & 1 == 1 { '.' } else { '#' };
                (0..columns).map(cell).collect::<String>()
            };
            boards.push((0..rows).map(row).collect::<Vec<_>>().join("/"));
            nimber ^= u32::from(nimbers[free as usize]);
        }
        for heap in [nimber, random.below(5)] {
            let text = format!("{}+*{heap}", boards.join("+"));
            let expected = if heap == nimber { Outcome::Loss } else { Outcome::Win };
            for way in WAYS {
                let game = Cram::new();
                let position = game.parse(&text).unwrap();
                assert_eq!(outcome(way, &mut plain_tree(game), &position), expected, "{way:?} on {text}");
            }
        }
    }
}
