//! Pictures of positions.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rhizome_planar::{Drawing, PlanarMap};
use serde::{Deserialize, Serialize};
use std::time::Duration;

use super::Hall;
use crate::input::{Body, Parameters};
use crate::picture::Picture;
use crate::problem::Problem;

/// The most pictures of one request.
const MOST_PICTURES: usize = 100;

/// The most time for one request.
const MOST_TIME: Duration = Duration::from_secs(10);

/// The longest text of a position that is drawn, in bytes.
const LONGEST_TEXT: usize = 400;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    positions: Vec<String>,
}

#[derive(Serialize)]
pub struct PicturesAnswer {
    pictures: Vec<PictureAnswer>,
}

/// A picture, or why there is none.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum PictureAnswer {
    Drawing(Picture),
    Error(String),
}

/// Draws a position of Sprouts. A Nim-heap beside it is left out.
fn draw(text: &str) -> Result<Drawing, String> {
    if text.len() > LONGEST_TEXT {
        return Err("the position is too large for a picture".to_owned());
    }
    let lands: Vec<&str> = text.split('+').filter(|term| !term.trim_start().starts_with('*')).collect();
    let text = if lands.is_empty() { "!".to_owned() } else { lands.join("+") };
    let map = PlanarMap::from_notation(&text).map_err(|error| error.to_string())?;
    Drawing::new(&map).map_err(|error| error.to_string())
}

/// `POST /api/pictures`.
pub async fn pictures(
    State(hall): State<Hall>,
    Body(order): Body<Order>,
) -> Result<Json<PicturesAnswer>, Problem> {
    if order.positions.len() > MOST_PICTURES {
        return Err(Problem::bad(format!("at most {MOST_PICTURES} pictures can be asked for at a time")));
    }
    let draw_all = move |control: &rhizome_search::Control<'_>| {
        let one = |text: &String| match control.look() {
            Ok(()) => draw(text)
                .map_or_else(PictureAnswer::Error, |drawing| PictureAnswer::Drawing(Picture::new(&drawing))),
            Err(stop) => PictureAnswer::Error(stop.to_string()),
        };
        order.positions.iter().map(one).collect()
    };
    Ok(Json(PicturesAnswer { pictures: hall.slots.compute(MOST_TIME, draw_all).await? }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    position: String,
}

/// `GET /api/picture.svg`.
pub async fn svg(
    State(hall): State<Hall>,
    Parameters(which): Parameters<Which>,
) -> Result<Response, Problem> {
    let drawn = hall.slots.compute(MOST_TIME, move |_| Ok(draw(&which.position)?.to_svg())).await?;
    let svg = drawn.map_err(|error: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"position.svg\"")),
    ];
    Ok((headers, svg).into_response())
}
