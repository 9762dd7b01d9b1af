//! The moves of chess.

use super::board::{
    ALL_AROUND, Board, DIAGONAL, KING_FILE, KNIGHT, Kind, STRAIGHT, Side, Square, Wing, step,
};

/// A move before it is known whether it leaves the own king in check.
#[derive(Clone, Copy, Debug)]
struct Move {
    from: Square,
    to: Square,
    /// What a pawn becomes.
    promotion: Option<Kind>,
}

const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

impl Board {
    /// The boards after each legal move.
    pub(super) fn moves(&self) -> impl Iterator<Item = Board> {
        let after = self.candidates().into_iter().map(|candidate| self.after(candidate));
        after.filter(|after| !after.is_king_attacked(self.to_move))
    }

    pub(super) fn has_move(&self) -> bool {
        self.moves().next().is_some()
    }

    /// The same board, where an en passant square on which no pawn can be taken is forgotten.
    pub(super) fn without_idle_en_passant(mut self) -> Self {
        let Some(square) = self.en_passant else { return self };
        let pawns = self.candidates().into_iter().filter(|candidate| {
            candidate.to == square && self.squares[candidate.from] == Some((self.to_move, Kind::Pawn))
        });
        let mut after = pawns.map(|candidate| self.after(candidate));
        if after.all(|after| after.is_king_attacked(self.to_move)) {
            self.en_passant = None;
        }
        self
    }

    fn candidates(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in 0..64 {
            match self.squares[from] {
                Some((side, kind)) if side == self.to_move => match kind {
                    Kind::Pawn => self.pawn_moves(from, &mut moves),
                    Kind::Knight => self.steps(from, &KNIGHT, &mut moves),
                    Kind::Bishop => self.slides(from, &DIAGONAL, &mut moves),
                    Kind::Rook => self.slides(from, &STRAIGHT, &mut moves),
                    Kind::Queen => self.slides(from, &ALL_AROUND, &mut moves),
                    Kind::King => {
                        self.steps(from, &ALL_AROUND, &mut moves);
                        self.castlings(from, &mut moves);
                    }
                },
                _ => {}
            }
        }
        moves
    }

    fn is_free(&self, square: Square) -> bool {
        self.squares[square].is_none()
    }

    fn is_own(&self, square: Square) -> bool {
        self.squares[square].is_some_and(|(side, _)| side == self.to_move)
    }

    fn steps(&self, from: Square, steps: &[(isize, isize)], moves: &mut Vec<Move>) {
        let targets = steps.iter().filter_map(|&at| step(from, at)).filter(|&to| !self.is_own(to));
        moves.extend(targets.map(|to| Move { from, to, promotion: None }));
    }

    fn slides(&self, from: Square, directions: &[(isize, isize)], moves: &mut Vec<Move>) {
        for &direction in directions {
            let mut at = from;
            while let Some(to) = step(at, direction).filter(|&to| !self.is_own(to)) {
                moves.push(Move { from, to, promotion: None });
                if !self.is_free(to) {
                    break;
                }
                at = to;
            }
        }
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let side = self.to_move;
        let mut push = |to: Square| {
            if to / 8 == side.rank(7) {
                moves.extend(PROMOTIONS.map(|kind| Move { from, to, promotion: Some(kind) }));
            } else {
                moves.push(Move { from, to, promotion: None });
            }
        };
        let ahead = |square| step(square, (0, side.forward())).filter(|&to| self.is_free(to));
        if let Some(to) = ahead(from) {
            push(to);
            if from / 8 == side.rank(1)
                && let Some(to) = ahead(to)
            {
                push(to);
            }
        }
        for file in [-1, 1] {
            if let Some(to) = step(from, (file, side.forward())) {
                let takes = !self.is_free(to) && !self.is_own(to);
                if takes || self.en_passant == Some(to) {
                    push(to);
                }
            }
        }
    }

    /// The king goes two squares towards the rook. All between them is free, and the king is neither in check nor goes over a square that
    /// is attacked.
    fn castlings(&self, from: Square, moves: &mut Vec<Move>) {
        let side = self.to_move;
        let is_safe = |square| !self.is_attacked(square, side.other());
        for wing in Wing::BOTH.into_iter().filter(|&wing| self.can_castle(side, wing)) {
            let rook = side.rank(0) * 8 + wing.rook_file();
            let between = if rook < from { rook + 1..from } else { from + 1..rook };
            let [over, to] = if rook < from { [from - 1, from - 2] } else { [from + 1, from + 2] };
            if between.into_iter().all(|square| self.is_free(square)) && is_safe(from) && is_safe(over) {
                moves.push(Move { from, to, promotion: None });
            }
        }
    }

    fn after(&self, Move { from, to, promotion }: Move) -> Board {
        let mut after = self.clone();
        let side = self.to_move;
        let Some((_, kind)) = after.squares[from].take() else { return after };
        after.squares[to] = Some((side, promotion.unwrap_or(kind)));
        after.to_move = side.other();
        after.en_passant = None;
        if kind == Kind::Pawn {
            if self.en_passant == Some(to) {
                // The pawn that is taken stands beside the square from which it is taken.
                after.squares[from / 8 * 8 + to % 8] = None;
            }
            if from.abs_diff(to) == 16 {
                after.en_passant = Some(usize::midpoint(from, to));
            }
        }
        if kind == Kind::King {
            after.castling[side as usize] = [false; 2];
            if from.abs_diff(to) == 2 {
                let wing = if to < from { Wing::Queen } else { Wing::King };
                let rook = from / 8 * 8 + wing.rook_file();
                after.squares[usize::midpoint(from, to)] = after.squares[rook].take();
            }
        }
        for side in [Side::White, Side::Black] {
            for wing in Wing::BOTH {
                let rook = side.rank(0) * 8 + wing.rook_file();
                // It moves, or is taken.
                if from == rook || to == rook {
                    after.castling[side as usize][wing as usize] = false;
                }
            }
        }
        after
    }
}

/// Where the king and the rook of a side stand if it may castle.
pub(super) fn castling_squares(side: Side, wing: Wing) -> [Square; 2] {
    [KING_FILE, wing.rook_file()].map(|file| side.rank(0) * 8 + file)
}

#[cfg(test)]
mod tests {
    use super::super::fen;

    fn perft(board: &super::Board, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => board.moves().map(|after| perft(&after, depth - 1)).sum(),
        }
    }

    /// The numbers of lines of moves, from the Chess Programming Wiki ("Perft Results").
    #[test]
    fn the_published_numbers_of_lines() {
        let published: [(&str, &[u64]); 7] = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281]),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97_862]),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]),
            ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", &[6, 264, 9467, 422_333]),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]),
            ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89_890]),
        ];
        for (text, numbers) in published {
            let board = fen::read(text).unwrap();
            for (&number, depth) in numbers.iter().zip(1..) {
                assert_eq!(perft(&board, depth), number, "{text} at depth {depth}");
            }
        }
    }
}
