//! Proof-number search on many machines: what a master and its workers say to each other, and what carries it.

pub mod journal;
mod link;
mod message;
#[cfg(feature = "nats")]
pub mod nats;

pub use journal::{Journal, JournalError};
pub use link::{FromWorker, LinkError, MasterLink, ToWorker, WorkerLink};
pub use message::{
    FactBatch, Hello, INFINITE, Job, JobId, MAX_MESSAGE, Message, NodeNumbers, Notice, PROTOCOL_VERSION,
    Question, Report, Run, RunId, RunIdError, SharedFact, Wire, WireError,
};
