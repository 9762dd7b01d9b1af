//! Masters and workers as processes of the program, over a real NATS server. These tests need `nats-server` in the PATH.

mod chaos;
mod crew;
mod refusals;
mod runs;
#[path = "../../../cluster/tests/nats/server.rs"]
#[allow(dead_code)]
mod server;
