//! Misère play on the command line: limits, batches, and what a store has for the next run.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::*;

/// How long a search may take to notice that it has to stop.
const SOON: Duration = Duration::from_secs(5);

#[test]
fn starts_up_to_eleven_spots() {
    let input: String = (0..=11).map(|spots| format!("0*{spots}\n")).collect();
    for arguments in ["--rct-base 4", "--rct-base 4 --algorithm pns --seed 7"] {
        let answers = run_on(&format!("solve - --misere --format json {arguments}"), &*input).objects();
        let wins: Vec<usize> = (0..=11).filter(|&spots| answers[spots]["outcome"] == "win").collect();
        let losses: Vec<usize> = (0..=11).filter(|&spots| answers[spots]["outcome"] == "loss").collect();
        assert_eq!(wins, [0, 1, 5, 6, 10, 11], "{arguments}");
        assert_eq!(losses, [2, 3, 4, 7, 8, 9], "{arguments}");
    }
}

#[test]
fn bases_of_all_sizes_give_the_same_outcomes() {
    let positions =
        ["0*5", "0*2.AB|AB", "22+1a1a", "0*3+0*2", "0*4+*3", "0*2+*2", "0.A|1A+0*2+*1", "!+*1", "!"];
    let input: String = positions.map(|position| format!("{position}\n")).concat();
    let outcomes = |base: u32| -> Vec<Value> {
        let arguments = format!("solve - --misere --format json --rct-base {base}");
        let run = run_on(&arguments, &*input);
        assert_eq!(run.code, Some(ANSWERED), "{run:?}");
        let objects = run.objects();
        assert!(objects.iter().all(|answer| answer["rct_base"] == format!("0*{base}")));
        objects.iter().map(|answer| answer["outcome"].clone()).collect()
    };
    let known: Vec<String> = positions
        .map(|position| {
            run_with(&["rct", position, "--format", "json"]).object()["outcome"].as_str().unwrap().to_owned()
        })
        .into();
    for base in 0..=4 {
        assert_eq!(outcomes(base), known, "base {base}");
    }
}

#[test]
fn a_batch_has_an_answer_for_each_line() {
    let scratch = tempfile::tempdir().unwrap();
    let arguments = format!("solve - --misere --format json --store {}", scratch.path().to_str().unwrap());
    let input = "0*7\nnonsense\n0*8\n0*5+*9\n";
    let first = run_on(&arguments, input);
    assert_eq!(first.code, Some(BAD_INPUT), "{first:?}");
    let first = first.objects();
    assert!(first[1]["error"].is_string());
    let outcomes = [0, 2].map(|line: usize| first[line]["outcome"].as_str().unwrap());
    assert_eq!(outcomes, ["loss", "loss"]);
    for memory in ["16MiB", "1GiB"] {
        let second = run_on(&format!("{arguments} --memory {memory}"), input).objects();
        for line in [0, 2, 3] {
            assert_eq!(second[line]["expansions"], 0, "{}", second[line]);
            assert_eq!(second[line]["outcome"], first[line]["outcome"]);
        }
    }
}

#[test]
fn a_limit_while_the_base_is_computed_leaves_nothing_half_done() {
    for (command, limit, smaller, file, expected) in [
        ("0*7", "--rct-base 6 --time-limit 100ms", "--rct-base 3", "sprouts-1-6", "time limit"),
        ("3+4 --game nim", "--rct-base 9000 --memory 16MiB", "--rct-base 2", "nim-1-9000", "memory limit"),
        ("3+4 --game nim", "--rct-base 9000 --time-limit 10ms", "--rct-base 2", "nim-1-9000", "time limit"),
    ] {
        let scratch = tempfile::tempdir().unwrap();
        let start = Instant::now();
        let run = run_misere_in(scratch.path(), &format!("solve {command} {limit}"));
        assert_eq!(run.code, Some(STOPPED), "{run:?}");
        assert!(start.elapsed() < SOON);
        let answer = run.object();
        assert_eq!(answer["outcome"], Value::Null);
        let stopped = answer["stopped"].as_str().unwrap();
        assert!(stopped.starts_with(expected) && stopped.contains("while the RCTs below"), "{stopped}");
        assert!(!scratch.path().join(format!("rhizome-rct-{file}.base")).exists());
        for options in ["", smaller] {
            let run = run_misere_in(scratch.path(), &format!("solve {command} {options}"));
            assert_eq!(run.code, Some(ANSWERED), "{run:?}");
            assert_eq!(run.object()["outcome"], if command == "0*7" { "loss" } else { "win" });
        }
    }
    // Each line has its own limit.
    let run = run_on("solve - --misere --rct-base 7 --time-limit 200ms --format json", "0*4\n0*5\n");
    assert_eq!(run.code, Some(STOPPED));
    assert!(run.objects().iter().all(|answer| answer["stopped"].is_string()), "{run:?}");
}

