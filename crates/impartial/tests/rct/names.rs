//! The order of RCTs, names and digests.

use rhizome_impartial::{Rct, Rcts};

use crate::samples::*;

fn name(rcts: &Rcts, rct: Rct) -> String {
    without_limits(|control| rcts.name(rct, control)).unwrap()
}

#[test]
fn names_of_small_ones() {
    let mut rcts = Rcts::new();
    for (text, expected) in [
        ("*0", "0-0-W"),
        ("*1", "0-0+1-L"),
        ("*2", "2-0-W"),
        ("*3", "2-0+1-W"),
        ("{*2}", "3-1-L"),
        ("{*2}+*1", "3-1+1-W"),
    ] {
        let rct = read(&mut rcts, text);
        assert_eq!(name(&rcts, rct), expected, "{text}");
    }
}

/// The order by its definition.
fn compare(rcts: &Rcts, left: Rct, right: Rct) -> std::cmp::Ordering {
    let ascending = |rct| {
        let mut options: Vec<Rct> = rcts.options(rct).collect();
        options.sort_by(|&left, &right| compare(rcts, left, right));
        options
    };
    let by_height = rcts.height(left).cmp(&rcts.height(right));
    by_height.then_with(|| {
        let (left, right) = (ascending(left), ascending(right));
        let unequal = left.iter().zip(&right).map(|(&left, &right)| compare(rcts, left, right));
        unequal
            .fold(std::cmp::Ordering::Equal, |before, order| before.then(order))
            .then(left.len().cmp(&right.len()))
    })
}

#[test]
fn places_are_those_of_the_order() {
    let mut rcts = Rcts::new();
    let mut all = up_to(4, &mut rcts);
    all.sort_by(|&left, &right| compare(&rcts, left, right));
    for group in all.chunk_by(|&left, &right| rcts.height(left) == rcts.height(right)) {
        for (place, &rct) in group.iter().enumerate() {
            let index = without_limits(|control| rcts.index(rct, control)).unwrap();
            assert_eq!(index.to_string(), place.to_string());
        }
    }
}

#[test]
fn places_of_height_five_ascend() {
    let mut rcts = Rcts::new();
    let small = up_to(4, &mut rcts);
    let mut some: Vec<Rct> =
        (1..400).map(|number| rcts.intern(&mut chosen(&small, number * 10_459))).collect();
    some.retain(|&rct| rcts.height(rct) == 5);
    some.sort_by(|&left, &right| compare(&rcts, left, right));
    some.dedup();
    let place = |rct| match without_limits(|control| rcts.index(rct, control)).unwrap() {
        rhizome_impartial::rct::order::Index::Place(place) => place,
        index => panic!("{index:?}"),
    };
    assert!(some.len() > 300);
    assert!(some.is_sorted_by(|&left, &right| place(left) < place(right)));
    assert!(some.iter().all(|&rct| place(rct) < 4_171_758));
}

/// Members are printed in the order of their places.
#[test]
fn members_are_printed_in_order() {
    let mut rcts = Rcts::new();
    for number in 1..100 {
        let small = up_to(4, &mut rcts);
        let rct = rcts.intern(&mut chosen(&small, number * 41_941));
        if rct.has_factor() || rcts.heap(rct).is_some() {
            continue;
        }
        let mut options: Vec<Rct> = rcts.options(rct).collect();
        options.sort_by(|&left, &right| compare(&rcts, left, right));
        let members: Vec<String> = options.iter().map(|&option| shown(&rcts, option)).collect();
        assert_eq!(shown(&rcts, rct), format!("{{{}}}", members.join(",")));
    }
}

/// The digest as its documentation says, in another way.
fn digest(rcts: &Rcts, rct: Rct) -> u64 {
    let mut parts: Vec<u64> = rcts.options(rct).map(|option| digest(rcts, option)).collect();
    parts.sort_unstable();
    let mut hash = 14_695_981_039_346_656_037u128;
    for byte in parts.into_iter().flat_map(u64::to_be_bytes) {
        hash = (hash ^ u128::from(byte)) * 1_099_511_628_211 % (1 << 64);
    }
    hash as u64
}

#[test]
fn digests_stand_for_places_where_these_are_too_long() {
    let mut rcts = Rcts::new();
    for text in ["*6", "*7", "{{*2}+*2,*3}+{*3}", "{*2,{*3,{*4,{*5}+*1}}}", "{*2}+{*2}+*1"] {
        let rct = read(&mut rcts, text);
        for rct in [rct, rct.plus_one()] {
            let expected = digest(&rcts, rct);
            assert_eq!(without_limits(|control| rcts.digest(rct, control)).unwrap(), expected);
            let tree = rct.without_factor();
            let parts = name(&rcts, rct);
            let (height, rest) = parts.split_once('-').unwrap();
            assert_eq!(height, rcts.height(tree).to_string());
            let expected = format!("x{}", &format!("{:016x}", digest(&rcts, tree))[..12]);
            assert!(rcts.height(tree) < 6 || rest.starts_with(&expected), "{rest} {expected}");
        }
    }
    assert_eq!(digest(&rcts, Rct::ZERO), 0xcbf2_9ce4_8422_2325);
}
