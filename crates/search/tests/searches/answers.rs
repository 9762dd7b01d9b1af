//! The searches find the outcomes.

use rhizome_search::{Addition, Numbers, Outcome, ProofNumber, Style};

use crate::algorithm::{ALGORITHMS, Algorithm};
use crate::explicit_tree::{ExplicitNode, ExplicitTree};
use crate::random_numbers::RandomNumbers;
use crate::random_trees::{Flavour, binary, ladder, layers, random_graph, random_tree};
use crate::trial::{Way, ways};

/// Mostly small, up to some thousands.
fn random_size(seed: u64) -> usize {
    let mut random = RandomNumbers::new(seed);
    let end = *random.pick(&[4, 10, 10, 30, 30, 60, 100]);
    let size = 1 + random.below(end);
    if random.one_in(200) { size * 40 } else { size }
}

#[test]
fn random_trees() {
    let (ways, mut wins) = (ways(), 0);
    for seed in 0..10_000 {
        let flavour = if seed % 2 == 0 { Flavour::Plain } else { Flavour::Mixed };
        let tree = random_tree(random_size(seed), flavour, seed);
        wins += u32::from(tree.outcome() == Outcome::Win);
        // Threads take longer to start than such a search takes.
        for way in ways.iter().filter(|way| way.is_repeatable() || seed % 20 == 0) {
            way.check(&tree, &format!("tree {seed}"));
        }
    }
    assert!((2_000..8_000).contains(&wins), "{wins}");
}

#[test]
fn random_graphs() {
    let (ways, mut wins) = (ways(), 0);
    for seed in 0..1_000 {
        let flavour = if seed % 2 == 0 { Flavour::Plain } else { Flavour::Mixed };
        let further_parents = 1 + seed as usize % 4;
        let graph = random_graph(random_size(!seed), further_parents, flavour, seed);
        wins += u32::from(graph.outcome() == Outcome::Win);
        for way in &ways {
            way.check(&graph, &format!("graph {seed}"));
        }
    }
    assert!((200..900).contains(&wins), "{wins}");
}

#[test]
#[ignore = "exhaustive: large random trees and graphs"]
fn large_random_graphs() {
    for seed in 0..100 {
        let size = 3_000 + seed as usize * 40;
        let graph = random_graph(size, seed as usize % 4, Flavour::Mixed, seed);
        let close = layers(100 + seed as usize, 60, seed);
        for way in ways() {
            way.check(&graph, &format!("large graph {seed}"));
            if !way.counts_every_way_in_full() {
                way.check(&close, &format!("large layers {seed}"));
            }
        }
    }
}

/// Trees and graphs in which nothing is easy.
#[test]
fn close_games() {
    for seed in 0..60 {
        for way in ways() {
            way.check(&layers(5 + seed as usize, 20, seed), &format!("layers {seed}"));
            way.check(&binary(9, seed), &format!("binary tree {seed}"));
        }
    }
}

/// The same node on very many ways: what is proved about it is used on all of them.
#[test]
fn ladders() {
    for depth in 1..25 {
        for way in ways() {
            way.check(&ladder(depth), &format!("a ladder of {depth} rungs"));
        }
    }
}

/// So deep that sums over all ways through the ladder exceed every finite number.
#[test]
fn proof_numbers_at_their_greatest() {
    for depth in [40, 80, 200] {
        for way in ways().into_iter().filter(|way| !way.counts_every_way_in_full()) {
            way.check(&ladder(depth), &format!("a ladder of {depth} rungs"));
        }
    }
}

/// First estimates that leave no room above them.
#[test]
fn estimates_at_their_greatest() {
    let ways = ways();
    for seed in 0..300 {
        let mut tree = random_graph(random_size(seed), 1, Flavour::Mixed, seed);
        let mut random = RandomNumbers::new(seed);
        for node in &mut tree.nodes {
            let greatest = ProofNumber::GREATEST_FINITE;
            let less = ProofNumber::finite(u32::MAX - 2 - random.below(3) as u32);
            let number = *random.pick(&[ProofNumber::ONE, greatest, less]);
            node.estimate = Numbers { pn: number, dn: *random.pick(&[number, greatest]) };
        }
        for way in &ways {
            way.check(&tree, &format!("estimates {seed}"));
        }
    }
}

#[test]
fn a_rest_of_very_many_children() {
    let mut nodes = vec![ExplicitNode::plain((1..50).collect())];
    nodes[0].generated_at_first = 1;
    nodes[0].rest_exaggeration = u32::MAX / 50;
    nodes.extend((1..50).map(|place| ExplicitNode::plain(if place < 49 { vec![49] } else { vec![] })));
    let tree = ExplicitTree::new(nodes);
    for way in ways() {
        way.check(&tree, "a wide tree");
    }
}

#[test]
fn the_same_search_has_the_same_counters() {
    for seed in 0..200 {
        let graph = random_graph(300, seed as usize % 3, Flavour::Mixed, seed);
        for way in ways().into_iter().filter(Way::is_repeatable) {
            let case = format!("graph {seed}");
            assert_eq!(way.check(&graph, &case), way.check(&graph, &case), "{way:?} on {case}");
        }
    }
}

/// The counters of a tree in which they are easy to see: three nodes in a row.
#[test]
fn counters_of_a_line() {
    let tree = ExplicitTree::new(vec![
        ExplicitNode::plain(vec![1]),
        ExplicitNode::plain(vec![2]),
        ExplicitNode::plain(vec![]),
    ]);
    for algorithm in ALGORITHMS {
        let way = Way { algorithm, style: Style { addition: Addition::Sum, sixteenths: 0 } };
        let counters = way.check(&tree, "a line").counters;
        assert_eq!((counters.expansions, counters.collections), (3, 0), "{way:?}");
        assert!(counters.peak_memory > 0);
    }
}

/// Of the two children the one with fewer children of its own comes first in
/// best-first search, once both are expanded: the proof needs four expansions
/// at least, and no search that is guided by proof numbers looks at the bush.
#[test]
fn proof_numbers_guide() {
    // The first child has many losing leaves below further nodes, the second is lost at once.
    let mut nodes = vec![ExplicitNode::plain(vec![1, 2])];
    nodes.push(ExplicitNode::plain((3..103).collect()));
    nodes.push(ExplicitNode::plain(vec![103]));
    nodes.extend((3..103).map(|_| ExplicitNode::plain(vec![104])));
    nodes.push(ExplicitNode::plain(vec![104]));
    nodes.push(ExplicitNode::plain(vec![]));
    let tree = ExplicitTree::new(nodes);
    assert_eq!(tree.outcome(), Outcome::Win);
    for way in ways() {
        let expansions = way.check(&tree, "a bush").counters.expansions;
        match way.algorithm {
            Algorithm::Dfs => assert!(expansions > 100, "{expansions}"),
            Algorithm::Pdfpn => {}
            Algorithm::Pns | Algorithm::Dfpn => assert!(expansions < 10, "{way:?}: {expansions}"),
        }
    }
}
