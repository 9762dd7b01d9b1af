//! Mates in 2 to 5, with neighbours that cannot be solved.

use cozy_chess::{Board, BoardBuilder, CastleRights, Square};
use rhizome_games::ChessMate;
use rhizome_search::{Outcome, Rules};

use crate::minimax::{Minimax, after_each_move};
use crate::solved;

/// Boards, each with the least number of moves that mate takes.
const PROBLEMS: [(&str, u8); 21] = [
    // Morphy: the rook goes where it can be taken.
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    // Legal's mate.
    ("rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 1", 2),
    // Morphy against two consultants at the opera.
    ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1", 2),
    // A smothered mate.
    ("5r1k/6pp/7N/3Q4/8/8/8/K7 w - - 0 1", 2),
    // A waiting move.
    ("2k5/8/3K4/8/8/8/8/7R w - - 0 1", 2),
    ("7k/5K2/5n2/8/8/B7/8/R7 w - - 0 1", 2),
    // A queen would be stalemate.
    ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", 2),
    ("6k1/1q6/8/1R6/1K6/8/8/R7 w - - 0 1", 2),
    // Reti against Tartakower.
    ("rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 1", 3),
    // A rook that the other one guards.
    ("8/6pk/8/5P1K/6R1/8/8/6R1 w - - 0 1", 3),
    ("7k/4K1pp/7N/8/8/8/8/B7 w - - 0 1", 3),
    ("1k6/8/2PK4/8/8/6r1/8/2Q5 w - - 0 1", 3),
    ("6k1/8/7K/b7/5Q2/8/8/5N2 w - - 0 1", 3),
    ("8/8/8/8/8/8/3PP1PP/2RQK1k1 w - - 0 1", 3),
    ("8/5P1k/3p4/8/5P2/8/8/R3K1N1 w Q - 0 1", 4),
    ("6k1/8/6p1/1K6/1Q5p/5B2/8/8 w - - 0 1", 4),
    ("7k/3N2r1/8/8/8/8/6R1/R3K3 w Q - 0 1", 4),
    ("8/8/3K4/8/8/R7/4k3/5b1R w - - 0 1", 4),
    ("4k3/3R4/2p3p1/8/2K3R1/8/8/8 w - - 0 1", 4),
    ("8/8/8/8/8/1k6/8/K6Q w - - 0 1", 5),
    ("5k2/1q6/P7/8/8/8/Q7/K7 w - - 0 1", 5),
];

fn expect(board: &Board, moves: u8, mates: bool) {
    let text = format!("{board} #{moves}");
    let outcome = if mates { Outcome::Win } else { Outcome::Loss };
    for algorithm in ["pns", "dfpn"] {
        assert_eq!(solved(&text, algorithm), outcome, "{text} {algorithm}");
    }
}

#[test]
fn problems_are_solved_in_their_number_of_moves_and_not_in_fewer() {
    for (fen, moves) in PROBLEMS {
        let board: Board = fen.parse().unwrap();
        let mut minimax = Minimax::default();
        for fewer in 1..moves {
            assert!(!minimax.mates(&board, fewer), "{fen}");
            expect(&board, fewer, false);
        }
        assert!(minimax.mates(&board, moves), "{fen}");
        expect(&board, moves, true);
        expect(&board, moves + 1, true);
    }
}

#[test]
fn depth_first_search_agrees() {
    for (fen, moves) in PROBLEMS.into_iter().filter(|&(_, moves)| moves < 5) {
        assert_eq!(solved(&format!("{fen} #{moves}"), "dfs"), Outcome::Win, "{fen}");
        assert_eq!(solved(&format!("{fen} #{}", moves - 1), "dfs"), Outcome::Loss, "{fen}");
    }
}

/// Legal boards in which a piece other than the attacker's king stands elsewhere.
fn with_a_piece_moved(board: &Board) -> Vec<Board> {
    let mover = board.side_to_move();
    let pieces = board.occupied() & !board.king(mover).bitboard();
    let mut found = Vec::new();
    for step in [19, 30, 45, 7] {
        for from in pieces {
            let to = Square::index((from as usize + step) % 64);
            let mut builder = BoardBuilder::from_board(board);
            if builder.square(to).is_none() {
                *builder.square_mut(to) = builder.square_mut(from).take();
                *builder.castle_rights_mut(mover) = CastleRights::EMPTY;
                let legal = |moved: &Board| ChessMate::parse(&format!("{moved} #1")).is_ok();
                found.extend(builder.build().ok().filter(legal));
            }
        }
    }
    found
}

