//! What this server has.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Serialize;

use super::Hall;

/// The description of the API.
pub const OPENAPI: &str = include_str!("../../assets/openapi.json");

/// `GET /api/openapi.json`.
pub async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

#[derive(Serialize)]
pub struct About {
    version: &'static str,
    games: Vec<Game>,
    job_seconds: u64,
    job_memory: u64,
    cluster: bool,
    simulation: bool,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    title: &'static str,
    examples: &'static [&'static str],
}

/// `GET /api/about`.
pub async fn about(State(hall): State<Hall>) -> Json<About> {
    let game = |desk: &std::sync::Arc<dyn crate::desk::Desk>| Game {
        name: desk.name(),
        title: desk.title(),
        examples: desk.examples(),
    };
    let limits = hall.jobs.limits();
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        games: hall.desks.iter().map(game).collect(),
        job_seconds: limits.time.as_secs(),
        job_memory: limits.memory as u64,
        cluster: hall.cluster.is_some(),
        simulation: !hall.simulation.is_empty(),
    })
}
