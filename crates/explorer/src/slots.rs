//! How many computations go on at a time, and when they stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rhizome_search::Control;
use tokio::sync::Semaphore;

use crate::problem::Problem;

/// How long a request waits for others to be computed.
const PATIENCE: Duration = Duration::from_secs(10);

/// Places for computations that answer requests.
#[derive(Clone, Debug)]
pub struct Slots {
    places: Arc<Semaphore>,
    /// The most bytes for one.
    memory: usize,
}

/// Stops what it belongs to when nobody waits for the answer any more.
#[derive(Debug)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Slots {
    /// So many places, with so many bytes of memory each.
    pub fn new(places: usize, memory: usize) -> Self {
        Slots { places: Arc::new(Semaphore::new(places)), memory }
    }

    /// Computes something on a thread of its own, as soon as there is a place. The control that it gets says stop after
    /// `time`, and when the client has gone.
    ///
    /// # Errors
    /// [`Problem::busy`] if there is no place for long.
    pub async fn compute<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&Control<'_>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let waiting = Arc::clone(&self.places).acquire_owned();
        let Ok(Ok(place)) = tokio::time::timeout(PATIENCE, waiting).await else {
            return Err(Problem::busy());
        };
        let cancel = Arc::new(AtomicBool::new(false));
        let guard = StopOnDrop(Arc::clone(&cancel));
        let memory = self.memory;
        let done = tokio::task::spawn_blocking(move || {
            let answer = work(&Control::new(&cancel, Some(time), memory));
            drop(place);
            answer
        });
        let answer = done.await;
        drop(guard);
        answer.map_err(|_| {
            Problem::new(
                axum::http::StatusCode::INTERNAL_SERVER_ERROR,
                "this has failed: it is a mistake in the program",
            )
        })
    }
}