#[test]
fn with_a_piece_moved_they_cannot_be_solved() {
    for (fen, moves) in PROBLEMS {
        let board: Board = fen.parse().unwrap();
        let mut refuted = 0;
        // Minimax takes long for those with many moves.
        let enough = if moves < 4 { 4 } else { 1 };
        for (index, neighbour) in with_a_piece_moved(&board).into_iter().enumerate() {
            if index >= enough && refuted > 0 {
                break;
            }
            let mates = Minimax::default().mates(&neighbour, moves);
            expect(&neighbour, moves, mates);
            refuted += u32::from(!mates);
        }
        assert!(refuted > 0, "{fen}");
    }
}

#[test]
fn castling_mates_where_it_is_allowed() {
    let with = "8/8/8/3N4/6Q1/3k4/8/R3K3 w Q - 0 1";
    let without = "8/8/8/3N4/6Q1/3k4/8/R3K3 w - - 0 1";
    for (fen, mates) in [(with, true), (without, false)] {
        let board: Board = fen.parse().unwrap();
        assert_eq!(Minimax::default().mates(&board, 1), mates);
        expect(&board, 1, mates);
    }
}

#[test]
fn en_passant_mates_where_it_is_allowed() {
    let with = "8/8/8/R4Ppk/8/3B2K1/8/2B5 w - g6 0 1";
    let without = "8/8/8/R4Ppk/8/3B2K1/8/2B5 w - - 0 1";
    let expected: Vec<bool> = [with, without]
        .iter()
        .map(|fen| {
            let board: Board = fen.parse().unwrap();
            let mates = Minimax::default().mates(&board, 1);
            expect(&board, 1, mates);
            mates
        })
        .collect();
    assert_eq!(expected, [true, false]);
}

#[test]
fn stalemate_is_no_mate() {
    for (text, outcome) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 #-0", Outcome::Win),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 #-3", Outcome::Win),
        ("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1 #1", Outcome::Win),
        // The attacker has no move.
        ("k7/p1K5/P7/8/8/8/8/8 b - - 0 1 #3", Outcome::Loss),
    ] {
        for algorithm in ["dfs", "pns", "dfpn"] {
            assert_eq!(solved(text, algorithm), outcome, "{text} {algorithm}");
        }
    }
}

#[test]
fn the_defender_s_side_of_the_question() {
    for (text, outcome) in [
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1 #-0", Outcome::Loss),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1 #-5", Outcome::Loss),
        ("R5k1/5pp1/8/8/8/8/8/K7 b - - 0 1 #-0", Outcome::Win),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1 #-1", Outcome::Loss),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1 #-0", Outcome::Win),
        ("1k6/8/1K6/8/8/8/8/7R w - - 0 1 #1", Outcome::Win),
    ] {
        for algorithm in ["dfs", "pns", "dfpn"] {
            assert_eq!(solved(text, algorithm), outcome, "{text} {algorithm}");
        }
    }
}

/// Plays that look random from a start, with the boards on the way.
fn wander(start: &str, seed: u64, plies: usize) -> Vec<Board> {
    let mut board: Board = start.parse().unwrap();
    let mut state = seed * 2 + 1;
    let mut boards = Vec::new();
    for _ in 0..plies {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = after_each_move(&board);
        if moves.is_empty() {
            break;
        }
        board = moves[(state >> 33) as usize % moves.len()].clone();
        boards.push(board.clone());
    }
    boards
}

#[test]
fn boards_of_random_games_agree_with_minimax() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/PPP4P/8/8/8/8/ppp4p/4K3 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ];
    let (mut mates, mut others) = (0, 0);
    for start in starts {
        for seed in 0..6 {
            for board in wander(start, seed, 60).into_iter().skip(4).step_by(8) {
                for moves in 1..=2 {
                    let truth = Minimax::default().mates(&board, moves);
                    expect(&board, moves, truth);
                    *(if truth { &mut mates } else { &mut others }) += 1;
                }
            }
        }
    }
    assert!(mates >= 15 && others >= 100, "{mates} mates, {others} others");
}

#[test]
fn children_are_all_legal_moves() {
    for seed in 0..10 {
        for board in wander("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", seed, 40)
        {
            let (rules, position) = ChessMate::parse(&format!("{board} #3")).unwrap();
            let mut children = Vec::new();
            rules.children(&position, &mut children);
            let mut printed: Vec<String> = children.iter().map(|child| rules.print(child)).collect();
            let mut expected: Vec<String> = after_each_move(&board)
                .iter()
                .map(|after| {
                    let (rules, position) = ChessMate::parse(&format!("{after} #-2")).unwrap();
                    rules.print(&position)
                })
                .collect();
            printed.sort();
            expected.sort();
            assert_eq!(printed, expected);
        }
    }
}
