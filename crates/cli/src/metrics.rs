//! Figures for Prometheus, over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;

use anyhow::{Context, anyhow};
use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tiny_http::{Header, Method, Request, Response, Server};

/// A figure that may go up and down.
pub type Level = Gauge<f64, AtomicU64>;

/// The form in which figures are served.
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Figures that are to be served. All their names begin with `rhizome_`.
pub struct Metrics(Registry);

impl Default for Metrics {
    fn default() -> Self {
        Metrics(Registry::with_prefix("rhizome"))
    }
}

impl Metrics {
    /// A figure that may go up and down.
    pub fn level(&mut self, name: &str, help: &str) -> Level {
        let level = Level::default();
        self.0.register(name, help, level.clone());
        level
    }

    /// A figure that only goes up.
    pub fn count(&mut self, name: &str, help: &str) -> Count {
        let counter = Counter::default();
        self.0.register(name, help, counter.clone());
        Count(counter)
    }

    /// Serves the figures at an address from now on.
    ///
    /// # Errors
    /// If nothing can be served there.
    pub fn serve(self, address: SocketAddr) -> anyhow::Result<()> {
        let server = Server::http(address).map_err(|error| anyhow!("--metrics {address}: {error}"))?;
        let registry = Arc::new(self.0);
        thread::Builder::new()
            .name("metrics".to_owned())
            .spawn(move || server.incoming_requests().for_each(|request| answer(request, &registry)))
            .context("cannot start a thread")?;
        Ok(())
    }
}

fn answer(request: Request, registry: &Registry) {
    let is_asked_for = request.url().split('?').next() == Some("/metrics");
    let (body, status) = match request.method() {
        Method::Get | Method::Head if is_asked_for => {
            let mut body = String::new();
            match text::encode(&mut body, registry) {
                Ok(()) => (body, 200),
                Err(error) => (error.to_string(), 500),
            }
        }
        Method::Get | Method::Head => ("The figures are at /metrics.\n".to_owned(), 404),
        _ => ("Figures can only be read.\n".to_owned(), 405),
    };
    let kind = if status == 200 { CONTENT_TYPE } else { "text/plain" };
    let mut response = Response::from_string(body).with_status_code(status);
    if let Ok(header) = Header::from_bytes("Content-Type", kind) {
        response.add_header(header);
    }
    // Whoever asked may be gone.
    let _ = request.respond(response);
}

/// A figure that only goes up.
pub struct Count(Counter);

impl Count {
    /// Says what it has come to.
    pub fn reach(&self, total: u64) {
        self.0.inc_by(total.saturating_sub(self.0.get()));
    }
}
