//! Games of Sprouts against the solver, on pictures.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rhizome_planar::{Drawing, PlanarMap, Point};
use rhizome_search::Control;
use serde::{Deserialize, Serialize};

use super::Hall;
use crate::desk::Desk;
use crate::input::Body;
use crate::opponent::{Verdict, choose};
use crate::picture::{Picture, place};
use crate::problem::Problem;
use crate::table::{Played, Tables, numbered};

/// The most time for replaying and drawing a game.
const DRAWING_TIME: Duration = Duration::from_secs(10);

/// The most time that may be thought about a move.
const MOST_THINKING: Duration = Duration::from_secs(20);

/// The most moves that are listed.
const MOST_LISTED: usize = 500;

/// The most points of a stroke.
const MOST_POINTS: usize = 20_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    spots: usize,
    #[serde(default)]
    moves: Vec<usize>,
}

impl Game {
    fn played(self) -> Played {
        Played { spots: self.spots, moves: self.moves }
    }
}

/// A game as it is shown.
#[derive(Serialize)]
pub struct GameState {
    /// The position in the notation, nothing simplified.
    notation: String,
    /// Its simplest form.
    canon: String,
    /// Whether no move is left.
    over: bool,
    drawing: Picture,
}

/// What a game is played with.
struct Room {
    desk: Arc<dyn Desk>,
    tables: Tables,
}

impl Room {
    fn of(hall: &Hall) -> Result<Self, Problem> {
        Ok(Room { desk: hall.desk("sprouts")?, tables: hall.tables.clone() })
    }

    fn drawing(&self, game: &Played, control: &Control<'_>) -> Result<Arc<Drawing>, Problem> {
        self.tables.drawing(game, control).map_err(|error| Problem::bad(error.to_string()))
    }

    fn canon(&self, map: &PlanarMap) -> Result<String, Problem> {
        let notation = map.notation();
        let read = self.desk.read(&notation).map_err(|misreading| Problem::misread(&notation, misreading))?;
        Ok(read.canon)
    }

    fn state(&self, drawing: &Drawing) -> Result<GameState, Problem> {
        let map = drawing.map();
        Ok(GameState {
            notation: map.notation(),
            canon: self.canon(map)?,
            over: map.moves().next().is_none(),
            drawing: Picture::new(drawing),
        })
    }

    /// The number of the first move that leads to a position.
    fn number_of(&self, map: &PlanarMap, child: &str, control: &Control<'_>) -> Result<usize, Problem> {
        for (number, one) in map.moves().enumerate() {
            control.check().map_err(|stop| Problem::bad(stop.to_string()))?;
            let after = map.play(&one).map_err(|error| Problem::bad(error.to_string()))?;
            if self.canon(&after)? == child {
                return Ok(number);
            }
        }
        Err(Problem::bad("the move that was chosen cannot be drawn"))
    }
}

/// `POST /api/game`.
pub async fn show(State(hall): State<Hall>, Body(game): Body<Game>) -> Result<Json<GameState>, Problem> {
    let (room, game) = (Room::of(&hall)?, game.played());
    let state = move |control: &Control<'_>| room.state(&*room.drawing(&game, control)?);
    Ok(Json(hall.slots.compute(DRAWING_TIME, state).await??))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    spots: usize,
    #[serde(default)]
    moves: Vec<usize>,
    stroke: Vec<[f64; 2]>,
}

/// A move that was made, and the game after it.
#[derive(Serialize)]
pub struct Moved {
    /// Its number among all moves.
    #[serde(rename = "move")]
    number: usize,
    state: GameState,
}

/// `POST /api/game/stroke`.
pub async fn stroke(State(hall): State<Hall>, Body(order): Body<Stroke>) -> Result<Json<Moved>, Problem> {
    if order.stroke.len() > MOST_POINTS {
        return Err(Problem::bad(format!("a stroke has at most {MOST_POINTS} points")));
    }
    let room = Room::of(&hall)?;
    let mut game = Played { spots: order.spots, moves: order.moves };
    let points: Vec<Point> = order.stroke.iter().map(|&[x, y]| Point { x, y }).collect();
    let moved = move |control: &Control<'_>| {
        let drawing = room.drawing(&game, control)?;
        let recognised = drawing.recognise(&points).map_err(|error| Problem {
            at: error.at().map(place),
            ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
        })?;
        let number = drawing.map().moves().position(|one| one == recognised.chosen);
        let number = number.ok_or_else(|| Problem::bad("the stroke is no move of this position"))?;
        game.moves.push(number);
        let state = room.state(&*room.drawing(&game, control)?)?;
        Ok::<_, Problem>(Moved { number, state })
    };
    Ok(Json(hall.slots.compute(DRAWING_TIME, moved).await??))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thought {
    spots: usize,
    #[serde(default)]
    moves: Vec<usize>,
    #[serde(default)]
    misere: bool,
    milliseconds: Option<u64>,
}

