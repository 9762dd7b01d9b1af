//! Misère play on the command line.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rhizome_impartial::store::Store;
use rhizome_impartial::{Game, MisereTree, RctBase};
use rhizome_search::Control;
use rhizome_sprouts::Sprouts;

use crate::support::*;

#[test]
fn outcomes_for_people_and_programs() {
    let run = run("solve 0*5 --misere");
    assert_eq!(run.code, Some(ANSWERED));
    assert!(
        run.output.starts_with("0*5 is a win in misère play: the player who moves first wins\n"),
        "{run:?}"
    );
    assert!(run.output.contains("1,143 lands with known RCTs"), "{run:?}");
    let answer = crate::support::run("solve 0*4 --misere --rct-base 2 --format json").object();
    assert_eq!((&answer["play"], &answer["outcome"]), (&"misere".into(), &"loss".into()));
    assert_eq!((&answer["rct_base"], &answer["rct_base_lands"]), (&"0*2".into(), &13.into()));
    let normal = crate::support::run("solve 0*4 --format json").object();
    assert_eq!((&normal["play"], normal.get("rct_base")), (&"normal".into(), None));
}

#[test]
fn known_outcomes() {
    let outcomes = [
        ("!", "win"),
        ("0", "win"),
        ("0*2", "loss"),
        ("0*3", "loss"),
        ("22", "loss"),
        ("0*2.AB|AB", "win"),
        ("0*6", "win"),
        ("0*7", "loss"),
        ("0*2+*2", "win"),
        ("ABCD|ABEF|CDFE+*2", "win"),
        ("*1", "loss"),
    ];
    let input: String = outcomes.iter().map(|(position, _)| format!("{position}\n")).collect();
    for algorithm in ["dfpn", "pns", "dfs"] {
        let arguments = format!("solve - --misere --algorithm {algorithm} --format json");
        for (answer, (position, outcome)) in run_on(&arguments, &*input).objects().iter().zip(outcomes) {
            assert_eq!(answer["outcome"], outcome, "{position} by {algorithm}");
        }
    }
}

#[test]
fn other_games() {
    for (game, position, outcome) in [
        ("nim", "1+1+1", "loss"),
        ("nim", "2+2", "loss"),
        ("nim", "100+99+7", "loss"),
        ("nim", "100+99+6", "win"),
        ("kayles", "1", "loss"),
        ("cram", "2x3", "loss"),
        ("cram", "3x4", "loss"),
        ("cram", "4x4", "loss"),
    ] {
        let answer = run(&format!("solve {position} --game {game} --misere --format json")).object();
        assert_eq!(answer["outcome"], outcome, "{game} {position}");
    }
}

#[test]
fn what_does_not_go_together() {
    for (arguments, part) in [
        ("solve 0*3 --rct-base 3", "--misere"),
        ("solve .../.../... --game tic-tac-toe --misere", "only impartial games have a misère play"),
        ("solve 0*3 --misere --endgame-lives 4", "there are no nimbers in misère play"),
        ("solve 0*3 --misere --rct-base 4000000000", "--rct-base 4000000000"),
        ("solve 0*3 --misere --rct-base x", "invalid value 'x'"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(BAD_INPUT), "{arguments}: {run:?}");
        assert!(run.errors.contains(part), "{arguments}: {}", run.errors);
    }
}

#[test]
fn a_second_run_has_nothing_to_do() {
    let scratch = tempfile::tempdir().unwrap();
    let first = run_misere_in(scratch.path(), "solve 0*8").object();
    assert!(first["expansions"].as_u64() > Some(0), "{first}");
    assert!(base_in(scratch.path(), 4).exists());
    for options in ["", "--algorithm pns", "--seed 3"] {
        let second = run_misere_in(scratch.path(), &format!("solve 0*8 {options}")).object();
        assert_eq!((&second["expansions"], &second["outcome"]), (&0.into(), &"loss".into()), "{second}");
    }
    // Normal play is another matter.
    let store = scratch.path().to_str().unwrap();
    let normal = run(&format!("solve 0*8 --format json --store {store}")).object();
    assert!(normal["expansions"].as_u64() > Some(0), "{normal}");
}

