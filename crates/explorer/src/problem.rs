//! What goes wrong with a request, as the client is told.

use std::ops::Range;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::games::Misreading;

/// A request that is not answered, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The status of the response.
    pub status: StatusCode,
    /// What is wrong, in one line.
    pub message: String,
    /// Which characters of the position are to blame, if it is some of them, counted from 0.
    pub span: Option<Range<usize>>,
    /// Which place of a picture is to blame, if it is one.
    pub at: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct Body<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[f64; 2]>,
}

impl Problem {
    /// A problem of some status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Problem { status, message: message.into(), span: None, at: None }
    }

    /// What was asked is not understood, or cannot be done.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// What was asked for is not there.
    pub fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// Too many computations are going on.
    pub fn busy() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "too much is being computed at the moment: try again in a few seconds",
        )
    }

    /// A text is no position.
    pub fn misread(text: &str, misreading: Misreading) -> Self {
        let characters = |bytes: usize| text.get(..bytes).map_or(0, |before| before.chars().count());
        let span = misreading.span.map(|span| characters(span.start)..characters(span.end));
        Problem { status: StatusCode::UNPROCESSABLE_ENTITY, message: misreading.message, span, at: None }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let span = self.span.map(|span| [span.start, span.end]);
        let mut response =
            (self.status, Json(Body { error: &self.message, span, at: self.at })).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, axum::http::HeaderValue::from_static("5"));
        }
        response
    }
}
