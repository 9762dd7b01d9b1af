//! Answers about single positions: text, JSON keys and values.

use serde_json::{Value, json};

use crate::support::*;

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn solve_tells_who_wins() {
    let run = run("solve 0*6");
    assert_eq!(run.code, Some(ANSWERED));
    let lines: Vec<&str> = run.output.lines().collect();
    assert_eq!(lines[0], "0*6 is a loss: the player who moves second wins");
    assert!(lines[1].contains(" expansions in "), "{run:?}");
    assert_eq!(lines.len(), 2);
    assert_eq!(run.errors, "");

    let run = crate::support::run("solve 0*5");
    assert!(run.output.starts_with("0*5 is a win: the player who moves first wins\n"), "{run:?}");
}

#[test]
fn solve_as_json_has_the_keys_of_the_contract() {
    let answer = run("solve 0*6 --format json").object();
    for key in [
        "position",
        "canon",
        "play",
        "outcome",
        "stopped",
        "algorithm",
        "threads",
        "seed",
        "expansions",
        "nodes",
        "nimbers",
        "seconds",
        "peak_memory",
        "search_memory",
        "collections",
        "endgame_lands",
    ] {
        assert!(keys(&answer).contains(&key), "{key} is missing in {answer}");
    }
    assert_eq!(answer["position"], "0*6");
    assert_eq!(answer["canon"], "0*6");
    assert_eq!(answer["play"], "normal");
    assert_eq!(answer["outcome"], "loss");
    assert_eq!(answer["stopped"], Value::Null);
    assert_eq!(answer["algorithm"], "dfpn");
    assert_eq!(answer["seed"], 0);
    for key in ["expansions", "nodes", "nimbers", "peak_memory", "search_memory"] {
        assert!(answer[key].as_u64().unwrap() > 0, "{key} in {answer}");
    }
    assert!(answer["seconds"].as_f64().unwrap() > 0.0);
    assert!(answer["peak_memory"].as_u64().unwrap() < 1 << 30, "{answer}");
}

#[test]
fn every_algorithm_finds_the_known_outcomes() {
    let known = ["loss", "loss", "loss", "win", "win", "win", "loss", "loss"];
    for algorithm in ["dfs", "pns", "dfpn", "pdfpn", "pdfpn --threads 3"] {
        for (spots, outcome) in known.iter().enumerate() {
            let answer = run(&format!("solve 0*{spots} --algorithm {algorithm} --format json")).object();
            assert_eq!(answer["outcome"], *outcome, "{answer}");
            assert!(algorithm.starts_with(answer["algorithm"].as_str().unwrap()), "{answer}");
        }
    }
}

#[test]
fn options_do_not_change_outcomes() {
    for options in [
        "--seed 7",
        "--memory 16MiB",
        "--memory 100000000",
        "--endgame-lives 8",
        "--time-limit 1h30m",
        "--threads 1",
        "--threads 2",
        "--threads 8",
        "--game sprouts",
    ] {
        let answer = run(&format!("solve 0*7+*1 {options} --format json")).object();
        assert_eq!(answer["outcome"], "win", "{options}: {answer}");
        let answer = run(&format!("nimber 0*8 {options} --format json")).object();
        assert_eq!(answer["nimber"], 0, "{options}: {answer}");
    }
}

#[test]
fn the_same_seed_does_the_same() {
    for algorithm in ["dfs", "pns", "dfpn", "pdfpn --threads 1"] {
        let counters = |seed| {
            let answer =
                run(&format!("solve 0*8 --algorithm {algorithm} --seed {seed} --format json")).object();
            ["expansions", "nodes", "nimbers", "search_memory", "endgame_lands"]
                .map(|key| answer[key].clone())
        };
        assert_eq!(counters(0), counters(0), "{algorithm}");
        assert_eq!(counters(5), counters(5), "{algorithm}");
        assert_ne!(counters(5), counters(6), "{algorithm}");
    }
}

