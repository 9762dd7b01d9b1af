//! Searches that are interrupted at any moment, and go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rhizome_impartial::{Nimber, RctBase};
use rhizome_search::{Control, Interruption};

use crate::brute_force::BruteForce;
use crate::impatient::Impatient;
use crate::memory::{bases, large_game, large_sum, little, some_sums};
use crate::overwhelmed::{COMPLAINT, Overwhelmed};
use crate::random_numbers::RandomNumbers;
use crate::shelf::Shelf;
use crate::trial::{PLENTY, TIME, Way, codes, plain_ways, ways, without_limits};

#[test]
fn a_search_goes_on_after_interruptions_at_any_moment() {
    let game = large_game(0);
    let mut truth = BruteForce::new(game.clone());
    let mut random = RandomNumbers::new(1);
    for way in plain_ways() {
        for (number, memory) in [(0, PLENTY), (1, PLENTY), (0, little(&way))] {
            let base = bases(&game).into_iter().nth(number).unwrap();
            let impatient = Impatient::new(game.clone());
            let mut tree = way.tree(impatient.clone(), base);
            let shelf = Shelf::default();
            tree.keep_in(Box::new(shelf.clone()), PLENTY).unwrap();
            let mut interruptions = 0;
            for sum in some_sums(&game) {
                for beside in [0, 1] {
                    let (mut most, mut memory) = (8, memory);
                    let outcome = loop {
                        // Later ones come later, so that the end is reached.
                        most += most / 2;
                        impatient.wait_for(random.below(most) as u64);
                        tree.set_root(&sum, Nimber::new(beside), &without_limits()).unwrap();
                        let control = Control::new(&impatient.cancel, Some(TIME), memory);
                        match way.search(&mut tree, &control).outcome {
                            Ok(outcome) => break outcome,
                            Err(Interruption::Memory) => assert!(memory < PLENTY),
                            Err(stop) => assert_eq!(stop, Interruption::Cancelled, "{way:?}"),
                        }
                        interruptions += 1;
                        if most > 2_000 {
                            memory = PLENTY;
                        }
                    };
                    assert_eq!(outcome, truth.outcome(&sum, beside), "{way:?}");
                }
            }
            assert!(interruptions > 2, "{way:?}: {interruptions}");
            tree.save().unwrap();
            shelf.0.assert_true(tree.base(), &mut truth);
        }
    }
}

#[test]
fn no_time_at_all() {
    let game = large_game(1);
    let mut truth = BruteForce::new(game.clone());
    let sum = large_sum(&game);
    for way in plain_ways() {
        let cancel = AtomicBool::new(false);
        let mut tree = way.tree(game.clone(), RctBase::default());
        tree.set_root(&sum, Nimber::ZERO, &without_limits()).unwrap();
        let control = Control::new(&cancel, Some(Duration::ZERO), PLENTY);
        let answer = way.search(&mut tree, &control);
        assert_eq!(answer.outcome, Err(Interruption::Time));
        assert_eq!(answer.counters.expansions, 0);
        cancel.store(true, Ordering::Relaxed);
        let control = Control::new(&cancel, None, PLENTY);
        assert_eq!(way.search(&mut tree, &control).outcome, Err(Interruption::Cancelled));
        assert_eq!(way.outcome(&mut tree, &sum, 0), truth.outcome(&sum, 0));
    }
}

#[test]
fn a_game_that_does_not_get_through_stops_the_search() {
    let game = large_game(1);
    let mut truth = BruteForce::new(game.clone());
    let [.., light, heavy] = &game.lands[..] else { panic!("the game has lands") };
    let (light, heavy) = (codes([light]), codes([heavy]));
    let too_hard = game.lands[game.lands.len() - 1].clone();
    let overwhelmed = Overwhelmed { game: game.clone(), too_hard };
    for way in plain_ways() {
        for base in bases(&game) {
            let mut tree = way.tree(overwhelmed.clone(), base);
            for _ in 0..2 {
                let answer = way.answer(&mut tree, &heavy, 0, PLENTY);
                assert_eq!(answer.outcome, Err(Interruption::Tree), "{way:?}");
                assert_eq!(tree.take_failure().unwrap().to_string(), COMPLAINT);
            }
            // Other lands are not concerned.
            for beside in 0..3 {
                let found = way.outcome(&mut tree, &light, beside);
                assert_eq!(found, truth.outcome(&light, beside), "{way:?}");
            }
            assert!(tree.take_failure().is_none());
        }
    }
    let base = RctBase::below(&mut overwhelmed.clone(), &heavy, &without_limits());
    assert_eq!(base.unwrap_err(), Interruption::Tree);
}

#[test]
fn the_same_search_has_the_same_counters() {
    let game = large_game(1);
    let sum = large_sum(&game);
    for way in ways().into_iter().filter(Way::is_repeatable) {
        let answer = |base| way.answer(&mut way.tree(game.clone(), base), &sum, 1, PLENTY);
        let (first, second) = (bases(&game).map(answer), bases(&game).map(answer));
        assert_eq!(first, second, "{way:?}");
    }
}

#[test]
fn seeds_lead_the_search_on_other_ways() {
    let game = large_game(1);
    let sum = large_sum(&game);
    let way = plain_ways()[2];
    let mut costs = std::collections::BTreeSet::new();
    for seed in 0..8 {
        let mut way = way;
        way.settings.seed = seed;
        let mut tree = way.tree(game.clone(), RctBase::default());
        way.outcome(&mut tree, &sum, 0);
        costs.insert(tree.generated);
    }
    assert!(costs.len() >= 4, "{costs:?}");
}
