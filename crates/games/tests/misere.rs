//! The impartial games in misère play, where who cannot move wins, against rules that are told here once more.

/// The same algorithms as in the tests of the search.
#[path = "../../search/tests/searches/algorithm.rs"]
mod algorithm;
#[path = "impartial/dominoes.rs"]
mod dominoes;
#[path = "impartial/random_numbers.rs"]
mod random_numbers;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_games::{Cram, Grundy, Octal};
use rhizome_impartial::{Codes, Game, MisereSettings, MisereTree, Nimber, RctBase, RctFinder};
use rhizome_search::{Control, NoObserver, Outcome, Style};

use algorithm::{ALGORITHMS, Algorithm};
use dominoes::dominoes;
use random_numbers::Random;

/// More than any search here takes, so that one without end becomes a failure.
const TIME: Duration = Duration::from_secs(120);
const MEMORY: usize = 1 << 29;
/// The greatest Nim-heap beside a position.
const MOST: u32 = 5;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits() -> Control<'static> {
    Control::new(&NEVER, Some(TIME), MEMORY)
}

fn search<G: Game + Clone + Send>(
    way: Algorithm,
    tree: &mut MisereTree<G>,
    lands: &Codes,
    heap: u32,
) -> Outcome {
    let control = limits();
    tree.set_root(lands, Nimber::new(heap), &control).unwrap();
    let style = Style::default();
    let answer = way.solve(tree, style, &control, &mut NoObserver);
    answer.outcome.unwrap()
}

/// The outcome by RCTs.
fn outcome_by_rct<G: Game + Clone + Send>(finder: &mut RctFinder<G>, lands: &Codes, heap: u32) -> Outcome {
    let rct = finder.position(lands, &limits()).unwrap();
    let heap = finder.rcts_mut().nim_heap(heap);
    let sum = finder.rcts_mut().sum(rct, heap, &limits()).unwrap();
    finder.rcts().outcome(sum)
}

/// A game, and trees that keep what they prove, each with another base.
struct Trial<G> {
    new: fn() -> G,
    finder: RctFinder<G>,
    bases: Vec<Codes>,
    kept: Vec<(Algorithm, MisereTree<G>)>,
    asked: usize,
    outcomes: [usize; 2],
}

impl<G: Game + Clone + Send> Trial<G> {
    fn new(new: fn() -> G, bases: Vec<Codes>) -> Self {
        let mut trial =
            Trial { new, finder: RctFinder::new(new()), bases, kept: Vec::new(), asked: 0, outcomes: [0; 2] };
        for number in 0..trial.bases.len() {
            for way in ALGORITHMS {
                trial.kept.push((way, trial.tree(number)));
            }
        }
        trial
    }

    fn tree(&self, base: usize) -> MisereTree<G> {
        let mut game = (self.new)();
        let base = RctBase::below(&mut game, &self.bases[base], &limits()).unwrap();
        // Every other tree leaves everything to the search.
        let settings =
            MisereSettings { rct_steps: 50 * (self.asked as u32 % 2), ..MisereSettings::default() };
        MisereTree::new(game, base, settings)
    }

    fn check(&mut self, lands: &Codes, heap: u32, expected: Outcome, name: &str) {
        self.outcomes[usize::from(expected == Outcome::Win)] += 1;
        assert_eq!(outcome_by_rct(&mut self.finder, lands, heap), expected, "{name}+*{heap}");
        for (way, tree) in &mut self.kept {
            assert_eq!(search(*way, tree, lands, heap), expected, "{way:?} on {name}+*{heap}");
        }
        self.asked += 1;
        // A tree that knows nothing yet.
        let way = ALGORITHMS[self.asked % ALGORITHMS.len()];
        let found = search(way, &mut self.tree(self.asked / 3 % self.bases.len()), lands, heap);
        assert_eq!(found, expected, "{way:?} alone on {name}+*{heap}");
    }

    fn finish(&self) {
        assert!(self.outcomes.iter().all(|&count| count > 15), "{:?}", self.outcomes);
    }
}

/// Heaps of tokens that are played out, with a Nim-heap beside them as the first of the list.
struct Heaps<F> {
    /// What is left of a heap after each move.
    moves: F,
    losses: HashMap<Vec<u32>, bool>,
}

impl<F: Fn(u32) -> Vec<Vec<u32>>> Heaps<F> {
    fn outcome(&mut self, heaps: &[u32], beside: u32) -> Outcome {
        let position = [&[beside], heaps].concat();
        if self.is_loss(position) { Outcome::Loss } else { Outcome::Win }
    }

    fn is_loss(&mut self, mut position: Vec<u32>) -> bool {
        position[1..].sort_unstable();
        if let Some(&known) = self.losses.get(&position) {
            return known;
        }
        let mut after: Vec<Vec<u32>> =
            (0..position[0]).map(|less| [&[less], &position[1..]].concat()).collect();
        for place in 1..position.len() {
            for left in (self.moves)(position[place]) {
                after.push([&position[..place], &position[place + 1..], &left].concat());
            }
        }
        let is_loss = !after.is_empty() && !after.into_iter().any(|position| self.is_loss(position));
        self.losses.insert(position, is_loss);
        is_loss
    }
}

