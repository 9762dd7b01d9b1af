//! The connection to a server, and why it does not serve.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::{
    Client, ClientError, ConnectError, ConnectErrorKind, Event, ServerError, jetstream, rustls,
};
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, timeout};
use tracing::{debug, info, warn};

use super::options::NatsOptions;
use crate::link::LinkError;
use crate::message::{MAX_MESSAGE, Message};

/// How long a server may take to do what it was asked for while a link is made; it may be starting.
const PATIENCE: Duration = Duration::from_secs(5);
/// Between two attempts at something.
pub(super) const PAUSE: Duration = Duration::from_millis(100);
/// The code of the server's error for what is not there.
pub(super) const NOT_FOUND: usize = 404;
/// How long to wait at the end for what was written to leave the process.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A connection with its threads. Whoever calls it waits for it.
pub(super) struct Connection {
    runtime: Runtime,
    shared: Arc<Shared>,
}

impl Connection {
    /// Connects, or says at once why that cannot be.
    pub(super) fn open(options: &NatsOptions) -> Result<Self, LinkError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("nats")
            .enable_all()
            .build()
            .map_err(|error| LinkError::Option { reason: format!("cannot start a thread: {error}") })?;
        let shared = runtime.block_on(Shared::connect(options))?;
        Ok(Self { runtime, shared: Arc::new(shared) })
    }

    pub(super) const fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> Task {
        Task(self.runtime.spawn(task).abort_handle())
    }

    /// Waits for something, but no longer than the connection can serve.
    pub(super) fn wait<T>(&self, future: impl Future<Output = Result<T, LinkError>>) -> Result<T, LinkError> {
        self.runtime.block_on(self.shared.unless_failed(future))
    }

    /// Returns what has come, at most so much. Waits for the first of it, but no longer than the connection can serve.
    pub(super) fn receive<T>(
        &self,
        incoming: &mut mpsc::Receiver<T>,
        most: usize,
        wait: Duration,
    ) -> Result<Vec<T>, LinkError> {
        let mut received = Vec::new();
        self.wait(async {
            match timeout(wait, incoming.recv_many(&mut received, most)).await {
                Ok(0) => Err(LinkError::Closed),
                _ => Ok(()),
            }
        })?;
        Ok(received)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.runtime.block_on(async { timeout(LAST_WORDS, self.shared.client.flush()).await });
    }
}

/// Something that goes on in the background, until this is dropped.
pub(super) struct Task(tokio::task::AbortHandle);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What all that uses the connection shares.
pub(super) struct Shared {
    pub(super) client: Client,
    pub(super) context: jetstream::Context,
    pub(super) prefix: String,
    /// How often a connection was made.
    connected: watch::Sender<u64>,
    failure: Arc<watch::Sender<Option<LinkError>>>,
    dropped: AtomicU64,
    server: String,
}

impl Shared {
    async fn connect(options: &NatsOptions) -> Result<Self, LinkError> {
        let servers = options.servers()?;
        let names: Vec<_> =
            servers.iter().map(|server| format!("{}:{}", server.host(), server.port())).collect();
        let server = names.join(",");
        let connected = watch::Sender::new(0);
        let failure = Arc::new(watch::Sender::new(None));
        let watcher =
            Watcher { connected: connected.clone(), failure: Arc::clone(&failure), server: server.clone() };
        let connecting = options
            .connect_options(&servers)?
            .event_callback(move |event| {
                watcher.see(event);
                async {}
            })
            .connect(servers.as_slice());
        let client = connecting.await.map_err(|error| refusal(&server, &error))?;
        let context = jetstream::new(client.clone());
        let shared = Self {
            client,
            context,
            prefix: options.prefix.clone(),
            connected,
            failure,
            dropped: AtomicU64::new(0),
            server,
        };
        let most = shared.client.server_info().max_payload;
        // Headers count too.
        if most < MAX_MESSAGE + 1024 {
            return Err(
                shared.unfit(format!("its max_payload is {most} bytes, but it must be 1 MB at least"))
            );
        }
        Ok(shared)
    }

    pub(super) fn connected(&self) -> watch::Receiver<u64> {
        self.connected.subscribe()
    }

    pub(super) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Waits for something, but no longer than the connection can serve.
    pub(super) async fn unless_failed<T>(
        &self,
        future: impl Future<Output = Result<T, LinkError>>,
    ) -> Result<T, LinkError> {
        let mut failures = self.failure.subscribe();
        tokio::select! {
            biased;
            failure = failures.wait_for(Option::is_some) => {
                Err(failure.ok().and_then(|failure| failure.clone()).unwrap_or(LinkError::Closed))
            }
            result = future => result,
        }
    }

