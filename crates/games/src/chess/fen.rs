//! How a mate problem is written: a FEN and `#N`. Everything is checked here,
//! so that an error can say what is wrong and where.

use std::ops::Range;

use cozy_chess::{
    BitBoard, Board, Color, FenParseError, File, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::ChessMate;
use crate::TextError;

const MAX_MOVES: u8 = ChessMate::MAX_MOVES;

/// A part of the text.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Field<'a> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn error(self, message: impl Into<String>) -> TextError {
        TextError::new(message, self.span())
    }

    fn all(text: &'a str) -> Vec<Self> {
        let field = |text: &'a str, start| Field { text, start };
        let mut fields = Vec::new();
        let mut begun = None;
        for (index, character) in text.char_indices() {
            match (begun, character.is_whitespace()) {
                (None, false) => begun = Some(index),
                (Some(start), true) => {
                    fields.push(field(&text[start..index], start));
                    begun = None;
                }
                _ => {}
            }
        }
        fields.extend(begun.map(|start| field(&text[start..], start)));
        fields
    }
}

/// Reads a board and the number of single moves that are left.
pub(super) fn parse(text: &str) -> Result<(Board, u8), TextError> {
    let mut fields = Field::all(text);
    let end = text.trim_end().len();
    let aim = match fields.iter().position(|field| field.text.starts_with('#')) {
        Some(index) => {
            if let Some(extra) = fields.get(index + 1) {
                return Err(extra.error("nothing may stand after the number of moves"));
            }
            fields.remove(index)
        }
        None => {
            return Err(TextError::new(
                "the number of moves is missing: `#3` after the FEN asks for a mate within three moves",
                end..end,
            ));
        }
    };
    let (placement, side, castling, en_passant, counters) = match fields[..] {
        [placement, side, castling, en_passant, ref counters @ ..] if matches!(counters.len(), 0 | 2) => {
            (placement, side, castling, en_passant, counters)
        }
        _ => {
            let message = format!(
                "a FEN has six fields, of which the last two may be left out (board, side to move, castling, en passant, two counters); here there are {}",
                fields.len()
            );
            return Err(TextError::new(message, 0..aim.start));
        }
    };
    let mover = match side.text {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(side.error("the side to move is `w` or `b`")),
    };
    let pieces = Pieces::read(placement)?;
    pieces.check(placement, mover)?;
    let [half, full] = match counters {
        [half, full] => [*half, *full],
        _ => [Field { text: "0", start: end }, Field { text: "1", start: end }],
    };
    let fen = [placement, side, castling, en_passant, half, full].map(|field| field.text).join(" ");
    let board = Board::from_fen(&fen, false).map_err(|error| match error {
        FenParseError::InvalidSideToMove => side.error("the side to move is `w` or `b`"),
        FenParseError::InvalidCastlingRights => castling.error(
            "castling is `-`, or some of `K`, `Q`, `k`, `q`, each once and for a king and a rook that have not moved",
        ),
        FenParseError::InvalidEnPassant => en_passant.error(
            "en passant is `-`, or the square behind a pawn that the other side has just moved by two",
        ),
        FenParseError::InvalidHalfMoveClock => half.error("the counter of half-moves is a number from 0 to 100"),
        FenParseError::InvalidFullmoveNumber => full.error("the number of the move is a number from 1 to 65535"),
        // The number of fields is right, so what is left is the board.
        _ => placement.error("this board is illegal"),
    })?;
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        if (rights.short.is_some() || rights.long.is_some()) && board.king(color).file() != File::E {
            return Err(castling.error("castling needs the king on the e file"));
        }
    }
    Ok((board, plies(aim)?))
}

/// Reads `#N` or `#-N`.
fn plies(aim: Field<'_>) -> Result<u8, TextError> {
    let number = &aim.text[1..];
    let (digits, defending) = match number.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (number, false),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(aim.error(
            "the number of moves is written like `#3`, or `#-2` where the side to move is the one to be mated",
        ));
    }
    match digits.parse::<u8>() {
        Ok(moves) if moves > MAX_MOVES => Err(too_many(aim)),
        Ok(moves) if defending => Ok(2 * moves),
        Ok(0) => Err(aim.error("mate takes at least one move: the least number is `#1`")),
        Ok(moves) => Ok(2 * moves - 1),
        // Digits alone fail only when they are too many.
        Err(_) => Err(too_many(aim)),
    }
}

fn too_many(aim: Field<'_>) -> TextError {
    aim.error(format!("mate can be asked for within at most {MAX_MOVES} moves"))
}

