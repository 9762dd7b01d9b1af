//! Long searches, in the background.

mod history;
mod job;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

pub use history::{History, Sample};
pub use job::{Job, JobOrder, JobView, Samples};

/// The most jobs that run at a time.
pub const MOST_RUNNING: usize = 2;

/// The most jobs that are remembered.
const MOST_KEPT: usize = 20;

/// All jobs, by their numbers.
#[derive(Clone)]
pub struct Jobs {
    shelf: Arc<Mutex<Shelf>>,
    /// The most that may be asked for.
    limits: JobLimits,
}

/// The most that a job may be allowed.
#[derive(Clone, Copy, Debug)]
pub struct JobLimits {
    /// Bytes of memory.
    pub memory: usize,
    /// Time.
    pub time: Duration,
}

struct Shelf {
    jobs: BTreeMap<u64, Arc<Job>>,
    next: u64,
    /// Says when something about the list is new.
    changed: watch::Sender<u64>,
}

/// Why a job does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobRefusal {
    /// Enough are running.
    #[error("{MOST_RUNNING} searches are running, which is all that may run at a time: cancel one, or wait")]
    TooMany,
    /// There is no thread for it.
    #[error("the machine has no thread to spare")]
    NoThread,
}

impl Jobs {
    /// No jobs.
    pub fn new(limits: JobLimits) -> Self {
        let shelf = Shelf { jobs: BTreeMap::new(), next: 1, changed: watch::Sender::new(0) };
        Jobs { shelf: Arc::new(Mutex::new(shelf)), limits }
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The most that a job may be allowed.
    pub fn limits(&self) -> JobLimits {
        self.limits
    }

    /// Begins a job.
    ///
    /// # Errors
    /// If too many are running.
    pub fn begin(&self, order: JobOrder) -> Result<Arc<Job>, JobRefusal> {
        let mut shelf = self.shelf();
        if shelf.jobs.values().filter(|job| job.is_running()).count() >= MOST_RUNNING {
            return Err(JobRefusal::TooMany);
        }
        while shelf.jobs.len() >= MOST_KEPT {
            let oldest = shelf.jobs.iter().find(|(_, job)| !job.is_running()).map(|(&id, _)| id);
            match oldest {
                Some(id) => drop(shelf.jobs.remove(&id)),
                None => break,
            }
        }
        let id = shelf.next;
        let job = Job::start(id, order, self.limits).map_err(|_| JobRefusal::NoThread)?;
        shelf.next += 1;
        shelf.jobs.insert(id, Arc::clone(&job));
        shelf.changed.send_replace(id);
        Ok(job)
    }

    /// The job with a number.
    pub fn get(&self, id: u64) -> Option<Arc<Job>> {
        self.shelf().jobs.get(&id).cloned()
    }

    /// All jobs that are remembered, the last first.
    pub fn list(&self) -> Vec<Arc<Job>> {
        self.shelf().jobs.values().rev().cloned().collect()
    }

    /// Cancels all jobs.
    pub fn cancel_all(&self) {
        self.shelf().jobs.values().for_each(|job| job.cancel());
    }
}
