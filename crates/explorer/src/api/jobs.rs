//! Long searches.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};

use super::Hall;
use super::events::stream;
use crate::desk::{Algorithm, JobQuestion};
use crate::input::Body;
use crate::jobs::{JobOrder, JobView, Samples};
use crate::problem::Problem;

/// The least memory of a search, in bytes.
const LEAST_MEMORY: usize = 16 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    #[serde(default = "sprouts")]
    game: String,
    position: String,
    #[serde(default)]
    misere: bool,
    #[serde(default = "dfpn")]
    algorithm: Algorithm,
    /// In bytes.
    memory: Option<u64>,
    seconds: Option<u64>,
}

fn sprouts() -> String {
    "sprouts".to_owned()
}

fn dfpn() -> Algorithm {
    Algorithm::Dfpn
}

#[derive(Serialize)]
pub struct JobList {
    jobs: Vec<JobView>,
}

/// `GET /api/jobs`.
pub async fn list(State(hall): State<Hall>) -> Json<JobList> {
    Json(JobList { jobs: hall.jobs.list().iter().map(|job| job.view(Samples::None)).collect() })
}

/// `POST /api/jobs`.
pub async fn begin(State(hall): State<Hall>, Body(order): Body<Order>) -> Result<impl IntoResponse, Problem> {
    let desk = hall.desk(&order.game)?;
    let read = super::positions::read(&hall, &desk, &order.position).await?;
    let limits = hall.jobs.limits();
    let memory = order.memory.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(limits.memory);
    let order = JobOrder {
        desk,
        position: read.sum,
        text: read.canon,
        question: JobQuestion { misere: order.misere, algorithm: order.algorithm },
        memory: memory.max(LEAST_MEMORY),
        time: order.seconds.map_or(limits.time, Duration::from_secs),
    };
    let job = hall
        .jobs
        .begin(order)
        .map_err(|refusal| Problem::new(StatusCode::TOO_MANY_REQUESTS, refusal.to_string()))?;
    Ok((StatusCode::CREATED, Json(job.view(Samples::None))))
}

fn number(id: &str) -> Result<u64, Problem> {
    id.parse().map_err(|_| Problem::missing("searches have numbers"))
}

fn find(hall: &Hall, id: &str) -> Result<std::sync::Arc<crate::jobs::Job>, Problem> {
    hall.jobs.get(number(id)?).ok_or_else(|| Problem::missing("there is no such search, or not any more"))
}

/// `GET /api/jobs/{id}`.
pub async fn show(State(hall): State<Hall>, Path(id): Path<String>) -> Result<Json<JobView>, Problem> {
    Ok(Json(find(&hall, &id)?.view(Samples::All)))
}

/// `DELETE /api/jobs/{id}`.
pub async fn cancel(State(hall): State<Hall>, Path(id): Path<String>) -> Result<Json<JobView>, Problem> {
    let job = find(&hall, &id)?;
    job.cancel();
    Ok(Json(job.view(Samples::None)))
}

/// `GET /api/jobs/{id}/events`: first all samples, then new ones as they come, until the search has ended.
pub async fn events(State(hall): State<Hall>, Path(id): Path<String>) -> Result<impl IntoResponse, Problem> {
    let job = find(&hall, &id)?;
    let changed = job.subscribe();
    stream(&hall, changed, move |first| {
        let running = job.is_running();
        let view = job.view(if first { Samples::All } else { Samples::Last });
        // What ended between the two looks is told by the next event.
        (view, running)
    })
}
