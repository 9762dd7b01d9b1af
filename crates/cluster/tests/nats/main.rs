//! Links over a real NATS server, which these tests start and kill. They need `nats-server` in the PATH.
//!
//! With `RUST_LOG=rhizome_cluster=debug` they say what happens.

mod facts;
mod jobs;
mod measure;
mod proxy;
mod refusals;
mod restarts;
mod runs;
mod server;
mod strangers;
mod talk;
