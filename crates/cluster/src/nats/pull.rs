//! Fetches messages from a consumer, so many as are wanted and no more.

use std::time::Duration;

use async_nats::{Message, StatusCode, Subscriber};
use futures_util::StreamExt;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::connection::{PAUSE, Shared};
use crate::link::LinkError;

/// How long the server keeps a request for messages.
const REQUEST_TIME: Duration = Duration::from_secs(20);
/// When to give up a request that the server should have answered.
const OVERDUE: Duration = Duration::from_secs(22);

/// A subscription that a consumer sends to on request.
pub(super) struct Pull {
    subscriber: Subscriber,
    inbox: String,
    request_subject: String,
    connected: watch::Receiver<u64>,
    /// How many more messages are to come.
    wanted: usize,
    /// How many of them the server knows of.
    requested: usize,
    overdue: Instant,
}

/// What came of waiting for a message.
pub(super) enum Pulled {
    /// A message that was wanted.
    Message(Message),
    /// A message that was not: requests before and after a lost connection may both have been heard.
    Surplus(Message),
    /// The connection is a new one, or the consumer does not answer. Messages may be lost.
    Interrupted,
}

impl Pull {
    pub(super) async fn new(shared: &Shared, stream: &str, consumer: &str) -> Result<Self, LinkError> {
        let inbox = shared.client.new_inbox();
        let subscriber = shared.client.subscribe(inbox.clone()).await.map_err(|_| LinkError::Closed)?;
        Ok(Self {
            subscriber,
            inbox,
            request_subject: format!("$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}"),
            connected: shared.connected(),
            wanted: 0,
            requested: 0,
            overdue: Instant::now(),
        })
    }

    /// Wants so many messages more.
    pub(super) const fn want(&mut self, count: usize) {
        self.wanted += count;
    }

    pub(super) const fn wanted(&self) -> usize {
        self.wanted
    }

    /// Waits for what comes next. Nothing is lost if the future is dropped.
    pub(super) async fn next(&mut self, shared: &Shared) -> Result<Pulled, LinkError> {
        loop {
            if self.wanted > self.requested {
                let batch = self.wanted - self.requested;
                let request = format!(r#"{{"batch":{batch},"expires":{}}}"#, REQUEST_TIME.as_nanos());
                shared
                    .client
                    .publish_with_reply(self.request_subject.clone(), self.inbox.clone(), request.into())
                    .await
                    .map_err(|_| LinkError::Closed)?;
                self.requested = self.wanted;
                self.overdue = Instant::now() + OVERDUE;
            }
            tokio::select! {
                message = self.subscriber.next() => {
                    let message = message.ok_or(LinkError::Closed)?;
                    match message.status {
                        None | Some(StatusCode::OK) if self.wanted == 0 => return Ok(Pulled::Surplus(message)),
                        None | Some(StatusCode::OK) => {
                            self.wanted -= 1;
                            self.requested = self.requested.saturating_sub(1);
                            return Ok(Pulled::Message(message));
                        }
                        Some(StatusCode::IDLE_HEARTBEAT) => {}
                        Some(StatusCode::TIMEOUT) => self.requested = self.requested.saturating_sub(unused(&message)),
                        Some(_) => {
                            self.requested = 0;
                            sleep(PAUSE).await;
                            return Ok(Pulled::Interrupted);
                        }
                    }
                }
                _ = self.connected.changed() => {
                    self.requested = 0;
                    return Ok(Pulled::Interrupted);
                }
                () = sleep_until(self.overdue), if self.requested > 0 => self.requested = 0,
            }
        }
    }
}

/// How much of a request that is over was not used.
fn unused(message: &Message) -> usize {
    let pending = message.headers.as_ref().and_then(|headers| headers.get("Nats-Pending-Messages"));
    pending.and_then(|count| count.as_str().parse().ok()).unwrap_or(usize::MAX)
}
