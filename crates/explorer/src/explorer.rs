//! The server as a whole.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use crate::api::{self, Hall};
use crate::assets;
use crate::desk::{OpenError, Opening};
use crate::guard::{Names, guard};
use crate::jobs::{JobLimits, Jobs};
use crate::problem::Problem;
use crate::server;
use crate::slots::Slots;
use crate::watched::{Cluster, SimulationPoint};

/// The longest body of a request, in bytes.
const LONGEST_BODY: usize = 1 << 20;

/// How long an answer may take, streams of events excepted.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many computations answer requests at a time.
const COMPUTATIONS: usize = 2;

/// Searches descend as deep as a game is long. Only what is used takes memory.
const STACK_BYTES: usize = 64 << 20;

/// How the explorer is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Names under which requests are answered beside the address.
    pub names: Vec<String>,
    /// A directory that keeps nimbers of Sprouts.
    pub store: Option<PathBuf>,
    /// The most bytes for each search.
    pub memory: usize,
    /// The most time for each long search.
    pub time: Duration,
    /// Where the master of a cluster serves its figures.
    pub watch: Option<SocketAddr>,
    /// What a simulation has come to.
    pub simulation: Vec<SimulationPoint>,
}

/// Why the explorer cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum ExplorerError {
    /// The address cannot be listened at.
    #[error("cannot listen at {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The threads cannot be started.
    #[error("cannot start: {0}")]
    Runtime(io::Error),
}

/// A server that listens, and answers as soon as it serves.
pub struct Explorer {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    jobs: Jobs,
    cluster: Option<Cluster>,
    end: watch::Sender<bool>,
}

/// Tells a server to end.
#[derive(Clone)]
pub struct Ender(watch::Sender<bool>);

impl Ender {
    /// Ends the server soon. What it computes stops.
    pub fn end(&self) {
        self.0.send_replace(true);
    }
}

impl Explorer {
    /// Opens all that is needed.
    ///
    /// # Errors
    /// What is in the way.
    pub fn bind(options: Options) -> Result<Self, ExplorerError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(COMPUTATIONS * 2)
            .thread_stack_size(STACK_BYTES)
            .enable_all()
            .build()
            .map_err(ExplorerError::Runtime)?;
        let listen = options.listen;
        let told = |error| ExplorerError::Listen(listen, error);
        let listener = runtime.block_on(TcpListener::bind(listen)).map_err(told)?;
        let address = listener.local_addr().map_err(told)?;
        let desks = Opening { memory: options.memory, store: options.store }.open()?;
        let slots = Slots::new(COMPUTATIONS, options.memory);
        let jobs = Jobs::new(JobLimits { memory: options.memory, time: options.time });
        let cluster = options.watch.map(Cluster::new);
        let hall = Hall::new(desks, slots, jobs.clone(), cluster.clone(), options.simulation);
        let router = router(hall, Names::new(address, options.names));
        let end = watch::Sender::new(false);
        Ok(Explorer { runtime, listener, address, router, jobs, cluster, end })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What tells it to end.
    pub fn ender(&self) -> Ender {
        Ender(self.end.clone())
    }

    /// Answers until it is told to end.
    ///
    /// # Errors
    /// If the listener fails.
    pub fn serve(self) -> io::Result<()> {
        let end = self.end.subscribe();
        let result = self.runtime.block_on(async {
            if let Some(cluster) = self.cluster {
                tokio::spawn(cluster.follow());
            }
            server::serve(self.listener, self.router, end).await
        });
        self.jobs.cancel_all();
        // What computes looks at its flag soon; nobody waits for it.
        self.runtime.shutdown_timeout(Duration::from_secs(1));
        result
    }
}

fn router(hall: Hall, names: Names) -> Router {
    Router::new()
        .merge(api::router())
        .merge(assets::router())
        .fallback(|| async { Problem::missing("there is nothing here") })
        .method_not_allowed_fallback(|| async {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this address is not for this method")
        })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn_with_state(Arc::new(names), guard))
        .with_state(hall)
}

/// Gives up answers that take too long, also because a body does not come.
async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(PATIENCE, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::new(StatusCode::REQUEST_TIMEOUT, "this has taken too long").into_response(),
    }
}
