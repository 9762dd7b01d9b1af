//! Sprouts in misère play: RCTs and the search agree with positions that are played out.

/// The same algorithms as in the tests of the search.
#[path = "../../search/tests/searches/algorithm.rs"]
mod algorithm;

#[path = "../../impartial/tests/misere/brute_force.rs"]
#[allow(dead_code)]
mod brute_force;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use brute_force::BruteForce;
use rhizome_impartial::{
    Codes, Fact, FactStore, FactStoreError, Game, MisereSettings, MisereTree, Nimber, RctBase, RctFinder,
};
use rhizome_search::{Control, NoObserver, Outcome, Style};
use rhizome_sprouts::{Sprouts, parse};

use algorithm::{ALGORITHMS, Algorithm};

/// More than any search here takes, so that one without end becomes a failure.
const TIME: Duration = Duration::from_secs(300);
const MEMORY: usize = 1 << 30;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits() -> Control<'static> {
    Control::new(&NEVER, Some(TIME), MEMORY)
}

/// A position as its lands in order.
type Lands = Vec<Vec<u8>>;

fn codes(lands: &[Vec<u8>]) -> Codes {
    let mut codes = Codes::new();
    lands.iter().for_each(|land| codes.push(land));
    codes
}

fn print(lands: &[Vec<u8>]) -> String {
    let lands: Vec<String> = lands.iter().map(|land| Sprouts::new().print(land)).collect();
    if lands.is_empty() { "!".to_owned() } else { lands.join("+") }
}

fn read(text: &str) -> Codes {
    Sprouts::new().lands(&parse(text).unwrap()).unwrap()
}

fn start(spots: u32) -> Codes {
    read(&format!("0*{spots}"))
}

fn lives(lands: &[Vec<u8>]) -> u32 {
    lands.iter().map(|land| Sprouts::weight(land)).sum()
}

