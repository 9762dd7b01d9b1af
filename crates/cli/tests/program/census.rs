//! Counting all that is below a start.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rhizome_impartial::{Game, RctBase};
use rhizome_search::Control;
use rhizome_sprouts::{Sprouts, parse};
use serde_json::{Value, json};

use crate::support::*;

const KEYS: [&str; 5] = ["positions", "lands", "canonical_trees", "rcts", "nim_heaps"];

/// Runs `rhizome census` and saves in a directory.
fn save(arguments: &str, directory: &Path) -> Run {
    let directory = directory.to_str().unwrap();
    let arguments = format!("census {arguments} --format json --save");
    run_with(&arguments.split(' ').chain([directory]).collect::<Vec<_>>())
}

#[test]
fn what_is_told() {
    let run = run("census 3");
    assert_eq!(run.code, Some(ANSWERED));
    let shown = "below 0*3: 128 positions of 118 lands, 55 canonical trees, 7 RCTs, 5 of them Nim-heaps\nin ";
    assert!(run.output.starts_with(shown), "{}", run.output);
    let known = [[1, 0, 1, 1, 1], [3, 2, 3, 2, 2], [14, 13, 10, 5, 4], [128, 118, 55, 7, 5]];
    for (spots, known) in known.into_iter().enumerate() {
        let answer = crate::support::run(&format!("census {spots} --format json")).object();
        assert_eq!(KEYS.map(|key| answer[key].as_u64().unwrap()), known);
        assert_eq!((&answer["spots"], &answer["start"]), (&json!(spots), &json!(format!("0*{spots}"))));
        assert!(answer["seconds"].as_f64() >= Some(0.0) && answer["peak_memory"].as_u64() > Some(0));
        for key in ["stopped", "met", "saved"] {
            assert_eq!(answer[key], Value::Null, "{key}");
        }
    }
}

#[test]
fn other_games_are_counted_too() {
    for (game, size, start, known) in [
        ("nim", 5, "5", [6, 5, 6, 6, 6]),
        ("kayles", 4, "4", [7, 4, 6, 4, 4]),
        ("grundy", 4, "4", [3, 2, 3, 2, 2]),
        ("cram", 2, "2x2", [3, 2, 3, 2, 2]),
    ] {
        let answer = run(&format!("census {size} --game {game} --format json")).object();
        assert_eq!(KEYS.map(|key| answer[key].as_u64().unwrap()), known, "{game}");
        assert_eq!((&answer["start"], &answer["size"]), (&start.into(), &size.into()));
        assert_eq!(answer.get("spots"), None);
    }
}

/// The same bytes as those of the base that a search computes.
fn check_saved(spots: u32) {
    let scratch = tempfile::tempdir().unwrap();
    let directory = scratch.path().join("new");
    let answer = save(&spots.to_string(), &directory).object();
    let mut sprouts = Sprouts::new();
    let (domain, start) = (sprouts.domain(), format!("0*{spots}"));
    let lands = sprouts.lands(&parse(&start).unwrap()).unwrap();
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, 1 << 30);
    let base = RctBase::below(&mut sprouts, &lands, &control).unwrap();
    let file = directory.join(format!("rhizome-rct-sprouts-1-{spots}.base"));
    let again = RctBase::load(&file, &domain, &start, &control).unwrap().unwrap();
    assert_eq!(again.digest(), base.digest());
    let other = scratch.path().join("other");
    base.save(&other, &domain, &start).unwrap();
    assert_eq!(fs::read(&file).unwrap(), fs::read(other).unwrap());
    let saved = &answer["saved"];
    assert_eq!(saved["file"], file.to_str().unwrap());
    assert_eq!(
        (saved["lands"].as_u64(), saved["trees"].as_u64()),
        (Some(base.lands() as u64), Some(base.rcts().trees() as u64))
    );
    assert_eq!(saved["digest"], format!("{:08x}", base.digest()));
    assert_eq!(answer["lands"], saved["lands"]);
}

#[test]
fn what_is_saved_is_what_a_search_computes() {
    (0..=4).for_each(check_saved);
}

#[test]
#[ignore = "takes a minute"]
fn what_is_saved_of_six_spots_is_what_a_search_computes() {
    check_saved(6);
}

#[test]
fn games_are_saved_side_by_side() {
    let scratch = tempfile::tempdir().unwrap();
    for arguments in ["6 --game kayles", "7 --game kayles", "7 --game octal:0.137", "2", "2"] {
        assert_eq!(save(arguments, scratch.path()).code, Some(ANSWERED));
    }
    let mut names: Vec<String> = fs::read_dir(scratch.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = ["octal-0.137-1-7", "octal-0.77-1-6", "octal-0.77-1-7", "sprouts-1-2"];
    assert_eq!(names, expected.map(|name| format!("rhizome-rct-{name}.base")));
    // A store may lie beside them.
    let store = scratch.path().to_str().unwrap();
    assert_eq!(run(&format!("solve 0*3 --store {store}")).code, Some(ANSWERED));
}

#[test]
fn limits_stop_it_with_what_is_known() {
    let scratch = tempfile::tempdir().unwrap();
    for (arguments, reason) in
        [("8 --memory 1MiB", "memory limit reached"), ("8 --time-limit 200ms", "time limit reached")]
    {
        let run = save(arguments, scratch.path());
        assert_eq!(run.code, Some(STOPPED), "{run:?}");
        let answer = run.object();
        assert_eq!((&answer["stopped"], &answer["saved"]), (&reason.into(), &Value::Null));
        for key in KEYS {
            assert_eq!(answer[key], Value::Null, "{key}");
            assert!(answer["met"][key].as_u64() > Some(0), "{key}");
        }
    }
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    let run = run("census 8 --time-limit 100ms");
    assert!(run.output.starts_with("below 0*8: not counted, time limit reached; met so far: "), "{run:?}");
}

#[test]
fn wrong_usage() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let run_into_file = save("3", file.path());
    assert_eq!((run_into_file.code, run_into_file.output.as_str()), (Some(BAD_INPUT), ""));
    assert!(run_into_file.errors.contains("--save"), "{}", run_into_file.errors);
    for (arguments, part) in [
        ("census six", "write a number of spots"),
        ("census -3", "-3"),
        ("census 99999999999", "write a number of spots"),
        ("census 3 --heights 4", "cannot be used with"),
        ("census --heights 4 --save somewhere", "cannot be used with"),
        ("census --heights 4 --game nim", "cannot be used with"),
        ("census 3 --game chess", "not impartial"),
        ("census 10001 --game nim", "the heap is too big"),
        ("census 1000000", "error: census 1000000: "),
        ("census 3 --memory much", "whole number and a unit"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(BAD_INPUT), "{arguments}");
        assert!(run.errors.contains(part), "{arguments}: {}", run.errors);
    }
}
