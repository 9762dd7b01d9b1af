//! Fetches what is meant for a master, in the background.

use std::sync::Arc;

use async_nats::jetstream::AckKind;
use tokio::sync::mpsc;
use tracing::warn;

use super::setup::Setup;
use crate::link::FromWorker;
use crate::message::{Message, RunId};
use crate::nats::connection::Shared;
use crate::nats::names::Names;
use crate::nats::pull::{Pull, Pulled};

/// How many reports are fetched at once.
const BATCH: usize = 64;

/// Receives what workers send.
pub(super) struct Follower {
    pub(super) shared: Arc<Shared>,
    pub(super) names: Names,
    pub(super) run: RunId,
    pub(super) pull: Pull,
    /// Where messages go, each with the subject to acknowledge it to.
    pub(super) sender: mpsc::Sender<(FromWorker, String)>,
}

impl Follower {
    pub(super) async fn follow(mut self) {
        loop {
            if self.pull.wanted() == 0 {
                self.pull.want(BATCH);
            }
            let message = match self.pull.next(&self.shared).await {
                Ok(Pulled::Message(message) | Pulled::Surplus(message)) => message,
                Ok(Pulled::Interrupted) => {
                    let setup = Setup { shared: &self.shared, names: &self.names };
                    match setup.reports().await {
                        Ok(pull) => self.pull = pull,
                        Err(error) => warn!(%error, "cannot receive reports"),
                    }
                    continue;
                }
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
