//! What comes in with a request: queries and JSON bodies, of which wrong ones are told as problems.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// The parameters behind the `?` of an address.
pub struct Parameters<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(value) = Query::from_request_parts(parts, state)
            .await
            .map_err(|error| Problem::bad(format!("wrong parameters: {}", error.body_text())))?;
        Ok(Parameters(value))
    }
}

/// A body in JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
            let message = "the body has to be JSON, with `Content-Type: application/json`";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| Problem::new(rejection.status(), rejection.body_text()))?;
        let value = serde_json::from_slice(&bytes).map_err(|error| {
            Problem::bad(format!("the body is not what is expected: {}", shortened(&error.to_string())))
        })?;
        Ok(Body(value))
    }
}

/// A message may quote what was sent.
fn shortened(message: &str) -> String {
    let characters: Vec<char> = message.chars().collect();
    match characters.len() {
        0..300 => message.to_owned(),
        length => {
            let part = |range: std::ops::Range<usize>| characters[range].iter().collect::<String>();
            format!("{} … {}", part(0..150), part(length - 80..length))
        }
    }
}
