//! Explicit AND/OR trees: what is no tree, what a search finds out about one, and what it touches.

#[path = "searches/algorithm.rs"]
mod algorithm;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_search::and_or::textbook::{End, Rule, Search};
use rhizome_search::and_or::{
    AndOrTree, Kind, MAX_DEPTH, NodeDescription, RandomTrees, SplitMix, TreeDescription, TreeError, Unfolding,
};
use rhizome_search::{
    Addition, Control, NoObserver, NodeId, Outcome, ProofNumber, Recorder, SharedTree, Style,
};

use algorithm::{ALGORITHMS, Algorithm};

fn node(name: &str, kind: Kind, children: &[&str]) -> NodeDescription {
    NodeDescription { name: name.into(), kind, children: children.iter().map(|&c| c.into()).collect() }
}

fn tree(nodes: Vec<NodeDescription>) -> Result<AndOrTree, TreeError> {
    AndOrTree::try_from(TreeDescription { root: None, nodes })
}

/// Whether the prover wins, by plain recursion.
fn plain_value(tree: &AndOrTree, node: usize) -> bool {
    let mut children = tree.children(node).iter().map(|&child| plain_value(tree, child as usize));
    match tree.kind(node) {
        Kind::Or => children.any(|value| value),
        Kind::And => children.all(|value| value),
        Kind::Win => true,
        Kind::Loss => false,
    }
}

/// Searches, and says whether the prover wins. A search without end becomes a failure.
fn search<T: SharedTree>(tree: &mut T, root: Kind, algorithm: Algorithm, addition: Addition) -> bool {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, Some(Duration::from_secs(30)), 1 << 30);
    let style = Style { addition, ..Style::default() };
    let answer = algorithm.solve(tree, style, &control, &mut NoObserver);
    let outcome = answer.outcome.unwrap_or_else(|stop| panic!("{algorithm:?}: {stop}"));
    (outcome == Outcome::Win) == (root != Kind::And)
}

fn check_all_searches(tree: &AndOrTree) {
    let value = plain_value(tree, tree.root());
    assert_eq!(tree.value(tree.root()), value);
    for algorithm in ALGORITHMS {
        for addition in [Addition::Sum, Addition::Weak] {
            let mut unfolding = Unfolding::new(tree);
            let found = search(&mut unfolding, tree.kind(tree.root()), algorithm, addition);
            assert_eq!(found, value, "{algorithm:?}, {addition:?}, {:?}", TreeDescription::from(tree));
            assert_eq!(unfolding.proved(tree.root()), Some(value));
            for node in 0..tree.len() {
                if let Some(proved) = unfolding.proved(node) {
                    assert_eq!(proved, tree.value(node), "{algorithm:?}, node {node}");
                }
            }
        }
    }
}

#[test]
fn the_demo_takes_five_expansions_and_touches_eleven_nodes() {
    let tree = AndOrTree::demo();
    let mut recorder = Recorder::new(Unfolding::new(&tree));
    assert!(search(&mut recorder, Kind::Or, Algorithm::Pns, Addition::Sum));
    let order: Vec<usize> = recorder.steps().iter().map(|step| Unfolding::node(step.expanded).0).collect();
    assert_eq!(order, [0, 1, 2, 3, 4]);
    assert_eq!(recorder.tree().touched(), 11);
    assert!((0..11).all(|node| recorder.tree().is_touched(node)));
    assert_eq!(tree.len(), 15);
    let last = recorder.steps().last().and_then(|step| step.changes.last());
    let (root, numbers) = last.expect("a change");
    assert_eq!(Unfolding::node(*root).0, 0);
    assert_eq!(numbers.pn, ProofNumber::ZERO);
}

