//! Grundy's game, against the recursion by its definition and the known sequence.

use rhizome_games::Grundy;

use crate::searching::{Way, endgame_tree, nimber, plain_tree};
use crate::truth;

/// The beginning of A002188 in the On-Line Encyclopedia of Integer Sequences.
const KNOWN: [u32; 43] = [
    0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4, 1,
    2, 4, 1, 2, 4, 1, 5, 4,
];

#[test]
fn heaps_up_to_a_hundred() {
    let mut tree = endgame_tree(Grundy);
    let of = |size: u32| nimber(Way::Dfs, &mut tree, &Grundy.parse(&size.to_string()).unwrap());
    let found: Vec<u32> = (0..=100).map(of).collect();
    assert_eq!(found[..KNOWN.len()], KNOWN);
    assert_eq!(found, truth::grundy(100));
}

#[test]
fn couples_find_the_same_as_the_endgame() {
    let mut tree = plain_tree(Grundy);
    for size in (0..KNOWN.len()).rev() {
        let heap = Grundy.parse(&size.to_string()).unwrap();
        assert_eq!(nimber(Way::Dfpn, &mut tree, &heap), KNOWN[size], "{size}");
    }
}
