//! Connect Four.

use std::collections::HashSet;

use rhizome_games::ConnectFour;
use rhizome_search::{Outcome, PositionTree, Rules};

use crate::brute_force::{BruteForce, draws};
use crate::{ALGORITHMS, search};

fn solved(text: &str, algorithm: &str) -> Outcome {
    let (rules, position) = ConnectFour::parse(text).unwrap();
    search(&mut PositionTree::new(rules, position), algorithm)
}

#[test]
fn all_small_boards_agree_with_brute_force() {
    for cells in 1..=16 {
        // Flat boards take brute force too long.
        for rows in (1..=cells).filter(|rows| cells % rows == 0 && (cells <= 12 || cells / rows <= 7)) {
            let columns = cells / rows;
            for length in 2..=4 {
                let mut truth = BruteForce::new(rows, columns, length, true);
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
fn random_positions_agree_with_brute_force() {
    for (rows, columns, length) in [
        (4, 4, 4),
        (4, 4, 3),
        (3, 5, 3),
        (3, 5, 4),
        (5, 3, 3),
        (2, 6, 3),
        (2, 7, 4),
        (4, 3, 2),
        (3, 4, 3),
        (1, 9, 3),
    ] {
        let mut truth = BruteForce::new(rows, columns, length, true);
        let (rules, start) = ConnectFour::parse(&format!("{rows}x{columns}:{length}")).unwrap();
        let mut trees = ALGORITHMS.map(|_| PositionTree::new(rules.clone(), start));
        for seed in 0..60 {
            for board in truth.play(&draws(seed, 16)) {
                let text = board.text(length);
                let (same, position) = ConnectFour::parse(&text).unwrap();
                assert_eq!(same, rules);
                let expected = truth.outcome(&board);
                for (tree, algorithm) in trees.iter_mut().zip(ALGORITHMS) {
                    tree.set_root(position);
                    assert_eq!(search(tree, algorithm), expected, "{text} {algorithm}");
                }
                // What the rules tell without a search is true as well.
                if let Some(outcome) = rules.outcome(&position) {
                    assert_eq!(outcome, expected, "{text}");
                }
            }
        }
    }
}

#[test]
fn six_by_four_is_no_win() {
    assert_eq!(solved("6x4", "dfpn"), Outcome::Loss);
    assert_eq!(solved("6x4", "pns"), Outcome::Loss);
    assert_eq!(solved("4x5", "dfpn"), Outcome::Loss);
    assert_eq!(solved("5x4", "dfpn"), Outcome::Loss);
    assert_eq!(solved("4x6", "dfpn"), Outcome::Loss);
}

#[test]
#[ignore = "takes half a minute in a release build"]
fn larger_boards_are_no_win() {
    for text in ["5x5", "6x5", "5x6"] {
        assert_eq!(solved(text, "dfpn"), Outcome::Loss, "{text}");
    }
}

#[test]
#[ignore = "takes a minute in a release build"]
fn brute_force_agrees_on_larger_boards() {
    for (rows, columns) in [(4, 5), (5, 4), (2, 8), (3, 6)] {
        let mut truth = BruteForce::new(rows, columns, 4, true);
        let expected = truth.outcome(&truth.empty());
        assert_eq!(solved(&format!("{rows}x{columns}"), "dfpn"), expected, "{rows}x{columns}");
    }
}

#[test]
fn children_are_all_drops_up_to_the_mirror() {
    for seed in 0..200 {
        let game = BruteForce::new(4, 5, 4, true);
        for board in game.play(&draws(seed, 20)) {
            let canonical = |text: &str| {
                let (rules, position) = ConnectFour::parse(text).unwrap();
                rules.print(&position)
            };
            let (rules, position) = ConnectFour::parse(&board.text(4)).unwrap();
            let mut children = Vec::new();
            rules.children(&position, &mut children);
            let printed: HashSet<String> = children.iter().map(|child| rules.print(child)).collect();
            assert_eq!(printed.len(), children.len());
            let over = game.has_line(&board, b'x') || game.has_line(&board, b'o');
            let moves = if over { vec![] } else { game.moves(&board) };
            let expected: HashSet<String> = moves.iter().map(|after| canonical(&after.text(4))).collect();
            assert_eq!(printed, expected, "{}", board.text(4));

            let mut mirrored = board.clone();
            mirrored.cells.iter_mut().for_each(|row| row.reverse());
            assert_eq!(canonical(&mirrored.text(4)), canonical(&board.text(4)));
        }
    }
}