#[test]
fn textbook_and_search_expand_the_same_nodes_and_give_them_the_same_numbers() {
    let mut random = SplitMix::new(3);
    for _ in 0..2_000 {
        let tree = RandomTrees::default().draw(&mut random);
        let mut textbook = Search::new(&tree, Rule::Correct);
        let mut recorder = Recorder::new(Unfolding::new(&tree));
        let verdict = search(&mut recorder, Kind::Or, Algorithm::Pns, Addition::Sum);
        for recorded in recorder.steps() {
            let step = textbook.step().expect("a step");
            assert_eq!(Unfolding::node(recorded.expanded), (step.node, false));
            for &(name, numbers) in &recorded.changes {
                let (node, _) = Unfolding::node(name);
                // The search stops carrying up below a solved node only to go on with its parent.
                let known = textbook.numbers(node).expect("a touched node");
                let swapped = tree.kind(node) == Kind::And;
                let own = if swapped { (numbers.dn, numbers.pn) } else { (numbers.pn, numbers.dn) };
                if known.verdict().is_none() {
                    assert_eq!(own, (known.pn, known.dn));
                }
            }
        }
        assert_eq!(textbook.step(), Err(End::Verdict(verdict)));
        assert_eq!(textbook.touched(), recorder.tree().touched());
    }
}

#[test]
fn the_smallest_tree_on_which_swapped_rules_are_wrong() {
    let tree =
        tree(vec![node("a", Kind::Or, &["b", "c"]), node("b", Kind::Loss, &[]), node("c", Kind::Win, &[])])
            .expect("a tree");
    assert_eq!(Search::new(&tree, Rule::Correct).run(), End::Verdict(true));
    assert_eq!(Search::new(&tree, Rule::Swapped).run(), End::Verdict(false));
}

#[test]
fn a_stale_root_goes_the_same_way_and_never_notices() {
    let tree = AndOrTree::demo();
    let mut search = Search::new(&tree, Rule::StaleRoot);
    let order: Vec<usize> = (0..5).map(|_| search.step().expect("a step").node).collect();
    assert_eq!(order, [0, 1, 2, 3, 4]);
    assert_eq!(search.step(), Err(End::Stuck));
}

#[test]
fn all_searches_agree_on_random_trees() {
    let mut random = SplitMix::new(1);
    let shapes = [
        RandomTrees::default(),
        RandomTrees { least_children: 1, win_percent: 40, ..RandomTrees::default() },
        RandomTrees { depth: 7, most_children: 4, least_children: 1, leaf_percent: 50, win_percent: 60 },
    ];
    for round in 0..10_000 {
        check_all_searches(&shapes[round % shapes.len()].draw(&mut random));
    }
}

/// A graph in which a node may have parents of both kinds, and children of its own kind.
fn random_graph(random: &mut SplitMix) -> AndOrTree {
    let inner = 2 + random.below(30) as usize;
    let leaves = 2 + random.below(6) as usize;
    let mut nodes = Vec::new();
    for place in 0..inner + leaves {
        let (mut kind, mut children) = (Kind::Win, Vec::new());
        if place >= inner {
            if random.below(2) == 0 {
                kind = Kind::Loss;
            }
        } else {
            kind = if random.below(2) == 0 { Kind::Or } else { Kind::And };
            for _ in 0..1 + random.below(4) {
                // Near ones mostly, so that the graph is deep.
                let far = random.below(4) == 0;
                let reach = if far { inner + leaves } else { (place + 5).min(inner + leaves) };
                children.push((place + 1 + random.below((reach - place - 1) as u64) as usize).to_string());
            }
        }
        nodes.push(NodeDescription { name: place.to_string(), kind, children });
    }
    tree(nodes).expect("a graph without cycles")
}

#[test]
fn all_searches_agree_on_random_graphs() {
    let mut random = SplitMix::new(2);
    for _ in 0..1_000 {
        check_all_searches(&random_graph(&mut random));
    }
}

#[test]
fn a_leaf_is_a_tree() {
    for (kind, value) in [(Kind::Win, true), (Kind::Loss, false)] {
        let tree = tree(vec![node("only", kind, &[])]).expect("a tree");
        check_all_searches(&tree);
        assert_eq!(Search::new(&tree, Rule::Correct).run(), End::Verdict(value));
    }
}

