//! Positions get the same form exactly when they are the same.

use std::collections::{BTreeMap, HashMap};

use rhizome_sprouts::{Position, Sprouts, parse, position_of};

use crate::referee::board::Board;
use crate::referee::disguise::disguised;
use crate::referee::isomorphism::{look, same};
use crate::referee::mutation::{is_well_formed, mutated};
use crate::referee::random::Random;
use crate::referee::rewriting::simplified;
use crate::referee::tree::{Sum, sum_of};

/// The position that consists of the lands with these codes.
fn position_of_sum(sum: &Sum) -> Position {
    let mut whole = Position::default();
    let mut letters = 0;
    for code in sum {
        let mut land = position_of(code);
        let mut next = letters;
        for spot in land.regions.iter_mut().flatten().flatten() {
            if let rhizome_sprouts::Spot::Letter(letter) = spot {
                *letter += letters;
                next = next.max(*letter + 1);
            }
        }
        letters = next;
        whole.regions.extend(land.regions);
    }
    whole
}

/// Calls `check` with the positions of random games from 0*2 to 0*12.
fn for_random_positions(count: usize, seed: u64, mut check: impl FnMut(&Position, &mut Random)) {
    let mut random = Random::new(seed);
    let mut done = 0;
    while done < count {
        let spots = 2 + random.below(11);
        for board in Board::start(spots).random_game(&mut random) {
            check(&board.to_position(), &mut random);
            done += 1;
        }
    }
}

fn check_disguises(count: usize, seed: u64) {
    let mut sprouts = Sprouts::new();
    for_random_positions(count, seed, |position, random| {
        let lands = sum_of(&mut sprouts, position);
        let simple = position_of_sum(&lands);
        for origin in [position, &simple] {
            let other = disguised(origin, random);
            assert!(is_well_formed(&other), "a bad disguise: {other}");
            assert_eq!(
                sum_of(&mut sprouts, &other),
                lands,
                "{origin} and {other} are the same, but the one gives {simple}, the other {}",
                position_of_sum(&sum_of(&mut sprouts, &other)),
            );
        }
    });
}

#[test]
fn disguised_positions_have_the_same_lands() {
    check_disguises(20_000, 1);
}

#[test]
#[ignore = "takes about a minute"]
fn a_million_disguised_positions_have_the_same_lands() {
    check_disguises(1_000_000, 2);
}

/// Simplification one step at a time, in any order, ends in what the crate makes of the position.
fn check_steps(count: usize, seed: u64) {
    let mut sprouts = Sprouts::new();
    for_random_positions(count, seed, |position, random| {
        let form = position_of_sum(&sum_of(&mut sprouts, position));
        for origin in [position, &disguised(position, random)] {
            let simple = simplified(origin, random);
            assert!(same(&simple, &form), "{origin} ends in {simple} step by step, in {form} by the crate");
        }
    });
}

#[test]
fn simplifying_step_by_step_ends_in_the_form() {
    check_steps(20_000, 3);
}

#[test]
#[ignore = "takes about a minute"]
fn simplifying_many_positions_step_by_step_ends_in_the_form() {
    check_steps(500_000, 4);
}

fn check_near_misses(count: usize, seed: u64) -> [usize; 2] {
    let mut sprouts = Sprouts::new();
    let mut verdicts = [0; 2];
    for_random_positions(count, seed, |position, random| {
        let lands = sum_of(&mut sprouts, position);
        let simple = position_of_sum(&lands);
        let Some(other) = mutated(&simple, random) else {
            return;
        };
        let other_lands = sum_of(&mut sprouts, &other);
        let expected = same(&simple, &simplified(&other, random));
        verdicts[usize::from(expected)] += 1;
        assert_eq!(
            lands == other_lands,
            expected,
            "whether {simple} and {other} are the same; their lands are {simple} and {}",
            position_of_sum(&other_lands),
        );
    });
    verdicts
}

#[test]
fn near_misses_are_told_apart() {
    let [different, same] = check_near_misses(50_000, 5);
    // Otherwise the test would not say much.
    assert!(different > 10_000 && same > 10_000, "{different} different, {same} the same");
}