#[test]
fn a_larger_base_takes_the_place_of_a_smaller_one() {
    let scratch = tempfile::tempdir().unwrap();
    let store = scratch.path().to_str().unwrap();
    let arguments = format!("solve - --misere --format json --store {store}");
    let answers = run_on(&arguments, "0*7\n0*10\n0*7\n").objects();
    let bases: Vec<&str> = answers.iter().map(|answer| answer["rct_base"].as_str().unwrap()).collect();
    assert_eq!(bases, ["0*4", "0*5", "0*5"]);
    // The largest one that is kept is used, unless another one is asked for; what was proved with either is there.
    let again = run_misere_in(scratch.path(), "solve 0*10").object();
    assert_eq!((&again["rct_base"], &again["expansions"]), (&"0*5".into(), &0.into()));
    let before = run_misere_in(scratch.path(), "solve 0*7 --rct-base 4").object();
    assert_eq!((&before["rct_base"], &before["expansions"]), (&"0*4".into(), &0.into()));
}

#[test]
fn damaged_and_foreign_bases_are_refused() {
    let scratch = tempfile::tempdir().unwrap();
    assert_eq!(run_misere_in(scratch.path(), "solve 0*8 --rct-base 3").code, Some(ANSWERED));
    let file = base_in(scratch.path(), 3);
    let bytes = fs::read(&file).unwrap();
    let mut altered = bytes.clone();
    altered[bytes.len() / 2] ^= 1;
    for wrong in [&altered[..], &bytes[..bytes.len() - 1], b"something", b""] {
        fs::write(&file, wrong).unwrap();
        let run = run_misere_in(scratch.path(), "solve 0*8 --rct-base 3");
        assert_eq!(run.code, Some(BAD_INPUT), "{run:?}");
        assert!(run.errors.contains("rhizome-rct-sprouts-1-3.base"), "{run:?}");
    }
    // The base of another start under this name.
    fs::remove_file(&file).unwrap();
    assert_eq!(run_misere_in(scratch.path(), "solve 0*8 --rct-base 2").code, Some(ANSWERED));
    fs::copy(base_in(scratch.path(), 2), &file).unwrap();
    let run = run_misere_in(scratch.path(), "solve 0*8 --rct-base 3");
    assert_eq!(run.code, Some(BAD_INPUT), "{run:?}");
    fs::remove_file(&file).unwrap();
    assert_eq!(run_misere_in(scratch.path(), "solve 0*8 --rct-base 3").code, Some(ANSWERED));
}

#[test]
fn a_limit_while_a_base_is_computed() {
    let scratch = tempfile::tempdir().unwrap();
    let run = run_misere_in(scratch.path(), "solve 0*9 --rct-base 7 --time-limit 300ms");
    assert_eq!(run.code, Some(STOPPED), "{run:?}");
    let stopped = run.object()["stopped"].as_str().unwrap().to_owned();
    assert_eq!(stopped, "time limit reached while the RCTs below 0*7 were computed");
    assert!(!base_in(scratch.path(), 7).exists());
}

/// How many outcomes a store has, with the base of a size.
fn facts(store: &Path, size: u32) -> u64 {
    let (never, game) = (AtomicBool::new(false), Sprouts::new());
    let control = Control::new(&never, None, 1 << 30);
    let base = RctBase::load(&base_in(store, size), &game.domain(), &format!("0*{size}"), &control);
    let domain = MisereTree::domain(&game, &base.unwrap().unwrap());
    Store::open(store, &domain).unwrap().len()
}

#[test]
fn a_stopped_search_goes_on() {
    let scratch = tempfile::tempdir().unwrap();
    let mut known = 0;
    for _ in 0..2 {
        let run = run_misere_in(scratch.path(), "solve 0*16 --rct-base 4 --time-limit 2s");
        assert_eq!(run.code, Some(STOPPED), "{run:?}");
        let now = facts(scratch.path(), 4);
        assert!(now > known, "{now} outcomes after {known}");
        known = now;
    }
}
