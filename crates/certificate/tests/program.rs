//! The program `rhizome-verify` as its users meet it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use rhizome_certificate::{Claim, Compression, Head, Kind, Play, Writer};

const VALID: i32 = 0;
const INVALID: i32 = 1;
const UNREADABLE: i32 = 2;
const STOPPED: i32 = 3;

struct Run {
    code: Option<i32>,
    output: String,
    errors: String,
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rhizome-verify"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run_on(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = program(arguments).stdin(Stdio::piped()).spawn().unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        output: String::from_utf8(output.stdout).unwrap(),
        errors: String::from_utf8(output.stderr).unwrap(),
    }
}

fn run(arguments: &[&str]) -> Run {
    run_on(arguments, b"")
}

fn certificate(game: &str, play: Play, position: &str, claim: Claim, lines: &[(Kind, &str)]) -> Writer {
    let mut writer =
        Writer::new(Head { game: game.into(), play, position: position.into(), claim, entries: 0 });
    for (kind, text) in lines {
        writer.push(*kind, *text);
    }
    writer
}

/// 1 + 2 has the nimber 3, with the nimber of 2 as given.
fn nim(nimber: &str) -> Writer {
    let two = format!("{nimber} 2");
    let lines = [(Kind::Land, "*1 1"), (Kind::Land, &*two)];
    certificate("nim", Play::Normal, "1+2", Claim::Nimber(3), &lines)
}

