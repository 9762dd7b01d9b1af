//! Mistakes that were put into the search's game by hand: comparing children finds each of them.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use rhizome_impartial::Game;
use rhizome_sprouts::{Mutant, Sprouts, position_of};

use crate::lands::{Classes, Land, children, code_of, read_land, read_sum};

/// How many lands below a start have other children than by the rules, of how many.
fn wrong_lands(mut game: Sprouts, spots: usize) -> (usize, usize) {
    let mut classes = Classes::default();
    let mut waiting = code_of(&mut game, &format!("0*{spots}"));
    let mut seen: HashSet<Vec<u8>> = waiting.iter().cloned().collect();
    let mut wrong = 0;
    while let Some(code) = waiting.pop() {
        let text = position_of(&code).to_string();
        let mut theirs = BTreeSet::new();
        let _ = game.children(&code, |child| {
            let lands = child.iter().flat_map(|land| read_sum(&position_of(land).to_string()));
            theirs.insert(classes.sum(&lands.collect::<Vec<Land>>()));
            waiting.extend(child.iter().map(<[u8]>::to_vec).filter(|land| seen.insert(land.clone())));
            ControlFlow::Continue(())
        });
        wrong += usize::from(children(&mut classes, &[read_land(&text)]) != theirs);
    }
    (wrong, seen.len())
}

#[test]
fn every_mistake_is_seen() {
    assert_eq!(wrong_lands(Sprouts::new(), 3).0, 0);
    for mutant in Mutant::ALL {
        let (wrong, lands) = wrong_lands(Sprouts::broken(mutant), 3);
        println!("{mutant:?}: {wrong} of {lands} lands");
        assert!(wrong > 0, "{mutant:?}");
    }
}
