//! Certificates from end to end: a search writes them, the checker accepts them, and pruning keeps them so.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const ANSWERED: i32 = 0;
const REFUTED: i32 = 1;
const BAD_INPUT: i32 = 2;
const STOPPED: i32 = 3;

const ALGORITHMS: [&str; 3] = ["dfs", "pns", "dfpn"];

/// Games with positions to solve: wins and losses, alone, in sums, and beside heaps.
const IMPARTIAL: [(&str, &[&str]); 8] = [
    (
        "sprouts",
        &["0", "0*2", "0*5", "0*6", "0*3+0*4", "0*5+*1", "0*5+*2", "0*2.AB|AB", "0*4+0*4", "!", "*2"],
    ),
    ("nim", &["0", "7", "1+2+3", "3+5+7", "4+4", "3+*3", "3+*2", "!"]),
    ("kayles", &["1", "10", "12", "5+5", "3+4+9", "7+*2", "7+*1", "20+20+*1"]),
    ("octal:0.77", &["12", "9+*4"]),
    ("octal:0.137", &["4", "14", "5+9", "20+*1", "21+*3"]),
    ("octal:4.7", &["6+6", "5"]),
    ("grundy", &["3", "4", "12", "20+9", "10+13", "11+*2"]),
    ("cram", &["1x1", "2x2", "3x4", "4x4", "#.#/...", "2x3+1x2", "2x5+*1", "3x3+*2"]),
];

const PLAIN: [(&str, &[&str]); 3] = [
    (
        "tic-tac-toe",
        &[
            "3x3",
            "3x4",
            "4x4",
            "2x2:2",
            "x.o/.x./o..",
            "x.o/.x./...",
            "xo./.../...",
            "xxx/oo./...",
            "2x2",
            "3x4:4",
        ],
    ),
    (
        "connect-four",
        &["4x4", "4x5", "2x3:2", "4x4:3", "..../..../.o../.xx.", "x../xo./xo.:3", "x./xo:2", "2x4:5"],
    ),
    (
        "chess",
        &[
            "7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #1",
            "7k/8/5K2/8/8/8/8/6R1 w - - 0 1 #1",
            "7k/8/5K2/8/8/8/8/6R1 w - - 0 1 #2",
            "7k/8/8/8/8/8/8/K7 w - - 0 1 #2",
            "7k/8/8/8/8/8/8/K7 b - - 0 1 #-1",
            "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1 #-0",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 #-3",
            "k7/p1K5/P7/8/8/8/8/8 b - - 0 1 #3",
            "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 #1",
            "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 #2",
            "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1 #2",
            "8/6pk/8/5P1K/6R1/8/8/6R1 w - - 0 1 #3",
            "8/6pk/8/5P1K/6R1/8/8/6R1 w - - 0 1 #2",
            "8/8/8/R4Ppk/8/3B2K1/8/2B5 w - g6 0 1 #2",
            "8/8/8/3N4/6Q1/3k4/8/R3K3 w Q - 0 1 #2",
        ],
    ),
];

struct Run {
    code: Option<i32>,
    output: String,
    errors: String,
}

