//! Which lands are the same.

use rhizome_certificate::{Sprouts, SumGame};
use rhizome_planar::Random;
use rhizome_sprouts::{Position, Spot, parse, position_of};

use crate::disguise::{damage, disguise};
use crate::lands::{are_same, code_of, random_lands, read_land};

#[test]
fn disguised_lands_are_the_same_and_damaged_ones_are_not() {
    let (mut game, mut random) = (rhizome_sprouts::Sprouts::new(), Random::new(3));
    let (mut same, mut different) = (0, 0);
    for code in random_lands(&mut game, &mut random, 2_000) {
        let position = position_of(&code);
        let land = read_land(&position.to_string());
        assert!(are_same(&land, &read_land(&Sprouts::print(&land))), "{position}");
        let disguised = disguise(&position, &mut random).to_string();
        assert!(are_same(&land, &read_land(&disguised)), "{position} and {disguised}");
        for _ in 0..5 {
            let damaged = damage(&disguise(&position, &mut random), &mut random).to_string();
            // What is damaged may be no position, or several lands.
            let (Ok(_), Ok(lands)) = (parse(&damaged), Sprouts.read(&damaged)) else { continue };
            let is_same = code_of(&mut game, &damaged) == [code.clone()];
            assert_eq!(lands.len() == 1 && are_same(&land, &lands[0]), is_same, "{position} and {damaged}");
            *if is_same { &mut same } else { &mut different } += 1;
        }
    }
    assert!(same > 100 && different > 100, "{same} and {different}");
}

#[test]
fn near_misses() {
    let pairs = [
        // One word backwards, in a region that is not symmetrical; then all of the region.
        ("12a1a.112a2a", "12a1a.11a2a2", false),
        ("12a1a.112a2a", "a1a21.a2a211", true),
        ("1a2b2ab.ABC|AB2C1", "1ba2b2a.ABC|AB2C1", false),
        // The directions of two words matter if both are held fast by what they share.
        ("ABC.DEF|0.A.B.C.D.E.F", "ABC.DFE|0.A.B.C.D.E.F", true),
        ("ABC.DEF|A1B2C1D2E1F2.2", "ABC.DFE|A1B2C1D2E1F2.2", false),
        ("ABCD|ABCD", "ABCD|DCBA", true),
        ("ABCD|ABCD", "ABCD|ABDC", false),
        ("ABCDEF|ABCDEF", "ABCDEF|ABDCFE", false),
        ("AB|ACB|CDE|DE", "ABC|BD|EAD|CE", false),
        ("ABCD|EFGH|AFEH|BCDG", "ABCD|EBFG|HAEG|CDHF", false),
        ("0*3.AB|0*2.AB", "0*4.AB|0.AB", false),
        ("1ab1ab.0", "1ab1ba.0", false),
        ("2.1a1a", "21a1a", false),
    ];
    let (mut game, mut random) = (rhizome_sprouts::Sprouts::new(), Random::new(4));
    for (one, other, expected) in pairs {
        assert_eq!(are_same(&read_land(one), &read_land(other)), expected, "{one} and {other}");
        assert_eq!(code_of(&mut game, one) == code_of(&mut game, other), expected, "{one} and {other}");
        for text in [one, other] {
            let disguised = disguise(&parse(text).expect("a position"), &mut random).to_string();
            assert!(are_same(&read_land(text), &read_land(&disguised)), "{text} and {disguised}");
        }
    }
}

/// Long rings and large stars take no long time.
#[test]
fn large_lands() {
    let ring = |around: u32| {
        (0..around).map(move |place| {
            vec![vec![Spot::Letter(place), Spot::One, Spot::Letter((place + 1) % around), Spot::Two]]
        })
    };
    let star = |rays: u32| {
        let middle = (0..2 * rays).map(|letter| vec![Spot::Letter(letter)]).collect();
        let rays = (0..rays).map(|ray| {
            vec![vec![Spot::Letter(2 * ray), Spot::Two, Spot::Letter(2 * ray + 1)], vec![Spot::Zero]]
        });
        rays.chain([middle])
    };
    let mut random = Random::new(7);
    for regions in [ring(400).collect(), star(100).collect::<Vec<_>>()] {
        let position = Position { regions, heap: 0 };
        let disguised = disguise(&position, &mut random);
        assert!(are_same(&read_land(&position.to_string()), &read_land(&disguised.to_string())));
    }
}

/// Many regions that are all alike, around one, and the same with the last one a little different.
#[test]
fn many_equal_regions() {
    let wheel = |last: Vec<Spot>| {
        let letters = (0..60).map(Spot::Letter);
        let around = (0..30).map(|place| {
            let word = vec![Spot::Letter(2 * place), Spot::Two, Spot::Letter(2 * place + 1)];
            let second = if place == 29 { last.clone() } else { vec![Spot::Two, Spot::One] };
            vec![word, second]
        });
        let middle = letters.map(|letter| vec![letter]).collect();
        Position { regions: around.chain([middle]).collect(), heap: 0 }
    };
    let (one, other) = (wheel(vec![Spot::Two, Spot::One]), wheel(vec![Spot::One, Spot::One]));
    let mut random = Random::new(5);
    let disguised = read_land(&disguise(&one, &mut random).to_string());
    assert!(are_same(&read_land(&one.to_string()), &disguised));
    assert!(!are_same(&read_land(&other.to_string()), &disguised));
    assert!(are_same(&read_land("0*10000"), &read_land("0*4000.0*6000")));
}
