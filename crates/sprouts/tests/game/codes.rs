//! Which bytes are codes of lands.

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use rhizome_impartial::{Codes, Game};
use rhizome_sprouts::{Sprouts, parse};

fn start(spots: u32) -> Vec<u8> {
    let codes = Sprouts::new().lands(&parse(&format!("0*{spots}")).unwrap()).unwrap();
    codes.last().unwrap().to_vec()
}

fn check(game: &mut Sprouts, code: &[u8]) {
    assert!(game.is_code(code), "{} {code:?}", game.print(code));
}

#[test]
fn all_lands_below_five_spots_have_codes() {
    let mut game = Sprouts::new();
    let mut met = HashSet::from([start(5)]);
    let mut waiting = vec![start(5)];
    while let Some(code) = waiting.pop() {
        check(&mut game, &code);
        let _ = game.children(&code, |child: &Codes| {
            for code in child.iter() {
                if met.insert(code.to_vec()) {
                    waiting.push(code.to_vec());
                }
            }
            ControlFlow::Continue(())
        });
    }
    assert!(met.len() > 10_000);
}

#[test]
fn lands_along_long_games_have_codes() {
    let mut game = Sprouts::new();
    for spots in [7, 10, 13, 40] {
        for seed in 0..if spots < 40 { 60 } else { 2 } {
            let mut lands = vec![start(spots)];
            let mut number = seed;
            while let Some(code) = lands.pop() {
                check(&mut game, &code);
                let mut children: Vec<Codes> = Vec::new();
                let _ = game.children(&code, |child: &Codes| {
                    children.push(child.clone());
                    if children.len() < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                if !children.is_empty() {
                    number = number * 31 + 7;
                    lands = children[number % children.len()].iter().map(<[u8]>::to_vec).collect();
                    number %= 1 << 20;
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_a_land(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        let mut game = Sprouts::new();
        if game.is_code(&bytes) {
            prop_assert!(game.children(&bytes, |_| ControlFlow::Continue(())).is_continue());
        }
    }

    #[test]
    fn bytes_like_those_of_codes_are_refused_or_a_land(
        bytes in prop::collection::vec(prop_oneof![0..5u8, 5..12u8, 85..89u8], 1..16)
    ) {
        let mut game = Sprouts::new();
        if game.is_code(&bytes) {
            prop_assert!(game.children(&bytes, |_| ControlFlow::Continue(())).is_continue());
        }
    }
}
