//! Trees that keep outcomes in a store.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{Codes, Fact, MisereTree, Nimber, NimberSet, RctBase};
use rhizome_search::{Control, Interruption, NandTree, Outcome};

use crate::brute_force::BruteForce;
use crate::games::{Nim, heap};
use crate::memory::{bases, large_game, large_sum, little, some_sums};
use crate::random_game::RandomGame;
use crate::random_numbers::RandomNumbers;
use crate::shelf::{READING_FAILED, Shelf, WRITING_FAILED};
use crate::trial::{PLENTY, Way, codes, plain_ways, print, without_limits};

/// One of the bases of the game.
fn base(game: &RandomGame, number: usize) -> RctBase {
    bases(game).into_iter().nth(number).unwrap()
}

fn tree_with(
    shelf: &Shelf,
    game: &RandomGame,
    number: usize,
    way: &Way,
    memory: usize,
) -> MisereTree<RandomGame> {
    let mut tree = way.tree(game.clone(), base(game, number));
    tree.keep_in(Box::new(shelf.clone()), memory).unwrap();
    tree
}

#[test]
fn a_second_tree_knows_what_the_first_has_saved() {
    let game = large_game(0);
    let mut truth = BruteForce::new(game.clone());
    let sum = large_sum(&game);
    for way in plain_ways() {
        // The second heap is in neither base.
        for (number, beside) in [(0, 0), (0, 2), (1, 0), (1, 1)] {
            let shelf = Shelf::default();
            let expected = truth.outcome(&sum, beside);
            let mut first = tree_with(&shelf, &game, number, &way, PLENTY);
            let answer = way.answer(&mut first, &sum, beside, PLENTY);
            assert_eq!(answer.outcome, Ok(expected));
            assert!(answer.counters.expansions > 0);
            first.save().unwrap();
            assert!(shelf.0.facts.borrow().len() > 5);
            shelf.0.assert_true(first.base(), &mut truth);

            // All outcomes fit into memory at once, or they are fetched one by one.
            for memory in [PLENTY, 0] {
                let mut second = tree_with(&shelf, &game, number, &way, memory);
                let answer = way.answer(&mut second, &sum, beside, PLENTY);
                let case = format!("{way:?} on {} with {memory} bytes", print(&sum, beside));
                assert_eq!(answer.outcome, Ok(expected), "{case}");
                assert_eq!(answer.counters.expansions, 0, "{case}");
                // Other positions profit, and come out right.
                for land in game.lands.iter().rev().step_by(7).take(5) {
                    let other = codes([land]);
                    let found = way.outcome(&mut second, &other, beside);
                    assert_eq!(found, truth.outcome(&other, beside), "{case}: {}", print(&other, beside));
                }
            }
        }
    }
}

#[test]
fn outcomes_that_were_forgotten_come_back_from_the_store() {
    for way in plain_ways() {
        for number in 0..2 {
            let game = large_game(number);
            let mut truth = BruteForce::new(game.clone());
            let shelf = Shelf::default();
            let mut tree = tree_with(&shelf, &game, 0, &way, little(&way) / 4);
            let answer = way.answer(&mut tree, &large_sum(&game), 0, little(&way));
            assert_eq!(answer.outcome, Ok(Outcome::Loss), "{way:?}");
            assert!(answer.counters.collections > 0 || little(&way) == PLENTY, "{way:?}");
            // Whatever is still in memory is forgotten.
            tree.set_root(&Codes::new(), Nimber::ZERO, &without_limits()).unwrap();
            tree.collect(&[], 0).unwrap();
            let hits = shelf.0.hits.get();
            for sum in some_sums(&game) {
                assert_eq!(way.outcome(&mut tree, &sum, 0), truth.outcome(&sum, 0), "{way:?}");
            }
            assert!(shelf.0.hits.get() > hits, "{way:?}");
            tree.save().unwrap();
            shelf.0.assert_true(tree.base(), &mut truth);
        }
    }
}

#[test]
fn every_outcome_is_saved_once() {
    let game = large_game(1);
    let sum = large_sum(&game);
    for way in plain_ways() {
        let shelf = Shelf::default();
        let mut tree = tree_with(&shelf, &game, 1, &way, PLENTY);
        way.outcome(&mut tree, &sum, 0);
        tree.save().unwrap();
        let saved = shelf.0.facts.borrow().clone();
        shelf.0.facts.borrow_mut().clear();
        tree.save().unwrap();
        assert!(shelf.0.facts.borrow().is_empty());
        assert!(saved.values().all(|fact| matches!(fact, Fact::Outcome(_))));
    }
}

