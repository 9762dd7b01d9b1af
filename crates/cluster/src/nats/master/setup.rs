//! What a run has on the server.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::context::DeleteStreamErrorKind;
use async_nats::jetstream::stream::{
    self, LastRawMessageErrorKind, PurgeError, RetentionPolicy, StorageType,
};

use crate::link::LinkError;
use crate::message::Message;
use crate::nats::connection::{NOT_FOUND, Shared};
use crate::nats::names::{self, MASTER, Names, WORKERS};
use crate::nats::pull::Pull;

/// How long a master may take to acknowledge a report before it comes again.
const REPORT_WAIT: Duration = Duration::from_secs(60);
/// How many ends of runs are remembered for workers that come late.
const ENDS: u64 = 100;

/// Makes and removes what a run has on the server.
pub(super) struct Setup<'a> {
    pub(super) shared: &'a Shared,
    pub(super) names: &'a Names,
}

impl Setup<'_> {
    /// Makes the streams and consumers that are missing. Returns how many facts are in their stream.
    pub(super) async fn make(&self, ack_wait: Duration) -> Result<u64, LinkError> {
        let Self { shared, names } = *self;
        let prefix = &shared.prefix;
        let runs = stream::Config {
            name: names::runs_stream(prefix),
            subjects: vec![names::run(prefix, "*"), names::ended(prefix, "*")],
            max_messages_per_subject: 1,
            storage: StorageType::File,
            ..Default::default()
        };
        let runs = self.stream(runs).await?;
        let purge = || async {
            // A purge may confuse who begins to read at this moment, so there is none without need.
            if runs.get_last_raw_message_by_subject(&names.ended()).await.is_ok() {
                runs.purge().filter(names.ended()).await?;
            }
            if runs.cached_info().state.messages > ENDS {
                runs.purge().filter(names::ended(prefix, "*")).keep(ENDS).await?;
            }
            Ok::<_, PurgeError>(())
        };
        shared.insist("forgetting ends of runs", purge).await?;

        let queue = |name: String, subject: String| stream::Config {
            name,
            subjects: vec![subject],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            ..Default::default()
        };
        let jobs = self.stream(queue(names.jobs_stream(), names.jobs())).await?;
        shared.insist("withdrawing the jobs of the master before", || async { jobs.purge().await }).await?;
        self.consumer(&names.jobs_stream(), WORKERS, ack_wait).await?;
        self.stream(queue(names.reports_stream(), names.reports())).await?;

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

    async fn consumer(&self, stream: &str, name: &str, ack_wait: Duration) -> Result<(), LinkError> {
        let config = pull::Config {
            durable_name: Some(name.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_ack_pending: -1,
            ..Default::default()
        };
        let create = || self.shared.context.create_consumer_on_stream(config.clone(), stream);
        self.shared.insist(&format!("making the consumer {name}"), create).await?;
        Ok(())
    }

    /// Makes the consumer of reports anew, so that all that is not acknowledged comes at once: what a master before has
    /// left, and what was lost with a connection.
    pub(super) async fn reports(&self) -> Result<Pull, LinkError> {
        let stream = self.names.reports_stream();
        // It need not be there.
        let _ = self.shared.context.delete_consumer_from_stream(MASTER, &stream).await;
        self.consumer(&stream, MASTER, REPORT_WAIT).await?;
        Pull::new(self.shared, &stream, MASTER).await
    }

    /// Removes the announcement and the streams of the run.
    pub(super) async fn remove(&self) -> Result<(), LinkError> {
        let Self { shared, names } = *self;
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
            let remove = || async {
                match shared.context.delete_stream(&stream).await.map_err(|error| error.kind()) {
                    Err(DeleteStreamErrorKind::JetStream(error)) if error.code() == NOT_FOUND => Ok(()),
                    result => result.map(drop),
                }
            };
            shared.insist(&what, remove).await?;
        }
        Ok(())
    }
}
