//! The algorithms agree on Sprouts, with each other and with the definition of nimbers.

/// The same algorithms as in the tests of the search.
#[path = "../../search/tests/searches/algorithm.rs"]
mod algorithm;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{Codes, CoupleTree, Game, Nimber, Settings};
use rhizome_search::{Control, NoObserver, Outcome, Style};
use rhizome_sprouts::{Sprouts, parse};

use algorithm::{ALGORITHMS, Algorithm};

/// More than any search here takes, so that one without end becomes a failure.
const TIME: Duration = Duration::from_secs(300);
const MEMORY: usize = 1 << 30;

/// Everything is searched couple by couple.
const WITHOUT_ENDGAME: Settings = Settings { endgame_weight: 0, effort_unit: 16, seed: 0 };

fn tree(settings: Settings) -> CoupleTree<Sprouts> {
    CoupleTree::new(Sprouts::new(), settings)
}

fn outcome(tree: &mut CoupleTree<Sprouts>, algorithm: Algorithm, lands: &Codes, heap: u32) -> Outcome {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, Some(TIME), MEMORY);
    tree.set_root(lands, Nimber::new(heap));
    let style = Style::default();
    let answer = algorithm.solve(tree, style, &control, &mut NoObserver);
    answer.outcome.unwrap_or_else(|stop| panic!("{algorithm:?}: {stop}"))
}

/// The nimber by definition of couples: the size of the first heap beside which the position is a loss.
fn nimber(tree: &mut CoupleTree<Sprouts>, algorithm: Algorithm, lands: &Codes) -> u32 {
    (0..).find(|&heap| outcome(tree, algorithm, lands, heap) == Outcome::Loss).unwrap()
}

/// Nimbers by recursion over all children, which knows nothing of couples and proof numbers.
#[derive(Default)]
struct PlainRecursion {
    game: Sprouts,
    nimbers: HashMap<Vec<u8>, u32>,
}

impl PlainRecursion {
    fn position(&mut self, lands: &Codes) -> u32 {
        lands.iter().map(|land| self.land(land)).fold(0, |sum, nimber| sum ^ nimber)
    }

    fn land(&mut self, land: &[u8]) -> u32 {
        if let Some(&nimber) = self.nimbers.get(land) {
            return nimber;
        }
        let taken: BTreeSet<u32> =
            children(&mut self.game, land).iter().map(|child| self.position(child)).collect();
        let nimber = (0..).find(|nimber| !taken.contains(nimber)).unwrap();
        self.nimbers.insert(land.to_vec(), nimber);
        nimber
    }
}

