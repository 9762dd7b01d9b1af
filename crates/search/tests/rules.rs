//! Trees of games that tell their rules, solved by every search and compared
//! with brute force, also when there is hardly any memory.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use rhizome_search::{
    Answer, Control, Dfpn, Dfs, Interruption, NandTree, NoObserver, NodeId, Numbers, Outcome, Pns,
    PositionTree, ProofNumber, Rules, Style, solve,
};

const ALGORITHMS: [&str; 3] = ["dfs", "pns", "dfpn"];
const PLENTY: usize = 256 << 20;

fn search<R: Rules>(tree: &mut PositionTree<R>, algorithm: &str, memory: usize) -> Answer {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, memory);
    let style = Style::default();
    match algorithm {
        "dfs" => solve(tree, &mut Dfs, style, &control, &mut NoObserver),
        "pns" => solve(tree, &mut Pns, style, &control, &mut NoObserver),
        _ => solve(tree, &mut Dfpn, style, &control, &mut NoObserver),
    }
}

/// Positions are numbered, and every move goes to a greater number.
#[derive(Clone, Debug)]
struct Dag {
    children: Vec<Vec<u32>>,
    over: Vec<Option<Outcome>>,
    /// Estimates that no rules should give must do no harm.
    estimates: Vec<(u32, u32)>,
    asked: Cell<u64>,
}

impl Dag {
    /// Brute force, from the last position to the first.
    fn truth(&self) -> Vec<Outcome> {
        let mut truth = vec![Outcome::Loss; self.children.len()];
        for position in (0..self.children.len()).rev() {
            let won = self.children[position].iter().any(|&child| truth[child as usize] == Outcome::Loss);
            let computed = if won { Outcome::Win } else { Outcome::Loss };
            truth[position] = self.over[position].unwrap_or(computed);
        }
        truth
    }
}

impl Rules for Dag {
    type Position = u32;

    fn outcome(&self, &position: &u32) -> Option<Outcome> {
        self.over[position as usize]
    }

    fn children(&self, &position: &u32, children: &mut Vec<u32>) {
        self.asked.set(self.asked.get() + 1);
        children.extend_from_slice(&self.children[position as usize]);
    }

    fn first_estimate(&self, &position: &u32) -> Numbers {
        let (pn, dn) = self.estimates[position as usize];
        let number =
            |value| if value == u32::MAX { ProofNumber::INFINITY } else { ProofNumber::finite(value) };
        Numbers { pn: number(pn), dn: number(dn) }
    }

    fn print(&self, position: &u32) -> String {
        position.to_string()
    }
}

fn outcomes() -> impl Strategy<Value = Option<Outcome>> {
    prop_oneof![8 => Just(None), 1 => Just(Some(Outcome::Win)), 1 => Just(Some(Outcome::Loss))]
}

