//! The table of proof numbers against a map that does the same.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use rhizome_search::{Entry, NodeId, Numbers, ProofNumber, Table};

const SMALLEST: usize = 1 << 10;

/// What can be done with a table.
#[derive(Clone, Debug)]
enum Deed {
    Store { first: u64, step: u64, count: u64, number: u32, work: u32 },
    Mark { first: u64, step: u64, count: u64 },
    Sweep,
    Drain,
}

/// Names in rows with all kinds of distances, so that many have like hashes and many come again.
fn names() -> impl Strategy<Value = (u64, u64, u64)> {
    let first =
        prop_oneof![0..4u64, (0..4u64).prop_map(|high| high << 32), Just(u64::MAX - 5_000), any::<u64>()];
    let step =
        prop_oneof![Just(1), Just(1 << 10), Just(1 << 32), Just((1 << 32) + 1), Just(1 << 54), any::<u64>()];
    let count = prop_oneof![4 => 0..100u64, 1 => 0..1_500u64];
    (first, step, count)
}

fn deeds() -> impl Strategy<Value = Deed> {
    prop_oneof![
        8 => (names(), any::<u32>(), prop_oneof![0..9u32, any::<u32>()]).prop_map(
            |((first, step, count), number, work)| Deed::Store { first, step, count, number, work }
        ),
        4 => names().prop_map(|(first, step, count)| Deed::Mark { first, step, count }),
        1 => Just(Deed::Sweep),
        1 => Just(Deed::Drain),
    ]
}

fn row(first: u64, step: u64, count: u64) -> impl Iterator<Item = NodeId> {
    (0..count)
        .map(move |place| NodeId(first.wrapping_add(place.wrapping_mul(step))))
        .filter(|&node| node != NodeId(u64::MAX))
}

/// The same with the means of the standard library.
#[derive(Default)]
struct Model {
    entries: HashMap<NodeId, (Numbers, u32)>,
    marked: HashSet<NodeId>,
}

fn seen(entry: &Entry) -> (Numbers, u32) {
    (entry.numbers, entry.work)
}

fn check(table: &Table, model: &Model, limit: usize) -> Result<(), TestCaseError> {
    prop_assert_eq!(table.len(), model.entries.len());
    prop_assert_eq!(table.is_empty(), model.entries.is_empty());
    prop_assert!(table.memory() <= limit.max(SMALLEST * size_of::<Entry>()), "{}", table.memory());
    for (&node, expected) in &model.entries {
        prop_assert_eq!(table.get(node).map(seen), Some(*expected), "{:?}", node);
        prop_assert_eq!(table.get(node).map(|entry| entry.node), Some(node));
        for other in [node.0 ^ 1, node.0 ^ 1 << 32, node.0.swap_bytes(), node.0 ^ node.0 >> 32].map(NodeId) {
            let absent = other.0 != u64::MAX && !model.entries.contains_key(&other);
            prop_assert!(!absent || table.get(other).is_none(), "{:?}", other);
        }
    }
    Ok(())
}