    /// Does something on the server that has to be done before a link is of use.
    pub(super) async fn insist<T, E, F>(
        &self,
        what: &str,
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, LinkError>
    where
        E: fmt::Display,
        F: Future<Output = Result<T, E>>,
    {
        let deadline = Instant::now() + PATIENCE;
        let attempts = async {
            loop {
                match attempt().await {
                    Ok(done) => return Ok(done),
                    Err(error) if Instant::now() > deadline => {
                        return Err(
                            self.unfit(format!("{what}: {error} (it needs JetStream: nats-server -js)"))
                        );
                    }
                    Err(error) => debug!(%error, "{what}"),
                }
                sleep(PAUSE).await;
            }
        };
        self.unless_failed(attempts).await
    }

    /// Reads a message and picks out what it should hold, or counts it as dropped.
    pub(super) fn decode<T>(
        &self,
        message: &async_nats::Message,
        pick: impl FnOnce(Message) -> Option<T>,
    ) -> Option<T> {
        match Message::decode(&message.payload) {
            Ok(content) => {
                let picked = pick(content);
                if picked.is_none() {
                    self.count_dropped(message, "it does not belong there");
                }
                picked
            }
            Err(error) => {
                self.count_dropped(message, &error.to_string());
                None
            }
        }
    }

    fn count_dropped(&self, message: &async_nats::Message, reason: &str) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
        warn!(subject = %message.subject, bytes = message.payload.len(), reason, "dropped a message");
    }

    fn unfit(&self, reason: String) -> LinkError {
        LinkError::Unfit { server: self.server.clone(), reason }
    }
}

/// Watches what happens to the connection.
struct Watcher {
    connected: watch::Sender<u64>,
    failure: Arc<watch::Sender<Option<LinkError>>>,
    server: String,
}

impl Watcher {
    fn see(&self, event: Event) {
        let server = || self.server.clone();
        match event {
            Event::Connected => {
                info!(server = self.server, "connected");
                self.connected.send_modify(|count| *count += 1);
            }
            Event::Disconnected => warn!(server = self.server, "the connection is lost; connecting again"),
            Event::Closed => self.fail(LinkError::Closed),
            Event::ServerError(ServerError::AuthorizationViolation) => {
                self.fail(LinkError::Unauthorized {
                    server: server(),
                    reason: "authorization violation".to_owned(),
                });
            }
            Event::ServerError(ServerError::Other(reason)) => {
                let lower = reason.to_lowercase();
                if lower.starts_with("permissions violation") {
                    self.fail(LinkError::Forbidden { server: server(), reason });
                } else if ["expired", "revoked"].iter().any(|word| lower.contains(word)) {
                    self.fail(LinkError::Unauthorized { server: server(), reason });
                } else {
                    warn!(server = self.server, reason, "the server reports an error");
                }
            }
            // So the library says it when it connects again.
            Event::ClientError(ClientError::Other(reason))
                if reason == ConnectErrorKind::AuthorizationViolation.to_string() =>
            {
                self.fail(LinkError::Unauthorized { server: server(), reason });
            }
            event => debug!(server = self.server, %event, "connection"),
        }
    }

    /// The first failure is the cause of the others.
    fn fail(&self, error: LinkError) {
        warn!(%error, "the connection has failed");
        self.failure.send_if_modified(|failure| {
            let is_first = failure.is_none();
            if is_first {
                *failure = Some(error);
            }
            is_first
        });
    }
}

/// Why a connection could not be made.
fn refusal(server: &str, error: &ConnectError) -> LinkError {
    let server = server.to_owned();
    // The errors of connections hide their causes behind each other.
    let mut reason = error.to_string();
    let mut is_insecure = error.kind() == ConnectErrorKind::Tls;
    let mut cause = error.source();
    while let Some(error) = cause {
        let inner = error.downcast_ref::<std::io::Error>().and_then(|error| error.get_ref());
        is_insecure |= error.is::<rustls::Error>() || inner.is_some_and(|error| error.is::<rustls::Error>());
        let text = error.to_string();
        if !reason.contains(&text) {
            reason = format!("{reason}: {text}");
        }
        cause = error.source();
    }
    match error.kind() {
        _ if is_insecure => LinkError::Insecure { server, reason },
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            LinkError::Unauthorized { server, reason }
        }
        _ => LinkError::Unreachable { server, reason },
    }
}
