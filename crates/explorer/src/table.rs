//! Games of Sprouts as they are drawn: replayed from their moves, so that the server remembers nobody's game.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhizome_planar::{Drawing, Move, PlanarMap};
use rhizome_search::Control;

/// The most spots of a start.
pub const MOST_SPOTS: usize = 12;

/// The fewest spots of a start.
pub const FEWEST_SPOTS: usize = 2;

/// The most drawings that are kept, so that a move need not draw the whole game anew.
const MOST_KEPT: usize = 200;

/// A game: its spots, and each move by its number among all moves of its map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Played {
    /// The number of spots at the start.
    pub spots: usize,
    /// The moves.
    pub moves: Vec<usize>,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There are too few or too many spots.
    #[error("a game has {FEWEST_SPOTS} to {MOST_SPOTS} spots")]
    Spots,
    /// There is no move with a number.
    #[error("move {0} of the game is not on its list of moves")]
    NoMove(usize),
    /// It took too long.
    #[error("to draw this game takes too long")]
    Stopped,
    /// The position cannot be drawn.
    #[error("the game cannot be drawn: {0}")]
    Drawing(String),
}

/// Draws games, and keeps some drawings.
#[derive(Clone, Default)]
pub struct Tables(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    drawings: HashMap<Played, Arc<Drawing>>,
    /// In the order in which they came.
    order: VecDeque<Played>,
}

impl Kept {
    fn put(&mut self, game: Played, drawing: Arc<Drawing>) {
        if self.drawings.insert(game.clone(), drawing).is_none() {
            self.order.push_back(game);
        }
        while self.order.len() > MOST_KEPT {
            if let Some(oldest) = self.order.pop_front() {
                self.drawings.remove(&oldest);
            }
        }
    }
}

/// The move of a map with a number.
///
/// # Errors
/// If there is none, or it takes too long to find.
pub fn numbered(map: &PlanarMap, number: usize, control: &Control<'_>) -> Result<Option<Move>, TableError> {
    for (index, one) in map.moves().enumerate() {
        if index == number {
            return Ok(Some(one));
        }
        control.check().map_err(|_| TableError::Stopped)?;
    }
    Ok(None)
}

impl Tables {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The drawing of a game. The same game always looks the same.
    ///
    /// # Errors
    /// If there is no such game, or it takes too long to draw.
    pub fn drawing(&self, game: &Played, control: &Control<'_>) -> Result<Arc<Drawing>, TableError> {
        if !(FEWEST_SPOTS..=MOST_SPOTS).contains(&game.spots) {
            return Err(TableError::Spots);
        }
        if game.moves.len() >= 3 * game.spots {
            return Err(TableError::NoMove(3 * game.spots));
        }
        let before = |moves: usize| Played { spots: game.spots, moves: game.moves[..moves].to_vec() };
        let known = (0..=game.moves.len())
            .rev()
            .find_map(|moves| Some((moves, Arc::clone(self.kept().drawings.get(&before(moves))?))));
        let (mut moves, mut drawing) = match known {
            Some(known) => known,
            None => {
                let start = Drawing::new(&PlanarMap::start(game.spots))
                    .map_err(|error| TableError::Drawing(error.to_string()))?;
                let start = Arc::new(start);
                self.kept().put(before(0), Arc::clone(&start));
                (0, start)
            }
        };
        while moves < game.moves.len() {
            control.look().map_err(|_| TableError::Stopped)?;
            let one = numbered(drawing.map(), game.moves[moves], control)?;
            let one = one.ok_or(TableError::NoMove(moves + 1))?;
            let next = drawing.after(&one).map_err(|error| TableError::Drawing(error.to_string()))?;
            drawing = Arc::new(next);
            moves += 1;
            self.kept().put(before(moves), Arc::clone(&drawing));
        }
        Ok(drawing)
    }
}
