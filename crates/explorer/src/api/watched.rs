//! What is watched beside the server's own searches.

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Serialize;

use super::Hall;
use super::events::stream;
use crate::problem::Problem;
use crate::watched::{Cluster, ClusterView, SimulationPoint};

fn watched(hall: &Hall) -> Result<Cluster, Problem> {
    let missing = "no cluster is watched: `rhizome explore --watch ADDRESS` watches the one whose master serves its figures there";
    hall.cluster.clone().ok_or_else(|| Problem::missing(missing))
}

/// `GET /api/cluster`.
pub async fn cluster(State(hall): State<Hall>) -> Result<Json<ClusterView>, Problem> {
    Ok(Json(watched(&hall)?.view()))
}

/// `GET /api/cluster/events`.
pub async fn cluster_events(State(hall): State<Hall>) -> Result<impl IntoResponse, Problem> {
    let cluster = watched(&hall)?;
    let changed = cluster.subscribe();
    stream(&hall, changed, move |_| (cluster.view(), true))
}

#[derive(Serialize)]
pub struct SimulationAnswer {
    points: Vec<SimulationPoint>,
}

/// `GET /api/simulation`.
pub async fn simulation(State(hall): State<Hall>) -> Result<Json<SimulationAnswer>, Problem> {
    if hall.simulation.is_empty() {
        let missing = "no simulation is shown: `rhizome explore --simulation FILE` shows what `rhizome simulate --format json` has printed";
        return Err(Problem::missing(missing));
    }
    Ok(Json(SimulationAnswer { points: hall.simulation.to_vec() }))
}
