//! Nim, against xor.

use rhizome_games::{MAX_HEAP, Nim};
use rhizome_search::Outcome;

use crate::random_numbers::Random;
use crate::searching::{WAYS, Way, endgame_tree, nimber, outcome, plain_tree};

#[test]
fn the_nimber_of_a_heap_is_its_size() {
    let mut tree = plain_tree(Nim);
    for size in (0..=40).chain([63, 64, 65, 128]) {
        let heap = Nim.parse(&size.to_string()).unwrap();
        assert_eq!(nimber(Way::Dfpn, &mut tree, &heap), size);
    }
}

#[test]
fn sums_are_won_unless_their_xor_is_zero() {
    let mut random = Random(1);
    for round in 0..300 {
        let heaps = 1 + random.below(5);
        let mut sizes: Vec<u32> = (0..heaps).map(|_| random.below(24)).collect();
        if round % 2 == 0 {
            sizes.push(sizes.iter().fold(0, |xor, size| xor ^ size));
        }
        let xor = sizes.iter().fold(0, |xor, size| xor ^ size);
        let text = sizes.iter().map(u32::to_string).collect::<Vec<_>>().join("+");
        let position = Nim.parse(&text).unwrap();
        for way in WAYS {
            let expected = if xor == 0 { Outcome::Loss } else { Outcome::Win };
            assert_eq!(outcome(way, &mut plain_tree(Nim), &position), expected, "{way:?} on {text}");
            assert_eq!(nimber(way, &mut plain_tree(Nim), &position), xor, "{way:?} on {text}");
        }
    }
}

#[test]
fn a_nim_heap_beside_it_is_one_more_heap() {
    let mut tree = plain_tree(Nim);
    for (text, expected) in [
        ("3+5+*6", Outcome::Loss),
        ("3+5+*7", Outcome::Win),
        ("*4", Outcome::Win),
        ("!", Outcome::Loss),
        ("0", Outcome::Loss),
        ("*3+*5+*6", Outcome::Loss),
        ("9+9", Outcome::Loss),
    ] {
        assert_eq!(outcome(Way::Dfpn, &mut tree, &Nim.parse(text).unwrap()), expected, "{text}");
    }
}

#[test]
fn a_sum_of_the_greatest_heaps_is_decided_at_once() {
    let equal = Nim.parse(&format!("{MAX_HEAP}+{MAX_HEAP}")).unwrap();
    assert_eq!(outcome(Way::Dfpn, &mut endgame_tree(Nim), &equal), Outcome::Loss);
    let alone = Nim.parse(&MAX_HEAP.to_string()).unwrap();
    assert_eq!(outcome(Way::Dfpn, &mut plain_tree(Nim), &alone), Outcome::Win);
}
