//! Lands, numbered up to what is the same, and where to get some.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use rhizome_certificate::{Sprouts, SumGame};
use rhizome_impartial::Game;
use rhizome_planar::Random;
use rhizome_sprouts::parse;

/// A land of the checker.
pub type Land = <Sprouts as SumGame>::Land;

/// A number for each land, the same for lands that are the same.
#[derive(Default)]
pub struct Classes {
    pub lands: HashMap<u64, Vec<(Land, usize)>>,
    pub count: usize,
}

impl Classes {
    pub fn class(&mut self, land: &Land) -> usize {
        let known = self.lands.entry(Sprouts.fingerprint(land)).or_default();
        if let Some((_, class)) = known.iter().find(|(known, _)| Sprouts.is_same(known, land)) {
            return *class;
        }
        known.push((land.clone(), self.count));
        self.count += 1;
        self.count - 1
    }

    pub fn sum(&mut self, lands: &[Land]) -> Vec<usize> {
        let mut classes: Vec<usize> = lands.iter().map(|land| self.class(land)).collect();
        classes.sort_unstable();
        classes
    }

    pub fn text(&self, sum: &[usize]) -> String {
        let known = || self.lands.values().flatten();
        let land =
            |class: &usize| known().find(|(_, known)| known == class).map(|(land, _)| Sprouts::print(land));
        sum.iter().filter_map(land).collect::<Vec<_>>().join("+")
    }

    /// Says how two sets of sums differ, if they do.
    pub fn compare(&self, of: &str, ours: &BTreeSet<Vec<usize>>, theirs: &BTreeSet<Vec<usize>>) {
        let texts = |sums: Vec<&Vec<usize>>| sums.into_iter().map(|sum| self.text(sum)).collect::<Vec<_>>();
        let missing = texts(theirs.difference(ours).collect());
        let surplus = texts(ours.difference(theirs).collect());
        assert!(
            missing.is_empty() && surplus.is_empty(),
            "children of {of}: missing {missing:?}, too many {surplus:?}"
        );
    }
}

pub fn read(text: &str) -> Vec<Land> {
    Sprouts.read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn read_land(text: &str) -> Land {
    let mut lands = read(text);
    assert_eq!(lands.len(), 1, "{text} is not one land");
    lands.remove(0)
}

pub fn are_same(one: &Land, other: &Land) -> bool {
    let same = Sprouts.is_same(one, other);
    assert_eq!(same, Sprouts.is_same(other, one), "{} and {}", Sprouts::print(one), Sprouts::print(other));
    assert!(!same || Sprouts.fingerprint(one) == Sprouts.fingerprint(other));
    same
}

/// The children of a sum by the rules of the checker.
pub fn children(classes: &mut Classes, lands: &[Land]) -> BTreeSet<Vec<usize>> {
    let mut children = BTreeSet::new();
    for (place, land) in lands.iter().enumerate() {
        let mut others = lands.to_vec();
        others.remove(place);
        let _ = Sprouts.moves(land, &mut |mut child| {
            child.extend(others.iter().cloned());
            children.insert(classes.sum(&child));
            ControlFlow::Continue(())
        });
    }
    children
}

pub fn code_of(game: &mut rhizome_sprouts::Sprouts, text: &str) -> Vec<Vec<u8>> {
    let position = parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let codes = game.lands(&position).expect("a canonical form that can be found");
    codes.iter().map(<[u8]>::to_vec).collect()
}

/// Lands that random games from 5 to 12 spots meet, with the number of lands that is wanted.
pub fn random_lands(game: &mut rhizome_sprouts::Sprouts, random: &mut Random, wanted: usize) -> Vec<Vec<u8>> {
    let mut met = Vec::new();
    while met.len() < wanted {
        let spots = 5 + met.len() % 8;
        let mut lands = code_of(game, &format!("0*{spots}"));
        while let Some(land) = random.choose(&lands).cloned() {
            met.push(land.clone());
            let mut all: Vec<Vec<Vec<u8>>> = Vec::new();
            let _ = game.children(&land, |child| {
                all.push(child.iter().map(<[u8]>::to_vec).collect());
                ControlFlow::Continue(())
            });
            lands = random.choose(&all).cloned().unwrap_or_default();
        }
    }
    met
}

/// Whether two sums of lands are the same.
pub fn same_sums(one: &[Land], other: &[Land]) -> bool {
    let mut classes = Classes::default();
    classes.sum(one) == classes.sum(other)
}

pub fn read_sum(text: &str) -> Vec<Land> {
    text.split('+').flat_map(read).collect()
}