fn perform(table: &mut Table, model: &mut Model, deed: Deed) -> Result<(), TestCaseError> {
    match deed {
        Deed::Store { first, step, count, number, work } => {
            for (place, node) in row(first, step, count).enumerate() {
                let pn = ProofNumber::finite(number.wrapping_add(place as u32));
                let numbers = Numbers { pn, dn: ProofNumber::finite(!number) };
                let may_refuse = table.is_full();
                table.store(node, numbers, work);
                if let Some(entry) = model.entries.get_mut(&node) {
                    *entry = (numbers, entry.1.saturating_add(work));
                } else if !may_refuse || table.get(node).is_some() {
                    model.entries.insert(node, (numbers, work));
                    prop_assert_eq!(table.get(node).map(seen), Some((numbers, work)));
                }
            }
        }
        Deed::Mark { first, step, count } => {
            for node in row(first, step, count) {
                let news = model.entries.contains_key(&node) && model.marked.insert(node);
                prop_assert_eq!(table.mark(node), news, "{:?}", node);
            }
        }
        Deed::Sweep => {
            table.sweep();
            let marked = std::mem::take(&mut model.marked);
            model.entries.retain(|node, _| marked.contains(node));
        }
        Deed::Drain => {
            let entries = table.drain();
            prop_assert_eq!(entries.len(), model.entries.len());
            let entries: HashMap<_, _> = entries.iter().map(|entry| (entry.node, seen(entry))).collect();
            prop_assert_eq!(entries, std::mem::take(&mut model.entries));
            model.marked.clear();
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_table_behaves_like_a_map(
        deeds in prop::collection::vec(deeds(), 1..30),
        limit in prop_oneof![Just(0), 0..1_000_000usize, Just(usize::MAX)],
    ) {
        let mut table = Table::new(limit);
        let mut model = Model::default();
        for deed in deeds {
            perform(&mut table, &mut model, deed)?;
            check(&table, &model, limit)?;
        }
    }
}

#[test]
fn a_table_grows_up_to_its_limit() {
    let entry = size_of::<Entry>();
    for slots in [SMALLEST, 2 * SMALLEST, 16 * SMALLEST] {
        // While the table grows to `slots`, half as many old ones are held as well.
        let limit = slots * entry * 3 / 2;
        let mut table = Table::new(limit);
        let mut stored = 0;
        while !table.is_full() {
            table.store(NodeId(stored), Numbers::UNKNOWN, 1);
            stored += 1;
            assert_eq!(table.len() as u64, stored);
            assert!(table.memory() <= limit);
        }
        assert_eq!(table.memory(), slots * entry);
        // Most of the room is used before the table calls itself full.
        assert!(stored as usize >= slots / 2, "{stored} of {slots}");
        assert!((0..stored).all(|name| table.get(NodeId(name)).is_some()));
    }
}

#[test]
fn a_full_table_still_takes_news_of_nodes_that_it_has() {
    let mut table = Table::new(0);
    // Far more than it can hold.
    for name in 0..10_000 {
        table.store(NodeId(name), Numbers::UNKNOWN, 1);
    }
    assert!(table.is_full());
    let kept = table.len() as u64;
    assert!(kept < SMALLEST as u64);
    let numbers = Numbers { pn: ProofNumber::finite(7), dn: ProofNumber::finite(9) };
    table.store(NodeId(0), numbers, 5);
    assert_eq!(table.get(NodeId(0)).map(seen), Some((numbers, 6)));
    assert_eq!(table.len() as u64, kept);
    // A name that is not there is still looked for with an end.
    assert!(table.get(NodeId(123_456_789)).is_none());
    assert!(!table.mark(NodeId(123_456_789)));
}

#[test]
fn a_table_shrinks_when_it_is_drained() {
    let mut table = Table::new(usize::MAX);
    let first = table.memory();
    for name in 0..10_000 {
        table.store(NodeId(name << 32), Numbers::UNKNOWN, 1);
    }
    assert!(table.memory() > first);
    assert_eq!(table.drain().len(), 10_000);
    assert_eq!(table.memory(), first);
}

#[test]
fn a_node_is_told_of_when_its_work_has_doubled() {
    let numbers = Numbers { pn: ProofNumber::finite(3), dn: ProofNumber::finite(5) };
    let mut table = Table::new(1 << 20);
    let [cheap, dear] = [NodeId(1), NodeId(2)];
    table.store(cheap, numbers, 0);
    table.store(dear, numbers, 0);
    table.add_work(dear, 40);
    assert!(table.take_grown().is_empty(), "nobody has asked for it");
    table.watch_growth();
    table.add_work(cheap, 15);
    table.add_work(dear, 20);
    assert!(table.take_grown().is_empty());
    table.add_work(dear, 3);
    table.add_work(dear, 1);
    table.add_work(cheap, 1);
    let told: Vec<_> = table.take_grown().iter().map(|entry| (entry.node, entry.work)).collect();
    assert_eq!(told, [(cheap, 16), (dear, 64)]);
    table.add_work(dear, 63);
    assert!(table.take_grown().is_empty());
    table.add_work(dear, 1);
    table.add_work(NodeId(9), 100);
    table.drain();
    assert!(table.take_grown().is_empty(), "the name may mean another node now");
}
