//! Reads a stream from its beginning and goes on with what is added, without a gap.

use std::time::Duration;

use async_nats::Message;
use async_nats::jetstream;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::stream::ConsumerErrorKind;
use tokio::time::{sleep, timeout};
use tracing::{debug, warn};

use super::connection::{NOT_FOUND, Shared};
use super::pull::{Pull, Pulled};
use crate::link::LinkError;

/// How many messages are fetched at once.
const BATCH: usize = 32;
/// After which time the server forgets a consumer that nobody asks for messages.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60);
/// Between two looks for a stream that is not there.
const LOOK: Duration = Duration::from_millis(500);
/// When nothing has come for so long, a look shows whether there is something that should have come: while a stream is
/// purged, the server (2.9) may take a new consumer past messages that stay.
const DOUBT: Duration = Duration::from_secs(1);
/// The same when everything that was there has come.
const LITTLE_DOUBT: Duration = Duration::from_secs(15);

/// A reader of a stream. It has a consumer of its own, and a new one whenever something may have been lost.
pub(super) struct Replay {
    stream: String,
    resumption: Resumption,
    /// The place of the next message in the stream.
    next: u64,
    /// Everything up to this place has come, as far as it is still there.
    complete: u64,
    consumer: Option<Consumer>,
}

/// Where a new consumer begins.
#[derive(Clone, Copy)]
pub(super) enum Resumption {
    /// With the first message, each time: nothing is missed if the stream is another one of the same name.
    Afresh,
    /// Behind the last message that has come.
    Behind,
}

struct Consumer {
    pull: Pull,
    /// How many messages have come.
    received: u64,
    /// The place of the last of them in the stream.
    seen: u64,
    /// Where the stream ended, as far as was known, when the consumer was made.
    end: u64,
    /// Whether everything that was there has come.
    is_complete: bool,
}

/// What comes next in a stream.
pub(super) struct Replayed {
    /// A message, or nothing if there is none yet.
    pub(super) message: Option<Message>,
    /// When the server got it, in nanoseconds of its clock.
    pub(super) time: i128,
    /// Whether there is no other behind it, yet.
    pub(super) is_last: bool,
}

impl Replay {
    pub(super) const fn new(stream: String, resumption: Resumption) -> Self {
        Self { stream, resumption, next: 1, complete: 0, consumer: None }
    }

    /// Waits for the next message. If the stream does not exist, that is until it does.
    pub(super) async fn next(&mut self, shared: &Shared) -> Result<Replayed, LinkError> {
        let mut end = 0;
        loop {
            let Some(consumer) = &mut self.consumer else {
                let config = pull::Config {
                    deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: self.next },
                    ack_policy: AckPolicy::None,
                    inactive_threshold: FORGOTTEN_AFTER,
                    memory_storage: true,
                    ..Default::default()
                };
                // An answer does not come any more if the connection is lost before.
                let mut connected = shared.connected();
                let created = tokio::select! {
                    created = shared.context.create_consumer_on_stream(config, &self.stream) => created,
                    _ = connected.changed() => continue,
                };
                match created {
                    Ok(created) => {
                        let info = created.cached_info();
                        let pull = Pull::new(shared, &self.stream, &info.name).await?;
                        let is_complete = info.num_pending == 0;
                        self.consumer = Some(Consumer { pull, received: 0, seen: 0, end, is_complete });
                        if is_complete {
                            self.complete = self.complete.max(end);
                            return Ok(Replayed { message: None, time: 0, is_last: true });
                        }
                    }
                    Err(error) => {
                        match error.kind() {
                            ConsumerErrorKind::JetStream(error) if error.code() != NOT_FOUND => {
                                warn!(stream = self.stream, %error, "cannot read the stream");
                            }
                            _ => debug!(stream = self.stream, %error, "cannot read the stream yet"),
                        }
                        sleep(LOOK).await;
                    }
                }
                continue;
            };
            if consumer.pull.wanted() == 0 {
                consumer.pull.want(BATCH);
            }
            let patience = if consumer.is_complete { LITTLE_DOUBT } else { DOUBT };
            let message = match timeout(patience, consumer.pull.next(shared)).await {
                Ok(pulled) => match pulled? {
                    Pulled::Message(message) | Pulled::Surplus(message) => message,
                    Pulled::Interrupted => {
                        self.consumer = None;
                        continue;
                    }
                },
                Err(_) => {
                    if let Some(last) = last_place(shared, &self.stream).await
                        && last > self.complete.max(consumer.seen)
                    {
                        debug!(stream = self.stream, last, "something should have come; reading it again");
                        end = last;
                        self.consumer = None;
                    }
                    continue;
                }
            };
            let message = jetstream::Message { message, context: shared.context.clone() };
            consumer.received += 1;
            let (time, is_last) = match message.info() {
                Ok(info) if info.consumer_sequence == consumer.received => {
                    if let Resumption::Behind = self.resumption {
                        self.next = info.stream_sequence + 1;
                    }
                    consumer.seen = info.stream_sequence;
                    consumer.is_complete = info.pending == 0;
                    if consumer.is_complete {
                        self.complete = self.complete.max(consumer.end);
                    }
                    (info.published.unix_timestamp_nanos(), consumer.is_complete)
                }
                _ => {
                    self.consumer = None;
                    continue;
                }
            };
            return Ok(Replayed { message: Some(message.message), time, is_last });
        }
    }
}

/// The place of the last message that a stream has got, if the server tells.
async fn last_place(shared: &Shared, stream: &str) -> Option<u64> {
    let mut connected = shared.connected();
    // An answer does not come any more if the connection is lost before.
    tokio::select! {
        stream = shared.context.get_stream(stream) => Some(stream.ok()?.cached_info().state.last_sequence),
        _ = connected.changed() => None,
    }
}