/// Random graphs, with the same child several times, and with positions that are over but have children.
fn dags(most: usize) -> impl Strategy<Value = Dag> {
    let estimate = prop_oneof![4 => 1..5u32, 1 => Just(0), 1 => Just(u32::MAX)];
    let node = (
        prop::collection::vec(any::<prop::sample::Index>(), 0..7),
        outcomes(),
        (estimate.clone(), estimate),
        1..40usize,
    );
    prop::collection::vec(node, 1..most).prop_map(|nodes| {
        let count = nodes.len();
        let mut dag = Dag { children: vec![], over: vec![], estimates: vec![], asked: Cell::new(0) };
        for (position, (picks, over, estimate, reach)) in nodes.into_iter().enumerate() {
            let later = reach.min(count - 1 - position);
            let pick = |index: prop::sample::Index| (position + 1 + index.index(later)) as u32;
            let children = if later == 0 { vec![] } else { picks.into_iter().map(pick).collect() };
            dag.children.push(children);
            dag.over.push(over);
            dag.estimates.push(estimate);
        }
        dag
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs_agree_with_brute_force(dag in dags(120)) {
        let truth = dag.truth();
        for algorithm in ALGORITHMS {
            let mut tree = PositionTree::new(dag.clone(), 0);
            prop_assert_eq!(search(&mut tree, algorithm, PLENTY).outcome, Ok(truth[0]), "{}", algorithm);
        }
    }

    #[test]
    fn a_tree_goes_on_to_other_roots(dag in dags(60), roots in prop::collection::vec(any::<prop::sample::Index>(), 1..8)) {
        let truth = dag.truth();
        for algorithm in ALGORITHMS {
            let mut tree = PositionTree::new(dag.clone(), 0);
            for root in &roots {
                let root = root.index(truth.len());
                tree.set_root(root as u32);
                prop_assert_eq!(search(&mut tree, algorithm, PLENTY).outcome, Ok(truth[root]), "{}", algorithm);
            }
        }
    }
}

/// Heaps from which one may take up to `most`; positions hold memory of their own.
struct Subtraction {
    most: u8,
}

impl Subtraction {
    fn nimber(&self, heaps: &[u8]) -> u8 {
        heaps.iter().fold(0, |sum, heap| sum ^ (heap % (self.most + 1)))
    }
}

impl Rules for Subtraction {
    type Position = Vec<u8>;

    fn children(&self, position: &Vec<u8>, children: &mut Vec<Vec<u8>>) {
        for heap in 0..position.len() {
            for take in 1..=self.most.min(position[heap]) {
                let mut child = position.clone();
                child[heap] -= take;
                child.sort_unstable();
                children.push(child);
            }
        }
    }

    fn heap_bytes(&self, position: &Vec<u8>) -> usize {
        position.capacity() + 16
    }

    fn print(&self, position: &Vec<u8>) -> String {
        format!("{position:?}")
    }
}

fn outcome_of(nimber: u8) -> Outcome {
    if nimber == 0 { Outcome::Loss } else { Outcome::Win }
}

#[test]
fn subtraction_games_agree_with_their_nimbers() {
    let rules = || Subtraction { most: 3 };
    for heaps in [vec![], vec![0], vec![4], vec![3, 3], vec![2, 5, 7], vec![5, 6, 7], vec![1, 2, 3, 4, 8]] {
        for algorithm in ALGORITHMS {
            let mut tree = PositionTree::new(rules(), heaps.clone());
            let answer = search(&mut tree, algorithm, PLENTY);
            assert_eq!(answer.outcome, Ok(outcome_of(rules().nimber(&heaps))), "{heaps:?} {algorithm}");
            assert_eq!(answer.counters.collections, 0);
        }
    }
}

/// A game without a pattern: children are drawn from few positions of the next depth, so that ways meet.
struct Tangle;

const DEPTH: u32 = 16;

impl Rules for Tangle {
    type Position = (u32, u32);

    fn children(&self, &(depth, name): &(u32, u32), children: &mut Vec<(u32, u32)>) {
        let mut state = (u64::from(depth) << 32) | u64::from(name);
        let mut draw = || {
            // SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ (mixed >> 31)) as u32
        };
        if depth < DEPTH {
            let count = 2 + draw() % 3;
            children.extend((0..count).map(|_| (depth + 1, draw() % 100_000)));
        } else if draw() % 5 < 2 {
            children.push((depth + 1, 0));
        }
    }

    fn print(&self, position: &(u32, u32)) -> String {
        format!("{position:?}")
    }
}

fn brute_force(position: (u32, u32), known: &mut HashMap<(u32, u32), Outcome>) -> Outcome {
    if let Some(&outcome) = known.get(&position) {
        return outcome;
    }
    let mut children = Vec::new();
    if position.0 <= DEPTH {
        Tangle.children(&position, &mut children);
    }
    let won = children.into_iter().any(|child| brute_force(child, known) == Outcome::Loss);
    let outcome = if won { Outcome::Win } else { Outcome::Loss };
    known.insert(position, outcome);
    outcome
}

#[test]
fn little_memory_is_enough() {
    let mut known = HashMap::new();
    for name in 0..4 {
        let truth = brute_force((0, name), &mut known);
        for algorithm in ALGORITHMS {
            let mut tree = PositionTree::new(Tangle, (0, name));
            let free = search(&mut tree, algorithm, PLENTY);
            assert_eq!(free.outcome, Ok(truth), "{algorithm} {name}");
            assert_eq!(free.counters.collections, 0);

            let limit = free.counters.peak_memory / 2;
            let mut tree = PositionTree::new(Tangle, (0, name));
            let tight = search(&mut tree, algorithm, limit);
            assert_eq!(tight.outcome, Ok(truth), "{algorithm} {name}");
            assert!(tight.counters.collections > 0, "{algorithm} {name}");
            let peak = tight.counters.peak_memory;
            assert!(peak < limit + limit / 4, "{algorithm} {name}: {peak} of {limit}");
        }
    }
}

#[test]
fn far_too_little_memory_gives_up_but_never_lies() {
    let heaps = vec![6, 7, 7, 8, 9];
    let rules = || Subtraction { most: 3 };
    let truth = outcome_of(rules().nimber(&heaps));
    for algorithm in ALGORITHMS {
        for limit in [0, 1 << 10, 1 << 14, 28 << 10] {
            let mut tree = PositionTree::new(rules(), heaps.clone());
            let outcome = search(&mut tree, algorithm, limit).outcome;
            assert_eq!(outcome, Err(Interruption::Memory), "{algorithm} {limit}");
            // What is left goes on with more.
            assert_eq!(search(&mut tree, algorithm, PLENTY).outcome, Ok(truth), "{algorithm} {limit}");
        }
    }
}

fn one_step(children: Vec<Vec<u32>>, over: Vec<Option<Outcome>>) -> Dag {
    let estimates = vec![(1, 1); children.len()];
    Dag { children, over, estimates, asked: Cell::new(0) }
}

#[test]
fn the_same_child_counts_once() {
    let children = vec![vec![1, 2, 1, 1, 2], vec![], vec![3, 3], vec![]];
    let mut tree = PositionTree::new(one_step(children, vec![None; 4]), 0);
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, PLENTY);
    let root = NodeId(u64::from(tree.root()));
    tree.expand(root, &control).unwrap();
    assert_eq!(tree.children(root), 2);
    let names: Vec<String> =
        (0..2).map(|index| tree.describe(NodeId(tree.child(root, index).into()))).collect();
    assert_eq!(names, ["1", "2"]);
    assert_eq!(tree.positions(), 3);
}

#[test]
fn a_root_that_is_over_needs_no_expansion() {
    for outcome in [Outcome::Win, Outcome::Loss] {
        for algorithm in ALGORITHMS {
            let dag = one_step(vec![vec![1], vec![]], vec![Some(outcome), None]);
            let mut tree = PositionTree::new(dag, 0);
            let answer = search(&mut tree, algorithm, PLENTY);
            assert_eq!(answer.outcome, Ok(outcome));
            assert_eq!(answer.counters.expansions, 0);
        }
    }
}

#[test]
fn who_has_no_move_loses() {
    for algorithm in ALGORITHMS {
        let mut tree = PositionTree::new(one_step(vec![vec![]], vec![None]), 0);
        assert_eq!(search(&mut tree, algorithm, PLENTY).outcome, Ok(Outcome::Loss));
    }
}

#[test]
fn what_is_proved_is_not_searched_again() {
    for algorithm in ALGORITHMS {
        let mut tree = PositionTree::new(Subtraction { most: 3 }, vec![5, 6, 7]);
        search(&mut tree, algorithm, PLENTY);
        tree.set_root(vec![1, 2, 3]);
        search(&mut tree, algorithm, PLENTY);
        tree.set_root(vec![5, 6, 7]);
        assert_eq!(search(&mut tree, algorithm, PLENTY).counters.expansions, 0, "{algorithm}");
    }
}

#[test]
fn what_is_proved_outlives_a_collection() {
    let mut tree = PositionTree::new(Subtraction { most: 3 }, vec![4]);
    assert_eq!(search(&mut tree, "dfs", PLENTY).outcome, Ok(Outcome::Loss));
    tree.set_root(vec![30, 40, 50]);
    let old = NodeId(u64::from(tree.root()));
    let before = tree.memory();
    tree.collect(&[], 64 << 10).unwrap();
    assert!(tree.memory() < before);
    let new = tree.renamed(old).unwrap();
    assert_eq!(tree.describe(new), "[30, 40, 50]");
    assert!(!tree.is_expanded(new));
    tree.set_root(vec![4]);
    assert_eq!(search(&mut tree, "dfs", PLENTY).counters.expansions, 0);
}

#[test]
fn a_collection_keeps_those_named_first_and_the_root_always() {
    let mut tree = PositionTree::new(Subtraction { most: 3 }, vec![9]);
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, PLENTY);
    let root = NodeId(u64::from(tree.root()));
    tree.expand(root, &control).unwrap();
    let children: Vec<NodeId> = (0..3).map(|index| NodeId(tree.child(root, index).into())).collect();
    let heap = |tree: &PositionTree<Subtraction>, node| tree.renamed(node).map(|node| tree.describe(node));
    tree.collect(&[children[2], children[0]], 1 << 20).unwrap();
    assert_eq!(heap(&tree, root).as_deref(), Some("[9]"));
    assert_eq!(heap(&tree, children[2]).as_deref(), Some("[6]"));
    assert_eq!(heap(&tree, children[0]).as_deref(), Some("[8]"));
    assert_eq!(heap(&tree, children[1]), None);
    // Without room only the root is left.
    let kept = [tree.renamed(children[2]).unwrap()];
    let root = tree.renamed(root).unwrap();
    tree.collect(&kept, 0).unwrap();
    assert_eq!(tree.positions(), 1);
    assert_eq!(heap(&tree, root).as_deref(), Some("[9]"));
}

