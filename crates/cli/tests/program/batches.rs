//! Many positions on standard input.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::*;

#[test]
fn answers_come_in_order() {
    let run = run_on("solve - --format json", "0*6\n0*3\r\n 22 \n0*4+*1");
    assert_eq!(run.code, Some(ANSWERED), "{run:?}");
    let answers: Vec<(Value, Value)> =
        run.objects().iter().map(|answer| (answer["position"].clone(), answer["outcome"].clone())).collect();
    let expected = [("0*6", "loss"), ("0*3", "win"), (" 22 ", "win"), ("0*4+*1", "loss")];
    assert_eq!(answers, expected.map(|(position, outcome)| (json!(position), json!(outcome))));
}

#[test]
fn text_answers_take_a_line_each() {
    let input = "0*3\n0*4\n";
    assert_eq!(
        run_on("solve -", input).output,
        "0*3 is a win: the player who moves first wins\n0*4 is a win: the player who moves first wins\n"
    );
    assert_eq!(run_on("nimber -", input).output, "0*3 has nimber 1\n0*4 has nimber 1\n");
    assert_eq!(run_on("canon -", input).output, input);
    assert_eq!(run_on("children -", "0\n0*2\n!\n").output, "22\n0.AB|AB 1a1a\n\n");
}

#[test]
fn a_bad_line_does_not_stop_the_rest() {
    for command in ["solve", "nimber", "canon", "children"] {
        let run = run_on(&format!("{command} - --format json"), &b"0*2\n\n0*\n\xe9\n0*3"[..]);
        assert_eq!(run.code, Some(BAD_INPUT), "{run:?}");
        let answers = run.objects();
        assert_eq!(answers.len(), 5);
        let positions: Vec<&str> =
            answers.iter().map(|answer| answer["position"].as_str().unwrap()).collect();
        assert_eq!(positions, ["0*2", "", "0*", "\u{fffd}", "0*3"]);
        for (index, part) in [(1, "no position"), (2, "missing"), (3, "not UTF-8: byte 1")] {
            let object = answers[index].as_object().unwrap();
            assert_eq!(object.keys().collect::<Vec<_>>(), ["error", "position"]);
            assert!(object["error"].as_str().unwrap().contains(part), "{object:?}");
            assert!(run.errors.contains(&format!("error: line {}: ", index + 1)), "{}", run.errors);
        }
        assert!(run.errors.contains("\n0*\n^^\n"), "{}", run.errors);
    }
}

#[test]
fn no_lines_no_answers() {
    let run = run_on("solve -", "");
    assert_eq!((run.code, run.output.as_str(), run.errors.as_str()), (Some(ANSWERED), "", ""));
}

#[test]
fn positions_share_what_is_proved() {
    let answers = run_on("solve - --format json", "0*7\n0*7\n").objects();
    assert!(answers[0]["expansions"].as_u64().unwrap() > 0);
    assert_eq!(answers[1]["expansions"], 0);
    assert_eq!(answers[1]["outcome"], answers[0]["outcome"]);
}

#[test]
fn every_answer_comes_at_once() {
    let mut child = program(["nimber", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for spots in 2..5 {
        writeln!(input, "0*{spots}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("0*{spots} has nimber ")), "{line}");
    }
    drop(input);
    assert_eq!(wait(&mut child, Duration::from_secs(10)).code(), Some(ANSWERED));
}

#[test]
fn nobody_listens() {
    let mut child = program(["children", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    writeln!(input, "0*2").unwrap();
    output.read_line(&mut String::new()).unwrap();
    drop(output);
    // The program may end at any time from here on.
    while writeln!(input, "0*2").is_ok() {}
    assert_eq!(wait(&mut child, Duration::from_secs(10)).code(), Some(ANSWERED));
    let errors = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    assert_eq!(errors, "");
}

#[test]
fn ten_thousand_positions_in_one_process() {
    let lines: String = (0..10_000).map(|index| format!("0*{}+1a1a+*{}\n", index % 5, index % 7)).collect();
    let answers = run_on("solve - --format json", lines).objects();
    assert_eq!(answers.len(), 10_000);
    assert!(answers.iter().all(|answer| answer["outcome"].is_string()));
}
