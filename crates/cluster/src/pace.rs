//! How often masters and workers do what they do again and again.

use std::time::Duration;

/// How often masters and workers do what they do again and again, and how patient they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// A master makes its journal durable, and acknowledges what it has heard, at least so often.
    pub sync_every: Duration,
    /// A worker that has not been heard of for so long does not count any more.
    pub worker_gone_after: Duration,
    /// A job that nobody has reported about for so long is offered again. Links see to it that jobs of workers that have
    /// died go to others much sooner; this is for a server that has forgotten them.
    pub offer_again_after: Duration,
    /// A worker introduces itself so often.
    pub hello_every: Duration,
    /// A worker says so often that it goes on with a job.
    pub keep_every: Duration,
    /// A worker that has not got a job for so long looks for another run.
    pub look_around_after: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            sync_every: Duration::from_secs(1),
            worker_gone_after: Duration::from_secs(30),
            offer_again_after: Duration::from_secs(60),
            hello_every: Duration::from_secs(5),
            keep_every: Duration::from_secs(2),
            look_around_after: Duration::from_secs(10),
        }
    }
}
