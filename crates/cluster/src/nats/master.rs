//! The side of a master.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{self, LastRawMessageErrorKind, RetentionPolicy, StorageType};
use tokio::sync::mpsc;

use super::connection::{Connection, Shared, Task};
use super::names::{self, MASTER, Names, WORKERS};
use super::options::NatsOptions;
use super::outbox::Outbox;
use super::pull::{Pull, Pulled};
use crate::link::{FromWorker, LinkError, MasterLink};
use crate::message::{FactBatch, Job, Message, Notice, Run, RunId, Wire};

/// How many reports are fetched at once, and how many wait inside of the link.
const BATCH: usize = 64;
/// How many jobs and acknowledgements are under way to the server at once.
const WINDOW: usize = 64;
/// How long a master may take to acknowledge a report before it comes again. Those that were on a connection when it
/// broke take so long too.
const REPORT_WAIT: Duration = Duration::from_secs(20);
/// How many ends of runs are remembered for workers that come late.
const ENDS: u64 = 100;
/// How long the last words of a run may take.
const ENDING: Duration = Duration::from_secs(30);

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
        let setup = Setup { shared: connection.shared(), names: &names, ack_wait: options.ack_wait };
        let shared_facts = connection.wait(setup.streams())?;
        let (sender, incoming) = mpsc::channel(BATCH);
        let pull = connection.wait(Pull::new(connection.shared(), &names.reports_stream(), MASTER))?;
        let follower = Follower { shared: Arc::clone(connection.shared()), run: run.id, pull, sender };
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
        link.flush(ENDING)?;
        Ok(link)
    }

    /// Says that the run is over, where late workers look too, and removes what it has on the server.
    fn end(&mut self, notice: &Notice) -> Result<(), LinkError> {
        self.acknowledge()?;
        self.jobs.publish(&self.connection, self.names.ended(), notice.encode()?, None)?;
        self.flush(ENDING)?;
        self.reports = None;
        let setup = Setup { shared: self.connection.shared(), names: &self.names, ack_wait: ENDING };
        self.connection.wait(setup.remove())
    }
}

impl MasterLink for NatsMaster {
    fn receive(&mut self, wait: Duration) -> Result<Vec<FromWorker>, LinkError> {
        let batch = self.connection.receive(&mut self.incoming, BATCH, wait)?;
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

/// Makes and removes what a run has on the server.
struct Setup<'a> {
    shared: &'a Shared,
    names: &'a Names,
    ack_wait: Duration,
}

impl Setup<'_> {
    /// Makes the streams and consumers that are missing. Returns how many facts are in their stream.
    async fn streams(&self) -> Result<u64, LinkError> {
        let Self { shared, names, .. } = *self;
        let prefix = &shared.prefix;
        let runs = stream::Config {
            name: names::runs_stream(prefix),
            subjects: vec![names::run(prefix, "*"), names::ended(prefix, "*")],
            max_messages_per_subject: 1,
            storage: StorageType::File,
            ..Default::default()
        };
        let runs = self.stream(runs).await?;
        let purge = || async { runs.purge().filter(names::ended(prefix, "*")).keep(ENDS).await };
        shared.insist("forgetting runs of long ago", purge).await?;

        let queue = |name: String, subject: String| stream::Config {
            name,
            subjects: vec![subject],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            ..Default::default()
        };
        let jobs = self.stream(queue(names.jobs_stream(), names.jobs())).await?;
        shared.insist("withdrawing the jobs of the master before", || async { jobs.purge().await }).await?;
        self.consumer(&jobs, WORKERS, self.ack_wait).await?;
        let reports = self.stream(queue(names.reports_stream(), names.reports())).await?;
        // What the master before has not acknowledged then comes at once.
        let _ = reports.delete_consumer(MASTER).await;
        self.consumer(&reports, MASTER, REPORT_WAIT).await?;

        let facts = stream::Config {
            name: names.facts_stream(),
            subjects: vec![names.facts()],
            storage: StorageType::File,
            ..Default::default()
        };
        let facts = self.stream(facts).await?;
        let last = || async {
            match facts.get_last_raw_message_by_subject(&names.facts()).await {
                Ok(message) => Ok(Some(message)),
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
                Err(error) => Err(error),
            }
        };
        let last = shared.insist("reading the last facts", last).await?;
        Ok(match last.map(|message| Message::decode(&message.payload)) {
            Some(Ok(Message::Facts(batch))) => batch.first.saturating_add(batch.facts.len() as u64),
            _ => 0,
        })
    }

    async fn stream(&self, config: stream::Config) -> Result<stream::Stream, LinkError> {
        let what = format!("making the stream {}", config.name);
        self.shared.insist(&what, || self.shared.context.get_or_create_stream(config.clone())).await
    }

    async fn consumer(
        &self,
        stream: &stream::Stream,
        name: &str,
        ack_wait: Duration,
    ) -> Result<(), LinkError> {
        let config = pull::Config {
            durable_name: Some(name.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_ack_pending: -1,
            ..Default::default()
        };
        let what = format!("making the consumer {name}");
        self.shared.insist(&what, || stream.create_consumer(config.clone())).await?;
        Ok(())
    }

    /// Removes the announcement and the streams of the run.
    async fn remove(&self) -> Result<(), LinkError> {
        let Self { shared, names, .. } = *self;
        let runs = || async {
            let runs = shared
                .context
                .get_stream(names::runs_stream(&shared.prefix))
                .await
                .map_err(|error| error.to_string())?;
            runs.purge().filter(names.run()).await.map_err(|error| error.to_string())
        };
        shared.insist("taking back the run", runs).await?;
        for stream in names.streams() {
            let what = format!("removing the stream {stream}");
            shared.insist(&what, || shared.context.delete_stream(&stream)).await?;
        }
        Ok(())
    }
}

/// Receives what workers send.
struct Follower {
    shared: Arc<Shared>,
    run: RunId,
    pull: Pull,
    sender: mpsc::Sender<(FromWorker, String)>,
}

impl Follower {
    async fn follow(mut self) {
        loop {
            if self.pull.wanted() == 0 {
                self.pull.want(BATCH);
            }
            let message = match self.pull.next(&self.shared).await {
                Ok(Pulled::Message(message) | Pulled::Surplus(message)) => message,
                Ok(Pulled::Interrupted) => continue,
                Err(_) => return,
            };
            let Some(reply) = &message.reply else { continue };
            let content = self.shared.decode(&message, |message| match message {
                Message::Report(report) if report.run == self.run => Some(FromWorker::Report(report)),
                Message::Hello(hello) if hello.run == self.run => Some(FromWorker::Hello(hello)),
                _ => None,
            });
            let sent = match content {
                Some(content) => self.sender.send((content, reply.to_string())).await.is_ok(),
                None => self.shared.client.publish(reply.clone(), AckKind::Term.into()).await.is_ok(),
            };
            if !sent {
                return;
            }
        }
    }
}
