//! What the page asks for: JSON over HTTP, described in `assets/openapi.json`.

mod about;
mod events;
mod game;
mod jobs;
mod pictures;
mod positions;
mod trees;
mod values;
mod watched;

use std::sync::Arc;

use axum::Router;
use axum::http::Method;
use axum::routing::{MethodRouter, delete, get, post};
use tokio::sync::Semaphore;

use crate::desk::{Desk, Desks};
use crate::jobs::Jobs;
use crate::problem::Problem;
use crate::slots::Slots;
use crate::table::Tables;
use crate::watched::{Cluster, SimulationPoint};

/// The most streams of events at a time.
const MOST_STREAMS: usize = 64;

/// What all requests are answered from.
#[derive(Clone)]
pub struct Hall {
    /// The games.
    pub desks: Arc<Desks>,
    /// Games that are drawn.
    pub tables: Tables,
    /// Places for computations.
    pub slots: Slots,
    /// Long searches.
    pub jobs: Jobs,
    /// The cluster that is watched.
    pub cluster: Option<Cluster>,
    /// The simulation that is shown.
    pub simulation: Arc<Vec<SimulationPoint>>,
    /// Places for streams of events.
    streams: Arc<Semaphore>,
}

impl Hall {
    /// What requests are answered from.
    pub fn new(
        desks: Desks,
        slots: Slots,
        jobs: Jobs,
        cluster: Option<Cluster>,
        simulation: Vec<SimulationPoint>,
    ) -> Self {
        let streams = Arc::new(Semaphore::new(MOST_STREAMS));
        Hall {
            desks: Arc::new(desks),
            tables: Tables::default(),
            slots,
            jobs,
            cluster,
            simulation: Arc::new(simulation),
            streams,
        }
    }

    fn desk(&self, name: &str) -> Result<Arc<dyn Desk>, Problem> {
        let desk = self.desks.iter().find(|desk| desk.name() == name);
        desk.cloned().ok_or_else(|| {
            let names: Vec<&str> = self.desks.iter().map(|desk| desk.name()).collect();
            Problem::bad(format!("there is no such game here; there are {}", names.join(", ")))
        })
    }
}

/// All there is, with the methods.
pub fn routes() -> Vec<(Method, &'static str, MethodRouter<Hall>)> {
    vec![
        (Method::GET, "/api/openapi.json", get(about::openapi)),
        (Method::GET, "/api/about", get(about::about)),
        (Method::POST, "/api/trees", post(trees::record)),
        (Method::GET, "/api/position", get(positions::position)),
        (Method::POST, "/api/values", post(values::values)),
        (Method::GET, "/api/certificate", get(positions::certificate)),
        (Method::POST, "/api/pictures", post(pictures::pictures)),
        (Method::GET, "/api/picture.svg", get(pictures::svg)),
        (Method::POST, "/api/game", post(game::show)),
        (Method::POST, "/api/game/stroke", post(game::stroke)),
        (Method::POST, "/api/game/reply", post(game::reply)),
        (Method::POST, "/api/game/hint", post(game::hint)),
        (Method::POST, "/api/game/moves", post(game::moves)),
        (Method::GET, "/api/jobs", get(jobs::list)),
        (Method::POST, "/api/jobs", post(jobs::begin)),
        (Method::GET, "/api/jobs/{id}", get(jobs::show)),
        (Method::DELETE, "/api/jobs/{id}", delete(jobs::cancel)),
        (Method::GET, "/api/jobs/{id}/events", get(jobs::events)),
        (Method::GET, "/api/cluster", get(watched::cluster)),
        (Method::GET, "/api/cluster/events", get(watched::cluster_events)),
        (Method::GET, "/api/simulation", get(watched::simulation)),
    ]
}

/// The API.
pub fn router() -> Router<Hall> {
    routes().into_iter().fold(Router::new(), |router, (_, path, methods)| router.route(path, methods))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every route is described, and everything that is described is there.
    #[test]
    fn the_description_is_complete() {
        let description: serde_json::Value = serde_json::from_str(about::OPENAPI).expect("JSON");
        let mut described = BTreeSet::new();
        for (path, methods) in description["paths"].as_object().expect("paths") {
            for method in methods.as_object().expect("methods").keys() {
                described.insert((method.to_uppercase(), path.clone()));
            }
        }
        let there: BTreeSet<_> =
            routes().iter().map(|(method, path, _)| (method.to_string(), (*path).to_owned())).collect();
        assert_eq!(there, described);
    }

    /// Every reference of the description leads somewhere.
    #[test]
    fn the_description_refers_to_itself() {
        let description: serde_json::Value = serde_json::from_str(about::OPENAPI).expect("JSON");
        let mut waiting = vec![&description];
        while let Some(value) = waiting.pop() {
            if let Some(reference) = value.get("$ref").and_then(|reference| reference.as_str()) {
                let pointer = reference.strip_prefix('#').expect("a place in the description");
                assert!(description.pointer(pointer).is_some(), "{reference}");
            }
            match value {
                serde_json::Value::Object(members) => waiting.extend(members.values()),
                serde_json::Value::Array(items) => waiting.extend(items),
                _ => {}
            }
        }
        assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    }
}