/// Many more children than are looked at for duplicates, and than fit into little memory.
struct Fan;

impl Rules for Fan {
    type Position = u32;

    fn outcome(&self, &position: &u32) -> Option<Outcome> {
        (position > 0).then_some(Outcome::Win)
    }

    fn children(&self, _: &u32, children: &mut Vec<u32>) {
        children.extend((1..=100_000).flat_map(|child| [child, 1]));
    }

    fn print(&self, position: &u32) -> String {
        position.to_string()
    }
}

#[test]
fn very_many_children_stop_at_the_memory_limit() {
    for algorithm in ALGORITHMS {
        let mut tree = PositionTree::new(Fan, 0);
        let answer = search(&mut tree, algorithm, 1 << 20);
        assert_eq!(answer.outcome, Err(Interruption::Memory), "{algorithm}");
        assert!(answer.counters.peak_memory < 4 << 20, "{}", answer.counters.peak_memory);
        assert_eq!(search(&mut tree, algorithm, PLENTY).outcome, Ok(Outcome::Loss), "{algorithm}");
    }
}

/// A position is expanded once while there is memory, however many ways lead to it.
#[test]
fn transpositions_are_expanded_once() {
    let children: Vec<Vec<u32>> = (0..40u32)
        .map(|position| (position + 1..=position + 3).filter(|&child| child < 40).collect())
        .collect();
    for algorithm in ALGORITHMS {
        let mut tree = PositionTree::new(one_step(children.clone(), vec![None; 40]), 0);
        search(&mut tree, algorithm, PLENTY);
        assert!(tree.rules().asked.get() <= 40, "{algorithm}");
    }
}

#[test]
fn brute_force_itself_knows_a_small_game() {
    let dag = one_step(vec![vec![1, 2], vec![3], vec![3], vec![]], vec![None; 4]);
    let truth: HashMap<usize, Outcome> = dag.truth().into_iter().enumerate().collect();
    assert_eq!(truth[&3], Outcome::Loss);
    assert_eq!(truth[&1], Outcome::Win);
    assert_eq!(truth[&0], Outcome::Loss);
}
