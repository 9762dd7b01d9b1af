//! `rhizome tree`: the demo, trees from files, and sweeps over random ones.

use serde_json::json;

use crate::support::*;

const SMALL: &str = r#"{"root": "a",
 "nodes": [{"name": "a", "type": "or", "children": ["b", "c"]},
           {"name": "b", "type": "and", "children": ["d", "e"]},
           {"name": "c", "type": "loss"},
           {"name": "d", "type": "win"},
           {"name": "e", "type": "win"}]}"#;

#[test]
fn the_demo_goes_as_in_the_textbook() {
    let run = run("tree demo --format json");
    assert_eq!(run.code, Some(ANSWERED));
    let answer = run.object();
    assert_eq!(answer["verdict"], "proven");
    assert_eq!(answer["expansions"], 5);
    assert_eq!(answer["order"], json!(["0", "1", "2", "3", "4"]));
    assert_eq!(answer["touched"], 11);
    assert_eq!(answer["untouched"], json!(["11", "12", "13", "14"]));
    let steps = answer["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 5);
    assert_eq!(steps[0]["numbers"]["0"], json!({"pn": 1, "dn": 2}));
    assert_eq!(steps[4]["touched"], json!(["9", "10"]));
    assert_eq!(steps[4]["numbers"]["0"], json!({"pn": 0, "dn": null}));
    assert_eq!(steps[4]["numbers"]["10"], json!({"pn": null, "dn": 0}));
}

#[test]
fn the_demo_is_drawn() {
    let run = run("tree demo");
    assert_eq!(run.code, Some(ANSWERED));
    assert_eq!(run.output.matches("Step ").count(), 5);
    assert!(
        run.output.contains("> 0 OR              pn 1   dn 2\n* ├─ 1 AND          pn 1   dn 1\n"),
        "{}",
        run.output
    );
    assert!(run.output.contains("* 0 OR              pn 0   dn ∞\n"));
    assert!(run.output.ends_with("(5 expansions, 11 of 15 nodes touched)\n"));
}

#[test]
fn trees_from_files() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("tree.json");
    std::fs::write(&file, SMALL).unwrap();
    for algorithm in ["dfs", "pns", "dfpn"] {
        let arguments =
            ["tree", "solve", file.to_str().unwrap(), "--algorithm", algorithm, "--format", "json"];
        let answer = run_with(&arguments).object();
        assert_eq!(answer["verdict"], "proven");
        assert_eq!(answer["algorithm"], algorithm);
        assert_eq!(answer["touched"], 5);
        assert_eq!(answer["steps"], json!(null));
    }
    let from_input = run_on("tree solve - --steps", SMALL);
    assert_eq!(from_input.code, Some(ANSWERED));
    assert!(from_input.output.contains("Step 2: expand b AND\n"), "{}", from_input.output);
    assert!(from_input.output.contains("> ├─ b AND"));
    assert!(
        from_input
            .output
            .ends_with("The root is proven: the prover wins (2 expansions, 5 of 5 nodes touched)\n")
    );
}

#[test]
fn the_prover_may_lose_and_the_opponent_may_begin() {
    let tree = r#"{"nodes": [{"name": "r", "type": "and", "children": ["x", "y"]},
        {"name": "x", "type": "win"}, {"name": "y", "type": "and", "children": ["x", "z"]},
        {"name": "z", "type": "loss"}]}"#;
    let run = run_on("tree solve -", tree);
    assert_eq!(run.code, Some(ANSWERED));
    assert_eq!(
        run.output,
        "The root is disproven: the prover does not win (2 expansions, 4 of 4 nodes touched)\n"
    );
}

