//! Tame RCTs: sums of them are like Nim.

use proptest::prelude::*;
use rhizome_impartial::{Rct, Rcts};
use rhizome_search::Outcome;

use crate::brute_force::Trees;
use crate::samples::*;

/// Whether the genus is that of a position of Nim.
fn has_genus_of_nim(rcts: &Rcts, rct: Rct) -> bool {
    let genus = without_limits(|control| rcts.genus(rct, control)).unwrap();
    let nimber = genus.nimber().get();
    let misere: Vec<u32> = genus.misere_nimbers().iter().map(|nimber| nimber.get()).collect();
    match nimber {
        0 if misere == [1, 2, 0] => true,
        1 if misere == [0, 3, 1] => true,
        _ => misere == [nimber, nimber ^ 2],
    }
}

/// Tame RCTs of height at most 4, and some of height 5.
fn tame(rcts: &mut Rcts) -> Vec<Rct> {
    let small = up_to(4, rcts);
    let higher: Vec<Rct> = (1..3000).map(|number| rcts.intern(&mut chosen(&small, number * 1_397))).collect();
    let mut tame: Vec<Rct> = small.iter().chain(&higher).copied().filter(|&rct| rcts.is_tame(rct)).collect();
    tame.sort_unstable();
    tame.dedup();
    tame
}

#[test]
fn heaps_and_their_sums_are_tame() {
    let mut rcts = Rcts::new();
    for (text, is_fickle) in [
        ("*0", true),
        ("*1", true),
        ("*2", false),
        ("*7", false),
        ("*2+*2", false),
        ("*4+*5+*1", false),
        ("{*2}", false),
    ] {
        let rct = read(&mut rcts, text);
        assert!(rcts.is_tame(rct), "{text}");
        assert_eq!(rcts.is_fickle(rct), is_fickle, "{text}");
    }
    let wild = read(&mut rcts, "{*1,{*2}}");
    assert!(!rcts.is_tame(wild) && !rcts.is_tame(wild.plus_one()));
    assert_eq!(rcts.outcome_of_tame([Rct::ONE, wild]), None);
    assert_eq!(rcts.outcome_of_tame([]), Some(Outcome::Win));
}

#[test]
fn some_are_tame_although_an_option_is_wild() {
    let mut rcts = Rcts::new();
    let is_reverting = |rcts: &Rcts, rct: Rct| rcts.options(rct).any(|option| !rcts.is_tame(option));
    let count = tame(&mut rcts).into_iter().filter(|&rct| is_reverting(&rcts, rct)).count();
    assert!(count > 0);
}

#[test]
fn tame_ones_have_the_genus_of_a_nim_position() {
    let mut rcts = Rcts::new();
    for rct in tame(&mut rcts) {
        assert!(has_genus_of_nim(&rcts, rct), "{}", shown(&rcts, rct));
    }
}

/// Where all followers have the genus of a Nim position, Conway's theorem holds, so that nothing like this may be missed.
#[test]
fn what_is_hereditarily_tame_is_tame() {
    let mut rcts = Rcts::new();
    let small = up_to(4, &mut rcts);
    let higher: Vec<Rct> = (1..3000).map(|number| rcts.intern(&mut chosen(&small, number * 1_397))).collect();
    for &rct in small.iter().chain(&higher) {
        let mut options = rcts.options(rct);
        if has_genus_of_nim(&rcts, rct) && options.all(|option| rcts.is_tame(option)) {
            assert!(rcts.is_tame(rct), "{}", shown(&rcts, rct));
        }
    }
}

#[test]
fn sums_are_won_as_in_nim() {
    let mut rcts = Rcts::new();
    let tame = tame(&mut rcts);
    let few: Vec<Rct> = tame.iter().copied().filter(|&rct| rcts.height(rct) <= 4).collect();
    assert!(few.len() >= 10 && tame.len() >= few.len() + 10, "{} {}", few.len(), tame.len());
    let mut trees = Trees::default();
    let mut check = |parts: &[Rct]| {
        let outcome = rcts.outcome_of_tame(parts.iter().copied());
        let parts: Vec<usize> = parts.iter().map(|&part| trees.of_rct(&rcts, part)).collect();
        assert_eq!(outcome == Some(Outcome::Loss), trees.is_lost(&parts));
    };
    for (place, &left) in tame.iter().enumerate() {
        check(&[left]);
        tame[place..].iter().for_each(|&right| check(&[left, right]));
    }
    for (place, &one) in few.iter().enumerate() {
        for (next, &two) in few[place..].iter().enumerate() {
            few[place + next..].iter().for_each(|&three| check(&[one, two, three]));
        }
    }
    // The same by the RCTs of sums.
    for &one in &few {
        for &two in &few {
            let both = sum(&mut rcts, &[one, two]);
            assert_eq!(rcts.outcome_of_tame([one, two]), Some(rcts.outcome(both)));
            for &three in &few {
                let all = sum(&mut rcts, &[both, three]);
                assert_eq!(rcts.outcome_of_tame([one, two, three]), Some(rcts.outcome(all)));
            }
        }
    }
}

proptest! {
    #[test]
    fn tame_ones_of_all_kinds(texts in prop::collection::vec(expressions(5), 1..4)) {
        let mut rcts = Rcts::new();
        let parts: Vec<Rct> = texts.iter().map(|text| read(&mut rcts, text)).collect();
        if let Some(outcome) = rcts.outcome_of_tame(parts.iter().copied()) {
            let mut trees = Trees::default();
            let parts: Vec<usize> = parts.iter().map(|&part| trees.of_rct(&rcts, part)).collect();
            prop_assert_eq!(outcome == Outcome::Loss, trees.is_lost(&parts));
        }
    }
}
