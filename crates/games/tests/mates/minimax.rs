//! Mate by plain minimax: the attacker tries every move, the defender every reply.

use std::collections::HashMap;

use cozy_chess::Board;

/// Remembers boards, each with the number of moves.
#[derive(Default)]
pub struct Minimax {
    known: HashMap<(Board, u8), bool>,
}

/// The boards after each legal move.
pub fn after_each_move(board: &Board) -> Vec<Board> {
    let mut found = Vec::new();
    board.generate_moves(|moves| {
        for one in moves {
            let mut after = board.clone();
            after.play(one);
            after.set_halfmove_clock(0);
            after.set_fullmove_number(1);
            found.push(after);
        }
        false
    });
    found
}

impl Minimax {
    /// Whether the side to move can force mate within so many moves.
    pub fn mates(&mut self, board: &Board, moves: u8) -> bool {
        if moves == 0 {
            return false;
        }
        let key = (board.clone(), moves);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut attacks = after_each_move(board);
        attacks.sort_by_key(|after| after.checkers().is_empty());
        let mates = attacks.iter().any(|attacked| self.is_lost(attacked, moves - 1));
        self.known.insert(key, mates);
        mates
    }

    /// Whether the side to move is mated, or cannot escape from mate within so many further moves.
    pub fn is_lost(&mut self, board: &Board, moves: u8) -> bool {
        let replies = after_each_move(board);
        if replies.is_empty() {
            return !board.checkers().is_empty();
        }
        replies.iter().all(|reply| self.mates(reply, moves))
    }
}
