//! Chess mates: can the side to move force mate within a number of moves?
//!
//! # Notation
//!
//! A FEN, followed by `#N` for the question whether the side to move can force
//! mate within N of its own moves, for N from 1 to [`ChessMate::MAX_MOVES`]:
//! `7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #1`. For the positions in between, in
//! which the defender is to move, `#-N` says that the *other* side has N moves
//! left to mate the side to move (`#-0`: it must be mate already).
//!
//! The FEN is taken strictly, in its common form for chess (not Chess960). Its
//! last two fields, the counters of moves, do not count here and may be left
//! out; they are printed as `0 1`. An en passant square is printed only if a
//! pawn can be taken there.
//!
//! # What an outcome means
//!
//! It is told for the side to move: with `#N` a win is a forced mate, with
//! `#-N` a win is an escape from it. Only checkmate by the attacker counts: if
//! the defender is stalemated, or the attacker is mated or has no move, the
//! attack has failed.
//!
//! # Rules that look back
//!
//! The bound on moves makes every line end, so no position follows from itself.
//!
//! *Repetition* needs no rule. An attacker who can mate within N moves can do
//! so by always taking a move that keeps the shortest forced mate. The length
//! of that mate falls with each of the attacker's moves, so that no position comes
//! twice on the way, and a claim of repetition never helps the defender. Nor does
//! the attacker ever gain by it, for a draw is no mate. (What was on the board before the FEN is not known.)
//!
//! *The fifty-move rule* is ignored, as is the custom for chess problems:
//! otherwise the counter of half-moves would belong to the position, and the same board would be searched again for
//! each of its values. It could matter only where the counter of the FEN plus the moves to mate reach fifty.
//!
//! *Castling and en passant* are possible as the FEN says.

mod fen;

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

use cozy_chess::{Board, BoardBuilder, Move, Piece, Rank, Square, get_pawn_attacks};
use rhizome_search::{Numbers, Outcome, PortableRules, ProofNumber, Rules};

use crate::text::{TextError, read_with_rules};

/// The rules of chess, with mate within a number of moves as the aim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChessMate;

/// A board, and how many moves there are left to mate in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatePosition {
    /// Its counters are 0 and 1, and an en passant square is there only if it matters.
    board: Board,
    /// Single moves of both sides. Odd when the attacker is to move, who also has the last one.
    plies: u8,
}

impl Hash for MatePosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The board keeps a hash of itself up to date. Equality still compares all of it.
        state.write_u64(self.board.hash());
        state.write_u8(self.plies);
    }
}

impl MatePosition {
    fn new(mut board: Board, plies: u8) -> Self {
        board.set_halfmove_clock(0);
        board.set_fullmove_number(1);
        MatePosition { board: without_idle_en_passant(board), plies }
    }

    /// Whether the attacker is to move, who wants to mate.
    pub fn is_attacker_to_move(&self) -> bool {
        self.plies % 2 == 1
    }

    fn after(&self, one: Move) -> Self {
        let mut board = self.board.clone();
        board.play_unchecked(one);
        MatePosition::new(board, self.plies - 1)
    }
}

impl ChessMate {
    /// The most moves that a mate may be asked for in.
    pub const MAX_MOVES: u8 = 100;

    /// Reads a FEN and the number of moves.
    ///
    /// # Errors
    /// If the text is no FEN with `#N`, or the position on the board is illegal.
    pub fn parse(text: &str) -> Result<(Self, MatePosition), TextError> {
        let (board, plies) = fen::parse(text)?;
        Ok((ChessMate, MatePosition::new(board, plies)))
    }
}

/// A board on which an en passant square that no pawn can go to is forgotten.
fn without_idle_en_passant(board: Board) -> Board {
    let Some(file) = board.en_passant() else { return board };
    let side = board.side_to_move();
    let square = Square::new(file, Rank::Sixth.relative_to(side));
    let pawns = get_pawn_attacks(square, !side) & board.colored_pieces(side, Piece::Pawn);
    if board.generate_moves_for(pawns, |moves| moves.to.has(square)) {
        return board;
    }
    let mut builder = BoardBuilder::from_board(&board);
    builder.en_passant = None;
    builder.build().unwrap_or(board)
}

fn has_moves(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !has_moves(board)
}

fn can_mate_at_once(board: &Board) -> bool {
    board.generate_moves(|moves| {
        moves.into_iter().any(|one| {
            let mut after = board.clone();
            after.play_unchecked(one);
            is_mate(&after)
        })
    })
}

fn count_moves(board: &Board) -> u32 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u32;
        false
    });
    count
}

impl Rules for ChessMate {
    type Position = MatePosition;

    fn outcome(&self, position: &MatePosition) -> Option<Outcome> {
        // The last move is looked at here: its positions need not be kept.
        let last = || if can_mate_at_once(&position.board) { Outcome::Win } else { Outcome::Loss };
        self.over(position).or_else(|| (position.plies == 1).then(last))
    }

    fn over(&self, position: &MatePosition) -> Option<Outcome> {
        let board = &position.board;
        match (position.is_attacker_to_move(), has_moves(board)) {
            (true, can_move) => (!can_move).then_some(Outcome::Loss),
            (false, true) => (position.plies == 0).then_some(Outcome::Win),
            (false, false) if board.checkers().is_empty() => Some(Outcome::Win),
            (false, false) => Some(Outcome::Loss),
        }
    }

    fn children(&self, position: &MatePosition, children: &mut Vec<MatePosition>) {
        if position.plies == 0 {
            return;
        }
        let enemies = position.board.colors(!position.board.side_to_move());
        let mut found = Vec::new();
        position.board.generate_moves(|moves| {
            for one in moves {
                let child = position.after(one);
                // Checks with few replies first, then what takes or promotes.
                let check = position.is_attacker_to_move() && !child.board.checkers().is_empty();
                let replies = if check { count_moves(&child.board) } else { 0 };
                let quiet = !enemies.has(one.to) && one.promotion.is_none();
                found.push(((Reverse(check), replies, quiet), child));
            }
            false
        });
        found.sort_by_key(|&(key, _)| key);
        children.extend(found.into_iter().map(|(_, child)| child));
    }

    fn first_estimate(&self, position: &MatePosition) -> Numbers {
        // Every move of the defender has to be answered.
        let dn = if position.is_attacker_to_move() { 1 } else { count_moves(&position.board).max(1) };
        Numbers { pn: ProofNumber::ONE, dn: ProofNumber::finite(dn) }
    }

    fn print(&self, position: &MatePosition) -> String {
        let MatePosition { board, plies } = position;
        if position.is_attacker_to_move() {
            format!("{board} #{}", plies.div_ceil(2))
        } else {
            format!("{board} #-{}", plies / 2)
        }
    }
}

/// Positions are told in their notation.
impl PortableRules for ChessMate {
    fn read(&self, bytes: &[u8]) -> Option<MatePosition> {
        read_with_rules(self, bytes, Self::parse)
    }
}