fn write(directory: &Path, name: &str, mut writer: Writer) -> String {
    let path = directory.join(name);
    writer.write_file(&path, Compression::WhenLarge).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A line without the time that stands at its end.
fn without_time(line: &str) -> &str {
    let (line, time) = line.rsplit_once(", in ").unwrap();
    let seconds: f64 = time.strip_suffix(" s").unwrap().parse().unwrap();
    assert!((0.0..60.0).contains(&seconds));
    line
}

#[test]
fn every_file_has_its_line() {
    let directory = tempfile::tempdir().unwrap();
    let good = write(directory.path(), "good.cert", nim("*2"));
    let bad = write(directory.path(), "bad.cert", nim("*3"));
    let tree = certificate("tree", Play::Normal, "0", Claim::Win, &[(Kind::Node, "0 win")]);
    let tree = write(directory.path(), "tree.cert", tree);
    let run = run(&[&good, &bad, "--threads", "2", &tree]);
    assert_eq!(run.code, Some(INVALID));
    assert_eq!(run.errors, "");
    let lines: Vec<&str> = run.output.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(without_time(lines[0]), format!("{good}: valid: nim 1+2 has nimber 3, proved by 2 entries"));
    assert!(lines[1].starts_with(&format!("{bad}: not valid: ")), "{}", lines[1]);
    assert_eq!(without_time(lines[2]), format!("{tree}: valid: tree 0 is a win, proved by 0 entries"));
}

#[test]
fn standard_input_is_a_file() {
    let mut text = Vec::new();
    nim("*2").write(&mut text).unwrap();
    let mut packed = Vec::new();
    nim("*2").write_compressed(&mut packed).unwrap();
    for input in [&text, &packed] {
        let run = run_on(&["-"], input);
        assert_eq!(run.code, Some(VALID), "{}", run.errors);
        let line = "standard input: valid: nim 1+2 has nimber 3, proved by 2 entries";
        assert_eq!(without_time(run.output.trim_end()), line);
    }
    let run = run_on(&["-"], b"");
    assert_eq!(run.code, Some(INVALID));
    assert_eq!(run.output, "standard input: not valid: the file is empty\n");
}

#[test]
fn what_cannot_be_read_outweighs_the_rest() {
    let directory = tempfile::tempdir().unwrap();
    let good = write(directory.path(), "good.cert", nim("*2"));
    let bad = write(directory.path(), "bad.cert", nim("*3"));
    let nowhere = directory.path().join("nowhere").to_str().unwrap().to_owned();
    let folder = directory.path().to_str().unwrap();
    for unreadable in [&*nowhere, folder] {
        let run = run(&[&bad, unreadable, &good]);
        assert_eq!(run.code, Some(UNREADABLE));
        assert_eq!(run.output.lines().count(), 2);
        assert!(run.errors.starts_with(&format!("error: {unreadable}: cannot read the file: ")));
        assert_eq!(run.errors.lines().count(), 1);
    }
}

#[test]
fn too_little_memory_is_no_verdict() {
    let directory = tempfile::tempdir().unwrap();
    // Sums of tall trees are large, and 3 + 6 is a child of 9.
    let mut lines = vec![(Kind::Tree, "0 *2".to_owned())];
    lines.extend((1..190).map(|tree| (Kind::Tree, format!("{tree} t{}", tree - 1))));
    lines.extend(["*2 9", "t189 3", "t189 6"].map(|land| (Kind::Land, land.to_owned())));
    let lines: Vec<(Kind, &str)> = lines.iter().map(|(kind, text)| (*kind, &**text)).collect();
    let large = certificate("grundy", Play::Misere, "*1", Claim::Loss, &lines);
    let large = write(directory.path(), "large.cert", large);
    let run = run(&["--memory=1", &large]);
    assert_eq!(run.code, Some(STOPPED), "{}{}", run.output, run.errors);
    assert_eq!(run.output, "");
    assert_eq!(run.errors, format!("error: {large}: the trees take more memory than is allowed\n"));
}

#[test]
fn help_and_version() {
    for option in ["--help", "-h"] {
        let run = run(&[option, "nowhere"]);
        assert_eq!(run.code, Some(VALID));
        assert!(run.output.contains("Usage: rhizome-verify [OPTIONS] FILE..."));
        assert_eq!(run.errors, "");
    }
    for option in ["--version", "-V"] {
        let version = format!("rhizome-verify {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(run(&[option]).output, version);
    }
}

#[test]
fn wrong_usage() {
    for (arguments, part) in [
        (&[][..], "no file is given"),
        (&["--threads", "2"], "no file is given"),
        (&["--threads"], "a number follows --threads"),
        (&["--threads", "0", "x"], "--threads 0: a number from 1 to 1024 is expected"),
        (&["--threads=1025", "x"], "from 1 to 1024"),
        (&["--threads=+1", "x"], "from 1 to 1024"),
        (&["--memory", "1GiB", "x"], "--memory 1GiB: a number"),
        (&["--memory", "99999999999999999999", "x"], "a number from 1 to"),
        (&["--quiet", "x"], "the option --quiet is not known"),
        (&["--help=yes"], "the option --help=yes is not known"),
        (&["-x\n\u{1b}"], "the option -x\u{fffd}\u{fffd} is not known"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(UNREADABLE), "{arguments:?}");
        assert_eq!(run.output, "");
        assert!(run.errors.starts_with("error: ") && run.errors.contains(part), "{}", run.errors);
    }
}

#[test]
fn names_may_begin_with_a_hyphen() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "--help", nim("*2"));
    let output = program(&["--", "--help"]).current_dir(directory.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(VALID));
    assert!(output.stdout.starts_with(b"--help: valid: "));
}

#[cfg(unix)]
#[test]
fn names_cannot_disturb_a_terminal() {
    let directory = tempfile::tempdir().unwrap();
    let file = write(directory.path(), "a\n\u{1b}[31mb", nim("*2"));
    let run = run(&[&file]);
    assert_eq!(run.output.lines().count(), 1);
    assert!(!run.output.contains('\u{1b}'));
}

#[test]
fn a_closed_output_is_no_fault() {
    let directory = tempfile::tempdir().unwrap();
    let good = write(directory.path(), "good.cert", nim("*2"));
    let bad = write(directory.path(), "bad.cert", nim("*3"));
    for (files, code) in [(vec![&*good; 9], VALID), (vec![&*good, &*bad], INVALID), (vec!["--help"], VALID)] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program(&files).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_one() {
    let directory = tempfile::tempdir().unwrap();
    let good = write(directory.path(), "good.cert", nim("*2"));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program(&[&good]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(UNREADABLE));
    assert!(output.stderr.starts_with(b"error: cannot write to standard output: "));
}
