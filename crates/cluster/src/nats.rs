//! Links over a [NATS](https://nats.io) server with JetStream, version 2.9 or newer.
//!
//! `docs/cluster.md` says which streams and subjects there are, what they guarantee and which permissions they need.
//!
//! Both links have threads of their own, which go on while nobody calls: they connect again, repeat what has not been
//! confirmed, and fetch what is to be received. The calls block, so they must not come from asynchronous code.

mod connection;
mod master;
mod names;
mod options;
mod outbox;
mod pull;
mod replay;
mod worker;

pub use master::NatsMaster;
pub use options::{NatsCredentials, NatsOptions, NatsTls};
pub use worker::NatsWorker;
