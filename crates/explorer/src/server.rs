//! Accepts connections and serves them, within limits.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

/// The most connections at a time; further ones wait to be accepted.
const MOST_CONNECTIONS: usize = 512;

/// How long a client may take to send the head of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// How long connections may go on after the end was asked for.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How long to wait when connections cannot be accepted, for instance for lack of file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until `end` says so.
///
/// # Errors
/// If the listener fails.
pub async fn serve(listener: TcpListener, router: Router, mut end: watch::Receiver<bool>) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { break };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = end.wait_for(|&over| over) => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let (router, end) = (router.clone(), end.clone());
                tokio::spawn(async move {
                    converse(stream, router, end).await;
                    drop(place);
                });
            }
            Err(error) if is_fatal(&error) => return Err(error),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    drop(listener);
    // When all places are free, nobody is connected any more.
    let _ = tokio::time::timeout(LAST_WORDS, places.acquire_many(MOST_CONNECTIONS as u32)).await;
    Ok(())
}

/// Whether accepting will never work again.
fn is_fatal(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

async fn converse(stream: TcpStream, router: Router, mut end: watch::Receiver<bool>) {
    // Small answers are not to wait for more.
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(LONGEST_HEAD);
    let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    tokio::pin!(connection);
    // What goes wrong on a connection is the client's matter.
    tokio::select! {
        _ = &mut connection => return,
        _ = end.wait_for(|&over| over) => connection.as_mut().graceful_shutdown(),
    }
    let _ = tokio::time::timeout(LAST_WORDS, connection).await;
}
