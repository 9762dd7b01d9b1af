//! Proof-number search on many machines: what a master and its workers say to each other, and what carries it.

pub mod journal;
mod lead;
mod link;
mod local;
mod master;
mod message;
#[cfg(feature = "nats")]
pub mod nats;
mod pace;
mod settings;
pub mod simulation;
mod work;
mod worker;

pub use journal::{Journal, JournalError};
pub use lead::{LeadError, LeadFigures, LeadSettings, Leader};
pub use link::{FromWorker, LinkError, MasterLink, ToWorker, WorkerLink};
pub use local::{Crew, solve_with_workers};
pub use master::{Master, MasterError};
pub use message::{
    Estimate, FactBatch, Hello, INFINITE, Job, JobId, MAX_MESSAGE, Message, NodeNumbers, Notice,
    PROTOCOL_VERSION, Question, Report, Run, RunId, RunIdError, Wire, WireError,
};
pub use pace::Pace;
pub use rhizome_search::PortableFact;
pub use settings::ClusterSettings;
pub use work::{RunEnd, WorkError, WorkFigures, WorkSettings, await_run, work};
pub use worker::{Worker, WorkerError};
