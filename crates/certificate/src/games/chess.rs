//! Chess mates: can the side to move force mate within a number of moves?

mod board;
mod fen;
mod moves;

use board::Board;

use crate::WholeGame;

/// The rules of chess, with a mate within some number of moves as the aim.
#[derive(Clone, Copy, Debug)]
pub struct ChessMate;

/// A board, and how many moves the attacker has left. An en passant square is there only if a pawn can be
/// taken on it, so that positions are equal when the same moves can follow.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MatePosition {
    board: Board,
    aim: Aim,
}

/// Who is to move, and how many moves the attacker has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Aim {
    /// The attacker is to move: `#N`.
    Mate(u32),
    /// The defender is to move: `#-N`.
    Escape(u32),
}

impl WholeGame for ChessMate {
    type Position = MatePosition;

    fn open(text: &str) -> Result<(Self, MatePosition), String> {
        Ok((ChessMate, ChessMate.read(text)?))
    }

    fn read(&self, text: &str) -> Result<MatePosition, String> {
        let Some((fen, aim)) = text.rsplit_once(" #") else {
            return Err("the number of moves is missing: `#3` or `#-2` follows the board".to_owned());
        };
        Ok(MatePosition { board: fen::read(fen)?, aim: read_aim(aim)? })
    }

    fn decided(&self, position: &MatePosition) -> Option<bool> {
        let board = &position.board;
        match position.aim {
            Aim::Mate(0) => Some(false),
            Aim::Mate(_) => (!board.has_move()).then_some(false),
            Aim::Escape(left) => match board.has_move() {
                false => Some(!board.is_check()),
                true => (left == 0).then_some(true),
            },
        }
    }

    fn moves(&self, position: &MatePosition) -> Vec<MatePosition> {
        let aim = match position.aim {
            Aim::Mate(0) => return Vec::new(),
            Aim::Mate(left) => Aim::Escape(left - 1),
            Aim::Escape(left) => Aim::Mate(left),
        };
        let boards = position.board.moves();
        boards.map(|board| MatePosition { board: board.without_idle_en_passant(), aim }).collect()
    }
}

/// Reads what follows `#`.
fn read_aim(text: &str) -> Result<Aim, String> {
    let (digits, is_defender) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let is_number =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    match digits.parse() {
        Ok(left) if is_number && is_defender => Ok(Aim::Escape(left)),
        Ok(left) if is_number => Ok(Aim::Mate(left)),
        _ => Err("the number of moves is written like `#3` or `#-2`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::wins;
    use super::*;

    #[test]
    fn short_mates() {
        assert!(wins::<ChessMate>("7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #1"));
        assert!(!wins::<ChessMate>("7k/8/5K2/8/8/8/8/6R1 w - - 0 1 #1"));
        assert!(wins::<ChessMate>("7k/8/5K2/8/8/8/8/6R1 w - - 0 1 #2"));
        assert!(!wins::<ChessMate>("7k/5K2/8/8/8/8/8/6R1 w - - 0 1 #0"));
    }

    #[test]
    fn the_end_is_told_for_the_player_to_move() {
        let decided = |text: &str| ChessMate.decided(&ChessMate.read(text).unwrap());
        let (mated, stalemated) = ("7k/5K2/8/8/8/8/8/7R b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
        for left in 0..2 {
            assert_eq!(decided(&format!("{mated} #-{left}")), Some(false));
            assert_eq!(decided(&format!("{stalemated} #-{left}")), Some(true));
        }
        assert_eq!(decided(&format!("{mated} #2")), Some(false));
        assert_eq!(decided(&format!("{stalemated} #2")), Some(false));
        let open = "k7/8/8/8/8/8/8/K6R";
        assert_eq!(decided(&format!("{open} b - - 0 1 #-0")), Some(true));
        assert_eq!(decided(&format!("{open} b - - 0 1 #-1")), None);
        assert_eq!(decided(&format!("{open} w - - 0 1 #1")), None);
    }

    #[test]
    fn the_number_of_moves_is_checked() {
        let board = "7k/5K2/8/8/8/8/8/6R1 w - - 0 1";
        for bad in ["", " ", " #", " #-", " #x", " #01", " #+1", " #--1", " #1 ", " #99999999999", "#1"] {
            assert!(ChessMate.read(&format!("{board}{bad}")).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn an_idle_en_passant_square_does_not_count() {
        let same = |one: &str, other: &str| {
            let read = |fen: &str| ChessMate.read(&format!("{fen} #2")).unwrap();
            read(one) == read(other)
        };
        // No pawn there; a pawn; a pawn that may not leave its file.
        assert!(same("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 7 9"));
        assert!(!same("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
        assert!(same("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"));
    }
}