fn run(arguments: &[impl AsRef<OsStr>]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rhizome"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    Run {
        code: output.status.code(),
        output: String::from_utf8(output.stdout).unwrap(),
        errors: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The answer of a run that has to end with an answer.
fn ask(arguments: &[&str]) -> Value {
    let mut all = arguments.to_vec();
    all.extend(["--format", "json"]);
    let run = run(&all);
    assert_eq!(run.code, Some(ANSWERED), "{arguments:?}: {}{}", run.output, run.errors);
    serde_json::from_str(&run.output).unwrap()
}

/// A directory for certificates.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn files(&self) -> usize {
        self.0.path().read_dir().unwrap().count()
    }

    /// Asks for a certificate, checks it, prunes it and checks it again. Returns the answer and the certificate's claim.
    fn certify(&self, question: &[&str]) -> (Value, String) {
        let (whole, pruned) = (self.text("whole.cert"), self.text("pruned.cert"));
        let _ = std::fs::remove_file(&whole);
        let mut arguments = question.to_vec();
        arguments.extend(["--certificate", &whole]);
        let answer = ask(&arguments);
        let before = ask(&["verify", &whole]);
        assert_eq!(before["valid"], true, "{question:?}: {before}");
        let pruning = ask(&["prune", &whole, "-o", &pruned, "--cycles", "5"]);
        let after = ask(&["verify", &pruned, "--threads", "2"]);
        assert_eq!(after["valid"], true, "{question:?}: {after}");
        assert_eq!(pruning["entries_before"], before["entries"]);
        assert_eq!(pruning["entries_after"], after["entries"]);
        assert!(after["entries"].as_u64() <= before["entries"].as_u64(), "{question:?}");
        for key in ["game", "play", "position", "claim"] {
            assert_eq!(before[key], after[key]);
        }
        (answer, before["claim"].as_str().unwrap().to_owned())
    }
}

#[test]
fn every_algorithm_certifies_outcomes() {
    let folder = Folder::new();
    let mut claims = [0, 0];
    for algorithm in ALGORITHMS {
        for (game, positions) in IMPARTIAL.iter().chain(&PLAIN) {
            for position in *positions {
                let question = ["solve", "--game", game, position, "--algorithm", algorithm];
                let (answer, claim) = folder.certify(&question);
                assert_eq!(answer["outcome"], claim, "{question:?}");
                claims[usize::from(claim == "win")] += 1;
            }
        }
    }
    assert!(claims.iter().all(|&count| count > 60), "{claims:?}");
}

#[test]
fn every_algorithm_certifies_nimbers() {
    let folder = Folder::new();
    for algorithm in ALGORITHMS {
        for (game, positions) in IMPARTIAL {
            for position in positions {
                let question = ["nimber", "--game", game, position, "--algorithm", algorithm];
                let (answer, claim) = folder.certify(&question);
                assert_eq!(format!("nimber {}", answer["nimber"]), claim, "{question:?}");
            }
        }
    }
}

#[test]
fn all_facts_are_valid_as_well() {
    let folder = Folder::new();
    for question in [
        ["solve", "--game=sprouts", "0*7"],
        ["nimber", "--game=cram", "4x5"],
        ["solve", "--game=chess", PLAIN[2].1[11]],
    ] {
        let enough = question.to_vec();
        let mut everything = enough.clone();
        everything.push("--all-facts");
        let entries = [enough, everything].map(|question| {
            folder.certify(&question);
            ask(&["verify", &folder.text("whole.cert")])["entries"].as_u64().unwrap()
        });
        assert!(entries[0] <= entries[1], "{question:?}: {entries:?}");
    }
}

#[test]
fn little_memory_is_enough_for_a_proof() {
    let folder = Folder::new();
    for (game, position) in [
        ("sprouts", "0*8"),
        ("cram", "4x6"),
        ("kayles", "300+251"),
        ("tic-tac-toe", "4x4:4"),
        ("connect-four", "4x6"),
        ("chess", "8/8/8/8/8/1k6/8/K6Q w - - 0 1 #5"),
    ] {
        let (answer, claim) = folder.certify(&["solve", "--game", game, position, "--memory", "16MiB"]);
        assert_eq!(answer["outcome"], claim);
    }
}

#[test]
fn a_proof_that_is_too_large_is_a_stop() {
    let folder = Folder::new();
    let file = folder.text("large.cert");
    std::fs::write(&file, "what was there before").unwrap();
    // That no line fits on the board is seen at once, but the rules go on until it is full.
    for limit in [["--memory", "16MiB"], ["--time-limit", "300ms"]] {
        let question = ["solve", "--game", "tic-tac-toe", "6x6:7", "--certificate", &file];
        let run = run(&[&question[..], &limit].concat());
        assert_eq!(run.code, Some(STOPPED), "{}", run.errors);
        assert!(run.output.starts_with("6x6:7 is a loss: "), "{}", run.output);
        assert!(run.errors.starts_with(&format!("error: --certificate {file}: ")), "{}", run.errors);
        assert!(run.errors.ends_with(" limit reached\n"), "{}", run.errors);
        assert_eq!(run.errors.lines().count(), 1);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "what was there before");
    assert_eq!(folder.files(), 1);
}