#[test]
#[ignore = "takes about a minute"]
fn many_near_misses_are_told_apart() {
    check_near_misses(1_500_000, 6);
}

/// All positions below the start with this many spots, as played without any
/// simplification.
fn check_all_positions_below(spots: usize) {
    let mut sprouts = Sprouts::new();
    let mut random = Random::new(7);
    let mut forms: BTreeMap<Sum, Position> = BTreeMap::new();
    let boards = Board::start(spots).all_below();
    for board in &boards {
        let position = board.to_position();
        let simple = simplified(&position, &mut random);
        let form = forms.entry(sum_of(&mut sprouts, &position)).or_insert_with_key(position_of_sum);
        // Being the same is transitive, so positions of equal form are all the same.
        assert!(same(&simple, form), "{position} ends in {simple} step by step, in {form} by the crate");
    }
    let mut buckets: HashMap<Vec<_>, Vec<&Position>> = HashMap::new();
    for form in forms.values() {
        let mut looks: Vec<_> = form.regions.iter().map(look).collect();
        looks.sort_unstable();
        buckets.entry(looks).or_default().push(form);
    }
    for bucket in buckets.values() {
        for (index, one) in bucket.iter().enumerate() {
            for other in &bucket[..index] {
                assert!(!same(one, other), "{one} and {other} are the same and have different forms");
            }
        }
    }
    println!("{} boards below 0*{spots}, {} forms", boards.len(), forms.len());
}

#[test]
fn all_positions_below_four_spots_have_exact_forms() {
    check_all_positions_below(4);
}

#[test]
#[ignore = "takes about a minute"]
fn all_positions_below_five_spots_have_exact_forms() {
    check_all_positions_below(5);
}

/// Forms are simple already and survive printing.
#[test]
fn forms_are_their_own_form() {
    let mut sprouts = Sprouts::new();
    for_random_positions(20_000, 8, |position, _| {
        for code in sum_of(&mut sprouts, position) {
            let form = position_of(&code);
            assert!(is_well_formed(&form), "{position} gives {form}");
            assert_eq!(sum_of(&mut sprouts, &form), [&code[..]], "the form of {form}");
            let read = parse(&form.to_string()).expect("a form can be read");
            assert_eq!(sum_of(&mut sprouts, &read), [&code[..]], "the form of {form} as printed");
        }
    });
}

/// Examples from the description of the notation and of the simplifications.
#[test]
fn simplifications_by_name() {
    let mut sprouts = Sprouts::new();
    let classes: [&[&str]; 13] = [
        &["!", "2", "2+2", "A|A", "aa", "2|2"],
        &["22", "1", "2.2", "aa2", "AB|AB", "A.B|AB", "A.B|A.B", "2A|A", "abba"],
        &["222", "0", "12", "1.2", "2.2.2", "2aa2", "1aa", "abab2", "2AB|A|B"],
        &["1A|1A", "22A|A1", "2.2.A|22A", "2aa.A|1A"],
        &["2AB|2AB", "BA2|A.2.B", "aaAB|aAaB"],
        &["0*2.2", "2.0.0", "0.aa.0", "0*2.A|A"],
        &["ABC|ABC", "A.B.C|CBA", "AC.B|AB.C"],
        &["1a1a", "b1b1"],
        &["1a2a", "2a1a", "1abba", "1aBa|B"],
        &["0.AB|AB", "0.AB|A.B", "AB.0|BA"],
        &["1ab2ba", "2ab1ba", "b1bc2c"],
        &["0.1a1a", "1b1b.0"],
        &["22+22", "AB|AB+1", "1+2.2"],
    ];
    let mut lands = Vec::new();
    for class in classes {
        let first = sum_of(&mut sprouts, &parse(class[0]).expect("a position"));
        for text in class {
            let found = sum_of(&mut sprouts, &parse(text).expect("a position"));
            assert_eq!(found, first, "{text} and {}", class[0]);
        }
        lands.push((class[0], first));
    }
    for (index, (text, one)) in lands.iter().enumerate() {
        for (other_text, other) in &lands[..index] {
            assert_ne!(one, other, "{text} and {other_text}");
        }
    }
}
