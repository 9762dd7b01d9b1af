//! Lands with many symmetries, or with parts that can hardly be told apart.

use std::collections::{BTreeMap, BTreeSet};

use rhizome_sprouts::{Position, Region, Spot, Sprouts, parse};

use crate::referee::board::Board;
use crate::referee::disguise::{disguised, shuffled};
use crate::referee::graphs::Graph;
use crate::referee::isomorphism::same;
use crate::referee::mutation::mutated;
use crate::referee::random::Random;
use crate::referee::rewriting::simplified;
use crate::referee::tree::{Sum, sum_of};

fn position(text: &str) -> Position {
    parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

/// Lands that are written out.
fn words() -> Vec<Position> {
    let words = [
        "AB|BC|CD|DA",
        "0.AB|0.BC|0.CD|0.DA",
        "AB.CE|BC.DA.0|DFEG|FG.0",
        "AB.CD.EF|AB.0|CD.0|EF.0",
        "0*2.AB.CD.EF.GH|0*2.AB|0*2.CD|0*2.EF|0*2.GH",
        "ABC|ADE|BDF|CEF",
        "ABCD|ABCD.0",
        "ABCD.0|ACBD.0",
        "ABCDEF|ABCDEF",
        "ABCDEF|ADBECF",
        "ABCD|ABEF|CDGH|EFGH",
        "1A1B1C|1A1B1C",
        "1A2B.1C2D|1A2B.1C2D",
        "1A2B.1C2D|1A1B|1C1D",
        "1A2B1C.0|ABC.0",
        "A1a1aB|AC1b1b|BC1a1a",
        "aAbaBb|A.0|B.0",
        "A.B.C.D.E.F|AGL|BGH|CHI|DIJ|EJK|FKL",
        "A.B.C.D.E.F|AGH|BHI|CIG|DJK|EKL|FLJ",
        "ABCD|AEFG|BEHI|CFHJ|DGIJ",
        "1A1B.1C1D.1E1F|12A12B|12C12D|12E12F",
        "1A2B.1C2D.1E2F|12A12B|12C12D|12E12F",
        "A12.B12.C12.D12|1A2B2|2C1D2",
        "1a1aA.1a1aB.1a1aC|A.0|B.0|C.0",
        "ABC.DEF.GHI|ABC.0|DEF.0|GHI.0",
        "ABCD.EFGH|ABCD.0|EFGH.0",
        "ABCD.EFGH|ABCD.EFGH",
        "A1BC2D.E1FG2H|A1B.CD|E2F.GH.0",
        "AB.CD|AC.BD",
        "A.B.C|D.E.F|AD.BE.CF",
        "ABC|ADE|BFG|CHI|DFJ|EHK|GIL|JKL",
    ];
    words.into_iter().map(position).collect()
}

fn graphs() -> Vec<(&'static str, Graph)> {
    vec![
        ("ring of 5", Graph::ring(5)),
        ("ring of 12", Graph::ring(12)),
        ("chain of 9", Graph::chain(9)),
        ("prism of 3", Graph::generalised_petersen(3, 1)),
        ("Möbius ladder of 3", Graph::moebius_ladder(3)),
        ("prism of 4", Graph::generalised_petersen(4, 1)),
        ("Möbius ladder of 4", Graph::moebius_ladder(4)),
        ("prism of 5", Graph::generalised_petersen(5, 1)),
        ("Möbius ladder of 5", Graph::moebius_ladder(5)),
        ("Petersen", Graph::generalised_petersen(5, 2)),
        ("dodecahedron", Graph::generalised_petersen(10, 2)),
        ("Desargues", Graph::generalised_petersen(10, 3)),
        ("prism of 10", Graph::generalised_petersen(10, 1)),
        ("complete of 4", Graph::complete(4)),
        ("complete of 6", Graph::complete(6)),
        ("cube of 4 dimensions", Graph::cube(4)),
    ]
}

/// Graphs in which colours alone tell nothing apart, in pairs.
fn hard_graphs() -> Vec<(&'static str, Graph)> {
    vec![
        ("rook", Graph::rook()),
        ("Shrikhande", Graph::shrikhande()),
        ("Cai, Fürer and Immerman", Graph::cai_fuerer_immerman(&Graph::complete(4), false)),
        ("Cai, Fürer and Immerman, crossed", Graph::cai_fuerer_immerman(&Graph::complete(4), true)),
    ]
}

/// Disguises a land many times. Returns its form.
fn check_disguises(sprouts: &mut Sprouts, position: &Position, times: usize) -> Sum {
    let lands = sum_of(sprouts, position);
    let mut random = Random::new(31);
    for _ in 0..times {
        let other = disguised(position, &mut random);
        assert_eq!(sum_of(sprouts, &other), lands, "{position} and {other} are the same");
    }
    lands
}

#[test]
fn disguised_symmetric_lands_have_the_same_form() {
    let mut sprouts = Sprouts::new();
    let of_graphs = graphs().into_iter().map(|(_, graph)| graph.land());
    for position in words().into_iter().chain(of_graphs) {
        check_disguises(&mut sprouts, &position, 1_000);
    }
}

#[test]
fn hard_graphs_are_told_apart() {
    let mut sprouts = Sprouts::new();
    let mut forms = BTreeMap::new();
    for (name, graph) in hard_graphs() {
        let form = check_disguises(&mut sprouts, &graph.land(), 200);
        assert_eq!(forms.insert(form, name), None, "{name} is the same as that");
    }
}

/// Different lands have different forms, and the same land has one.
#[test]
fn symmetric_lands_are_the_same_exactly_when_the_referee_says_so() {
    let mut sprouts = Sprouts::new();
    let mut random = Random::new(32);
    let mut positions = words();
    positions.extend(graphs().into_iter().map(|(_, graph)| graph.land()));
    let simple: Vec<_> = positions.iter().map(|p| simplified(p, &mut random)).collect();
    let lands: Vec<_> = positions.iter().map(|p| sum_of(&mut sprouts, p)).collect();
    for one in 0..positions.len() {
        for other in 0..=one {
            let expected = same(&simple[one], &simple[other]);
            let found = lands[one] == lands[other];
            assert_eq!(found, expected, "{} and {}", positions[one], positions[other]);
        }
    }
}

/// A symmetric land with something changed in it is often the same as with something else changed.
#[test]
fn changed_symmetric_lands_are_told_apart() {
    let mut sprouts = Sprouts::new();
    let mut random = Random::new(33);
    let mut verdicts = [0; 2];
    let of_graphs = graphs().into_iter().filter(|(_, graph)| graph.vertices <= 10);
    let of_graphs = of_graphs.map(|(_, graph)| graph.land_with(|_| vec![vec![Spot::Zero]]));
    for position in words().into_iter().chain(of_graphs) {
        let mut changed = Vec::new();
        while changed.len() < 24 {
            let Some(other) = mutated(&position, &mut random) else {
                continue;
            };
            let other = shuffled(&other, &mut random);
            changed.push((simplified(&other, &mut random), sum_of(&mut sprouts, &other), other));
        }
        for (index, (one, one_lands, one_text)) in changed.iter().enumerate() {
            for (other, other_lands, other_text) in &changed[..index] {
                let expected = same(one, other);
                verdicts[usize::from(expected)] += 1;
                assert_eq!(one_lands == other_lands, expected, "{one_text} and {other_text}");
            }
        }
    }
    let [different, same] = verdicts;
    assert!(different > 1_000 && same > 1_000, "{different} different, {same} the same");
}

/// Positions a few moves below symmetric ones, disguised, and with something changed in them.
#[test]
fn positions_below_symmetric_lands_have_exact_forms() {
    let mut sprouts = Sprouts::new();
    let mut random = Random::new(35);
    let of_graphs = graphs().into_iter().filter(|(_, graph)| graph.vertices <= 10);
    let of_graphs = of_graphs.map(|(_, graph)| graph.land_with(|_| vec![vec![Spot::Zero]]));
    for start in words().into_iter().chain(of_graphs) {
        for _ in 0..20 {
            for board in Board::from_position(&start).random_game(&mut random).iter().take(5) {
                let position = board.to_position();
                let simple = simplified(&position, &mut random);
                let lands = sum_of(&mut sprouts, &position);
                for other in [disguised(&position, &mut random), disguised(&simple, &mut random)] {
                    assert_eq!(sum_of(&mut sprouts, &other), lands, "{position} and {other}");
                }
                for _ in 0..5 {
                    let Some(other) = mutated(&simple, &mut random) else {
                        continue;
                    };
                    let expected = same(&simple, &simplified(&other, &mut random));
                    assert_eq!(sum_of(&mut sprouts, &other) == lands, expected, "{simple} and {other}");
                }
            }
        }
    }
}

/// Rings of regions that hold one of a few things. Two are the same exactly
/// when one can be turned or turned over into the other.
#[test]
fn rings_are_counted() {
    let mut sprouts = Sprouts::new();
    let kinds: [Region; 3] = [vec![], vec![vec![Spot::Zero]], vec![vec![Spot::One, Spot::Two]]];
    for (length, kinds_used) in [(3, 3), (4, 3), (5, 3), (6, 3), (7, 2), (8, 2)] {
        let mut classes: BTreeMap<Vec<usize>, BTreeSet<Sum>> = BTreeMap::new();
        let mut forms = BTreeSet::new();
        for number in 0..usize::pow(kinds_used, length as u32) {
            let ring: Vec<usize> =
                (0..length).map(|place| number / usize::pow(kinds_used, place as u32) % kinds_used).collect();
            let turned = (0..length).map(|by| [&ring[by..], &ring[..by]].concat());
            let class = turned.flat_map(|ring| [ring.clone(), ring.into_iter().rev().collect()]).min();
            let land = Graph::ring(length).land_with(|vertex| kinds[ring[vertex]].clone());
            let form = sum_of(&mut sprouts, &land);
            forms.insert(form.clone());
            classes.entry(class.unwrap_or(ring)).or_default().insert(form);
        }
        assert!(classes.values().all(|forms| forms.len() == 1), "rings of {length} that are the same");
        assert_eq!(forms.len(), classes.len(), "rings of {length}");
    }
}

/// Graphs in which every vertex has three neighbours. There are 1, 2, 5, 19, 85
/// connected ones of 4, 6, 8, 10, 12 vertices (sequence A002851 of the OEIS).
#[test]
fn cubic_graphs_are_counted() {
    let mut sprouts = Sprouts::new();
    let mut random = Random::new(34);
    for (vertices, expected, tries) in
        [(4, 1, 20), (6, 2, 100), (8, 5, 500), (10, 19, 3_000), (12, 85, 4_000)]
    {
        let mut forms: BTreeMap<Sum, Position> = BTreeMap::new();
        for _ in 0..tries {
            let land = Graph::random_cubic(vertices, &mut random).land();
            let first = forms.entry(sum_of(&mut sprouts, &land)).or_insert_with(|| land.clone());
            assert!(same(first, &land), "{first} and {land} differ");
        }
        assert_eq!(forms.len(), expected, "graphs of {vertices} vertices");
    }
}