#[test]
fn a_search_that_is_stopped_writes_nothing() {
    let folder = Folder::new();
    let file = folder.text("none.cert");
    let run = run(&["solve", "0*30", "--time-limit", "100ms", "--certificate", &file]);
    assert_eq!(run.code, Some(STOPPED));
    assert_eq!(run.errors, "");
    assert_eq!(folder.files(), 0);
}

#[test]
fn a_certificate_is_about_one_position() {
    let folder = Folder::new();
    let file = folder.text("none.cert");
    for command in ["solve", "nimber"] {
        let run = run(&[command, "-", "--certificate", &file]);
        assert_eq!(run.code, Some(BAD_INPUT));
        assert_eq!(run.output, "");
        assert!(run.errors.contains("a certificate is about one position"), "{}", run.errors);
    }
    assert_eq!(run(&["solve", "0*x", "--certificate", &file]).code, Some(BAD_INPUT));
    assert_eq!(run(&["solve", "0*2", "--all-facts"]).code, Some(BAD_INPUT));
    assert_eq!(folder.files(), 0);
}

/// Nothing would be seen of the answer if the search, which takes years, were made first.
#[test]
fn what_cannot_be_written_is_refused_before_the_search() {
    let folder = Folder::new();
    let nowhere = folder.text("nowhere/x.cert");
    let directory = folder.0.path().to_str().unwrap().to_owned();
    for path in [&*nowhere, &directory, "/dev/null"] {
        let run = run(&["solve", "0*40", "--certificate", path]);
        assert_eq!(run.code, Some(BAD_INPUT), "{path}");
        assert_eq!(run.output, "");
        assert!(run.errors.starts_with(&format!("error: --certificate {path}: cannot write the file: ")));
        assert_eq!(run.errors.lines().count(), 1, "{}", run.errors);
    }
}

#[test]
fn an_older_file_gives_way() {
    let folder = Folder::new();
    let file = folder.text("one.cert");
    for position in ["0*2", "0*5"] {
        ask(&["solve", position, "--certificate", &file]);
        assert_eq!(ask(&["verify", &file])["position"], position);
    }
    ask(&["prune", &file, "-o", &file]);
    assert_eq!(ask(&["verify", &file])["valid"], true);
    assert_eq!(folder.files(), 1);
}

#[test]
fn exit_codes_of_checks() {
    let folder = Folder::new();
    let good = folder.text("good.cert");
    ask(&["solve", "0*5", "--certificate", &good]);
    let changed = folder.text("changed.cert");
    let text = std::fs::read_to_string(&good).unwrap().replace("claim win", "claim loss");
    std::fs::write(&changed, text).unwrap();
    let (nowhere, output) = (folder.text("nowhere.cert"), folder.text("output.cert"));
    for (file, code) in [(&good, ANSWERED), (&changed, REFUTED), (&nowhere, BAD_INPUT)] {
        assert_eq!(run(&["verify", file]).code, Some(code));
        assert_eq!(run(&["prune", file, "-o", &output]).code, Some(code));
        assert_eq!(Path::new(&output).exists(), code == ANSWERED);
        let _ = std::fs::remove_file(&output);
    }
    let verified = run(&["verify", &changed, "--format", "json"]);
    let answer: Value = serde_json::from_str(&verified.output).unwrap();
    assert_eq!(answer["valid"], false);
    assert!(answer["error"].as_str().unwrap().starts_with("the file was changed: "));
    assert_eq!(run(&["prune", &good]).code, Some(BAD_INPUT));
    assert_eq!(run(&["prune", &good, "-o", &folder.text("no/where")]).code, Some(BAD_INPUT));
}