#[test]
fn what_is_no_tree() {
    for (text, part) in [
        ("", "this is no tree in JSON: EOF"),
        ("{", "line 1 column 1"),
        (r#"{"nodes": 3}"#, "expected a sequence"),
        (r#"{"nodes": []}"#, "at least one node"),
        (r#"{"nodes": [{"name": "a", "type": "xor"}]}"#, "unknown variant `xor`"),
        (r#"{"nodes": [{"name": "a"}]}"#, "missing field `type`"),
        (r#"{"nodes": [{"name": "a", "type": "win", "value": 3}]}"#, "unknown field `value`"),
        (r#"{"nodes": [{"name": "a", "type": "or"}]}"#, "\"a\" has no children"),
        (
            r#"{"nodes": [{"name": "a", "type": "or", "children": ["b"]}]}"#,
            "\"b\" of \"a\" is not among the nodes",
        ),
        (r#"{"nodes": [{"name": "a", "type": "or", "children": ["a"]}]}"#, "\"a\" follows from itself"),
        (
            r#"{"nodes": [{"name": "a", "type": "win", "children": ["a"]}]}"#,
            "\"a\" is a leaf, and has children",
        ),
        (
            r#"{"nodes": [{"name": "a", "type": "win"}, {"name": "a", "type": "win"}]}"#,
            "two nodes are called \"a\"",
        ),
        (r#"{"root": "z", "nodes": [{"name": "a", "type": "win"}]}"#, "the root \"z\""),
        (r#"{"nodes": [{"name": "a", "type": "win"}]} x"#, "trailing characters"),
    ] {
        let run = run_on("tree solve -", text);
        assert_eq!(run.code, Some(BAD_INPUT), "{text}: {run:?}");
        assert_eq!(run.output, "");
        assert!(run.errors.starts_with("error: standard input: "), "{}", run.errors);
        assert!(run.errors.contains(part), "{text}: {}", run.errors);
        assert_eq!(run.errors.lines().count(), 1, "{}", run.errors);
    }
    let run = run("tree solve /nowhere/tree.json");
    assert_eq!(run.code, Some(BAD_INPUT));
    assert!(run.errors.starts_with("error: /nowhere/tree.json: cannot read this file: "), "{}", run.errors);
    assert_eq!(run_on("tree solve -", b"\xff\xfe".to_vec()).code, Some(BAD_INPUT));
}

/// A graph with two nodes a level, each a child of both above it: 2^levels ways down.
fn diamonds(levels: usize) -> String {
    let mut nodes = Vec::new();
    for level in 0..levels {
        for side in 0..2 {
            let kind = if level % 2 == 0 { "or" } else { "and" };
            let children = [format!("{}-0", level + 1), format!("{}-1", level + 1)];
            nodes.push(json!({"name": format!("{level}-{side}"), "type": kind, "children": children}));
        }
    }
    nodes.push(json!({"name": format!("{levels}-0"), "type": "win"}));
    nodes.push(json!({"name": format!("{levels}-1"), "type": "loss"}));
    json!({"nodes": nodes}).to_string()
}

#[test]
fn very_many_ways_through_a_small_graph() {
    for algorithm in ["dfs", "pns", "dfpn"] {
        let run = run_on(&format!("tree solve - --format json --algorithm {algorithm}"), diamonds(300));
        assert_eq!(run.code, Some(ANSWERED));
        assert!(run.object()["expansions"].as_u64() <= Some(600));
    }
}

#[test]
fn names_cannot_disturb_a_terminal() {
    let tree = r#"{"nodes": [{"name": "a\u001b[31m\nStep 9: fake", "type": "or", "children": ["b"]}, {"name": "b", "type": "win"}]}"#;
    let run = run_on("tree solve - --steps", tree);
    assert_eq!(run.code, Some(ANSWERED));
    assert!(!run.output.contains('\u{1b}') && !run.output.contains("\nStep 9"), "{}", run.output);
    let long = format!(
        r#"{{"nodes": [{{"name": "a", "type": "or", "children": ["\u0007{}"]}}]}}"#,
        "x".repeat(100_000)
    );
    let run = run_on("tree solve -", long);
    assert!(run.errors.len() < 300 && !run.errors.contains('\u{7}'), "{}", run.errors);
}

#[test]
fn a_sweep_has_no_wrong_verdict() {
    let answer = run("tree sweep --trees 3000 --seed 4 --format json").object();
    assert_eq!(answer["trees"], 3000);
    assert_eq!(answer["mismatches"], 0);
    assert_eq!(answer["unterminated"], 0);
    let share = answer["touched_fraction"].as_f64().unwrap();
    assert!((0.28..0.34).contains(&share), "{share}");
    let histogram: u64 =
        answer["histogram"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(histogram, 3000);
}

#[test]
fn mistakes_show() {
    let answer = run("tree sweep --trees 3000 --rule swapped --format json").object();
    let share = |key: &str| answer[key].as_u64().unwrap() as f64 / 3000.0;
    assert!((0.18..0.24).contains(&share("mismatches")), "{answer}");
    assert!((0.61..0.68).contains(&share("unterminated")), "{answer}");
    let stale = run("tree sweep --trees 3000 --rule stale-root --format json").object();
    assert_eq!(stale["mismatches"], 0);
    assert!(stale["unterminated"].as_u64().unwrap() > 1500, "{stale}");
}

#[test]
fn a_sweep_is_repeatable() {
    let first = run("tree sweep --trees 500 --seed 9").output;
    assert_eq!(first, run("tree sweep --trees 500 --seed 9").output);
    assert_ne!(first, run("tree sweep --trees 500 --seed 10").output);
}

#[test]
fn wrong_arguments_for_a_sweep() {
    for arguments in ["--trees 0", "--depth 0", "--depth 13", "--leaf-percent 101", "--rule odd", "--seed x"]
    {
        assert_eq!(run(&format!("tree sweep {arguments}")).code, Some(BAD_INPUT), "{arguments}");
    }
}
