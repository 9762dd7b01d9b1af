//! Trees that keep their facts in a store.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{CoupleTree, Fact, Game, Nimber};
use rhizome_search::{Control, Interruption, Outcome};

use crate::brute_force::BruteForce;
use crate::collections::large_game;
use crate::games::{Nim, heap};
use crate::random_game::RandomGame;
use crate::shelf::{READING_FAILED, Shelf, WRITING_FAILED};
use crate::trial::{PLENTY, Way, codes, outcome_beside, plain_ways};

/// So little that searches of the large game have to forget, but end.
const LITTLE: usize = 150_000;

fn tree_with(shelf: &Shelf, game: &RandomGame, way: &Way, memory: usize) -> CoupleTree<RandomGame> {
    let mut tree = CoupleTree::new(game.clone(), way.settings);
    tree.keep_in(Box::new(shelf.clone()), memory).unwrap();
    tree
}

#[test]
fn a_second_tree_knows_what_the_first_has_saved() {
    let game = large_game(20);
    let mut truth = BruteForce::new(game.clone());
    for way in plain_ways() {
        let shelf = Shelf::default();
        let land = codes([game.lands.last().unwrap()]);
        let nimber = truth.sum(&land);
        let mut first = tree_with(&shelf, &game, &way, PLENTY);
        let cost = way.answer(&mut first, &land, nimber, PLENTY).counters.expansions;
        assert!(cost > 0);
        first.save().unwrap();
        shelf.0.assert_true(&mut truth);
        assert!(shelf.0.facts.borrow().len() > 100);

        // All facts fit into memory at once, or they are fetched one by one.
        for memory in [PLENTY, 0] {
            let mut second = tree_with(&shelf, &game, &way, memory);
            let answer = way.answer(&mut second, &land, nimber, PLENTY);
            assert_eq!(answer.outcome, Ok(Outcome::Loss));
            assert_eq!(answer.counters.expansions, 0);

            // Its parts are known as well, and other lands profit.
            let other = codes([&game.lands[game.lands.len() - 2]]);
            let expected = truth.sum(&other);
            let mut alone = CoupleTree::new(game.clone(), way.settings);
            let without = way.answer(&mut alone, &other, expected, PLENTY);
            let with = way.answer(&mut second, &other, expected, PLENTY);
            assert_eq!((with.outcome, without.outcome), (Ok(Outcome::Loss), Ok(Outcome::Loss)));
            assert!(with.counters.expansions < without.counters.expansions, "{way:?}");
        }
    }
}

#[test]
fn facts_that_were_forgotten_come_back_from_the_store() {
    for (seed, way) in (30..).zip(plain_ways().into_iter().filter(Way::is_repeatable)) {
        let game = large_game(seed);
        let mut truth = BruteForce::new(game.clone());
        let shelf = Shelf::default();
        let mut tree = tree_with(&shelf, &game, &way, LITTLE / 4);
        let mut collections = 0;
        for land in game.lands.iter().rev().take(3) {
            let (nimber, land) = (truth.land(land), codes([land]));
            for heap in [nimber, nimber + 1] {
                let answer = way.answer(&mut tree, &land, heap, LITTLE);
                assert_eq!(answer.outcome, Ok(outcome_beside(nimber, heap)), "{way:?}");
                collections += answer.counters.collections;
            }
        }
        assert!(collections > 0, "{way:?}");
        assert!(shelf.0.saves.get() > 0, "{way:?}");
        assert!(shelf.0.hits.get() > 0, "{way:?}");
        tree.save().unwrap();
        shelf.0.assert_true(&mut truth);
    }
}

#[test]
fn every_fact_reaches_the_store_once_saved() {
    let game = large_game(40);
    let mut truth = BruteForce::new(game.clone());
    for way in plain_ways() {
        let shelf = Shelf::default();
        let mut tree = tree_with(&shelf, &game, &way, PLENTY);
        let land = game.lands.last().unwrap();
        let nimber = way.nimber(&mut tree, &codes([land]));
        tree.save().unwrap();
        assert_eq!(shelf.0.facts.borrow().get(land), Some(&Fact::Nimber(Nimber::new(nimber))));
        let saves = shelf.0.facts.borrow().clone();
        tree.save().unwrap();
        assert_eq!(*shelf.0.facts.borrow(), saves);
        shelf.0.assert_true(&mut truth);
    }
}

#[test]
fn a_store_that_cannot_be_read_at_the_beginning() {
    let game = large_game(50);
    let shelf = Shelf::default();
    let way = plain_ways()[2];
    let land = game.lands.last().unwrap();
    shelf.0.facts.borrow_mut().insert(land.clone(), Fact::Nimber(Nimber::ZERO));
    shelf.0.gets_fail.set(true);
    let mut tree = CoupleTree::new(game.clone(), way.settings);
    let failure = tree.keep_in(Box::new(shelf.clone()), PLENTY).unwrap_err();
    assert_eq!(failure.to_string(), READING_FAILED);
}

