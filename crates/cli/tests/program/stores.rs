//! What is proved outlives the program.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rhizome_impartial::store::Store;
use rhizome_impartial::{CoupleTree, Settings};
use rhizome_sprouts::Sprouts;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::*;

fn scratch() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn expansions(answer: &Value) -> u64 {
    answer["expansions"].as_u64().unwrap()
}

#[test]
fn a_second_run_has_nothing_to_do() {
    for command in ["solve 0*8", "nimber 0*7+1a1a"] {
        let scratch = scratch();
        let store = scratch.path().join("new");
        let first = run_in(&store, command).object();
        assert!(expansions(&first) > 0);
        for options in ["", "--algorithm pns", "--seed 3", "--memory 16MiB"] {
            let second = run_in(&store, &format!("{command} {options}")).object();
            assert_eq!(expansions(&second), 0, "{second}");
            assert_eq!((&second["outcome"], &second["nimber"]), (&first["outcome"], &first["nimber"]));
        }
    }
}

#[test]
fn a_batch_fills_the_store_as_well() {
    let scratch = scratch();
    let store = scratch.path().to_str().unwrap();
    let input = "0*5\n0*6\nnonsense\n";
    let first = run_on(&format!("solve - --format json --store {store}"), input);
    assert_eq!(first.code, Some(BAD_INPUT));
    let second = run_on(&format!("solve - --format json --store {store}"), input).objects();
    assert_eq!((expansions(&second[0]), expansions(&second[1])), (0, 0));
}

/// How many lands a store has facts about.
fn facts(store: &Path) -> u64 {
    let domain = CoupleTree::new(Sprouts::new(), Settings::default()).domain();
    Store::open(store, &domain).unwrap().len()
}

#[test]
fn a_stopped_search_keeps_what_is_proved() {
    for algorithm in ["dfs", "pns", "dfpn"] {
        let scratch = scratch();
        let mut known = 0;
        for _ in 0..2 {
            let run = run_in(scratch.path(), &format!("solve 0*20 --time-limit 1s --algorithm {algorithm}"));
            assert_eq!(run.code, Some(STOPPED));
            let now = facts(scratch.path());
            assert!(now > known, "{algorithm}: {now} facts after {known}");
            known = now;
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_loses_nothing() {
    let scratch = scratch();
    let store = scratch.path().to_str().unwrap();
    let mut child = program(["solve", "0*20", "--store", store]).spawn().unwrap();
    wait_until_signals_are_caught(&child);
    std::thread::sleep(Duration::from_millis(1000));
    send("-INT", &child);
    assert_eq!(wait(&mut child, Duration::from_secs(5)).code(), Some(STOPPED));
    assert!(facts(scratch.path()) > 0);
}

#[test]
fn paths_that_cannot_be_a_store() {
    let scratch = scratch();
    let file = scratch.path().join("file");
    fs::write(&file, "something").unwrap();
    let beside = scratch.path().join("beside");
    fs::create_dir(&beside).unwrap();
    fs::write(beside.join("diary.txt"), "something").unwrap();
    for (path, part) in [
        (file.clone(), "is no directory"),
        (file.join("below"), "file/below"),
        (beside.clone(), "is no store of this program"),
    ] {
        for command in ["solve 0*3", "nimber 0*3"] {
            let run = run_in(&path, command);
            assert_eq!(run.code, Some(BAD_INPUT), "{run:?}");
            assert_eq!(run.output, "");
            assert!(run.errors.starts_with("error: --store: "), "{run:?}");
            assert!(run.errors.contains(part), "{run:?}");
            assert_eq!(run.errors.lines().count(), 1, "{run:?}");
        }
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "something");
    assert_eq!(fs::read_dir(beside).unwrap().count(), 1);
}

#[test]
fn two_programs_do_not_share_a_store_at_once() {
    let scratch = scratch();
    let store = scratch.path().to_str().unwrap();
    let mut child = program(["solve", "0*20", "--time-limit", "5s", "--store", store]).spawn().unwrap();
    while !scratch.path().join("rhizome-store.redb").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let run = run_in(scratch.path(), "solve 0*3");
    assert_eq!(run.code, Some(BAD_INPUT), "{run:?}");
    assert!(run.errors.contains("in use"), "{run:?}");
    assert_eq!(wait(&mut child, Duration::from_secs(10)).code(), Some(STOPPED));
}
