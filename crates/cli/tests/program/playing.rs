//! `rhizome play`: a game in the terminal.

use crate::support::*;

#[test]
fn hints_win_a_game_that_can_be_won() {
    // Each hint names a position, which makes the move: so the player who sits there needs no more than hints.
    for (game, last) in [
        ("play 3+4 --game nim", "No move is left: you win."),
        ("play 0*3", "No move is left: you win."),
        ("play 3+4 --game nim --misere", "No move is left: you win."),
        ("play 1+2+3 --game nim", "No move is left: the solver wins."),
    ] {
        let mut made: Vec<String> = Vec::new();
        let output = loop {
            let mut input = made.join("\n");
            input += "\nhint\n";
            let run = run_on(game, input);
            if run.code == Some(ANSWERED) {
                break run.output;
            }
            assert_eq!(run.code, Some(STOPPED), "{run:?}");
            let hint = run.output.lines().last().unwrap_or_default().to_owned();
            let position = match hint.strip_suffix(" wins.") {
                Some(position) => position,
                None => hint.split("; ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default(),
            };
            // Of Nim, a position may look like a number of the list.
            let list: Vec<&str> =
                run.output.rsplit("Your move:").next().unwrap_or_default().lines().collect();
            let line = list.iter().find(|line| line.split_whitespace().nth(1) == Some(position));
            made.push(line.and_then(|line| line.split_whitespace().next()).unwrap_or_default().to_owned());
            assert!(made.len() < 20, "{run:?}");
        };
        assert!(output.ends_with(&format!("{last}\n")), "{game}: {output}");
    }
}

#[test]
fn moves_are_listed_made_and_taken_back() {
    let run = run_on("play 0*3", "list\n7\nx\n0.AB|AB.0\nundo\nhelp\nquit\n");
    assert_eq!(run.code, Some(ANSWERED), "{run:?}");
    assert!(run.output.contains("   1  0*2.AB|AB\n   2  0.1a1a\n   3  0.AB|0.AB\n"));
    assert_eq!(run.output.matches("neither the number of a move, from 1 to 3, nor a position").count(), 2);
    assert_eq!(run.output.matches("The solver moves to").count(), 1);
    assert!(
        run.output.contains("There is no move of yours to take back")
            || run.output.matches("\n0*3\n").count() >= 3
    );
}

#[test]
fn the_solver_can_begin() {
    let run = run_on("play 0*2 --first solver", "quit\n");
    assert!(run.output.starts_with("\nThe solver moves to "), "{run:?}");
    assert!(run.output.contains("and you can win."));
    let run = run_on("play 0*20 --first solver --think 10ms", "quit\n");
    assert!(run.output.contains("which is a guess"), "{run:?}");
}

#[test]
fn mistakes_are_told() {
    let wrong = run_on("play 0*3.A", "");
    assert_eq!(wrong.code, Some(BAD_INPUT));
    assert!(wrong.errors.contains("0*3.A\n    ^"), "{wrong:?}");
    let plain = run_on("play 3x3 --game tic-tac-toe", "");
    assert_eq!(plain.code, Some(BAD_INPUT));
    assert!(plain.errors.contains("only sprouts, nim, kayles, grundy and cram are played"));
    assert_eq!(run_on("play 0*3", "").code, Some(STOPPED));
}
