//! Tic-tac-toe.

use std::collections::HashSet;

use rhizome_games::TicTacToe;
use rhizome_search::{Outcome, PositionTree, Rules};

use crate::brute_force::{Board, BruteForce, draws};
use crate::{ALGORITHMS, search};

fn solved(text: &str, algorithm: &str) -> Outcome {
    let (rules, position) = TicTacToe::parse(text).unwrap();
    search(&mut PositionTree::new(rules, position), algorithm)
}

#[test]
fn known_boards() {
    for algorithm in ALGORITHMS {
        for text in ["3x3", "1x9", "2x9", "1x1", "4x4:4", "3x3:4", "2x2:3"] {
            assert_eq!(solved(text, algorithm), Outcome::Loss, "{text} {algorithm}");
        }
        for text in ["3x4", "4x3", "4x4", "5x5", "3x3:2", "1x1:1", "2x2:2", "11x11"] {
            assert_eq!(solved(text, algorithm), Outcome::Win, "{text} {algorithm}");
        }
    }
}

#[test]
fn a_draw_is_a_win_of_the_second_player_at_their_move() {
    for (text, outcome) in [
        ("x../.../...", Outcome::Win),
        ("xo./.../...", Outcome::Win),
        ("x.o/.../..x", Outcome::Loss),
        ("xox/xxo/oxo", Outcome::Win),
        ("xxx/oo./...", Outcome::Loss),
        ("ooo/xx./x..", Outcome::Loss),
    ] {
        for algorithm in ALGORITHMS {
            assert_eq!(solved(text, algorithm), outcome, "{text} {algorithm}");
        }
    }
}

#[test]
fn every_position_of_small_boards_agrees_with_brute_force() {
    for (rows, columns) in [(3, 3), (2, 4), (1, 8), (4, 2), (1, 5), (3, 2)] {
        for length in 1..=4 {
            let mut truth = BruteForce::new(rows, columns, length, false);
            let empty = truth.empty();
            let (rules, start) = TicTacToe::parse(&format!("{rows}x{columns}:{length}")).unwrap();
            let mut trees = ALGORITHMS.map(|_| PositionTree::new(rules.clone(), start));
            let mut waiting = vec![empty.clone()];
            let mut met: HashSet<Board> = [empty].into();
            while let Some(board) = waiting.pop() {
                let text = board.text(length);
                let expected = truth.outcome(&board);
                for (tree, algorithm) in trees.iter_mut().zip(ALGORITHMS) {
                    let (same, position) = TicTacToe::parse(&text).unwrap();
                    assert_eq!(same, rules);
                    tree.set_root(position);
                    assert_eq!(search(tree, algorithm), expected, "{text} {algorithm}");
                }
                if !truth.has_line(&board, b'x') && !truth.has_line(&board, b'o') {
                    let fresh = truth.moves(&board).into_iter().filter(|after| met.insert(after.clone()));
                    waiting.extend(fresh);
                }
            }
        }
    }
}

#[test]
fn all_boards_of_up_to_twelve_cells_agree_with_brute_force() {
    for cells in 1..=12 {
        for rows in (1..=cells).filter(|rows| cells % rows == 0) {
            let columns = cells / rows;
            for length in 2..=4 {
                let mut truth = BruteForce::new(rows, columns, length, false);
                let expected = truth.outcome(&truth.empty());
                for algorithm in ALGORITHMS {
                    let text = format!("{rows}x{columns}:{length}");
                    assert_eq!(solved(&text, algorithm), expected, "{text} {algorithm}");
                }
            }
        }
    }
}

#[test]
fn children_are_all_moves_up_to_symmetry() {
    for seed in 0..200 {
        let game = BruteForce::new(3, 4, 3, false);
        for board in game.play(&draws(seed, 12)) {
            let (rules, position) = TicTacToe::parse(&board.text(3)).unwrap();
            let mut children = Vec::new();
            rules.children(&position, &mut children);
            let printed: HashSet<String> = children.iter().map(|child| rules.print(child)).collect();
            assert_eq!(printed.len(), children.len());
            let over = game.has_line(&board, b'x') || game.has_line(&board, b'o');
            let moves = if over { vec![] } else { game.moves(&board) };
            let expected: HashSet<String> = moves
                .iter()
                .map(|after| {
                    let (rules, position) = TicTacToe::parse(&after.text(3)).unwrap();
                    rules.print(&position)
                })
                .collect();
            assert_eq!(printed, expected, "{}", board.text(3));
        }
    }
}

/// All images under rotations and reflections, written down character by character.
#[test]
fn positions_that_are_alike_are_the_same() {
    let turned = |rows: &[Vec<u8>]| -> Vec<Vec<u8>> {
        (0..rows[0].len()).map(|column| rows.iter().rev().map(|row| row[column]).collect()).collect()
    };
    for (rows, columns) in [(3, 3), (4, 4), (2, 5), (3, 4), (1, 7)] {
        for seed in 0..60 {
            let game = BruteForce::new(rows, columns, 3, false);
            let line = game.play(&draws(seed, 9));
            let board = line[line.len() - 1].clone();
            let canonical = |board: &Board| {
                let (rules, position) = TicTacToe::parse(&board.text(3)).unwrap();
                rules.print(&position)
            };
            let expected = canonical(&board);
            let mut image = board.clone();
            for quarter in 0..4 {
                image.cells = turned(&image.cells);
                if image.cells.len() == rows && (rows == columns || quarter % 2 == 1) {
                    assert_eq!(canonical(&image), expected);
                    let mut mirrored = image.clone();
                    mirrored.cells.reverse();
                    assert_eq!(canonical(&mirrored), expected);
                }
            }
        }
    }
}
