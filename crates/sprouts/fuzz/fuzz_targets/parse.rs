//! Whatever can be read is printed, read again and printed again: nothing may
//! change but the numbers of letters and the order of regions. An error must
//! point into the text and be able to show itself.
//!
//! Run it from `crates/sprouts` with
//! `cargo +nightly fuzz run parse -- -dict=fuzz/parse.dict -max_total_time=600`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rhizome_sprouts::{Position, Spot, parse};

fuzz_target!(|text: &str| {
    match parse(text) {
        Ok(position) => {
            check_shape(&position);
            let printed = position.to_string();
            let again = parse(&printed).expect("what is printed can be read");
            assert_eq!(printed, again.to_string());
            assert_eq!(position.heap, again.heap);
            assert_eq!(outline(&position), outline(&again));
        }
        Err(error) => {
            let span = error.span();
            assert!(span.start <= span.end && text.get(span).is_some());
            assert_eq!(error.render(text).lines().count(), 3);
        }
    }
});

/// What a position promises about itself.
fn check_shape(position: &Position) {
    let mut places = std::collections::HashMap::<u32, Vec<(usize, usize)>>::new();
    for (region_index, region) in position.regions.iter().enumerate() {
        assert!(!region.is_empty());
        for (boundary_index, boundary) in region.iter().enumerate() {
            assert!(!boundary.is_empty());
            assert!(boundary.len() == 1 || !boundary.contains(&Spot::Zero));
            for spot in boundary {
                if let Spot::Letter(number) = spot {
                    let place = (region_index, boundary_index);
                    places.entry(*number).or_default().push(place);
                }
            }
        }
    }
    for places in places.values() {
        let [one, other] = places[..] else {
            panic!("a letter stands {} times", places.len());
        };
        assert!(one == other || one.0 != other.0);
    }
}

/// The regions without the numbers of their letters, in an order of their own.
fn outline(position: &Position) -> Vec<Vec<Vec<u8>>> {
    let outline_of = |boundary: &Vec<Spot>| {
        let kinds = boundary.iter().map(|spot| match spot {
            Spot::Zero => 0,
            Spot::One => 1,
            Spot::Two => 2,
            Spot::Letter(number) => {
                let same = Spot::Letter(*number);
                3 + u8::from(boundary.iter().filter(|spot| **spot == same).count() == 2)
            }
        });
        kinds.collect::<Vec<u8>>()
    };
    let mut regions: Vec<Vec<Vec<u8>>> = position
        .regions
        .iter()
        .map(|region| region.iter().map(outline_of).collect())
        .collect();
    regions.sort();
    regions
}
