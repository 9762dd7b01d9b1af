//! A chess board: what stands on it, and what is attacked.

/// A square: rank times 8 plus file, both from 0 on; a1 is 0, and h1 is 7.
pub(super) type Square = usize;

/// Steps as files and ranks.
type Step = (isize, isize);

pub(super) const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(super) const ALL_AROUND: [Step; 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(super) const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    White,
    Black,
}

impl Side {
    pub(super) fn other(self) -> Self {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// In which direction pawns go.
    pub(super) fn forward(self) -> isize {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// A rank as this player counts it, from 0 on.
    pub(super) fn rank(self, rank: usize) -> usize {
        match self {
            Side::White => rank,
            Side::Black => 7 - rank,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

pub(super) type Piece = (Side, Kind);

/// The two rooks with which one can castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wing {
    Queen,
    King,
}

impl Wing {
    pub(super) const BOTH: [Wing; 2] = [Wing::Queen, Wing::King];

    /// The file on which the rook stands at first.
    pub(super) fn rook_file(self) -> usize {
        match self {
            Wing::Queen => 0,
            Wing::King => 7,
        }
    }
}

/// The file on which kings stand at first.
pub(super) const KING_FILE: usize = 4;

/// A position of chess, without counters of moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub(super) squares: [Option<Piece>; 64],
    pub(super) to_move: Side,
    /// Whether kings and rooks have not moved yet, by side and wing.
    pub(super) castling: [[bool; 2]; 2],
    /// The square over which a pawn has just gone.
    pub(super) en_passant: Option<Square>,
}

impl Board {
    pub(super) fn can_castle(&self, side: Side, wing: Wing) -> bool {
        self.castling[side as usize][wing as usize]
    }

    /// Whether the player to move is in check.
    pub(super) fn is_check(&self) -> bool {
        self.is_king_attacked(self.to_move)
    }

    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let king = self.squares.iter().position(|piece| *piece == Some((side, Kind::King)));
        king.is_some_and(|king| self.is_attacked(king, side.other()))
    }

    /// Whether a piece of this side attacks a square.
    pub(super) fn is_attacked(&self, square: Square, by: Side) -> bool {
        let stands =
            |from: Option<Square>, kind| from.is_some_and(|from| self.squares[from] == Some((by, kind)));
        let from_afar = |steps: [Step; 4], kind| {
            steps.into_iter().any(|at| {
                self.first_piece(square, at) == Some((by, kind))
                    || self.first_piece(square, at) == Some((by, Kind::Queen))
            })
        };
        KNIGHT.into_iter().any(|at| stands(step(square, at), Kind::Knight))
            || ALL_AROUND.into_iter().any(|at| stands(step(square, at), Kind::King))
            || [-1, 1].into_iter().any(|file| stands(step(square, (file, -by.forward())), Kind::Pawn))
            || from_afar(STRAIGHT, Kind::Rook)
            || from_afar(DIAGONAL, Kind::Bishop)
    }

    /// The first piece that stands in a direction.
    fn first_piece(&self, mut square: Square, direction: Step) -> Option<Piece> {
        loop {
            square = step(square, direction)?;
            if let Some(piece) = self.squares[square] {
                return Some(piece);
            }
        }
    }
}

/// The square that is a step away, if it is on the board.
pub(super) fn step(square: Square, (files, ranks): Step) -> Option<Square> {
    let file = (square % 8).checked_add_signed(files).filter(|&file| file < 8)?;
    let rank = (square / 8).checked_add_signed(ranks).filter(|&rank| rank < 8)?;
    Some(rank * 8 + file)
}
