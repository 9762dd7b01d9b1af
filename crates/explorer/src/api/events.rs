//! Streams of server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch;

use super::Hall;
use crate::problem::Problem;

/// The least time between two events.
const INTERVAL: Duration = Duration::from_millis(200);

/// Sends what `look` sees at once and whenever something has changed, as long as it says that it goes on. `look` is told
/// whether it is the first time. Events are called `state`, and the last one `end`.
pub fn stream<T, F>(
    hall: &Hall,
    changed: watch::Receiver<u64>,
    look: F,
) -> Result<impl IntoResponse + use<T, F>, Problem>
where
    T: Serialize,
    F: Fn(bool) -> (T, bool) + Send + 'static,
{
    let Ok(place) = Arc::clone(&hall.streams).try_acquire_owned() else {
        let message = "too many pages are watching at the moment";
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, message));
    };
    let start = State { changed, look, place, first: true, over: false };
    let events = stream::unfold(start, |mut state| async move {
        if state.over {
            return None;
        }
        if !state.first {
            tokio::time::sleep(INTERVAL).await;
            // Whatever changes has also ended when nobody is left to change it.
            let _ = state.changed.changed().await;
        }
        state.changed.mark_unchanged();
        let (view, goes_on) = (state.look)(state.first);
        state.first = false;
        state.over = !goes_on;
        let event = Event::default().event(if goes_on { "state" } else { "end" });
        let event = event.json_data(view).unwrap_or_default();
        Some((Ok::<_, Infallible>(event), state))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

struct State<F> {
    changed: watch::Receiver<u64>,
    look: F,
    /// Is free again when the stream ends.
    #[expect(dead_code)]
    place: tokio::sync::OwnedSemaphorePermit,
    first: bool,
    over: bool,
}
