//! What masters and workers on different machines have in common.

mod helping;
mod leading;

use std::thread;
use std::time::{Duration, Instant};

use rhizome_cluster::LinkError;
use tracing::warn;

pub use helping::{Board as WorkerBoard, HelpError, Helping};
pub use leading::{Board as MasterBoard, Leading};

use crate::interrupt::Interrupt;

/// Between two attempts to reach a server.
const PAUSE: Duration = Duration::from_millis(500);

/// Makes a link, trying for a while if the server does not answer. `None` after an interrupt.
///
/// # Errors
/// Why there is no link.
pub fn connect<L>(
    mut open: impl FnMut() -> Result<L, LinkError>,
    wait: Duration,
    interrupt: &Interrupt,
) -> Result<Option<L>, LinkError> {
    let start = Instant::now();
    let mut is_told = false;
    while !interrupt.is_raised() {
        match open() {
            Ok(link) => return Ok(Some(link)),
            Err(error @ LinkError::Unreachable { .. }) if start.elapsed() < wait => {
                if !std::mem::replace(&mut is_told, true) {
                    warn!(%error, "trying again");
                }
                thread::sleep(PAUSE);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Whether an error of a link may pass by itself, so that it makes sense to start again.
pub fn may_pass(error: &LinkError) -> bool {
    matches!(error, LinkError::Unreachable { .. } | LinkError::TimedOut { .. } | LinkError::Closed)
}