#[test]
fn a_store_that_fails_to_read() {
    let game = large_game(0);
    let mut truth = BruteForce::new(game.clone());
    let sum = large_sum(&game);
    let expected = truth.outcome(&sum, 0);
    for way in plain_ways() {
        let shelf = Shelf::default();
        let mut earlier = tree_with(&shelf, &game, 1, &way, PLENTY);
        way.outcome(&mut earlier, &codes([&game.lands[40]]), 0);
        earlier.save().unwrap();
        assert!(!shelf.0.facts.borrow().is_empty());

        shelf.0.gets_fail.set(true);
        let mut unread = way.tree(game.clone(), base(&game, 1));
        let failure = unread.keep_in(Box::new(shelf.clone()), PLENTY).unwrap_err();
        assert_eq!(failure.to_string(), READING_FAILED);

        let mut tree = tree_with(&shelf, &game, 1, &way, 0);
        let answer = way.answer(&mut tree, &sum, 0, PLENTY);
        assert_eq!(answer.outcome, Err(Interruption::Tree), "{way:?}");
        assert_eq!(tree.take_failure().unwrap().to_string(), READING_FAILED);
        assert!(tree.take_failure().is_none());

        shelf.0.gets_fail.set(false);
        assert_eq!(way.outcome(&mut tree, &sum, 0), expected);
        assert!(tree.take_failure().is_none());
        tree.save().unwrap();
        shelf.0.assert_true(tree.base(), &mut truth);
    }
}

#[test]
fn a_store_that_fails_to_write() {
    let game = large_game(1);
    let mut truth = BruteForce::new(game.clone());
    let sum = large_sum(&game);
    let expected = truth.outcome(&sum, 0);
    for way in plain_ways() {
        let shelf = Shelf::default();
        let mut tree = tree_with(&shelf, &game, 0, &way, little(&way) / 4);
        shelf.0.saves_fail.set(true);
        let memory = little(&way).min(600_000);
        let answer = way.answer(&mut tree, &sum, 0, memory);
        assert_eq!(answer.outcome, Err(Interruption::Tree), "{way:?}: {:?}", answer.counters);
        assert!(answer.counters.collections > 0);
        assert_eq!(tree.take_failure().unwrap().to_string(), WRITING_FAILED);
        assert_eq!(tree.save().unwrap_err().to_string(), WRITING_FAILED);

        shelf.0.saves_fail.set(false);
        assert_eq!(way.outcome(&mut tree, &sum, 0), expected);
        tree.save().unwrap();
        shelf.0.assert_true(tree.base(), &mut truth);
        // Nothing was lost: another tree has nothing to do.
        let mut second = tree_with(&shelf, &game, 0, &way, PLENTY);
        assert_eq!(way.answer(&mut second, &sum, 0, PLENTY).counters.expansions, 0);
    }
}

fn opposite(fact: &Fact) -> Fact {
    match fact {
        Fact::Outcome(Outcome::Win) => Fact::Outcome(Outcome::Loss),
        Fact::Outcome(Outcome::Loss) => Fact::Outcome(Outcome::Win),
        other => panic!("{other}"),
    }
}

#[test]
fn a_store_that_contradicts_stops_the_search() {
    let game = large_game(1);
    let sum = large_sum(&game);
    for way in plain_ways() {
        let shelf = Shelf::default();
        let mut earlier = tree_with(&shelf, &game, 0, &way, PLENTY);
        way.outcome(&mut earlier, &sum, 0);
        earlier.save().unwrap();
        let lies = std::mem::take(&mut *shelf.0.facts.borrow_mut())
            .into_iter()
            .map(|(code, fact)| (code, opposite(&fact)));
        shelf.0.hidden.borrow_mut().extend(lies);
        let mut tree = tree_with(&shelf, &game, 0, &way, PLENTY);
        way.answer(&mut tree, &sum, 0, PLENTY);
        let failure = tree.save().unwrap_err().to_string();
        assert!(failure.contains("contradicts"), "{failure}");
    }
}

