//! Sends messages until the server has confirmed them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use async_nats::client::Request;
use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::PublishMessage;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tracing::{debug, warn};

use super::connection::{Connection, PAUSE, Shared, Task};
use crate::link::LinkError;

/// How many messages wait before whoever sends more has to wait too.
const CAPACITY: usize = 256;
/// How long that may be.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a confirmation may take.
const CONFIRMATION: Duration = Duration::from_secs(5);
/// How often an acknowledgement is tried.
const ACKNOWLEDGE_ATTEMPTS: u32 = 20;

/// Something that the server has to confirm.
#[derive(Clone, Debug)]
enum Outgoing {
    /// A message, and then the acknowledgement of what it answers.
    Publish { subject: String, message: PublishMessage, answers: Option<String> },
    /// An acknowledgement.
    Acknowledge { subject: String },
}

/// What waits to be sent and confirmed. What is in it is lost with it.
pub(super) struct Outbox {
    sender: mpsc::Sender<Outgoing>,
    /// How many have been put in.
    count: u64,
    /// How many have been confirmed.
    confirmed: watch::Receiver<u64>,
    /// Names messages, so that the server knows when it is sent one twice.
    name: String,
    _task: Task,
}

impl Outbox {
    /// An outbox that has so many messages under way at once. With one, none overtakes another.
    pub(super) fn new(connection: &Connection, window: usize) -> Self {
        let (sender, queue) = mpsc::channel(CAPACITY);
        let (confirm, confirmed) = watch::channel(0);
        let shared = Arc::clone(connection.shared());
        let name = shared.client.new_inbox();
        let carrier = Carrier { shared, window, under_way: VecDeque::new(), confirm };
        Self { sender, count: 0, confirmed, name, _task: connection.spawn(carrier.carry(queue)) }
    }

    /// Sends a message, and acknowledges what it answers as soon as it is confirmed.
    pub(super) fn publish(
        &mut self,
        connection: &Connection,
        subject: String,
        message: Vec<u8>,
        answers: Option<String>,
    ) -> Result<(), LinkError> {
        let id = format!("{}.{}", self.name, self.count);
        let message = PublishMessage::build().payload(message.into()).message_id(id);
        self.put(connection, Outgoing::Publish { subject, message, answers })
    }

    /// Acknowledges the message with this reply subject.
    pub(super) fn acknowledge(&mut self, connection: &Connection, subject: String) -> Result<(), LinkError> {
        self.put(connection, Outgoing::Acknowledge { subject })
    }

    /// Waits until all that was put in is confirmed.
    pub(super) fn flush(&mut self, connection: &Connection, wait: Duration) -> Result<(), LinkError> {
        let count = self.count;
        let confirmed = &mut self.confirmed;
        connection.wait(async move {
            match timeout(wait, confirmed.wait_for(|confirmed| *confirmed >= count)).await {
                Ok(Ok(_)) => Ok(()),
                Ok(Err(_)) => Err(LinkError::Closed),
                Err(_) => Err(LinkError::TimedOut { wait }),
            }
        })
    }

    fn put(&mut self, connection: &Connection, outgoing: Outgoing) -> Result<(), LinkError> {
        let sender = &self.sender;
        connection.wait(async move {
            sender.send_timeout(outgoing, PATIENCE).await.map_err(|error| match error {
                mpsc::error::SendTimeoutError::Timeout(_) => LinkError::TimedOut { wait: PATIENCE },
                mpsc::error::SendTimeoutError::Closed(_) => LinkError::Closed,
            })
        })?;
        self.count += 1;
        Ok(())
    }
}

/// Carries messages to the server.
struct Carrier {
    shared: Arc<Shared>,
    /// How many messages may be under way.
    window: usize,
    under_way: VecDeque<UnderWay>,
    confirm: watch::Sender<u64>,
}

struct UnderWay {
    outgoing: Outgoing,
    attempt: JoinHandle<Result<(), String>>,
    failures: u32,
}

impl Carrier {
    async fn carry(mut self, mut queue: mpsc::Receiver<Outgoing>) {
        let mut connected = self.shared.connected();
        loop {
            tokio::select! {
                outgoing = queue.recv(), if self.under_way.len() < self.window => {
                    let Some(outgoing) = outgoing else { return };
                    let attempt = self.start(&outgoing);
                    self.under_way.push_back(UnderWay { outgoing, attempt, failures: 0 });
                }
                result = first_result(&mut self.under_way) => self.settle_first(result).await,
                // Answers to what was asked over the old connection do not come any more.
                _ = connected.changed() => (0..self.under_way.len()).for_each(|index| self.restart(index)),
            }
        }
    }

    fn start(&self, outgoing: &Outgoing) -> JoinHandle<Result<(), String>> {
        tokio::spawn(attempt(Arc::clone(&self.shared), outgoing.clone()))
    }

    fn restart(&mut self, index: usize) {
        let attempt = self.start(&self.under_way[index].outgoing);
        std::mem::replace(&mut self.under_way[index].attempt, attempt).abort();
    }

    async fn settle_first(&mut self, result: Result<(), String>) {
        let Some(first) = self.under_way.front_mut() else { return };
        match result {
            Ok(()) => {
                if let Outgoing::Publish { answers: Some(subject), .. } = &mut first.outgoing {
                    first.outgoing = Outgoing::Acknowledge { subject: std::mem::take(subject) };
                    self.restart(0);
                    return;
                }
            }
            Err(reason) => {
                first.failures += 1;
                // What is not acknowledged comes again, which does no harm. The consumer may be gone for good.
                let gives_up = matches!(first.outgoing, Outgoing::Acknowledge { .. })
                    && first.failures >= ACKNOWLEDGE_ATTEMPTS;
                if !gives_up {
                    match first.failures {
                        1 => warn!(reason, "a message is not confirmed; sending it again"),
                        failures => debug!(reason, failures, "a message is not confirmed; sending it again"),
                    }
                    sleep(PAUSE).await;
                    self.restart(0);
                    return;
                }
            }
        }
        self.under_way.pop_front();
        self.confirm.send_modify(|confirmed| *confirmed += 1);
    }
}

async fn first_result(under_way: &mut VecDeque<UnderWay>) -> Result<(), String> {
    match under_way.front_mut() {
        Some(first) => (&mut first.attempt).await.unwrap_or_else(|error| Err(error.to_string())),
        None => std::future::pending().await,
    }
}

/// Sends something and waits for the confirmation.
async fn attempt(shared: Arc<Shared>, outgoing: Outgoing) -> Result<(), String> {
    match outgoing {
        Outgoing::Publish { subject, message, .. } => {
            let sent =
                shared.context.send_publish(subject, message).await.map_err(|error| error.to_string())?;
            let confirmation = sent.await.map_err(|error| error.to_string())?;
            if confirmation.duplicate {
                debug!(stream = confirmation.stream, "the server had the message already");
            }
        }
        Outgoing::Acknowledge { subject } => {
            let request = Request::new().payload(AckKind::Ack.into()).timeout(Some(CONFIRMATION));
            shared.client.send_request(subject, request).await.map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
