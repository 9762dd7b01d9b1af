//! What is too long for one message comes in several.

use proptest::prelude::*;
use rhizome_cluster::{Estimate, FactBatch, MAX_MESSAGE, NodeNumbers, PortableFact, RunId, Wire, WireError};

use crate::samples::{batch, report};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_report_in_parts_says_the_same(mut report in report(), facts in 0..60u32, nodes in 0..60u32) {
        report.facts.extend((0..facts).map(|index| PortableFact {
            key: vec![index as u8; 40_000],
            value: vec![index as u8; (index * 37) as usize],
        }));
        report.numbers.extend((0..nodes).map(|index| NodeNumbers {
            node: vec![index as u8; 30_000],
            pn: index,
            dn: u32::MAX,
        }));
        report.estimates.extend((0..nodes).map(|index| Estimate {
            numbers: NodeNumbers { node: vec![index as u8; 50_000], pn: 7, dn: index },
            work: index,
        }));
        let parts = report.clone().split().unwrap();
        let mut whole = parts[0].clone();
        prop_assert_eq!(whole.sequence, report.sequence);
        for (before, part) in parts.iter().zip(&parts[1..]) {
            prop_assert!(!before.is_final);
            prop_assert_eq!(part.sequence, before.sequence + 1);
            prop_assert_eq!(&part.children, &None);
            prop_assert!(!part.numbers.is_empty() || !part.facts.is_empty() || !part.estimates.is_empty());
            whole.numbers.extend_from_slice(&part.numbers);
            whole.facts.extend_from_slice(&part.facts);
            whole.estimates.extend_from_slice(&part.estimates);
        }
        whole.is_final = parts.last().unwrap().is_final;
        prop_assert_eq!(whole, report);
        for part in parts {
            prop_assert!(part.encode().unwrap().len() <= MAX_MESSAGE);
        }
    }

    #[test]
    fn a_batch_in_parts_says_the_same(batch in batch(0..80, 60_000)) {
        let parts = batch.clone().split().unwrap();
        let mut facts = Vec::new();
        let mut estimates = Vec::new();
        for part in parts {
            prop_assert_eq!(part.first, batch.first + facts.len() as u64);
            prop_assert!(part.encode().unwrap().len() <= MAX_MESSAGE);
            facts.extend(part.facts);
            estimates.extend(part.estimates);
        }
        prop_assert_eq!(facts, batch.facts);
        prop_assert!(batch.estimates.starts_with(&estimates));
    }
}

#[test]
fn short_facts_fill_their_messages() {
    let facts = vec![PortableFact { key: vec![1; 30], value: vec![2; 4] }; 95_000];
    let parts = FactBatch { run: RunId([0; 16]), first: 0, facts, estimates: Vec::new() }.split().unwrap();
    assert_eq!(parts.len(), 4);
    assert!(parts[0].encode().unwrap().len() > MAX_MESSAGE / 8 * 7);
}

#[test]
fn one_item_that_is_too_long_is_refused() {
    let fact = PortableFact { key: vec![1; MAX_MESSAGE], value: Vec::new() };
    let batch = FactBatch { run: RunId([0; 16]), first: 0, facts: vec![fact], estimates: Vec::new() };
    assert!(matches!(batch.split(), Err(WireError::TooLarge { .. })));
}