/// The answers may be as wrong as the store is, or the search may refuse, but it ends.
#[test]
fn a_store_that_is_wrong_still_lets_the_search_end() {
    let game = large_game(0);
    let sum = large_sum(&game);
    let mut random = RandomNumbers::new(90);
    for way in plain_ways() {
        for number in 0..2 {
            let honest = Shelf::default();
            let mut earlier = tree_with(&honest, &game, number, &way, PLENTY);
            for beside in 0..2 {
                way.outcome(&mut earlier, &sum, beside);
            }
            earlier.save().unwrap();
            for one_in in [1, 3] {
                let shelf = Shelf::default();
                for (code, fact) in honest.0.facts.borrow().iter() {
                    if random.one_in(one_in) {
                        shelf.0.facts.borrow_mut().insert(code.clone(), opposite(fact));
                    }
                }
                for memory in [0, PLENTY] {
                    let mut tree = tree_with(&shelf, &game, number, &way, memory);
                    for (place, limit) in [PLENTY, 2_000_000].into_iter().enumerate() {
                        let cancel = AtomicBool::new(false);
                        let control = Control::new(&cancel, Some(Duration::from_secs(10)), limit);
                        let heap = Nimber::new(place as u32 + 1);
                        tree.set_root(&sum, heap, &control).unwrap();
                        let answer = way.search(&mut tree, &control);
                        assert_ne!(answer.outcome, Err(Interruption::Time), "{way:?}: {:?}", answer.counters);
                    }
                }
            }
        }
    }
}

#[test]
fn garbage_and_facts_of_other_kinds_are_ignored() {
    let game = large_game(0);
    let mut truth = BruteForce::new(game.clone());
    let sum = large_sum(&game);
    let mut random = RandomNumbers::new(7);
    for way in plain_ways() {
        let shelf = Shelf::default();
        let mut earlier = tree_with(&shelf, &game, 1, &way, PLENTY);
        way.outcome(&mut earlier, &sum, 0);
        earlier.save().unwrap();
        {
            let mut facts = shelf.0.facts.borrow_mut();
            let kinds = [Fact::Nimber(Nimber::new(3)), Fact::Excluded(NimberSet::from_bits(6))];
            for (number, fact) in facts.values_mut().enumerate() {
                *fact = kinds[number % 2].clone();
            }
            let codes: Vec<Vec<u8>> = facts.keys().cloned().collect();
            for code in &codes {
                // Cut off within a land, or with a tree, a *1 or a number of lands that cannot be.
                if code[0] > 0 {
                    facts.insert(code[..1 + random.below(5)].to_vec(), Fact::Outcome(Outcome::Win));
                }
                facts.insert([&code[..code.len() - 1], &[2]].concat(), Fact::Outcome(Outcome::Loss));
                facts.insert(
                    [&code[..code.len() - 1], &[0xff, 0xff, 3, 0]].concat(),
                    Fact::Outcome(Outcome::Win),
                );
                facts.insert(
                    [&[0xff, 0xff, 0xff, 0xff, 1], &code[1..]].concat(),
                    Fact::Outcome(Outcome::Loss),
                );
            }
            facts.insert(Vec::new(), Fact::Outcome(Outcome::Loss));
            facts.insert(vec![0], Fact::Outcome(Outcome::Win));
            facts.insert(vec![0, 0, 0], Fact::Outcome(Outcome::Loss));
            facts.insert(vec![1, 0, 0], Fact::Outcome(Outcome::Loss));
            facts.insert(vec![0xff; 30], Fact::Outcome(Outcome::Loss));
        }
        for memory in [PLENTY, 0] {
            for beside in [0, 1] {
                let mut tree = tree_with(&shelf, &game, 1, &way, memory);
                let answer = way.answer(&mut tree, &sum, beside, PLENTY);
                assert_eq!(answer.outcome, Ok(truth.outcome(&sum, beside)), "{way:?}");
                assert!(answer.counters.expansions > 0);
            }
        }
    }
}

/// The outcome of a node with a heap that is in no base has the number of a tree that is only there once the heap is.
#[test]
fn a_heap_that_is_in_no_base() {
    for way in plain_ways() {
        let shelf = Shelf::default();
        let lands: Codes = codes([&heap(9), &heap(5)]);
        let mut costs = Vec::new();
        for _ in 0..2 {
            let mut tree = way.tree(Nim, RctBase::default());
            tree.keep_in(Box::new(shelf.clone()), PLENTY).unwrap();
            let answer = way.answer(&mut tree, &lands, 12, PLENTY);
            assert_eq!(answer.outcome, Ok(Outcome::Loss));
            costs.push(answer.counters.expansions);
            tree.save().unwrap();
        }
        assert!(costs[0] > 0 && costs[1] == 0, "{way:?}: {costs:?}");
    }
}