fn children(game: &mut Sprouts, land: &[u8]) -> Vec<Lands> {
    let mut children = Vec::new();
    let flow = game.children(land, |child| {
        children.push(child.iter().map(<[u8]>::to_vec).collect());
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    children
}

/// All positions that can be reached from a start, itself included.
fn positions_below(spots: u32) -> Vec<Lands> {
    let mut game = Sprouts::new();
    let first: Lands = start(spots).iter().map(<[u8]>::to_vec).collect();
    let mut met = HashSet::from([first.clone()]);
    let mut all = vec![first];
    let mut moves: HashMap<Vec<u8>, Vec<Lands>> = HashMap::new();
    let mut next = 0;
    while next < all.len() {
        let position = all[next].clone();
        next += 1;
        for (place, land) in position.iter().enumerate() {
            for left in moves.entry(land.clone()).or_insert_with(|| children(&mut game, land)).iter() {
                let mut after = [&position[..place], &position[place + 1..], left].concat();
                after.sort_unstable();
                if met.insert(after.clone()) {
                    all.push(after);
                }
            }
        }
    }
    all
}

/// All lands of some positions.
fn lands_of(positions: &[Lands]) -> Lands {
    let lands: BTreeSet<&Vec<u8>> = positions.iter().flatten().collect();
    lands.into_iter().cloned().collect()
}

fn base(spots: u32) -> RctBase {
    if spots == 0 {
        return RctBase::default();
    }
    RctBase::below(&mut Sprouts::new(), &start(spots), &limits()).unwrap()
}

/// The RCTs of positions.
struct ByRct(RctFinder<Sprouts>);

impl ByRct {
    fn new() -> Self {
        ByRct(RctFinder::new(Sprouts::new()))
    }

    fn outcome(&mut self, lands: &Codes, heap: u32) -> Outcome {
        let rct = self.0.position(lands, &limits()).unwrap();
        let heap = self.0.rcts_mut().nim_heap(heap);
        let sum = self.0.rcts_mut().sum(rct, heap, &limits()).unwrap();
        self.0.rcts().outcome(sum)
    }
}

/// A tree that keeps what it proves, and one that does not.
struct Searcher {
    algorithm: Algorithm,
    base: u32,
    settings: MisereSettings,
    tree: MisereTree<Sprouts>,
}

impl Searcher {
    fn new(algorithm: Algorithm, base_size: u32, settings: MisereSettings) -> Self {
        let tree = MisereTree::new(Sprouts::new(), base(base_size), settings);
        Searcher { algorithm, base: base_size, settings, tree }
    }

    fn outcome(&mut self, lands: &Codes, heap: u32) -> Outcome {
        search(self.algorithm, &mut self.tree, lands, heap)
    }

    /// Forgets all that is proved.
    fn forget(&mut self) {
        *self = Searcher::new(self.algorithm, self.base, self.settings);
    }

    fn name(&self) -> String {
        format!("{:?} with what is below 0*{} and {:?}", self.algorithm, self.base, self.settings)
    }
}

fn search<G: Game + Clone + Send>(
    algorithm: Algorithm,
    tree: &mut MisereTree<G>,
    lands: &Codes,
    heap: u32,
) -> Outcome {
    let control = limits();
    tree.set_root(lands, Nimber::new(heap), &control).unwrap();
    let style = Style::default();
    let answer = algorithm.solve(tree, style, &control, &mut NoObserver);
    answer.outcome.unwrap_or_else(|stop| panic!("{algorithm:?}: {stop}"))
}

/// Searchers with every algorithm and these bases.
fn searchers(bases: &[u32]) -> Vec<Searcher> {
    let mut searchers = Vec::new();
    for (number, &base) in bases.iter().enumerate() {
        for (place, algorithm) in ALGORITHMS.into_iter().enumerate() {
            let number = (number + place) as u32;
            let settings = MisereSettings {
                effort_unit: [16, 1, u32::MAX][number as usize % 3],
                rct_steps: [0, 50, 100_000][number as usize % 3],
                seed: u64::from(number % 2),
            };
            searchers.push(Searcher::new(algorithm, base, settings));
        }
    }
    searchers
}

/// The least number of outcomes of each kind, so that no test is empty.
fn assert_both_kinds(outcomes: [usize; 2], least: usize) {
    assert!(outcomes.iter().all(|&count| count >= least), "losses and wins: {outcomes:?}");
}

#[test]
fn every_position_below_four_spots() {
    let positions = positions_below(4);
    assert!(positions.len() > 500);
    assert!(positions.iter().any(|position| position.len() > 2));
    let mut truth = BruteForce::new(Sprouts::new());
    let mut by_rct = ByRct::new();
    let mut searchers = searchers(&[0, 1, 2, 3]);
    let mut outcomes = [0; 2];
    for (number, position) in positions.iter().enumerate() {
        let lands = codes(position);
        for heap in 0..=3 {
            let name = format!("{}+*{heap}", print(position));
            let expected = truth.outcome(&lands, heap);
            outcomes[usize::from(expected == Outcome::Win)] += 1;
            assert_eq!(by_rct.outcome(&lands, heap), expected, "{name}");
            // Each heap with a third of them, in turn.
            let turn = number + heap as usize;
            for searcher in searchers.iter_mut().skip(turn % 3).step_by(3) {
                assert_eq!(searcher.outcome(&lands, heap), expected, "{} on {name}", searcher.name());
            }
        }
        if number % 50 == 0 {
            searchers.iter_mut().for_each(Searcher::forget);
        }
    }
    assert_both_kinds(outcomes, 300);
}

/// Numbers that look random (Weyl sequence, mixed).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }
}

/// Random sums of lands, with up to so many lives.
fn random_sums(lands: &[Vec<u8>], count: usize, most_lives: u32, random: &mut Random) -> Vec<Lands> {
    let mut sums = Vec::new();
    while sums.len() < count {
        let mut sum: Lands = Vec::new();
        for _ in 0..2 + random.below(3) {
            let land = &lands[random.below(lands.len())];
            let times = if random.below(5) == 0 { 2 } else { 1 };
            for _ in 0..times {
                if lives(&sum) + Sprouts::weight(land) <= most_lives {
                    sum.push(land.clone());
                }
            }
        }
        if sum.len() > 1 {
            sum.sort_unstable();
            sums.push(sum);
        }
    }
    sums
}

#[test]
fn random_sums_of_lands() {
    let lands = lands_of(&positions_below(5));

    assert!(lands.len() > 3000, "{}", lands.len());
    let sums = random_sums(&lands, 1000, 15, &mut Random(15));
    assert!(sums.iter().any(|sum| lives(sum) == 15));
    let mut truth = BruteForce::new(Sprouts::new());
    let mut by_rct = ByRct::new();
    // Without a base a search takes long.
    let (mut slow, mut quick) = (searchers(&[0, 1]), searchers(&[2, 3]));

    let mut outcomes = [0; 2];
    for (number, sum) in sums.iter().enumerate() {
        let (lands, heap, name) = (codes(sum), number as u32 % 2, print(sum));
        let expected = truth.outcome(&lands, heap);
        outcomes[usize::from(expected == Outcome::Win)] += 1;
        assert_eq!(by_rct.outcome(&lands, heap), expected, "{name}+*{heap}");
        let mut asked = vec![&mut quick[number % 6]];
        if number % 10 == 0 {
            asked.push(&mut slow[number / 10 % 6]);
        }
        for searcher in asked {
            assert_eq!(searcher.outcome(&lands, heap), expected, "{} on {name}+*{heap}", searcher.name());
            if number % 25 == 0 {
                searcher.forget();
            }
        }
    }
    assert_both_kinds(outcomes, 100);
}

/// Checks positions below five spots, about which RCTs say the same as playing them out does.
fn check_below_five(positions: &[Lands], bases: &[u32], heaps: std::ops::RangeInclusive<u32>) {
    let mut by_rct = ByRct::new();
    let mut searchers = searchers(bases);
    let mut outcomes = [0; 2];
    for position in positions {
        let lands = codes(position);
        for heap in heaps.clone() {
            let expected = by_rct.outcome(&lands, heap);
            outcomes[usize::from(expected == Outcome::Win)] += 1;
            for searcher in &mut searchers {
                let found = searcher.outcome(&lands, heap);
                assert_eq!(found, expected, "{} on {}+*{heap}", searcher.name(), print(position));
            }
        }
    }
    assert_both_kinds(outcomes, positions.len() / 8);
}

#[test]
fn positions_below_five_spots() {
    let positions = positions_below(5);
    let mut random = Random(5);
    let some: Vec<Lands> = (0..800).map(|_| positions[random.below(positions.len())].clone()).collect();
    check_below_five(&some, &[2, 3], 0..=1);
}

#[test]
#[ignore = "exhaustive: all positions below five spots"]
fn every_position_below_five_spots() {
    let positions = positions_below(5);
    check_below_five(&positions, &[0, 1, 2, 3, 4], 0..=5);
    let mut truth = BruteForce::new(Sprouts::new());
    let mut by_rct = ByRct::new();
    for position in &positions {
        let lands = codes(position);
        assert_eq!(by_rct.outcome(&lands, 0), truth.outcome(&lands, 0), "{}", print(position));
    }
}

/// What the players of a game from so many spots find (Lemoine and Viennot 2009): the player to move wins
/// with 0, 1, 5, 6, 10, 11, … spots.
#[test]
fn outcomes_of_starts() {
    let expected =
        |spots| if matches!(spots, 0 | 1 | 5 | 6 | 10 | 11) { Outcome::Win } else { Outcome::Loss };
    for (base, most) in [(0, 5), (1, 5), (2, 7), (3, 8), (4, 9)] {
        for mut searcher in searchers(&[base]) {
            for spots in 0..=if matches!(searcher.algorithm, Algorithm::Dfs) { 5 } else { most } {
                let found = searcher.outcome(&start(spots), 0);
                assert_eq!(found, expected(spots), "{} on 0*{spots}", searcher.name());
            }
        }
    }
}

/// A store that has nothing but garbage.
struct Garbage(Vec<(Vec<u8>, Fact)>);

impl FactStore for Garbage {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }
    fn get(&self, code: &[u8]) -> Result<Option<Fact>, FactStoreError> {
        Ok(self.0.iter().find(|(known, _)| known == code).map(|(_, fact)| fact.clone()))
    }
    fn for_each(&self, visitor: &mut dyn FnMut(&[u8], Fact)) -> Result<(), FactStoreError> {
        self.0.iter().for_each(|(code, fact)| visitor(code, fact.clone()));
        Ok(())
    }
    fn save<'a>(&mut self, _: &mut dyn Iterator<Item = (&'a [u8], &'a Fact)>) -> Result<(), FactStoreError> {
        Ok(())
    }
}