/// Solves a tree with every algorithm and certifies what comes out.
fn certify_tree(folder: &Folder, tree: &Value, is_proved: bool) {
    let file = folder.text("tree.json");
    std::fs::write(&file, tree.to_string()).unwrap();
    for algorithm in ALGORITHMS {
        let (answer, claim) = folder.certify(&["tree", "solve", &file, "--algorithm", algorithm]);
        assert_eq!(answer["verdict"], if is_proved { "proven" } else { "disproven" }, "{tree}");
        assert_eq!(claim, if is_proved { "win" } else { "loss" });
    }
}

fn node(name: &str, kind: &str, children: &[&str]) -> Value {
    json!({"name": name, "type": kind, "children": children})
}

#[test]
fn explicit_trees() {
    let folder = Folder::new();
    let leaves = [node("w", "win", &[]), node("l", "loss", &[])];
    let with = |root: &str, nodes: &[Value]| json!({"root": root, "nodes": ([nodes, &leaves].concat())});
    for (tree, is_proved) in [
        (with("w", &[]), true),
        (with("l", &[]), false),
        (with("a", &[node("a", "or", &["l", "w"])]), true),
        (with("a", &[node("a", "and", &["w", "l"])]), false),
        (with("a", &[node("a", "or", &["l", "b"]), node("b", "and", &["w", "w"])]), true),
        // The same player moves twice.
        (with("a", &[node("b", "or", &["l", "w"]), node("a", "or", &["l", "b"])]), true),
        (with("a", &[node("b", "and", &["w", "l"]), node("a", "and", &["w", "b"])]), false),
        // What is not below the root is written as well.
        (with("b", &[node("a", "or", &["b"]), node("b", "and", &["l"])]), false),
    ] {
        certify_tree(&folder, &tree, is_proved);
    }
    let text = std::fs::read_to_string(folder.path("whole.cert")).unwrap();
    let body = "node 0 or 1\nnode 1 and 3\nnode 2 win\nnode 3 loss\nloss 1\n";
    assert!(text.contains("position 1\nclaim loss\nentries 1\n") && text.ends_with(body), "{text}");
}

/// Random graphs in which most nodes have several parents, evaluated from the leaves up.
#[test]
fn random_graphs() {
    let folder = Folder::new();
    let mut state = 7u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut verdicts = [0, 0];
    for _ in 0..30 {
        let mut values = vec![true, false];
        let mut nodes = vec![node("0", "win", &[]), node("1", "loss", &[])];
        for place in 2..40 {
            let is_or = below(2) == 0;
            let children: Vec<usize> = (0..1 + below(3)).map(|_| place - 1 - below(place.min(12))).collect();
            let mut proved = children.iter().map(|&child| values[child]);
            values.push(if is_or { proved.any(|one| one) } else { proved.all(|one| one) });
            let names: Vec<String> = children.iter().map(usize::to_string).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            nodes.push(node(&place.to_string(), if is_or { "or" } else { "and" }, &names));
        }
        verdicts[usize::from(values[39])] += 1;
        certify_tree(&folder, &json!({"root": "39", "nodes": nodes}), values[39]);
    }
    assert!(verdicts.iter().all(|&count| count > 3), "{verdicts:?}");
}

#[test]
fn a_tree_whose_certificate_cannot_be_written() {
    let folder = Folder::new();
    let (file, nowhere) = (folder.text("tree.json"), folder.text("no/where"));
    std::fs::write(&file, json!({"nodes": [node("w", "win", &[])]}).to_string()).unwrap();
    let run = run(&["tree", "solve", &file, "--certificate", &nowhere]);
    assert_eq!(run.code, Some(BAD_INPUT));
    assert_eq!(run.output, "");
    assert!(run.errors.starts_with(&format!("error: --certificate {nowhere}: ")), "{}", run.errors);
}