#[test]
fn a_store_that_fails_to_read_stops_the_search() {
    let game = large_game(60);
    let mut truth = BruteForce::new(game.clone());
    let land = codes([game.lands.last().unwrap()]);
    let nimber = truth.sum(&land);
    let light = &game.lands[0];
    for way in plain_ways() {
        let shelf = Shelf::default();
        let fact = Fact::Nimber(Nimber::new(truth.land(light)));
        shelf.0.facts.borrow_mut().insert(light.clone(), fact);
        let mut tree = tree_with(&shelf, &game, &way, 0);
        shelf.0.gets_fail.set(true);
        let answer = way.answer(&mut tree, &land, nimber, PLENTY);
        assert_eq!(answer.outcome, Err(Interruption::Tree), "{way:?}");
        assert_eq!(tree.take_failure().unwrap().to_string(), READING_FAILED);
        assert!(tree.take_failure().is_none());

        shelf.0.gets_fail.set(false);
        assert_eq!(way.outcome(&mut tree, &land, nimber), Outcome::Loss);
        assert!(tree.take_failure().is_none());
        tree.save().unwrap();
        shelf.0.assert_true(&mut truth);
    }
}

#[test]
fn a_store_that_fails_to_write_stops_the_search() {
    let game = large_game(70);
    let mut truth = BruteForce::new(game.clone());
    let land = codes([game.lands.last().unwrap()]);
    let nimber = truth.sum(&land);
    for way in plain_ways() {
        let shelf = Shelf::default();
        let mut tree = tree_with(&shelf, &game, &way, LITTLE / 4);
        shelf.0.saves_fail.set(true);
        let answer = way.answer(&mut tree, &land, nimber, LITTLE);
        assert_eq!(answer.outcome, Err(Interruption::Tree), "{way:?}");
        assert!(answer.counters.collections > 0);
        assert_eq!(tree.take_failure().unwrap().to_string(), WRITING_FAILED);
        assert_eq!(tree.save().unwrap_err().to_string(), WRITING_FAILED);

        shelf.0.saves_fail.set(false);
        tree.save().unwrap();
        assert_eq!(way.outcome(&mut tree, &land, nimber), Outcome::Loss);
        tree.save().unwrap();
        shelf.0.assert_true(&mut truth);
        let kept = shelf.0.facts.borrow().get(game.lands.last().unwrap()).cloned();
        assert_eq!(kept, Some(Fact::Nimber(Nimber::new(nimber))));
    }
}

#[test]
fn a_store_that_contradicts_stops_the_search() {
    let game = large_game(80);
    let mut truth = BruteForce::new(game.clone());
    let land = codes([game.lands.last().unwrap()]);
    let nimber = truth.sum(&land);
    for way in plain_ways() {
        let shelf = Shelf::default();
        for land in game.lands.iter() {
            let lie = Fact::Nimber(Nimber::new(truth.land(land) + 1));
            shelf.0.hidden.borrow_mut().insert(land.clone(), lie);
        }
        let mut tree = tree_with(&shelf, &game, &way, PLENTY);
        let answer = way.answer(&mut tree, &land, nimber, LITTLE);
        assert_eq!(answer.outcome, Err(Interruption::Tree), "{way:?}");
        let failure = tree.take_failure().unwrap().to_string();
        assert!(failure.contains("contradicts"), "{failure}");
        assert!(tree.save().is_err());
    }
}

/// The answers may be as wrong as the store is, or the search may refuse, but it ends.
#[test]
fn a_store_that_is_wrong_still_lets_the_search_end() {
    let game = large_game(90);
    let mut truth = BruteForce::new(game.clone());
    let [.., before, last] = &game.lands[..] else { panic!("the game has lands") };
    for way in plain_ways() {
        let shelf = Shelf::default();
        for (place, land) in game.lands.iter().enumerate().take(game.lands.len() - 20).step_by(7) {
            let nimber = Nimber::new(truth.land(land));
            let lie = if place % 2 == 0 {
                Fact::Excluded([nimber].into_iter().collect())
            } else {
                Fact::Nimber(nimber ^ Nimber::new(1))
            };
            shelf.0.facts.borrow_mut().insert(land.clone(), lie);
        }
        for sum in [codes([last]), codes([last, before])] {
            let mut tree = tree_with(&shelf, &game, &way, PLENTY);
            for heap in 0..RandomGame::weight(last) + 2 {
                tree.set_root(&sum, Nimber::new(heap));
                let cancel = AtomicBool::new(false);
                let control = Control::new(&cancel, Some(Duration::from_secs(5)), PLENTY);
                let answer = way.search(&mut tree, &control);
                assert_ne!(answer.outcome, Err(Interruption::Time), "{way:?}: {:?}", answer.counters);
            }
        }
    }
}

/// A store that leaves no nimber for a land that is no heavier than two.
#[test]
fn a_store_that_leaves_no_nimber() {
    let (two, three) = (heap(2), heap(3));
    for way in plain_ways() {
        let shelf = Shelf::default();
        let lie = Fact::Excluded((0..3).map(Nimber::new).collect());
        shelf.0.facts.borrow_mut().insert(two.clone(), lie);
        let mut tree = CoupleTree::new(Nim, way.settings);
        tree.keep_in(Box::new(shelf), PLENTY).unwrap();
        tree.set_root(&codes([&two, &three]), Nimber::ZERO);
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, Some(Duration::from_secs(5)), PLENTY);
        let answer = way.search(&mut tree, &control);
        assert_ne!(answer.outcome, Err(Interruption::Time), "{way:?}: {:?}", answer.counters);
    }
}