#[test]
fn nimbers_are_known() {
    for (position, nimber) in
        [("!", 0), ("*5", 5), ("0*3", 1), ("0*4+0*3", 0), ("0*3+*6", 7), ("1a1a+0.AB|AB", 0)]
    {
        let run = run(&format!("nimber {position} --format json"));
        assert_eq!(run.code, Some(ANSWERED));
        let answer = run.object();
        assert_eq!(answer["position"], position);
        assert_eq!(answer["nimber"], nimber, "{answer}");
        assert!(answer["expansions"].is_u64() && answer["seconds"].is_f64(), "{answer}");
    }
    assert!(run("nimber 0*5").output.starts_with("0*5 has nimber 1\n"));
}

/// Beside a heap these lands get the rest of their children late. Their nimbers are from plain mex.
#[test]
fn children_that_come_late_are_not_overlooked() {
    let positions = "0.2.ABC|0.ABC\n0.A|2.A12\n0.A|12.A2\n0*3.AB.CD|0.AB|0.CD.EF|0.EF\n";
    for options in ["", "--endgame-lives 0", "--seed 5"] {
        for algorithm in ["dfs", "pns", "dfpn"] {
            let run = run_on(&format!("nimber - --format json --algorithm {algorithm} {options}"), positions);
            let nimbers: Vec<_> = run.objects().iter().map(|answer| answer["nimber"].as_u64()).collect();
            assert_eq!(nimbers, [Some(2), Some(2), Some(2), Some(0)], "{algorithm} {options}");
        }
    }
}

#[test]
fn canon_prints_the_simplest_form() {
    for (position, canon) in [
        ("BA|0.AB.0", "0*2.AB|AB"),
        ("0.0.AB.}AB.}]!", "0*2.AB|AB"),
        ("22+*1+22+*2", "22+22+*3"),
        ("0*0", "!"),
        ("*3", "!+*3"),
    ] {
        let answer = run(&format!("canon {position} --format json")).object();
        assert_eq!(answer, json!({ "position": position, "canon": canon }));
        assert_eq!(run(&format!("canon {position}")).output, format!("{canon}\n"));
    }
}

#[test]
fn children_are_sorted_and_different() {
    let answer = run("children 0*3 --format json").object();
    assert_eq!(keys(&answer), ["children", "position"]);
    assert_eq!(answer["children"], json!(["0*2.AB|AB", "0.1a1a", "0.AB|0.AB"]));
    assert_eq!(run("children 0*3").output, "0*2.AB|AB\n0.1a1a\n0.AB|0.AB\n");
    let answer = run("children 0.1a1a --format json").object();
    assert!(answer["children"].as_array().unwrap().contains(&json!("0.ABCD|ABCD")), "{answer}");
    assert_eq!(run("children ! --format json").object()["children"], json!([]));
}

#[test]
fn children_of_sums_keep_what_does_not_move() {
    let answer = run("children 0+0+*2 --format json").object();
    assert_eq!(answer["children"], json!(["222+22+*2", "222+222", "222+222+*1"]));
}

#[test]
fn children_are_canonical() {
    let children = run("children 0*4.AB|1AB+1a1a+*1");
    let again = run_on("canon -", children.output.clone());
    assert_eq!(again.output, children.output);
}

#[test]
fn a_great_heap_costs_nothing() {
    let answer = run("solve 0*3+*4294967295 --format json").object();
    assert_eq!((&answer["outcome"], &answer["expansions"]), (&json!("win"), &json!(0)));
}

#[test]
fn white_space_around_a_position_does_not_matter() {
    let answer = run_with(&["canon", " 0*2\t", "--format", "json"]).object();
    assert_eq!(answer, json!({ "position": " 0*2\t", "canon": "0*2" }));
}

#[test]
fn progress_is_not_shown_without_a_terminal() {
    let run = run("solve 0*20 --time-limit 1s");
    assert_eq!(run.errors, "");
}
