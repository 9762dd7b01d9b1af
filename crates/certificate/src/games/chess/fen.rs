//! Boards as they are written: Forsyth-Edwards notation, with all six fields.

use super::board::{Board, Kind, Piece, Side, Square, Wing, step};
use super::moves::castling_squares;

/// Reads a board. The two counters of moves do not count here.
pub(super) fn read(text: &str) -> Result<Board, String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [squares, side, castling, en_passant, half_moves, moves] = fields[..] else {
        return Err("a board is a FEN, which has six fields".to_owned());
    };
    for counter in [half_moves, moves] {
        if counter.is_empty() || !counter.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("the last two fields of a FEN are numbers".to_owned());
        }
    }
    let to_move = match side {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return Err("the side to move is `w` or `b`".to_owned()),
    };
    let mut board =
        Board { squares: read_squares(squares)?, to_move, castling: Default::default(), en_passant: None };
    check_kings(&board)?;
    read_castling(castling, &mut board)?;
    board.en_passant = read_en_passant(en_passant, &board)?;
    Ok(board.without_idle_en_passant())
}

/// Reads the first field, from the eighth rank down.
fn read_squares(text: &str) -> Result<[Option<Piece>; 64], String> {
    let wrong = || "a board has eight ranks of eight squares, joined by `/`".to_owned();
    let mut squares = [None; 64];
    let mut ranks = text.split('/');
    for rank in (0..8).rev() {
        let mut file = 0;
        let mut was_free = false;
        for byte in ranks.next().ok_or_else(wrong)?.bytes() {
            let is_free = byte.is_ascii_digit();
            if is_free {
                // Two numbers in a row could be one.
                if was_free || !(b'1'..=b'8').contains(&byte) {
                    return Err(wrong());
                }
                file += usize::from(byte - b'0');
            } else {
                let piece = read_piece(byte)?;
                if piece.1 == Kind::Pawn && matches!(rank, 0 | 7) {
                    return Err("a pawn cannot stand on the first or the last rank".to_owned());
                }
                if file > 7 {
                    return Err(wrong());
                }
                squares[rank * 8 + file] = Some(piece);
                file += 1;
            }
            was_free = is_free;
        }
        if file != 8 {
            return Err(wrong());
        }
    }
    if ranks.next().is_some() {
        return Err(wrong());
    }
    Ok(squares)
}

fn read_piece(letter: u8) -> Result<Piece, String> {
    let kind = match letter.to_ascii_lowercase() {
        b'p' => Kind::Pawn,
        b'n' => Kind::Knight,
        b'b' => Kind::Bishop,
        b'r' => Kind::Rook,
        b'q' => Kind::Queen,
        b'k' => Kind::King,
        _ => return Err("pieces are `KQRBNP` for White and `kqrbnp` for Black".to_owned()),
    };
    Ok((if letter.is_ascii_uppercase() { Side::White } else { Side::Black }, kind))
}

fn check_kings(board: &Board) -> Result<(), String> {
    for side in [Side::White, Side::Black] {
        let kings = board.squares.iter().filter(|piece| **piece == Some((side, Kind::King)));
        if kings.count() != 1 {
            return Err("each side has one king".to_owned());
        }
    }
    if board.is_king_attacked(board.to_move.other()) {
        return Err("the side that is not to move is in check".to_owned());
    }
    Ok(())
}

fn read_castling(text: &str, board: &mut Board) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    if text.is_empty() {
        return Err("castling is `-` or some of `KQkq`".to_owned());
    }
    let mut letters = text.chars().peekable();
    for (letter, side, wing) in [
        ('K', Side::White, Wing::King),
        ('Q', Side::White, Wing::Queen),
        ('k', Side::Black, Wing::King),
        ('q', Side::Black, Wing::Queen),
    ] {
        if letters.next_if_eq(&letter).is_none() {
            continue;
        }
        let [king, rook] = castling_squares(side, wing);
        if board.squares[king] != Some((side, Kind::King)) || board.squares[rook] != Some((side, Kind::Rook))
        {
            return Err(format!("castling `{letter}` needs a king and a rook that have not moved"));
        }
        board.castling[side as usize][wing as usize] = true;
    }
    match letters.next() {
        None => Ok(()),
        Some(_) => Err("castling is `-` or some of `KQkq`, in this order".to_owned()),
    }
}

/// Reads the square over which a pawn has just gone.
fn read_en_passant(text: &str, board: &Board) -> Result<Option<Square>, String> {
    if text == "-" {
        return Ok(None);
    }
    let wrong = || "en passant is `-`, or the square over which a pawn has just gone".to_owned();
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *text.as_bytes() else { return Err(wrong()) };
    let square = usize::from(rank - b'1') * 8 + usize::from(file - b'a');
    let mover = board.to_move.other();
    let from = step(square, (0, -mover.forward()));
    let to = step(square, (0, mover.forward()));
    let is_free = |square: Square| board.squares[square].is_none();
    let is_right = square / 8 == mover.rank(2)
        && is_free(square)
        && from.is_some_and(is_free)
        && to.is_some_and(|to| board.squares[to] == Some((mover, Kind::Pawn)));
    if is_right { Ok(Some(square)) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn boards_are_checked() {
        assert!(read(&format!("{START} w KQkq - 0 1")).is_ok());
        for bad in [
            "",
            " ",
            "w",
            "w KQkq - 0",
            "w KQkq - 0 1 2",
            "w  KQkq - 0 1",
            "x KQkq - 0 1",
            "w KQkqK - 0 1",
            "w QK - 0 1",
            "w  - 0 1",
            "w - e9 0 1",
            "w - e3 0 1",
            "b - e3 0 1",
            "w - - x 1",
            "w - - 0 -1",
            "w - é 0 1",
            "w ½ - 0 1",
        ] {
            assert!(read(&format!("{START} {bad}")).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn squares_are_checked() {
        for bad in [
            "8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8",
            "kK6/8/8/8/8/8/8/8",
            "k7/8/8/8/8/8/8/K7/8",
            "k7/8/8/8/8/8/8/K8",
            "k7/8/8/8/8/8/8/K6",
            "k7/8/8/8/8/8/8/K25",
            "k7/8/8/8/8/8/8/K07",
            "k7/9/8/8/8/8/8/K7",
            "k7/8/x7/8/8/8/8/K7",
            "k7/8/8/8/8/8/8/KP6",
            "kp6/8/8/8/8/8/8/K7",
            "kk6/8/8/8/8/8/8/K7",
            "k7/8/8/8/8/8/8/8",
            "k6R/8/8/8/8/8/8/K7",
            "k7//8/8/8/8/8/K7",
            "k7/8/8/8/8/8/8/Ké5",
            "k7/8/8/8/8/8/8/KQQQQQQQQ",
        ] {
            assert!(read(&format!("{bad} w - - 0 1")).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn castling_needs_its_pieces() {
        for (castling, is_right) in
            [("K", true), ("Q", false), ("k", false), ("q", true), ("Kq", true), ("-", true)]
        {
            let read = read(&format!("r3k3/8/8/8/8/8/8/4K2R w {castling} - 0 1"));
            assert_eq!(read.is_ok(), is_right, "{castling}");
        }
    }
}
