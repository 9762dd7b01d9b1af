//! Genera, against sums that are played out.

use rhizome_impartial::{Rct, Rcts};

use crate::brute_force::Trees;
use crate::samples::*;

#[test]
fn misere_nimbers_beside_heaps() {
    let mut rcts = Rcts::new();
    let mut trees = Trees::default();
    let small = up_to(4, &mut rcts);
    let high: Vec<Rct> = (1..40).map(|number| rcts.intern(&mut chosen(&small, number * 104_717))).collect();
    let two = trees.heap(2);
    for &rct in small.iter().chain(&high) {
        for rct in [rct, rct.plus_one()] {
            let genus = without_limits(|control| rcts.genus(rct, control)).unwrap();
            assert_eq!(genus.nimber(), rcts.nimber(rct));
            let mut sum = vec![trees.of_rct(&rcts, rct)];
            for heaps in 0..7 {
                let expected = trees.misere_nimber(&sum);
                assert_eq!(genus.misere_nimber(heaps).get(), expected, "{} {heaps}", shown(&rcts, rct));
                sum.push(two);
            }
        }
    }
}

#[test]
fn genera_are_as_short_as_they_can_be() {
    let mut rcts = Rcts::new();
    for rct in up_to(4, &mut rcts) {
        let genus = without_limits(|control| rcts.genus(rct, control)).unwrap();
        let numbers = genus.misere_nimbers();
        assert!(numbers.len() >= 2);
        assert!(numbers.len() == 2 || numbers[numbers.len() - 3] != numbers[numbers.len() - 1]);
        assert_ne!(numbers[numbers.len() - 2], numbers[numbers.len() - 1]);
        assert_eq!(genus.plus_one().plus_one(), genus);
    }
}

#[test]
fn well_known_genera() {
    let mut rcts = Rcts::new();
    for (text, genus) in [
        ("*0", "0^(1 2 0)"),
        ("*1", "1^(0 3 1)"),
        ("*2", "2^(2 0)"),
        ("*3", "3^(3 1)"),
        ("*5", "5^(5 7)"),
        ("{*2}", "0^(0 2)"),
        ("{*2}+*1", "1^(1 3)"),
        ("*2+*2", "0^(0 2)"),
        ("{*1,{*2}}", "2^(1 4 2 0)"),
    ] {
        let rct = read(&mut rcts, text);
        assert_eq!(without_limits(|control| rcts.genus(rct, control)).unwrap().to_string(), genus, "{text}");
    }
}
