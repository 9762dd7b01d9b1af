//! Watches the master of a cluster by the figures that it serves with `--metrics`.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::figures;
use crate::jobs::{History, Sample};

/// How often the figures are asked for.
const INTERVAL: Duration = Duration::from_secs(1);

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(3);

/// The longest answer that is read, in bytes.
const LONGEST: u64 = 256 << 10;

/// A cluster that is watched.
#[derive(Clone)]
pub struct Cluster {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    changed: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    history: History,
    jobs: Option<u64>,
    problem: Option<String>,
}

/// A cluster as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClusterView {
    /// Where its master serves its figures.
    pub address: String,
    /// How it has gone since it is watched.
    pub samples: Vec<Sample>,
    /// Jobs that were given out.
    pub jobs: Option<u64>,
    /// Why there are no new figures.
    pub problem: Option<String>,
}

impl Cluster {
    /// The cluster whose master serves its figures at an address. Nothing is asked yet.
    pub fn new(address: SocketAddr) -> Self {
        Cluster { address, state: Arc::default(), changed: watch::Sender::new(0) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for the figures again and again, for ever.
    pub async fn follow(self) {
        let started = Instant::now();
        let mut clock = tokio::time::interval(INTERVAL);
        clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            clock.tick().await;
            let answer = match tokio::time::timeout(PATIENCE, ask(self.address)).await {
                Ok(answer) => answer.map_err(|error| error.to_string()),
                Err(_) => Err("no answer".to_owned()),
            };
            self.take(answer, started.elapsed());
        }
    }

    fn take(&self, answer: Result<String, String>, elapsed: Duration) {
        let mut state = self.state();
        match answer.and_then(|text| {
            sample(&text, elapsed.as_secs_f64()).ok_or_else(|| "there are no figures of a master".to_owned())
        }) {
            Ok((sample, jobs)) => {
                // A master that has started again counts anew.
                if state.history.samples().last().is_some_and(|last| last.expansions > sample.expansions) {
                    state.history.clear();
                }
                state.history.push(sample);
                state.jobs = jobs;
                state.problem = None;
            }
            Err(problem) => state.problem = Some(problem),
        }
        drop(state);
        self.changed.send_modify(|count| *count += 1);
    }

    /// Tells when something is new.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// How it stands.
    pub fn view(&self) -> ClusterView {
        let state = self.state();
        ClusterView {
            address: self.address.to_string(),
            samples: state.history.samples().to_vec(),
            jobs: state.jobs,
            problem: state.problem.clone(),
        }
    }
}

fn sample(text: &str, seconds: f64) -> Option<(Sample, Option<u64>)> {
    let figures = figures::read(text);
    let count = |name: &str| figures.get(name).map(|&value| value as u64);
    // An infinite number, and one that is not told, are both nothing.
    let number = |name: &str| {
        let value = figures.get(name).copied().filter(|value| value.is_finite())?;
        Some(value as u32)
    };
    let sample = Sample {
        seconds,
        expansions: count("rhizome_expansions_total")?,
        pn: number("rhizome_root_proof_number"),
        dn: number("rhizome_root_disproof_number"),
        facts: count("rhizome_facts").unwrap_or(0),
        memory: count("rhizome_search_memory_bytes").unwrap_or(0),
        workers: count("rhizome_workers"),
    };
    Some((sample, count("rhizome_jobs_total")))
}

async fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /metrics HTTP/1.0\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(LONGEST).read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let problem = || io::Error::other("the answer is not one to a request over HTTP");
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(problem)?;
    match head.lines().next().and_then(|line| line.split(' ').nth(1)) {
        Some("200") => Ok(body.to_owned()),
        Some(status) => Err(io::Error::other(format!("the answer has the status {status}"))),
        None => Err(problem()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_master_that_starts_again_is_a_new_run() {
        let cluster = Cluster::new(([127, 0, 0, 1], 1).into());
        let figures = |expansions: u64| {
            Ok(format!(
                "rhizome_expansions_total {expansions}\nrhizome_workers 2\nrhizome_root_proof_number inf\n"
            ))
        };
        for (second, expansions) in [(0, 5), (1, 9)] {
            cluster.take(figures(expansions), Duration::from_secs(second));
        }
        cluster.take(Err("no answer".into()), Duration::from_secs(2));
        let view = cluster.view();
        assert_eq!((view.samples.len(), view.problem.as_deref()), (2, Some("no answer")));
        assert_eq!((view.samples[1].workers, view.samples[1].pn), (Some(2), None));
        cluster.take(figures(1), Duration::from_secs(3));
        assert_eq!((cluster.view().samples.len(), cluster.view().problem), (1, None));
        cluster.take(Ok("hello".into()), Duration::from_secs(4));
        assert!(cluster.view().problem.is_some());
    }
}
