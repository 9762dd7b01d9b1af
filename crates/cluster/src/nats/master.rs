//! The side of a master.

mod follow;
mod setup;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::connection::{Connection, Task};
use super::names::Names;
use super::options::NatsOptions;
use super::outbox::Outbox;
use crate::link::{FromWorker, LinkError, MasterLink};
use crate::message::{FactBatch, Job, Notice, Run, Wire};
use follow::Follower;
use setup::Setup;

/// How many reports wait inside of the link.
const CAPACITY: usize = 64;
/// How many jobs and acknowledgements are under way to the server at once.
const WINDOW: usize = 64;
/// How long the first and the last words of a run may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A master's link over a NATS server.
pub struct NatsMaster {
    names: Names,
    incoming: mpsc::Receiver<(FromWorker, String)>,
    /// The reply subjects of what was received and is not acknowledged.
    received: Vec<String>,
    shared_facts: u64,
    jobs: Outbox,
    /// One at a time, so that a crash leaves no hole in the list.
    facts: Outbox,
    /// Until the run is over.
    reports: Option<Task>,
    connection: Connection,
}

impl NatsMaster {
    /// Connects to a server and announces a run, or takes it up again: reports that no master has acknowledged come
    /// again, and jobs that wait are withdrawn, because they belong to the tree of the master before.
    ///
    /// # Errors
    ///
    /// Every [`LinkError`] but those of later calls, within seconds.
    pub fn open(options: &NatsOptions, run: &Run) -> Result<Self, LinkError> {
        let announcement = run.encode()?;
        let connection = Connection::open(options)?;
        let names = Names::new(&options.prefix, run.id);
        let setup = Setup { shared: connection.shared(), names: &names };
        let shared_facts = connection.wait(setup.make(options.ack_wait))?;
        let pull = connection.wait(setup.reports())?;
        let (sender, incoming) = mpsc::channel(CAPACITY);
        let follower = Follower {
            shared: Arc::clone(connection.shared()),
            names: names.clone(),
            run: run.id,
            pull,
            sender,
        };
        let mut link = Self {
            incoming,
            received: Vec::new(),
            shared_facts,
            jobs: Outbox::new(&connection, WINDOW),
            facts: Outbox::new(&connection, 1),
            reports: Some(connection.spawn(follower.follow())),
            names,
            connection,
        };
        link.jobs.publish(&link.connection, link.names.run(), announcement, None)?;
        link.flush(PATIENCE)?;
        Ok(link)
    }

    /// Says that the run is over, where late workers look too, and removes what it has on the server.
    fn end(&mut self, notice: &Notice) -> Result<(), LinkError> {
        self.acknowledge()?;
        self.jobs.publish(&self.connection, self.names.ended(), notice.encode()?, None)?;
        self.flush(PATIENCE)?;
        self.reports = None;
        let setup = Setup { shared: self.connection.shared(), names: &self.names };
        self.connection.wait(setup.remove())
    }
}

impl MasterLink for NatsMaster {
    fn receive(&mut self, wait: Duration) -> Result<Vec<FromWorker>, LinkError> {
        let batch = self.connection.receive(&mut self.incoming, CAPACITY, wait)?;
        let (messages, replies): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
        self.received.extend(replies);
        Ok(messages)
    }

    fn acknowledge(&mut self) -> Result<(), LinkError> {
        for reply in std::mem::take(&mut self.received) {
            self.jobs.acknowledge(&self.connection, reply)?;
        }
        Ok(())
    }

    fn offer(&mut self, job: &Job) -> Result<(), LinkError> {
        self.jobs.publish(&self.connection, self.names.jobs(), job.encode()?, None)
    }

    fn share(&mut self, facts: &FactBatch) -> Result<(), LinkError> {
        self.facts.publish(&self.connection, self.names.facts(), facts.encode()?, None)?;
        self.shared_facts = self.shared_facts.max(facts.first + facts.facts.len() as u64);
        Ok(())
    }

    fn shared(&self) -> u64 {
        self.shared_facts
    }

    fn tell(&mut self, notice: &Notice) -> Result<(), LinkError> {
        if notice.is_end() {
            return self.end(notice);
        }
        let message = notice.encode()?;
        let publish = self.connection.shared().client.publish(self.names.notices(), message.into());
        self.connection.wait(async { publish.await.map_err(|_| LinkError::Closed) })
    }

    fn flush(&mut self, wait: Duration) -> Result<(), LinkError> {
        self.jobs.flush(&self.connection, wait)?;
        self.facts.flush(&self.connection, wait)
    }

    fn dropped(&self) -> u64 {
        self.connection.shared().dropped()
    }
}
