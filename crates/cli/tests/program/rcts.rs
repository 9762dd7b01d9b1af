//! Reduced canonical trees: of positions, of expressions, and how many there are.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::support::*;

/// Runs `rhizome rct` on positions, one a line, and returns what it says of each.
fn rcts(arguments: &str, positions: &[&str]) -> Vec<Value> {
    let run = run_on(&format!("rct - --format json {arguments}"), positions.join("\n") + "\n");
    assert_eq!(run.code, Some(ANSWERED), "{}", run.errors);
    let objects = run.objects();
    assert_eq!(objects.len(), positions.len());
    objects
}

/// The RCTs as expressions.
fn expressions(arguments: &str, positions: &[&str]) -> Vec<String> {
    let answers = rcts(arguments, positions);
    answers.iter().map(|answer| answer["rct"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn positions_whose_rct_is_known() {
    let known = [
        ("0", "*0"),
        ("0*2", "{*2}"),
        ("0*3", "*1"),
        ("0*2.AB|AB", "{*1,{*2}}"),
        ("ABC|ABD|CE|DE", "{*2}"),
        ("ABCD|ABEF|CDFE", "{*1,{*2}}"),
        ("0*4.2", "*0"),
        ("22", "*1"),
        ("2ab2ba", "*3"),
        ("1abcde2edcba.2", "*3"),
        ("0*2.A|2A", "{*2}+*1"),
        ("0*2.A|0.A", "{*2}+*1"),
        ("0*2.A|1A", "{*2}"),
        ("0.A|2A", "*1"),
        ("0.A|0.A", "*1"),
        ("0.A|1A", "*0"),
        ("22+2ab2ba+0*2.A|2A", "{*2}+*3"),
        ("!", "*0"),
        ("!+*5", "*5"),
        ("0*2+*1", "{*2}+*1"),
        ("0*3+0*3", "*0"),
    ];
    let positions = known.map(|(position, _)| position);
    let expected: Vec<String> = expressions("--expression", &known.map(|(_, rct)| rct));
    assert_eq!(expressions("", &positions), expected);
}

/// `0*2.A|1A` has a simpler RCT than some of its options: those are reversible.
#[test]
fn simpler_than_some_options() {
    let children = run("children 0*2.A|1A --format json").object();
    let children: Vec<&str> =
        children["children"].as_array().unwrap().iter().map(|child| child.as_str().unwrap()).collect();
    let greatest = rcts("", &children).iter().map(|answer| answer["height"].as_u64().unwrap()).max();
    assert_eq!(rcts("", &["0*2.A|1A"])[0]["height"], 3);
    assert!(greatest > Some(3));
}

#[test]
fn sums_that_tell_apart() {
    let sums = ["*2+{*1,{*2}}", "*2+*2+*2+{*1,{*2}}", "{*0,{*2},{*3,{*2}}}+*2"];
    let answers = rcts("--expression", &sums);
    let outcomes = [&answers[0]["outcome"], &answers[1]["outcome"]];
    assert_eq!(outcomes, ["win", "loss"]);
    assert_eq!(answers[2]["rct"], "{*2}");
}

/// Positions are in the same class as in another program, and never in the same one as others.
#[test]
fn classes_of_another_program() {
    let rows: Vec<(&str, &str)> = include_str!("../data/rct_classes.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .collect();
    assert!(rows.len() > 1700);
    let positions: Vec<&str> = rows.iter().map(|&(position, _)| position).collect();
    let mut by_class = HashMap::new();
    let mut by_rct = HashMap::new();
    for (&(position, class), answer) in rows.iter().zip(rcts("", &positions)) {
        let rct = answer["rct"].as_str().unwrap().to_owned();
        assert_eq!(by_class.entry(class).or_insert_with(|| rct.clone()), &rct, "{position}");
        assert_eq!(by_rct.entry(rct).or_insert(class), &class, "{position}");
        assert_eq!(answer["nim_heap"].as_u64(), class.parse().ok(), "{position}");
        if let Some(outcome) = class.chars().last().filter(char::is_ascii_uppercase) {
            assert_eq!(answer["outcome"], if outcome == 'W' { "win" } else { "loss" }, "{position}");
        }
    }
}

#[test]
fn what_is_told() {
    let run = run("rct 0*2");
    assert_eq!(run.code, Some(ANSWERED));
    let shown = "0*2 has the RCT {*2}\n3-1-L: a loss in misère play, height 3, genus 0^(0 2), tame\n";
    assert_eq!(run.output, shown);
    let answer = rcts("", &[" B|B1.0 "]).remove(0);
    let keys: BTreeSet<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    for key in
        ["position", "canon", "rct", "name", "height", "outcome", "genus", "nim_heap", "nimber", "tame"]
    {
        assert!(keys.contains(key), "{key}");
    }
    assert_eq!((&answer["position"], &answer["canon"]), (&" B|B1.0 ".into(), &"0.12".into()));
    let heap = rcts("", &["0*4.2+*7"]).remove(0);
    assert_eq!(
        (&heap["nim_heap"], &heap["nimber"], &heap["genus"]),
        (&7.into(), &7.into(), &"7^(7 5)".into())
    );
    assert_eq!((&heap["height"], &heap["stopped"]), (&7.into(), &Value::Null));
}

#[test]
fn long_expressions_are_for_programs() {
    let text = run("rct 0*5");
    assert!(text.output.contains("characters, which --format json prints"), "{}", text.output);
    let answer = rcts("", &["0*5"]).remove(0);
    let printed = answer["rct"].as_str().unwrap();
    assert!(printed.starts_with("@1={*2};@2="));
    let again = rcts("--expression", &[printed]).remove(0);
    for key in ["rct", "name", "height", "outcome", "genus", "nim_heap", "nimber", "tame"] {
        assert_eq!(answer[key], again[key], "{key}");
    }
}

#[test]
fn other_games_have_rcts_too() {
    assert_eq!(expressions("--game nim", &["5", "2+2", "1+4"]), ["*5", "{*2,*3}", "*5"]);
    assert_eq!(expressions("--game kayles", &["1", "2", "1+1", "3", "5"])[..3], ["*1", "*2", "*0"]);
    assert_eq!(expressions("--game grundy", &["2", "3", "5"]), ["*0", "*1", "*2"]);
    assert_eq!(expressions("--game cram", &["1x2", "2x2"]), ["*1", "*0"]);
    let run = run("rct 3x3 --game tic-tac-toe");
    assert_eq!(run.code, Some(BAD_INPUT));
    assert!(run.errors.contains("only positions of impartial games have RCTs"), "{}", run.errors);
}

#[test]
fn limits_stop_a_line_and_not_the_next_ones() {
    let run = run_on("rct - --format json --memory 2MiB", "0*6\n0*3\n0*40\n0*4\n");
    assert_eq!(run.code, Some(STOPPED));
    let objects = run.objects();
    for (place, rct) in [(1, "*1"), (3, "{*3,{*1,*2,{*2}+*1}}")] {
        assert_eq!((&objects[place]["rct"], &objects[place]["stopped"]), (&rct.into(), &Value::Null));
    }
    for place in [0, 2] {
        let stopped = "memory limit reached";
        assert_eq!((&objects[place]["rct"], &objects[place]["stopped"]), (&Value::Null, &stopped.into()));
    }
    for (arguments, part) in [
        ("rct 0*12 --time-limit 50ms", "unknown RCT: time limit reached"),
        ("rct 0*3+*4000000000 --memory 16MiB", "unknown RCT: memory limit reached"),
        ("rct --game nim 9000 --memory 16MiB", "unknown RCT: memory limit reached"),
        ("rct --expression *300+*300+*300 --memory 16MiB", "unknown RCT: memory limit reached"),
    ] {
        let run = run_with(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, Some(STOPPED), "{arguments}: {run:?}");
        assert!(run.output.contains(part), "{arguments}: {}", run.output);
    }
}

#[test]
fn wrong_expressions() {
    let run = run_with(&["rct", "--expression", "{*2,{*3}"]);
    assert_eq!(run.code, Some(BAD_INPUT));
    assert_eq!(run.errors, "error: this `{` is never closed\n{*2,{*3}\n^\n");
    let lines = run_on("rct --expression - --format json", "*2\n{*2,*x}\n\n{}\n");
    assert_eq!(lines.code, Some(BAD_INPUT));
    let objects = lines.objects();
    assert_eq!((&objects[0]["rct"], &objects[3]["rct"]), (&"*2".into(), &"*0".into()));
    assert!(objects[1]["error"].as_str().unwrap().contains("size of the heap"));
    assert!(objects[2]["error"].as_str().unwrap().contains("no expression"));
}

#[test]
fn counts_by_height() {
    let run = run("census --heights 4");
    assert_eq!(run.code, Some(ANSWERED));
    assert!(run.output.ends_with("height 4: 17, up to it 22\n"), "{}", run.output);
    let counts = crate::support::run("census --heights 5 --format json").object();
    assert_eq!(counts["at_most"], serde_json::json!([1, 2, 3, 5, 22, 4_171_780]));
    assert_eq!(counts["exactly"], serde_json::json!([1, 1, 1, 2, 17, 4_171_758]));
    for (arguments, part) in [
        ("census --heights 6", "the greatest height is 5: of height 6 there are about 2^4171780"),
        ("census --heights 99999999999999", "the greatest height is 5"),
        ("census --heights two", "write a height from 0 to 5"),
        ("census", "--heights"),
    ] {
        let run = crate::support::run(arguments);
        assert_eq!(run.code, Some(BAD_INPUT), "{arguments}");
        assert!(run.errors.contains(part), "{arguments}: {}", run.errors);
    }
    let stopped = crate::support::run("census --heights 5 --time-limit 1ms");
    assert_eq!(stopped.code, Some(STOPPED));
}