#[test]
fn memory_that_suffices_for_the_base_but_not_for_the_search() {
    let run = run("solve 0*17 --misere --rct-base 4 --memory 16MiB --time-limit 10s --format json");
    assert_eq!(run.code, Some(STOPPED), "{run:?}");
    let answer = run.object();
    assert_eq!(answer["rct_base"], "0*4");
    assert!(answer["collections"].as_u64() > Some(0), "{answer}");
    assert!(answer["search_memory"].as_u64() < Some(20 << 20), "{answer}");
}

#[test]
#[ignore = "exhaustive: searches that have to forget"]
fn searches_that_have_to_forget() {
    for start in
        ["0*10 --rct-base 2", "0*12 --rct-base 4", "0*12 --rct-base 3", "0*12 --rct-base 4 --algorithm pns"]
    {
        let answer = run(&format!("solve {start} --misere --memory 16MiB --format json")).object();
        assert_eq!(answer["outcome"], "win", "{start}");
        assert!(answer["collections"].as_u64() > Some(0), "{start}");
    }
}

/// Whatever has become of the file of a base, there is a message or the right answer.
#[test]
fn no_base_that_is_not_as_it_was_written() {
    let scratch = tempfile::tempdir().unwrap();
    let command = "solve 0*6";
    assert_eq!(run_misere_in(scratch.path(), &format!("{command} --rct-base 4")).object()["outcome"], "win");
    let file = base_in(scratch.path(), 4);
    let bytes = fs::read(&file).unwrap();
    let mut newer = bytes.clone();
    newer[8] = 2;
    let mut altered = bytes.clone();
    altered[bytes.len() / 3] ^= 0x10;
    for (wrong, part) in [
        (&newer[..], "has format 2, but this version reads format 1 only"),
        (&altered[..], "was altered: its checksum is wrong"),
        (&bytes[..bytes.len() - 1], "is torn: its end is missing"),
        (&bytes[..30], "is torn: its end is missing"),
        (b"a diary, and not a base", "is no RCT base of this program"),
    ] {
        fs::write(&file, wrong).unwrap();
        for arguments in [command.to_owned(), format!("{command} --rct-base 4")] {
            let run = run_misere_in(scratch.path(), &arguments);
            assert_ne!(run.code, Some(ANSWERED), "{run:?}");
            assert!(format!("{}{}", run.errors, run.output).contains(part), "{part}: {run:?}");
            assert!(!run.output.contains("\"outcome\":\"loss\""), "{run:?}");
        }
        // A base of another size is not concerned.
        let other = run_misere_in(scratch.path(), &format!("{command} --rct-base 2"));
        assert_eq!(other.object()["outcome"], "win", "{other:?}");
    }
    fs::remove_file(&file).unwrap();
    assert_eq!(run_misere_in(scratch.path(), command).object()["outcome"], "win");
}

/// What is proved with one base is not taken for what another one says.
#[test]
fn bases_share_a_store_without_mixing() {
    let scratch = tempfile::tempdir().unwrap();
    for run in 0..2 {
        for base in [0, 2, 3, 4] {
            let answer = run_misere_in(scratch.path(), &format!("solve 0*6 --rct-base {base}")).object();
            assert_eq!(answer["outcome"], "win", "{answer}");
            assert_eq!(answer["expansions"].as_u64() > Some(0), run == 0, "{answer}");
        }
    }
    for (game, position) in [("kayles", "4+9+7"), ("grundy", "10+11"), ("cram", "4x4")] {
        let known = run(&format!("rct {position} --game {game} --format json")).object()["outcome"].clone();
        for _ in 0..2 {
            let answer = run_misere_in(scratch.path(), &format!("solve {position} --game {game}")).object();
            assert_eq!(answer["outcome"], known, "{game} {position}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_the_base_is_computed() {
    let scratch = tempfile::tempdir().unwrap();
    let store = scratch.path().to_str().unwrap();
    let arguments = ["solve", "0*20", "--misere", "--rct-base", "7", "--store", store];
    let mut child = program(arguments).spawn().unwrap();
    wait_until_signals_are_caught(&child);
    std::thread::sleep(Duration::from_millis(500));
    send("-INT", &child);
    assert_eq!(wait(&mut child, SOON).code(), Some(STOPPED));
    let files: Vec<PathBuf> =
        fs::read_dir(scratch.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.iter().any(|file| file.to_string_lossy().contains("base")), "{files:?}");
}