fn children(game: &mut Sprouts, land: &[u8]) -> Vec<Codes> {
    let mut children = Vec::new();
    let flow = game.children(land, |child| {
        children.push(child.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    children
}

fn start(spots: u32) -> Codes {
    Sprouts::new().lands(&parse(&format!("0*{spots}")).unwrap()).unwrap()
}

/// Checks the outcome of every land below a start beside every heap that matters.
fn check_all_below(spots: u32, settings: Settings) {
    let mut recursion = PlainRecursion::default();
    recursion.position(&start(spots));
    assert!(recursion.nimbers.len() > 10);
    for algorithm in ALGORITHMS {
        let mut kept = tree(settings);
        for (code, &expected) in &recursion.nimbers {
            let mut land = Codes::new();
            land.push(code);
            let name = Sprouts::new().print(code);
            let mut fresh = tree(settings);
            assert_eq!(nimber(&mut fresh, algorithm, &land), expected, "{algorithm:?} on {name}");
            for heap in (0..expected + 3).rev() {
                let wanted = if heap == expected { Outcome::Loss } else { Outcome::Win };
                for tree in [&mut kept, &mut tree(settings)] {
                    let found = outcome(tree, algorithm, &land, heap);
                    assert_eq!(found, wanted, "{algorithm:?} on {name}+*{heap}");
                }
            }
        }
    }
}

/// Positions that random play leads to, each from a start with 4 to 7 spots.
fn random_positions(count: usize, most_lives: u32, seed: u64) -> Vec<Codes> {
    let mut game = Sprouts::new();
    let mut state = seed;
    let mut below = |end: usize| {
        // A Weyl sequence; the high bits of a product with its own square are well mixed.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (((state ^ state >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) % end as u64) as usize
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = start(4 + below(4) as u32);
        let wanted = most_lives - below(11) as u32;
        while lives(&position) > wanted {
            let lands: Vec<Vec<u8>> = position.iter().map(<[u8]>::to_vec).collect();
            let moved = below(lands.len());
            let options = children(&mut game, &lands[moved]);
            position = options[below(options.len())].clone();
            for land in lands.iter().enumerate().filter(|&(place, _)| place != moved).map(|(_, land)| land) {
                position.push(land);
            }
        }
        if !position.is_empty() {
            positions.push(position);
        }
    }
    positions
}

fn lives(position: &Codes) -> u32 {
    position.iter().map(Sprouts::weight).sum()
}

fn print(position: &Codes) -> String {
    let lands: Vec<String> = position.iter().map(|land| Sprouts::new().print(land)).collect();
    lands.join(" + ")
}

/// The algorithms, each with other settings, give one nimber and the outcomes that go with it.
fn check_random_positions(count: usize, seed: u64) {
    let positions = random_positions(count, 18, seed);
    assert!(positions.iter().any(|position| lives(position) > 16));
    for (place, position) in positions.iter().enumerate() {
        assert!(lives(position) <= 18);
        let settings = [
            Settings::default(),
            Settings { endgame_weight: 5, effort_unit: 1, seed: 7 },
            Settings { endgame_weight: 8, effort_unit: u32::MAX, seed: 8 },
        ];
        let nimbers: Vec<u32> = ALGORITHMS
            .into_iter()
            .zip(settings)
            .map(|(algorithm, settings)| nimber(&mut tree(settings), algorithm, position))
            .collect();
        assert!(nimbers.iter().all(|nimber| *nimber == nimbers[0]), "{nimbers:?} on {}", print(position));
        // One that has not asked for the nimber agrees at once, and beside a heap above it.
        let algorithm = ALGORITHMS[place % ALGORITHMS.len()];
        for heap in [nimbers[0], nimbers[0] + 1] {
            let wanted = if heap == nimbers[0] { Outcome::Loss } else { Outcome::Win };
            let found = outcome(&mut tree(Settings::default()), algorithm, position, heap);
            assert_eq!(found, wanted, "{algorithm:?} on {}+*{heap}", print(position));
        }
    }
}

/// The nimbers of the starts repeat after six spots, as far as anybody has computed them.
fn expected_nimber(spots: u32) -> u32 {
    u32::from(spots % 6 >= 3)
}

#[test]
fn all_agree_with_plain_recursion_below_three_spots() {
    check_all_below(3, WITHOUT_ENDGAME);
    check_all_below(3, Settings::default());
}

#[test]
#[ignore = "exhaustive: all lands below four spots"]
fn all_agree_with_plain_recursion_below_four_spots() {
    check_all_below(4, WITHOUT_ENDGAME);
    check_all_below(4, Settings::default());
}

#[test]
fn all_agree_on_random_positions() {
    check_random_positions(100, 4);
}

#[test]
#[ignore = "exhaustive: five times as many random positions"]
fn all_agree_on_many_random_positions() {
    check_random_positions(500, 2);
}

fn check_nimbers_of_starts(spots: std::ops::RangeInclusive<u32>, algorithms: &[Algorithm]) {
    for &algorithm in algorithms {
        for spots in spots.clone() {
            let found = nimber(&mut tree(Settings::default()), algorithm, &start(spots));
            assert_eq!(found, expected_nimber(spots), "{algorithm:?} on 0*{spots}");
        }
    }
}

#[test]
fn nimbers_of_starts() {
    check_nimbers_of_starts(0..=6, &[Algorithm::Dfs]);
    check_nimbers_of_starts(0..=9, &[Algorithm::Pns, Algorithm::Dfpn]);
}

#[test]
#[ignore = "exhaustive: nimbers up to eleven spots"]
fn nimbers_of_larger_starts() {
    check_nimbers_of_starts(7..=8, &[Algorithm::Dfs]);
    check_nimbers_of_starts(10..=11, &[Algorithm::Pns, Algorithm::Dfpn]);
}

fn check_outcomes_of_starts(spots: std::ops::RangeInclusive<u32>, algorithms: &[Algorithm]) {
    for &algorithm in algorithms {
        for spots in spots.clone() {
            let wanted = if spots % 6 >= 3 { Outcome::Win } else { Outcome::Loss };
            let found = outcome(&mut tree(Settings::default()), algorithm, &start(spots), 0);
            assert_eq!(found, wanted, "{algorithm:?} on 0*{spots}");
        }
    }
}

#[test]
fn outcomes_of_starts() {
    check_outcomes_of_starts(0..=7, &[Algorithm::Dfs]);
    check_outcomes_of_starts(0..=11, &[Algorithm::Pns, Algorithm::Dfpn]);
}

#[test]
#[ignore = "exhaustive: outcomes up to sixteen spots"]
fn outcomes_of_larger_starts() {
    check_outcomes_of_starts(8..=9, &[Algorithm::Dfs]);
    check_outcomes_of_starts(12..=16, &[Algorithm::Pns, Algorithm::Dfpn]);
}

#[test]
fn seeds_lead_the_search_on_other_ways() {
    let mut ways = BTreeSet::new();
    for seed in 0..8 {
        let mut tree = tree(Settings { seed, ..Settings::default() });
        assert_eq!(outcome(&mut tree, Algorithm::Dfpn, &start(8), 0), Outcome::Loss);
        ways.insert(tree.generated);
    }
    assert!(ways.len() >= 6, "lands with children: {ways:?}");
}
