//! Children of a land as bytes, for others who search for the same.
//!
//! The number of children that are left for later, and the least of their efforts; then for each child the number of its lands, and
//! each land as its length and its code. Numbers are varints.

use std::ops::ControlFlow;

use crate::game::{Codes, Left};
use crate::land_finder::FoundChildren;
use crate::varint::{decode_varint, encode_varint};

/// Appends what is left for later.
pub(crate) fn encode_left(left: Option<Left>, bytes: &mut Vec<u8>) {
    let left = left.unwrap_or(Left { count: 0, effort: 0 });
    encode_varint(left.count.into(), bytes);
    encode_varint(left.effort.into(), bytes);
}

/// Appends a child.
pub(crate) fn encode_child<'a>(lands: impl ExactSizeIterator<Item = &'a [u8]>, bytes: &mut Vec<u8>) {
    encode_varint(lands.len() as u64, bytes);
    for land in lands {
        encode_varint(land.len() as u64, bytes);
        bytes.extend_from_slice(land);
    }
}

/// The children, and what is left for later; `None` if the bytes are not well-formed.
pub(crate) fn decode(bytes: &[u8]) -> Option<(FoundChildren, Option<Left>)> {
    let mut found = FoundChildren::default();
    let left = each(bytes, |child| {
        found.push(child);
        ControlFlow::Continue(())
    })?;
    Some((found, left.continue_value().flatten()))
}

/// Shows each child, and tells what is left for later, unless `child` breaks; `None` if the bytes are not well-formed.
pub(crate) fn each(
    mut bytes: &[u8],
    mut child: impl FnMut(&Codes) -> ControlFlow<()>,
) -> Option<ControlFlow<(), Option<Left>>> {
    let number = |bytes: &mut &[u8]| u32::try_from(decode_varint(bytes).ok()?).ok();
    let (count, effort) = (number(&mut bytes)?, number(&mut bytes)?);
    let mut codes = Codes::new();
    while !bytes.is_empty() {
        codes.clear();
        for _ in 0..number(&mut bytes)? {
            let length = number(&mut bytes)? as usize;
            let (land, rest) = bytes.split_at_checked(length)?;
            if land.is_empty() || land.len() > usize::from(u16::MAX) {
                return None;
            }
            codes.push(land);
            bytes = rest;
        }
        if child(&codes).is_break() {
            return Some(ControlFlow::Break(()));
        }
    }
    Some(ControlFlow::Continue((count > 0).then_some(Left { count, effort })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn children_survive_being_told(
            children in prop::collection::vec(prop::collection::vec(prop::collection::vec(any::<u8>(), 1..9), 0..4), 0..9),
            left in prop::option::of((1..9u32, 0..99u32)),
        ) {
            let left = left.map(|(count, effort)| Left { count, effort });
            let mut bytes = Vec::new();
            encode_left(left, &mut bytes);
            children.iter().for_each(|child| encode_child(child.iter().map(Vec::as_slice), &mut bytes));
            let (found, found_left) = decode(&bytes).unwrap();
            prop_assert_eq!(found_left, left);
            let mut once: Vec<Vec<Vec<u8>>> = Vec::new();
            for child in children {
                if !once.contains(&child) {
                    once.push(child);
                }
            }
            let found: Vec<Vec<Vec<u8>>> =
                found.iter().map(|child| child.map(|land| land.code.to_vec()).collect()).collect();
            prop_assert_eq!(found, once);
        }

        #[test]
        fn other_bytes_are_refused_or_read(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = decode(&bytes);
        }
    }
}