impl Thought {
    fn time(&self) -> Duration {
        Duration::from_millis(self.milliseconds.unwrap_or(2_000)).min(MOST_THINKING)
    }
}

#[derive(Serialize)]
pub struct Reply {
    #[serde(rename = "move")]
    number: usize,
    verdict: Verdict,
    state: GameState,
}

/// The number of a good move, and what is known about it.
fn think(
    room: &Room,
    drawing: &Drawing,
    misere: bool,
    time: Duration,
    control: &Control<'_>,
) -> Result<(usize, Verdict), Problem> {
    let notation = drawing.map().notation();
    let read = room.desk.read(&notation).map_err(|misreading| Problem::misread(&notation, misreading))?;
    let choice = choose(&*room.desk, &read.sum, misere, time, control).map_err(Problem::bad)?;
    match choice {
        Some(choice) => Ok((room.number_of(drawing.map(), &choice.child, control)?, choice.verdict)),
        // Moves that are left and lead nowhere else have been simplified away.
        None if drawing.map().moves().next().is_some() => Ok((0, Verdict::Guess)),
        None => Err(Problem::bad("the game is over: no move is left")),
    }
}

/// `POST /api/game/reply`.
pub async fn reply(State(hall): State<Hall>, Body(order): Body<Thought>) -> Result<Json<Reply>, Problem> {
    let (room, time, misere) = (Room::of(&hall)?, order.time(), order.misere);
    let mut game = Played { spots: order.spots, moves: order.moves };
    let answer = move |control: &Control<'_>| {
        let drawing = room.drawing(&game, control)?;
        let (number, verdict) = think(&room, &drawing, misere, time, control)?;
        game.moves.push(number);
        let state = room.state(&*room.drawing(&game, control)?)?;
        Ok::<_, Problem>(Reply { number, verdict, state })
    };
    Ok(Json(hall.slots.compute(time + DRAWING_TIME, answer).await??))
}

#[derive(Serialize)]
pub struct Hint {
    #[serde(rename = "move")]
    number: usize,
    verdict: Verdict,
    /// The curve, as a path of SVG.
    path: String,
}

/// `POST /api/game/hint`.
pub async fn hint(State(hall): State<Hall>, Body(order): Body<Thought>) -> Result<Json<Hint>, Problem> {
    let (room, time, misere) = (Room::of(&hall)?, order.time(), order.misere);
    let game = Played { spots: order.spots, moves: order.moves };
    let answer = move |control: &Control<'_>| {
        let drawing = room.drawing(&game, control)?;
        let (number, verdict) = think(&room, &drawing, misere, time, control)?;
        let one =
            numbered(drawing.map(), number, control).map_err(|error| Problem::bad(error.to_string()))?;
        let one = one.ok_or_else(|| Problem::bad("the move that was chosen cannot be drawn"))?;
        let curve = drawing.curve(&one).map_err(|error| Problem::bad(error.to_string()))?;
        Ok::<_, Problem>(Hint { number, verdict, path: curve.path })
    };
    Ok(Json(hall.slots.compute(time + DRAWING_TIME, answer).await??))
}

#[derive(Serialize)]
pub struct MoveList {
    moves: Vec<ListedMove>,
    /// Why they are not all.
    stopped: Option<String>,
}

#[derive(Serialize)]
struct ListedMove {
    number: usize,
    /// The position after it, in its simplest form.
    child: String,
}

/// `POST /api/game/moves`: of moves that lead to the same position, the first.
pub async fn moves(State(hall): State<Hall>, Body(game): Body<Game>) -> Result<Json<MoveList>, Problem> {
    let (room, game) = (Room::of(&hall)?, game.played());
    let list = move |control: &Control<'_>| {
        let drawing = room.drawing(&game, control)?;
        let map = drawing.map();
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        let mut stopped = None;
        for (number, one) in map.moves().enumerate() {
            if let Err(stop) = control.check() {
                stopped = Some(stop.to_string());
                break;
            }
            let after = map.play(&one).map_err(|error| Problem::bad(error.to_string()))?;
            found.entry(room.canon(&after)?).or_insert(number);
            if found.len() == MOST_LISTED {
                stopped = Some(format!("these are the first {MOST_LISTED}"));
                break;
            }
        }
        let moves = found.into_iter().map(|(child, number)| ListedMove { number, child }).collect();
        Ok::<_, Problem>(MoveList { moves, stopped })
    };
    Ok(Json(hall.slots.compute(DRAWING_TIME / 2, list).await??))
}