/// Whatever bytes are taken for nodes, no position that can be reached is among them, since the codes of their lands are none.
#[test]
fn garbage_in_a_store_does_no_harm() {
    let mut random = Random(99);
    let mut garbage = Vec::new();
    for number in 0..3000 {
        let mut code: Vec<u8> = vec![1 + random.below(3) as u8];
        for _ in 0..code[0] {
            // Ends of regions only, or random bytes behind one: no land begins so.
            let length = 1 + random.below(30);
            code.push(length as u8);
            code.push(4);
            code.extend((1..length).map(|_| random.below(256) as u8));
        }
        code.extend((0..random.below(3)).map(|_| random.below(9) as u8));
        code.push(random.below(2) as u8);
        garbage.push((code, Fact::Outcome([Outcome::Loss, Outcome::Win][number % 2])));
        let bytes = (0..random.below(20)).map(|_| 128 + random.below(128) as u8).collect();
        garbage.push((bytes, Fact::Outcome(Outcome::Loss)));
    }
    for memory in [0, MEMORY] {
        let mut tree = MisereTree::new(Sprouts::new(), base(2), MisereSettings::default());
        tree.keep_in(Box::new(Garbage(garbage.clone())), memory).unwrap();
        assert_eq!(search(Algorithm::Dfpn, &mut tree, &start(5), 0), Outcome::Win);
        assert_eq!(search(Algorithm::Dfpn, &mut tree, &start(4), 0), Outcome::Loss);
    }
}
