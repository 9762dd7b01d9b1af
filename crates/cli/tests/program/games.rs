//! The games other than Sprouts.

use serde_json::json;

use crate::support::*;

/// The answer to a question about a position, which may hold blanks.
fn ask(command: &str, game: &str, position: &str) -> serde_json::Value {
    let run = run_with(&[command, "--game", game, position, "--format", "json"]);
    assert_eq!(run.code, Some(ANSWERED), "{command} {game} {position}: {run:?}");
    run.object()
}

#[test]
fn nimbers() {
    for (game, position, nimber) in [
        ("nim", "3+5+7", 1),
        ("nim", "3+5+6", 0),
        ("nim", "3+*3", 0),
        ("kayles", "1", 1),
        ("kayles", "7", 2),
        ("kayles", "5+5", 0),
        ("octal:0.77", "7", 2),
        ("octal:0.137", "4", 0),
        ("grundy", "12", 1),
        ("cram", "1x2", 1),
        ("cram", "2x2", 0),
        ("cram", "2x3", 1),
        ("cram", "#.#/...", 1),
        ("cram", "!", 0),
    ] {
        assert_eq!(ask("nimber", game, position)["nimber"], nimber, "{game} {position}");
    }
}

#[test]
fn every_algorithm_solves_every_game() {
    for (game, position, outcome) in [
        ("nim", "1+2+3", "loss"),
        ("kayles", "10", "win"),
        ("octal:4.7", "6+6", "loss"),
        ("grundy", "20+9", "win"),
        ("cram", "4x4", "loss"),
        ("cram", "3x4", "win"),
        ("tic-tac-toe", "3x3", "loss"),
        ("tic-tac-toe", "x.o/.x./o..", "win"),
        ("connect-four", "4x4", "loss"),
        ("chess", "7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #1", "win"),
        ("chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1 #1", "loss"),
    ] {
        for algorithm in ["dfs", "pns", "dfpn"] {
            let run =
                run_with(&["solve", "--game", game, position, "--algorithm", algorithm, "--format", "json"]);
            assert_eq!(run.code, Some(ANSWERED), "{game} {position}: {run:?}");
            let answer = run.object();
            assert_eq!(answer["outcome"], outcome, "{game} {position} {algorithm}");
            assert_eq!(answer["algorithm"], algorithm);
        }
    }
}

#[test]
fn children_and_simplest_forms() {
    assert_eq!(ask("children", "nim", "1+2")["children"], json!(["1", "1+1", "2"]));
    assert_eq!(ask("canon", "nim", "7+3+0+3")["canon"], "3+3+7");
    assert_eq!(ask("canon", "cram", "./.")["canon"], "1x2");
    assert_eq!(ask("children", "tic-tac-toe", "2x2:2")["children"], json!(["x./..:2"]));
    assert_eq!(ask("children", "connect-four", "x./xo:2")["children"], json!([]));
    let mate = "7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #1";
    assert_eq!(ask("canon", "chess", "7k/5K2/8/8/8/8/8/6R1 w - - #1")["canon"], mate);
    let children = ask("children", "chess", mate)["children"].clone();
    assert!(
        children
            .as_array()
            .is_some_and(|children| children.contains(&json!("7k/5K2/8/8/8/8/8/7R b - - 0 1 #-0"))),
        "{children}"
    );
}

#[test]
fn words_for_mates() {
    for (position, words) in [
        ("7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #1", "is a win: the player to move can force mate in time"),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1 #1", "is a loss: the player to move cannot force mate in time"),
        ("7k/8/8/8/8/8/8/K7 b - - 0 1 #-1", "is a win: the other player cannot force mate in time"),
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1 #-0", "is a loss: the other player can force mate in time"),
    ] {
        let run = run_with(&["solve", "--game", "chess", position]);
        assert!(run.output.contains(words), "{}", run.output);
    }
}

#[test]
fn many_positions_of_a_game() {
    let run = run_on("nimber - --game kayles --format json", "1\n2\nx\n3\n");
    assert_eq!(run.code, Some(BAD_INPUT));
    let nimbers: Vec<_> = run.objects().iter().map(|answer| answer["nimber"].clone()).collect();
    assert_eq!(nimbers, [json!(1), json!(2), json!(null), json!(3)]);
    assert!(run.errors.starts_with("error: line 3: "), "{}", run.errors);
}

#[test]
fn mistakes_are_pointed_at() {
    for (game, position, picture) in [
        ("nim", "3+x", "\n3+x\n  ^\n"),
        ("kayles", "99999999999", "\n99999999999\n^^^^^^^^^^^\n"),
        ("cram", "0x4", "\n0x4\n^\n"),
        ("cram", "1000000000x1000000000", "\n1000000000x1000000000\n^^^^^^^^^^^^^^^^^^^^^\n"),
        ("cram", "../.?", "\n../.?\n    ^\n"),
        ("tic-tac-toe", "x.o/.z./...", "\nx.o/.z./...\n     ^\n"),
        ("connect-four", "x/.", "\nx/.\n^\n"),
        ("chess", "7k/5K2/8/8/8/8/8/6R1 w - - 0 1", "^\n"),
        ("chess", "7k/6R1/8/8/8/8/8/K6R w - - 0 1 #1", "^\n"),
        ("chess", "7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #0", "^\n"),
    ] {
        for command in ["solve", "canon", "children"] {
            let run = run_with(&[command, "--game", game, position]);
            assert_eq!(run.code, Some(BAD_INPUT), "{game} {position}: {run:?}");
            assert_eq!(run.output, "");
            assert!(run.errors.starts_with("error: ") && run.errors.ends_with(picture), "{}", run.errors);
        }
    }
}

#[test]
fn a_store_keeps_nimbers_of_every_impartial_game() {
    let directory = tempfile::tempdir().unwrap();
    let store = directory.path().to_str().unwrap();
    let first = run_with(&["nimber", "--game", "cram", "4x6", "--store", store, "--format", "json"]).object();
    let second =
        run_with(&["nimber", "--game", "cram", "4x6", "--store", store, "--format", "json"]).object();
    assert_eq!(first["nimber"], second["nimber"]);
    assert_eq!(second["expansions"], 0);
    assert!(first["expansions"].as_u64() > Some(0));
}
