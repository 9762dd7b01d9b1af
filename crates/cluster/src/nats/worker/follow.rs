//! Fetches what is meant for a worker, in the background.

use std::sync::Arc;

use async_nats::Subscriber;
use async_nats::jetstream::AckKind;
use futures_util::StreamExt;
use tokio::sync::mpsc;

use crate::link::ToWorker;
use crate::message::{Job, Message, Notice, Run, RunId, WireError};
use crate::nats::connection::Shared;
use crate::nats::names::{self, WORKERS};
use crate::nats::pull::{Pull, Pulled};
use crate::nats::replay::{Replay, Replayed, Resumption};

/// What comes in.
pub(super) enum Incoming {
    /// A run, or what was found in its place, and when it was announced.
    Run { run: Result<Run, WireError>, time: i128 },
    /// Every run that was announced so far has come in.
    RunsAreAll,
    /// A run is over.
    Ended(Notice),
    /// A job, and the subject to answer to.
    Job { job: Job, reply: String },
    /// What goes to the logic as it is.
    Other { run: RunId, message: ToWorker },
}

/// Follows the announcements and ends of all runs.
pub(super) async fn runs(shared: Arc<Shared>, sender: mpsc::Sender<Incoming>) {
    let announcements = names::run(&shared.prefix, "");
    let mut replay = Replay::new(names::runs_stream(&shared.prefix), Resumption::Afresh);
    while let Ok(Replayed { message, time, is_last }) = replay.next(&shared).await {
        let incoming = message.and_then(|message| {
            if !message.subject.starts_with(&announcements) {
                return shared.decode(&message, |message| match message {
                    Message::Notice(notice) if notice.is_end() => Some(Incoming::Ended(notice)),
                    _ => None,
                });
            }
            match Message::decode(&message.payload) {
                // Another version of the program leads this run. Whoever looks for a run should know.
                Err(error @ WireError::Version { .. }) => Some(Incoming::Run { run: Err(error), time }),
                _ => shared.decode(&message, |message| match message {
                    Message::Run(run) => Some(Incoming::Run { run: Ok(run), time }),
                    _ => None,
                }),
            }
        });
        for incoming in incoming.into_iter().chain(is_last.then_some(Incoming::RunsAreAll)) {
            if sender.send(incoming).await.is_err() {
                return;
            }
        }
    }
}

/// Where messages of a run come from and go to.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) shared: Arc<Shared>,
    pub(super) run: RunId,
    pub(super) sender: mpsc::Sender<Incoming>,
}

impl Place {
    /// Follows the notices that this subscription gets.
    pub(super) async fn notices(self, mut subscriber: Subscriber) {
        while let Some(message) = subscriber.next().await {
            self.pass(&message, |message| match message {
                // The end has a place of its own, where it cannot be missed.
                Message::Notice(notice) if notice.run() == self.run && !notice.is_end() => {
                    Some(ToWorker::Notice(notice))
                }
                _ => None,
            })
            .await;
        }
    }

    /// Follows all facts of the run, from the first on.
    pub(super) async fn facts(self, stream: String) {
        let mut replay = Replay::new(stream, Resumption::Behind);
        while let Ok(replayed) = replay.next(&self.shared).await {
            if let Some(message) = replayed.message {
                self.pass(&message, |message| match message {
                    Message::Facts(facts) if facts.run == self.run => Some(ToWorker::Facts(facts)),
                    _ => None,
                })
                .await;
            }
        }
    }

    /// Fetches as many jobs as are asked for.
    pub(super) async fn jobs(self, stream: String, mut asks: mpsc::UnboundedReceiver<()>) {
        let Ok(mut pull) = Pull::new(&self.shared, &stream, WORKERS).await else { return };
        loop {
            let pulled = tokio::select! {
                ask = asks.recv() => match ask {
                    Some(()) => {
                        pull.want(1);
                        continue;
                    }
                    None => return,
                },
                pulled = pull.next(&self.shared) => pulled,
            };
            let (message, answer) = match pulled {
                Ok(Pulled::Message(message)) => (message, AckKind::Term),
                Ok(Pulled::Surplus(message)) => (message, AckKind::Nak(None)),
                Ok(Pulled::Interrupted) => continue,
                Err(_) => return,
            };
            let Some(reply) = message.reply.clone() else { continue };
            if matches!(answer, AckKind::Term) {
                let job = self.shared.decode(&message, |message| match message {
                    Message::Job(job) if job.run == self.run => Some(job),
                    _ => None,
                });
                if let Some(job) = job {
                    let _ = self.sender.send(Incoming::Job { job, reply: reply.to_string() }).await;
                    continue;
                }
                // That was none, so one is still to come.
                pull.want(1);
            }
            let _ = self.shared.client.publish(reply, answer.into()).await;
        }
    }

    /// Gives the logic what it should have of a message. If nobody listens any more, this task is about to end.
    async fn pass(&self, message: &async_nats::Message, pick: impl FnOnce(Message) -> Option<ToWorker>) {
        if let Some(message) = self.shared.decode(message, pick) {
            let _ = self.sender.send(Incoming::Other { run: self.run, message }).await;
        }
    }
}
