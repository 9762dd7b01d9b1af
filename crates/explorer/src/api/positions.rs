//! Positions and what follows them.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::Hall;
use crate::desk::{CertificateClaim, CertificateError, Children, Desk, ReadPosition};
use crate::input::Parameters;
use crate::problem::Problem;

/// The most children that are listed.
const MOST_CHILDREN: usize = 1_000;

/// The most time for reading a position, of which the canonical form may be hard to find.
const READING_TIME: Duration = Duration::from_secs(5);

/// The most time for finding children.
const CHILDREN_TIME: Duration = Duration::from_secs(2);

/// The most time for a certificate.
const CERTIFICATE_TIME: Duration = Duration::from_secs(20);

/// Reads a position, beside what else is computed.
pub async fn read(hall: &Hall, desk: &Arc<dyn Desk>, text: &str) -> Result<ReadPosition, Problem> {
    let (desk, given) = (Arc::clone(desk), text.to_owned());
    let read = hall.slots.compute(READING_TIME, move |_| desk.read(&given)).await?;
    read.map_err(|misreading| Problem::misread(text, misreading))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    #[serde(default = "sprouts")]
    game: String,
    position: String,
}

fn sprouts() -> String {
    "sprouts".to_owned()
}

#[derive(Serialize)]
pub struct PositionAnswer {
    game: &'static str,
    #[serde(flatten)]
    read: ReadPosition,
    #[serde(flatten)]
    children: Children,
}

/// `GET /api/position`.
pub async fn position(
    State(hall): State<Hall>,
    Parameters(which): Parameters<Which>,
) -> Result<Json<PositionAnswer>, Problem> {
    let desk = hall.desk(&which.game)?;
    let read = read(&hall, &desk, &which.position).await?;
    let (game, sum) = (desk.name(), read.sum.clone());
    let children =
        hall.slots.compute(CHILDREN_TIME, move |control| desk.children(&sum, MOST_CHILDREN, control)).await?;
    Ok(Json(PositionAnswer { game, read, children }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    #[serde(default = "sprouts")]
    game: String,
    position: String,
    claim: CertificateClaim,
}

/// `GET /api/certificate`.
pub async fn certificate(
    State(hall): State<Hall>,
    Parameters(which): Parameters<Certificate>,
) -> Result<Response, Problem> {
    let desk = hall.desk(&which.game)?;
    let sum = read(&hall, &desk, &which.position).await?.sum;
    let answer =
        hall.slots.compute(CERTIFICATE_TIME, move |control| desk.certificate(&sum, which.claim, control));
    let bytes = answer.await?.map_err(|error| match error {
        CertificateError::Unknown(reason) => Problem::new(
            axum::http::StatusCode::UNPROCESSABLE_ENTITY,
            format!("there is no certificate: {reason}"),
        ),
        CertificateError::File(error) => Problem::bad(error.to_string()),
    })?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"position.cert\"")),
    ];
    Ok((headers, bytes).into_response())
}
