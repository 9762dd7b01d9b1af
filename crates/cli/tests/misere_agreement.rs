//! Misère outcomes of Sprouts: by playing everything out, by reduced canonical trees, and by search.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{Codes, Game, MisereSettings, MisereTree, Nimber, RctBase, RctFinder};
use rhizome_search::{Control, Dfpn, Dfs, NoObserver, Outcome, Pns, Style, solve};
use rhizome_sprouts::{Sprouts, parse};

/// More than any search here takes, so that one without end becomes a failure.
const TIME: Duration = Duration::from_secs(300);
const MEMORY: usize = 1 << 30;

/// A position: the codes of its lands, sorted.
type Position = Vec<Vec<u8>>;

fn start(spots: u32) -> Position {
    let lands = Sprouts::new().lands(&parse(&format!("0*{spots}")).unwrap()).unwrap();
    lands.iter().map(<[u8]>::to_vec).collect()
}

fn codes(position: &Position) -> Codes {
    let mut codes = Codes::new();
    position.iter().for_each(|land| codes.push(land));
    codes
}

fn lives(position: &Position) -> u32 {
    position.iter().map(|land| Sprouts::weight(land)).sum()
}

/// Outcomes by recursion over all children, which knows neither trees nor proof numbers.
#[derive(Default)]
struct PlainRecursion {
    game: Sprouts,
    children: HashMap<Vec<u8>, BTreeSet<Position>>,
    outcomes: HashMap<Position, Outcome>,
}

impl PlainRecursion {
    fn children_of_land(&mut self, land: &[u8]) -> BTreeSet<Position> {
        if let Some(children) = self.children.get(land) {
            return children.clone();
        }
        let mut children = BTreeSet::new();
        let flow = self.game.children(land, |child| {
            children.insert(child.iter().map(<[u8]>::to_vec).collect());
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        self.children.insert(land.to_vec(), children.clone());
        children
    }

    fn outcome(&mut self, position: &Position) -> Outcome {
        if let Some(&outcome) = self.outcomes.get(position) {
            return outcome;
        }
        let mut some = false;
        let mut lost = false;
        for place in 0..position.len() {
            for after in self.children_of_land(&position[place]) {
                let mut child = position.clone();
                child.remove(place);
                child.extend(after);
                child.sort_unstable();
                some = true;
                lost |= self.outcome(&child) == Outcome::Loss;
            }
        }
        let outcome = if lost || !some { Outcome::Win } else { Outcome::Loss };
        self.outcomes.insert(position.clone(), outcome);
        outcome
    }

    /// A position and all that can be reached from it.
    fn below(&mut self, position: &Position) -> Vec<Position> {
        self.outcome(position);
        self.outcomes.keys().cloned().collect()
    }
}

fn sum_of_random_lands(lands: &[Vec<u8>], random: &mut impl FnMut(usize) -> usize) -> Position {
    loop {
        let mut position: Position = (0..2 + random(4)).map(|_| lands[random(lands.len())].clone()).collect();
        position.sort_unstable();
        if lives(&position) <= 15 {
            return position;
        }
    }
}

/// A thousand sums of two to five lands, some of them beyond those below four spots.
fn random_sums(lands: &[Vec<u8>]) -> Vec<Position> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    (0..1000).map(|_| sum_of_random_lands(lands, &mut random)).collect()
}

/// Lands of at most 11 lives below five spots, a sample of them.
fn lands_below_five_spots(recursion: &mut PlainRecursion) -> Vec<Vec<u8>> {
    let mut waiting = start(5);
    let mut met = BTreeSet::new();
    while let Some(land) = waiting.pop() {
        if met.insert(land.clone()) && met.len() < 4000 {
            waiting.extend(recursion.children_of_land(&land).into_iter().flatten());
        }
    }
    met.into_iter().filter(|land| Sprouts::weight(land) <= 11).collect()
}

fn search(tree: &mut MisereTree<Sprouts>, position: &Position, algorithm: usize) -> Outcome {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, Some(TIME), MEMORY);
    tree.set_root(&codes(position), Nimber::ZERO, &control).unwrap();
    let style = Style::default();
    let answer = match algorithm {
        0 => solve(tree, &mut Dfpn, style, &control, &mut NoObserver),
        1 => solve(tree, &mut Pns, style, &control, &mut NoObserver),
        _ => solve(tree, &mut Dfs, style, &control, &mut NoObserver),
    };
    answer.outcome.unwrap()
}

