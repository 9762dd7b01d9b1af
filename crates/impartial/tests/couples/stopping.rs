//! Searches that are interrupted at any moment, and go on.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{CoupleTree, Nimber, Settings};
use rhizome_search::{Control, Interruption};

use crate::brute_force::BruteForce;
use crate::collections::large_game;
use crate::impatient::Impatient;
use crate::overwhelmed::{COMPLAINT, Overwhelmed};
use crate::random_numbers::RandomNumbers;
use crate::shelf::Shelf;
use crate::staged::Staged;
use crate::trial::{PLENTY, TIME, Way, codes, outcome_beside, plain_ways, ways};

#[test]
fn a_search_goes_on_after_interruptions_at_any_moment() {
    let game = large_game(100);
    let mut truth = BruteForce::new(game.clone());
    let mut random = RandomNumbers::new(1);
    let heavy: Vec<&Vec<u8>> = game.lands.iter().rev().take(3).collect();
    for way in plain_ways() {
        for (endgame_weight, memory) in [(0, PLENTY), (30, PLENTY), (0, 300_000), (u32::MAX, PLENTY)] {
            let impatient = Impatient::new(Staged { game: game.clone(), quarters: 1 });
            let settings = Settings { endgame_weight, ..way.settings };
            let mut tree = CoupleTree::new(impatient.clone(), settings);
            let shelf = Shelf::default();
            tree.keep_in(Box::new(shelf.clone()), PLENTY).unwrap();
            let mut interruptions = 0;
            for land in &heavy {
                let nimber = truth.land(land);
                for heap in [nimber + 1, nimber] {
                    let mut most = 50;
                    let outcome = loop {
                        // Later ones come later, so that the end is reached.
                        most += most / 2;
                        impatient.wait_for(random.below(most) as u64);
                        tree.set_root(&codes([*land]), Nimber::new(heap));
                        let control = Control::new(&impatient.cancel, Some(TIME), memory);
                        match way.search(&mut tree, &control).outcome {
                            Ok(outcome) => break outcome,
                            Err(stop) => assert_eq!(stop, Interruption::Cancelled, "{way:?}"),
                        }
                        interruptions += 1;
                    };
                    assert_eq!(outcome, outcome_beside(nimber, heap), "{way:?}");
                }
            }
            assert!(interruptions > 3, "{way:?}: {interruptions}");
            tree.save().unwrap();
            shelf.0.assert_true(&mut truth);
        }
    }
}

#[test]
fn no_time_at_all() {
    let game = large_game(110);
    let mut truth = BruteForce::new(game.clone());
    let land = codes([game.lands.last().unwrap()]);
    let nimber = truth.sum(&land);
    for way in plain_ways() {
        let cancel = AtomicBool::new(false);
        let mut tree = CoupleTree::new(game.clone(), way.settings);
        tree.set_root(&land, Nimber::new(nimber));
        let control = Control::new(&cancel, Some(Duration::ZERO), PLENTY);
        let answer = way.search(&mut tree, &control);
        assert_eq!(answer.outcome, Err(Interruption::Time));
        assert_eq!(answer.counters.expansions, 0);
        assert_eq!(way.outcome(&mut tree, &land, nimber), outcome_beside(nimber, nimber));
    }
}

#[test]
fn a_game_that_does_not_get_through_stops_the_search() {
    let game = large_game(120);
    let mut truth = BruteForce::new(game.clone());
    let [.., light, heavy] = &game.lands[..] else { panic!("the game has lands") };
    let (light, heavy) = (codes([light]), codes([heavy]));
    for way in plain_ways() {
        for endgame_weight in [0, u32::MAX] {
            let too_hard = game.lands[game.lands.len() - 1].clone();
            let settings = Settings { endgame_weight, ..way.settings };
            let mut tree = CoupleTree::new(Overwhelmed { game: game.clone(), too_hard }, settings);
            for _ in 0..2 {
                let answer = way.answer(&mut tree, &heavy, 0, PLENTY);
                assert_eq!(answer.outcome, Err(Interruption::Tree), "{way:?}");
                assert_eq!(tree.take_failure().unwrap().to_string(), COMPLAINT);
            }
            // Other lands are not concerned.
            assert_eq!(way.nimber(&mut tree, &light), truth.sum(&light), "{way:?}");
            assert!(tree.take_failure().is_none());
        }
    }
}

#[test]
fn the_same_search_has_the_same_counters() {
    let game = large_game(130);
    let land = codes([game.lands.last().unwrap()]);
    for way in ways().into_iter().filter(Way::is_repeatable) {
        let answer = || {
            let staged = Staged { game: game.clone(), quarters: 1 };
            way.answer(&mut CoupleTree::new(staged, way.settings), &land, 1, PLENTY)
        };
        assert_eq!(answer(), answer(), "{way:?}");
    }
}