/// The pieces of the first field of a FEN.
#[derive(Default)]
struct Pieces {
    of_kind: [[BitBoard; Piece::NUM]; Color::NUM],
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl Pieces {
    fn read(placement: Field<'_>) -> Result<Self, TextError> {
        let mut pieces = Pieces::default();
        let mut start = placement.start;
        let mut left = 8;
        for text in placement.text.split('/') {
            let rank = Field { text, start };
            if left == 0 {
                return Err(rank.error("a board has eight ranks"));
            }
            left -= 1;
            pieces.read_rank(rank, left)?;
            start += text.len() + 1;
        }
        if left > 0 {
            return Err(placement.error(format!("a board has eight ranks, here there are {}", 8 - left)));
        }
        Ok(pieces)
    }

    fn read_rank(&mut self, rank: Field<'_>, number: usize) -> Result<(), TextError> {
        let mut file = 0;
        let mut after_digit = false;
        for (index, character) in rank.text.char_indices() {
            let at = rank.start + index;
            let fail = |message: String| Err(TextError::new(message, at..at + character.len_utf8()));
            let digit = character.to_digit(10);
            if let Some(digit) = digit {
                if !(1..=8).contains(&digit) || after_digit {
                    return fail("free squares are one digit from 1 to 8".into());
                }
                file += digit as usize;
            } else {
                let kind = Piece::try_from(character.to_ascii_lowercase());
                let (Ok(kind), Some(square)) = (kind, (file < 8).then(|| Square::index(number * 8 + file)))
                else {
                    return if kind.is_ok() {
                        fail("this rank has more than eight squares".into())
                    } else {
                        let shown: String = character.escape_debug().collect();
                        fail(format!(
                            "`{shown}` is no piece: they are `KQRBNP` for white and `kqrbnp` for black"
                        ))
                    };
                };
                let color = if character.is_ascii_uppercase() { Color::White } else { Color::Black };
                if kind == Piece::Pawn && matches!(number, 0 | 7) {
                    return fail("a pawn cannot stand on the first or the last rank".into());
                }
                let of_kind = &mut self.of_kind[color as usize][kind as usize];
                if kind == Piece::King && !of_kind.is_empty() {
                    return fail(format!("{} has a second king", name(color)));
                }
                *of_kind |= square.bitboard();
                file += 1;
            }
            after_digit = digit.is_some();
        }
        if file == 8 {
            return Ok(());
        }
        Err(rank.error(format!("a rank has eight squares, this one has {file}")))
    }

    fn of(&self, color: Color) -> BitBoard {
        self.of_kind[color as usize].iter().fold(BitBoard::EMPTY, |all, &pieces| all | pieces)
    }

    /// Whether the board can be one of a game with this side to move.
    fn check(&self, placement: Field<'_>, mover: Color) -> Result<(), TextError> {
        for color in Color::ALL {
            let pawns = self.of_kind[color as usize][Piece::Pawn as usize];
            if self.king(color).is_none() {
                return Err(placement.error(format!("{} has no king", name(color))));
            }
            if pawns.len() > 8 || self.of(color).len() > 16 {
                return Err(placement.error(format!("{} has more than 8 pawns or 16 pieces", name(color))));
            }
        }
        let (Some(own), Some(other)) = (self.king(mover), self.king(!mover)) else { return Ok(()) };
        if get_king_moves(own).has(other) {
            return Err(placement.error("the kings stand side by side"));
        }
        if !self.checkers(other, !mover).is_empty() {
            let (other, mover) = (name(!mover), name(mover));
            let message = format!("the wrong side is in check: {other}, though {mover} is to move");
            return Err(placement.error(message));
        }
        if self.checkers(own, mover).len() > 2 {
            return Err(placement.error(format!("{} is in check from more than two pieces", name(mover))));
        }
        Ok(())
    }

    fn king(&self, color: Color) -> Option<Square> {
        self.of_kind[color as usize][Piece::King as usize].next_square()
    }

    /// The pieces that attack a king of this color.
    fn checkers(&self, king: Square, color: Color) -> BitBoard {
        let occupied = self.of(Color::White) | self.of(Color::Black);
        let enemy = |kind: Piece| self.of_kind[!color as usize][kind as usize];
        let queens = enemy(Piece::Queen);
        (get_bishop_moves(king, occupied) & (enemy(Piece::Bishop) | queens))
            | (get_rook_moves(king, occupied) & (enemy(Piece::Rook) | queens))
            | (get_knight_moves(king) & enemy(Piece::Knight))
            | (get_pawn_attacks(king, color) & enemy(Piece::Pawn))
    }
}