/// All sums of up to three heaps, together not more than `most`, and with them some Nim-heap.
fn check_heaps<G: Game + Clone + Send>(
    new: fn() -> G,
    parse: impl Fn(&str) -> Codes,
    moves: impl Fn(u32) -> Vec<Vec<u32>>,
    (least, most): (u32, u32),
    bases: &[u32],
) {
    let bases = bases.iter().map(|base| parse(&base.to_string())).collect();
    let mut truth = Heaps { moves, losses: HashMap::new() };
    let mut trial = Trial::new(new, bases);
    for first in least..=most {
        for second in 0..=first.min(most - first) {
            for third in 0..=second.min(most - first - second) {
                let heaps = [first, second, third];
                let text = heaps.map(|heap| heap.to_string()).join("+");
                let beside = (first + second + third) % (MOST + 1);
                for heap in [0, beside] {
                    let expected = truth.outcome(&heaps, heap);
                    trial.check(&parse(&text), heap, expected, &text);
                }
            }
        }
    }
    trial.finish();
}

/// Kayles: one or two pins that stand side by side are taken out of a row.
fn kayles_moves(row: u32) -> Vec<Vec<u32>> {
    let taken = (1..=row.min(2)).map(|taken| row - taken);
    taken.flat_map(|rest| (0..=rest / 2).map(move |left| vec![left, rest - left])).collect()
}

/// Grundy's game: a heap is split into two that differ.
fn grundy_moves(heap: u32) -> Vec<Vec<u32>> {
    (1..heap).filter(|&part| 2 * part < heap).map(|part| vec![part, heap - part]).collect()
}

#[test]
fn kayles() {
    let parse = |text: &str| Octal::kayles().parse(text).unwrap().0;
    check_heaps(Octal::kayles, parse, kayles_moves, (1, 16), &[0, 2, 6, 16]);
    let octal = || Octal::new("0.77").unwrap();
    check_heaps(octal, move |text| octal().parse(text).unwrap().0, kayles_moves, (1, 9), &[0, 9]);
}

#[test]
fn grundys_game() {
    let parse = |text: &str| Grundy.parse(text).unwrap().0;
    check_heaps(|| Grundy, parse, grundy_moves, (1, 20), &[0, 4, 9, 20]);
}

/// The single rows of Kayles that are losses in misère play, of those up to 20 pins
/// (Sibert and Conway, *Mathematical Kayles*, 1992, has all of them).
#[test]
fn rows_of_kayles_that_are_losses() {
    let game = Octal::kayles();
    let position = |row: u32| game.parse(&row.to_string()).unwrap().0;
    let base = RctBase::below(&mut Octal::kayles(), &position(8), &limits()).unwrap();
    let mut tree = MisereTree::new(Octal::kayles(), base, MisereSettings::default());
    let losses: Vec<u32> = (1..=20)
        .filter(|&row| search(Algorithm::Dfpn, &mut tree, &position(row), 0) == Outcome::Loss)
        .collect();
    assert_eq!(losses, [1, 4, 9, 12, 20]);
}

/// Whether Cram boards with any cells blocked are losses, beside Nim-heaps from none up: first by the heap, then by the set of
/// free cells, that in row r and column c being bit r × columns + c. Boards are never cut into parts.
fn cram_losses(rows: usize, columns: usize, most: u32) -> Vec<Vec<bool>> {
    let dominoes = dominoes(rows, columns);
    let mut losses: Vec<Vec<bool>> = Vec::new();
    for heap in 0..=most as usize {
        let mut beside: Vec<bool> = Vec::new();
        for free in 0..1u32 << (rows * columns) {
            let moves = dominoes.iter().filter(|&&domino| free & domino == domino);
            let mut after: Vec<bool> = moves.map(|domino| beside[(free ^ domino) as usize]).collect();
            after.extend((0..heap).map(|less| losses[less][free as usize]));
            beside.push(!after.is_empty() && !after.contains(&true));
        }
        losses.push(beside);
    }
    losses
}

fn board(free: u32, rows: usize, columns: usize) -> String {
    let cell = |row: usize, column: usize| if free >> (row * columns + column) & 1 == 1 { '.' } else { '#' };
    let row = |row| (0..columns).map(|column| cell(row, column)).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

fn check_cram(rows: usize, columns: usize, positions: u32, bases: &[&str]) {
    let parse = |text: &str| Cram::new().parse(text).unwrap().0;
    let losses = cram_losses(rows, columns, MOST);
    let mut trial = Trial::new(Cram::new, bases.iter().map(|base| parse(base)).collect());
    let mut random = Random((rows * columns) as u64);
    let all = (1 << (rows * columns)) - 1;
    for number in 0..positions {
        let free = match number {
            0 => all,
            _ => (random.below(all) | random.below(all) | random.below(all)) & all,
        };
        let text = board(free, rows, columns);
        for heap in [0, random.below(MOST + 1)] {
            let is_loss = losses[heap as usize][free as usize];
            let expected = if is_loss { Outcome::Loss } else { Outcome::Win };
            trial.check(&parse(&text), heap, expected, &text);
        }
    }
    trial.finish();
}

#[test]
fn cram() {
    check_cram(3, 3, 80, &["1x1", "1x4", "2x3"]);
    check_cram(3, 4, 150, &["1x1", "2x2", "2x3", "3x3"]);
}

#[test]
#[ignore = "exhaustive: boards of 4 rows and 4 columns"]
fn larger_cram() {
    check_cram(4, 4, 400, &["1x1", "2x3", "3x3", "3x4"]);
}
