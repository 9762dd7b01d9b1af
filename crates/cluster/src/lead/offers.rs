//! Jobs that are given out, and when they were heard of last.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::message::{Job, JobId};
use crate::pace::Pace;

/// Jobs that are given out.
#[derive(Debug)]
pub(super) struct Offers {
    jobs: HashMap<JobId, Offer>,
    patience: Duration,
    /// When it was last looked for those that are silent.
    looked: Instant,
    interval: Duration,
}

#[derive(Debug)]
struct Offer {
    job: Job,
    /// When it is to be offered again, unless it is heard of before.
    due: Instant,
    patience: Duration,
}

impl Offers {
    pub(super) fn new(pace: Pace) -> Self {
        let patience = pace.offer_again_after;
        Offers { jobs: HashMap::new(), patience, looked: Instant::now(), interval: patience / 8 }
    }

    pub(super) fn add(&mut self, job: Job) {
        let patience = self.patience;
        self.jobs.insert(job.job, Offer { job, due: Instant::now() + patience, patience });
    }

    pub(super) fn remove(&mut self, job: JobId) {
        self.jobs.remove(&job);
    }

    /// Takes note of a report. False if there is no such job.
    pub(super) fn hear(&mut self, job: JobId, is_final: bool) -> bool {
        let Some(offer) = self.jobs.get_mut(&job) else { return false };
        offer.due = Instant::now() + offer.patience;
        if is_final {
            self.jobs.remove(&job);
        }
        true
    }

    /// A report about a job was of no use, and may have been the last.
    pub(super) fn doubt(&mut self, job: JobId) {
        if let Some(offer) = self.jobs.get_mut(&job) {
            offer.due = Instant::now();
        }
    }

    /// Jobs that were not heard of for a long while. The next time it takes longer.
    pub(super) fn silent(&mut self) -> Vec<Job> {
        if self.looked.elapsed() < self.interval {
            return Vec::new();
        }
        let now = Instant::now();
        self.looked = now;
        let silent = self.jobs.values_mut().filter(|offer| offer.due <= now);
        silent
            .map(|offer| {
                offer.patience = offer.patience.saturating_mul(2).min(self.patience * 16);
                offer.due = now + offer.patience;
                offer.job.clone()
            })
            .collect()
    }
}