#[test]
fn deep_trees_are_searched_and_deeper_ones_refused() {
    let chain = |length: usize| {
        let mut nodes: Vec<_> = (0..length - 1)
            .map(|place| {
                let kind = if place % 3 == 0 { Kind::And } else { Kind::Or };
                node(&place.to_string(), kind, &[&(place + 1).to_string()])
            })
            .collect();
        nodes.push(node(&(length - 1).to_string(), Kind::Win, &[]));
        tree(nodes)
    };
    let deepest = chain(MAX_DEPTH).expect("a tree");
    let search_all = move || {
        for algorithm in ALGORITHMS {
            assert!(search(&mut Unfolding::new(&deepest), Kind::And, algorithm, Addition::Sum));
        }
    };
    std::thread::Builder::new()
        .stack_size(1 << 28)
        .spawn(search_all)
        .expect("a thread")
        .join()
        .expect("no overflow");
    assert_eq!(chain(MAX_DEPTH + 1).map(|_| ()), Err(TreeError::TooDeep("0".into())));
}

#[test]
fn what_is_no_tree_is_refused_by_name() {
    use Kind::{And, Loss, Or, Win};
    let error = |nodes| tree(nodes).map(|_| ()).expect_err("no tree");
    assert_eq!(error(vec![]), TreeError::Empty);
    assert_eq!(error(vec![node("a", Win, &[]), node("a", Loss, &[])]), TreeError::SameName("a".into()));
    assert_eq!(error(vec![node("a", Or, &[])]), TreeError::Childless("a".into()));
    assert_eq!(
        error(vec![node("a", Win, &["b"]), node("b", Win, &[])]),
        TreeError::LeafWithChildren("a".into())
    );
    assert_eq!(
        error(vec![node("a", Or, &["b"])]),
        TreeError::NoChild { parent: "a".into(), child: "b".into() }
    );
    assert_eq!(error(vec![node("a", Or, &["a"])]), TreeError::Cycle("a".into()));
    let cycle =
        vec![node("r", Or, &["x"]), node("x", And, &["y"]), node("y", Or, &["x", "w"]), node("w", Win, &[])];
    assert_eq!(error(cycle), TreeError::Cycle("x".into()));
    let unreachable_cycle = vec![node("r", Or, &["w"]), node("w", Win, &[]), node("x", Or, &["x"])];
    assert_eq!(error(unreachable_cycle), TreeError::Cycle("x".into()));
    let no_root = TreeDescription { root: Some("z".into()), nodes: vec![node("a", Win, &[])] };
    assert_eq!(AndOrTree::try_from(no_root).map(|_| ()), Err(TreeError::NoRoot("z".into())));
}

#[test]
fn the_root_may_stand_anywhere() {
    let nodes =
        vec![node("w", Kind::Win, &[]), node("r", Kind::And, &["w", "l"]), node("l", Kind::Loss, &[])];
    let tree = AndOrTree::try_from(TreeDescription { root: Some("r".into()), nodes }).expect("a tree");
    assert_eq!(tree.root(), 1);
    check_all_searches(&tree);
    assert!(!tree.value(1));
}

#[test]
fn seeds_mean_the_same_trees_for_ever() {
    let mut random = SplitMix::new(0);
    assert_eq!(random.next(), 0xe220_a839_7b1d_cdaf);
    assert_eq!(random.next(), 0x6e78_9e6a_a1b9_65f4);
    let shape: Vec<usize> = {
        let mut random = SplitMix::new(1);
        (0..8).map(|_| RandomTrees::default().draw(&mut random).len()).collect()
    };
    assert_eq!(shape, [84, 4, 59, 37, 92, 45, 69, 32]);
}

#[test]
fn recording_changes_nothing() {
    let mut random = SplitMix::new(9);
    for _ in 0..200 {
        let tree = random_graph(&mut random);
        for algorithm in ALGORITHMS {
            let root = tree.kind(tree.root());
            let mut plain = Unfolding::new(&tree);
            let mut recorder = Recorder::new(Unfolding::new(&tree));
            let found = search(&mut plain, root, algorithm, Addition::Sum);
            assert_eq!(search(&mut recorder, root, algorithm, Addition::Sum), found);
            assert_eq!(recorder.tree().touched(), plain.touched());
            let mut expanded: Vec<NodeId> = recorder.steps().iter().map(|step| step.expanded).collect();
            let steps = expanded.len();
            expanded.sort_unstable();
            expanded.dedup();
            assert_eq!(expanded.len(), steps, "nothing is expanded twice");
        }
    }
}
