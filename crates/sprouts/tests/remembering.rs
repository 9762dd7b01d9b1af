//! A game that remembers children shows the same ones again.

use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game, Left, Remembering, Stage};
use rhizome_sprouts::{Sprouts, parse};

fn shown<G: Game>(game: &mut G, land: &[u8], stage: Stage) -> (Vec<Codes>, Option<Left>) {
    let mut children: Vec<Codes> = Vec::new();
    let left = game.staged_children(land, stage, |child| {
        children.push(child.clone());
        ControlFlow::Continue(())
    });
    (children, left.continue_value().flatten())
}

#[test]
fn children_are_the_same_again() {
    let mut game = Sprouts::new();
    let mut remembering = Remembering::new(Sprouts::new());
    for text in ["0*2", "0*3", "0*5", "0*4.AB|AB", "0.AB|2AB", "0*7"] {
        let lands = game.lands(&parse(text).unwrap()).unwrap();
        for land in lands.iter() {
            for stage in [Stage::All, Stage::Easiest] {
                let expected = shown(&mut game, land, stage);
                assert_eq!(shown(&mut remembering, land, stage), expected, "{text}");
                let mut again = remembering.clone();
                assert_eq!(shown(&mut again, land, stage), expected, "{text}");
                if let Some(left) = expected.1 {
                    let rest = Stage::Rest(left);
                    let expected = shown(&mut game, land, rest);
                    assert_eq!(shown(&mut remembering, land, rest), expected, "{text}");
                    assert_eq!(shown(&mut again, land, rest), expected, "{text}");
                }
            }
        }
    }
}

#[test]
fn who_stops_it_leaves_nothing_half_remembered() {
    let mut remembering = Remembering::new(Sprouts::new());
    let lands = Sprouts::new().lands(&parse("0*4").unwrap()).unwrap();
    let land = lands.iter().next().unwrap();
    assert!(remembering.children(land, |_| ControlFlow::Break(())).is_break());
    let expected = shown(&mut Sprouts::new(), land, Stage::All);
    assert!(expected.0.len() > 1);
    assert_eq!(shown(&mut remembering, land, Stage::All), expected);
}