/// Each position is searched anew, since what is proved about others would answer it.
fn assert_search(position: &Position, outcome: Outcome, base: u32, algorithm: usize) {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, MEMORY);
    let base = RctBase::below(&mut Sprouts::new(), &codes(&start(base)), &control).unwrap();
    let mut tree = MisereTree::new(Sprouts::new(), base, MisereSettings::default());
    assert_eq!(search(&mut tree, position, algorithm), outcome, "{position:?} with algorithm {algorithm}");
}

#[test]
fn trees_and_searches_agree_with_play_below_four_spots() {
    let mut recursion = PlainRecursion::default();
    let positions = recursion.below(&start(4));
    assert!(positions.len() > 1000);
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, MEMORY);
    let mut finder = RctFinder::new(Sprouts::new());
    for (number, position) in positions.iter().enumerate() {
        let outcome = recursion.outcome(position);
        let rct = finder.position(&codes(position), &control).unwrap();
        assert_eq!(finder.rcts().outcome(rct), outcome, "{position:?}");
        assert_search(position, outcome, (number % 4) as u32, number / 4 % 3);
    }
}

#[test]
fn trees_and_searches_agree_with_play_on_random_sums() {
    let mut recursion = PlainRecursion::default();
    let lands = lands_below_five_spots(&mut recursion);
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, MEMORY);
    let mut finder = RctFinder::new(Sprouts::new());
    let mut losses = 0;
    for (number, position) in random_sums(&lands).iter().enumerate() {
        let outcome = recursion.outcome(position);
        losses += usize::from(outcome == Outcome::Loss);
        let rct = finder.position(&codes(position), &control).unwrap();
        assert_eq!(finder.rcts().outcome(rct), outcome, "{position:?}");
        assert_search(position, outcome, (number % 4) as u32, number / 4 % 3);
    }
    assert!(losses > 100, "{losses} losses");
}

#[test]
fn start_positions_have_the_known_outcomes() {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, MEMORY);
    let base = RctBase::below(&mut Sprouts::new(), &codes(&start(4)), &control).unwrap();
    let wins = [0, 1, 5, 6, 10, 11];
    for algorithm in 0..2 {
        let mut tree = MisereTree::new(Sprouts::new(), base.clone(), MisereSettings::default());
        for spots in 0..=11 {
            let outcome = if wins.contains(&spots) { Outcome::Win } else { Outcome::Loss };
            assert_eq!(search(&mut tree, &start(spots), algorithm), outcome, "{spots} spots");
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn searches_agree_with_trees_below_five_spots() {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, MEMORY);
    let mut recursion = PlainRecursion::default();
    let positions = recursion.below(&start(5));
    assert_eq!(positions.len(), 15_360);
    let mut finder = RctFinder::new(Sprouts::new());
    for size in 0..4 {
        let base = RctBase::below(&mut Sprouts::new(), &codes(&start(size)), &control).unwrap();
        for position in &positions {
            let rct = finder.position(&codes(position), &control).unwrap();
            let mut tree = MisereTree::new(Sprouts::new(), base.clone(), MisereSettings::default());
            assert_eq!(search(&mut tree, position, 0), finder.rcts().outcome(rct), "{position:?}");
            assert_eq!(recursion.outcome(position), finder.rcts().outcome(rct), "{position:?}");
        }
    }
}
