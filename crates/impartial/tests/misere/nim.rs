//! Misère Nim, whose outcomes are known: a sum of heaps is a loss if and only if the exclusive or of
//! their sizes is 0, or, if no heap is greater than 1, if it is 1 (Bouton 1901).

use rhizome_impartial::{Codes, RctBase, RctFinder};
use rhizome_search::Outcome;

use crate::games::{Nim, heap};
use crate::random_numbers::RandomNumbers;
use crate::trial::{base_below, codes, plain_ways, print, ways, without_limits};

fn outcome(sizes: &[u32]) -> Outcome {
    let sum = sizes.iter().fold(0, |sum, size| sum ^ size);
    let loses_at = u32::from(sizes.iter().all(|&size| size <= 1));
    if sum == loses_at { Outcome::Loss } else { Outcome::Win }
}

fn position(sizes: &[u32]) -> Codes {
    let heaps: Vec<Vec<u8>> = sizes.iter().filter(|&&size| size > 0).map(|&size| heap(size)).collect();
    codes(&heaps)
}

fn base(size: u32) -> RctBase {
    if size == 0 { RctBase::default() } else { base_below(Nim, &position(&[size])) }
}

#[test]
fn all_triples_of_small_heaps() {
    let most = 12;
    for way in plain_ways() {
        for base_size in [0, 3, most] {
            let mut kept = way.tree(Nim, base(base_size));
            for first in 0..=most {
                for second in 0..=first {
                    for third in 0..=second {
                        let expected = outcome(&[first, second, third]);
                        // The third heap is a land, or the heap beside the lands.
                        let lands = position(&[first, second, third]);
                        assert_eq!(
                            way.outcome(&mut kept, &lands, 0),
                            expected,
                            "{way:?} on {}",
                            print(&lands, 0)
                        );
                        let lands = position(&[first, second]);
                        assert_eq!(
                            way.outcome(&mut kept, &lands, third),
                            expected,
                            "{way:?} on {}",
                            print(&lands, third)
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn random_sums_of_heaps() {
    let mut random = RandomNumbers::new(1901);
    let mut finder = RctFinder::new(Nim);
    let mut outcomes = [0; 2];
    for way in ways().iter().cycle().take(90) {
        let count = 1 + random.below(5);
        let most = if count < 4 { 25 } else { 9 };
        let mut sizes: Vec<u32> = (0..count).map(|_| random.below(most) as u32).collect();
        if random.one_in(2) {
            // A last heap that makes it a loss, if the others are not small.
            sizes.push(sizes.iter().fold(0, |sum, size| sum ^ size));
        }
        let (lands, expected) = (position(&sizes), outcome(&sizes));
        outcomes[usize::from(expected == Outcome::Win)] += 1;
        for base_size in [0, 3, 10, 31] {
            let mut tree = way.tree(Nim, base(base_size));
            assert_eq!(way.outcome(&mut tree, &lands, 0), expected, "{way:?} on {}", print(&lands, 0));
        }
        if count < 4 {
            let rct = finder.position(&lands, &without_limits()).unwrap();
            assert_eq!(finder.rcts().outcome(rct), expected, "{}", print(&lands, 0));
        }
    }
    assert!(outcomes.iter().all(|&count| count > 30), "{outcomes:?}");
}
