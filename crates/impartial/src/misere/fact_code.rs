//! Under what the outcome of a misère node is kept on disk.
//!
//! The number of lands; each land as its length and its code, in ascending order of the codes; the
//! numbers of the trees in the base, ascending, each as its distance to the one before; and at the end, as a byte, 1 for
//! *1 and 0 for none. Numbers are varints. It means something only together with the base in which the trees have these numbers.

use crate::game::Codes;
use crate::varint::{decode_varint, encode_varint};

/// Appends the code of a node.
pub(super) fn encode(lands: &Codes, trees: impl Iterator<Item = u32>, one: bool, code: &mut Vec<u8>) {
    encode_varint(lands.len() as u64, code);
    for land in lands.sorted().iter() {
        encode_varint(land.len() as u64, code);
        code.extend_from_slice(land);
    }
    let mut before = 0;
    for tree in trees {
        encode_varint(u64::from(tree - before), code);
        before = tree;
    }
    code.push(u8::from(one));
}

/// The lands, the trees and the *1 of a node, or `None` if this is no code of a node with trees below `trees`.
pub(super) fn decode(mut code: &[u8], trees: usize) -> Option<(Codes, Vec<u32>, bool)> {
    let mut lands = Codes::new();
    for _ in 0..decode_varint(&mut code).ok()? {
        let length = usize::try_from(decode_varint(&mut code).ok()?).ok()?;
        let (land, rest) = code.split_at_checked(length)?;
        if land.is_empty() {
            return None;
        }
        lands.push(land);
        code = rest;
    }
    let (&one, mut code) = code.split_last()?;
    let mut members = Vec::new();
    let mut tree = 0u64;
    while !code.is_empty() {
        tree = tree.checked_add(decode_varint(&mut code).ok()?)?;
        if tree == 0 || tree >= trees as u64 {
            return None;
        }
        members.push(tree as u32);
    }
    (one <= 1).then_some((lands, members, one == 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_node_survives_its_code(
            lands in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..20), 0..4),
            mut trees in prop::collection::vec(1..5000u32, 0..6),
            one in any::<bool>(),
        ) {
            let mut codes = Codes::new();
            lands.iter().for_each(|land| codes.push(land));
            trees.sort_unstable();
            let mut code = Vec::new();
            encode(&codes, trees.iter().copied(), one, &mut code);
            prop_assert_eq!(decode(&code, 5000), Some((codes.sorted(), trees, one)));
        }

        #[test]
        fn other_bytes_are_refused_or_read(code in prop::collection::vec(any::<u8>(), 0..30)) {
            if let Some((_, trees, _)) = decode(&code, 100) {
                prop_assert!(trees.iter().all(|tree| (1..100).contains(tree)));
            }
        }
    }
}
