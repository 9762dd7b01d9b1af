//! Octal games, against the recursion by their definition, and against what is proved about their periods.

use rhizome_games::Octal;

use crate::searching::{Way, endgame_tree, nimber, plain_tree};
use crate::truth;

fn nimbers(code: &str, last: usize) -> Vec<u32> {
    let game = Octal::new(code).unwrap();
    let mut tree = endgame_tree(game.clone());
    let of = |size: usize| nimber(Way::Dfs, &mut tree, &game.parse(&size.to_string()).unwrap());
    (0..=last).map(of).collect()
}

/// The last place at which the sequence differs from itself one period later.
fn last_exception(nimbers: &[u32], period: usize) -> Option<usize> {
    (0..nimbers.len() - period).rev().find(|&place| nimbers[place] != nimbers[place + period])
}

#[test]
fn kayles() {
    let found = nimbers("0.77", 200);
    assert_eq!(found[..13], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    assert_eq!(found, truth::octal(&[0, 7, 7], 200));
    assert_eq!(last_exception(&found, 12), Some(70));
    assert_eq!(found[72..84], [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]);
}

#[test]
fn dawsons_chess() {
    let found = nimbers("0.137", 200);
    assert_eq!(found[..13], [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2]);
    assert_eq!(found, truth::octal(&[0, 1, 3, 7], 200));
    // The last exception is at 51 (Guy and Smith 1956).
    assert_eq!(last_exception(&found, 34), Some(51));
}

/// A heap of Dawson's Kayles is as good as one of Dawson's Chess with one token less.
#[test]
fn dawsons_kayles_is_dawsons_chess_with_one_token_more() {
    assert_eq!(nimbers("0.07", 80)[1..], nimbers("0.137", 79));
}

#[test]
fn couples_find_the_same_as_the_endgame() {
    for (game, digits) in [(Octal::kayles(), &[0, 7, 7][..]), (Octal::dawsons_chess(), &[0, 1, 3, 7])] {
        let expected = truth::octal(digits, 40);
        let mut tree = plain_tree(game.clone());
        for size in (0..=40).rev() {
            let heap = game.parse(&size.to_string()).unwrap();
            assert_eq!(nimber(Way::Dfpn, &mut tree, &heap), expected[size], "{game}: {size}");
        }
    }
}

/// Every code of one or two digits, with splitting and without, so that every bit of every digit counts.
#[test]
fn all_short_codes() {
    for front in [0, 4] {
        for first in 0..8 {
            for second in 0..8 {
                let found = nimbers(&format!("{front}.{first}{second}"), 24);
                assert_eq!(found, truth::octal(&[front, first, second], 24), "{front}.{first}{second}");
            }
        }
    }
}

#[test]
fn longer_codes() {
    for digits in [&[0, 0, 0, 7][..], &[4, 0, 0, 7], &[0, 1, 6, 5, 3, 2], &[4, 3, 1, 0, 2, 0, 6]] {
        let code = format!("{}.{}", digits[0], digits[1..].iter().map(u32::to_string).collect::<String>());
        assert_eq!(nimbers(&code, 60), truth::octal(digits, 60), "{code}");
    }
}
