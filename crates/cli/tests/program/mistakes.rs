//! Wrong input: one clear message, the place, and exit code 2.

use std::ffi::OsStr;

use crate::support::*;

/// Runs the program on a position in every command and returns what it says against it.
fn refusal(position: &str) -> String {
    let mut messages: Vec<String> = ["solve", "nimber", "canon", "children", "rct"]
        .map(|command| {
            let run = run_with(&[command, position]);
            assert_eq!(run.code, Some(BAD_INPUT), "{command} {position}: {run:?}");
            assert_eq!(run.output, "", "{command} {position}");
            run.errors
        })
        .into();
    messages.dedup();
    assert_eq!(messages.len(), 1, "{messages:?}");
    messages.remove(0)
}

#[test]
fn the_message_points_at_the_place() {
    for (position, part, picture) in [
        ("", "there is no position here", "\n\n^\n"),
        ("0*", "the number after `0*` is missing", "\n0*\n^^\n"),
        ("0*99999999999", "too many spots", "\n0*99999999999\n  ^^^^^^^^^^^\n"),
        ("0**3", "`0**` means nothing", "\n0**3\n^^^\n"),
        ("0.?", "unknown character `?`", "\n0.?\n  ^\n"),
        ("0.A", "only once", "\n0.A\n  ^\n"),
        ("A|A|A", "third time", "\nA|A|A\n    ^\n"),
        ("1A1A", "twice in one region", "\n1A1A\n   ^\n"),
        ("2a|2a", "two boundaries share", "\n2a|2a\n    ^\n"),
        ("0..0", "empty boundary", "\n0..0\n ^^\n"),
        ("0||0", "empty region", "\n0||0\n ^^\n"),
        ("00", "boundary of its own", "\n00\n^^\n"),
        ("0.AB.}AB.}]", "`!` is missing", "\n0.AB.}AB.}]\n           ^\n"),
        ("0.}0.}!", "`]` is missing", "\n0.}0.}!\n      ^\n"),
        ("0+*", "size of the heap", "\n0+*\n  ^\n"),
        ("0*3 1", "white space", "\n0*3 1\n   ^\n"),
    ] {
        let message = refusal(position);
        assert!(message.starts_with("error: "), "{message}");
        assert!(message.contains(part), "{position}: {message}");
        assert!(message.ends_with(picture), "{position}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let run = run_with(&[OsStr::new("solve"), OsStr::from_bytes(b"0*\xff")]);
    assert_eq!(run.code, Some(BAD_INPUT));
    assert_eq!(run.errors, "error: this is not UTF-8: byte 3, counted from 1, is 0xff\n");
}

#[test]
fn wrong_usage() {
    for (arguments, part) in [
        ("", "Usage: rhizome <COMMAND>"),
        ("solve", "<POSITION>"),
        ("prove 0*3", "unrecognized subcommand 'prove'"),
        ("solve 0*3 0*4", "unexpected argument '0*4'"),
        ("solve 0*3 --memory 1", "at least"),
        ("solve 0*3 --memory 16777215", "at least"),
        ("solve 0*3 --memory much", "64MiB"),
        ("solve 0*3 --memory 5XB", "unknown unit `XB`"),
        ("solve 0*3 --memory 99999999999999999999TiB", "too big"),
        ("solve 0*3 --threads 0", "at least one has to search"),
        ("solve 0*3 --threads 2 --algorithm dfpn", "dfpn searches with one thread, pdfpn with several"),
        ("nimber 0*3 --threads 8 --algorithm pns", "pns searches with one thread"),
        ("solve 0*3 --time-limit 10", "1h30m"),
        ("solve 0*3 --time-limit 1y", "unknown unit `y`"),
        ("solve 0*3 --algorithm magic", "dfs"),
        ("solve 0*3 --game go", "there is no game `go`; there are sprouts, nim"),
        ("nimber 3x3 --game tic-tac-toe", "only impartial games have nimbers"),
        ("solve 3x3 --game tic-tac-toe --store proved", "only impartial games"),
        ("solve 3 --game octal:0.8", "at character 9 of `octal:0.8`"),
        ("solve 3 --game octal:", "octal code is missing"),
        ("solve 0*3 --format xml", "json"),
        ("solve 0*3 --seed=-1", "--seed"),
        ("canon 0*3 --seed 1", "--seed"),
        ("rct 0*3 --algorithm pns", "--algorithm"),
        ("rct 0*3 --memory much", "64MiB"),
        ("rct --expression *3 --game nim", "cannot be used with"),
        ("completions tcsh", "bash"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(BAD_INPUT), "{arguments}: {run:?}");
        assert_eq!(run.output, "", "{arguments}");
        assert!(run.errors.contains(part), "{arguments}: {}", run.errors);
    }
}

#[test]
fn a_million_spots_in_one_line() {
    let mut lines = vec![b'0'; 1_000_000];
    lines.extend(b"\n");
    lines.extend(vec![b'2'; 999_999]);
    lines.extend(b"\n");
    lines.extend(vec![b'|'; 5_000_000]);
    lines.extend(b"\n0*2\n");
    let run = run_on("canon -", lines);
    assert_eq!(run.code, Some(BAD_INPUT));
    let output: Vec<&str> = run.output.lines().collect();
    assert_eq!(output.len(), 4);
    assert!(output[0].contains("a bare spot `0` is a boundary of its own"), "{output:?}");
    assert!(output[1].contains("too many spots"), "{output:?}");
    assert!(output[2].contains("too long"), "{output:?}");
    assert_eq!(output[3], "0*2");
}
