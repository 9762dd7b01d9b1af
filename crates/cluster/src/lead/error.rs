//! Why a run has no outcome.

use rhizome_search::{FactError, Interruption};

use crate::journal::JournalError;
use crate::link::LinkError;

/// Why a run has no outcome.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LeadError {
    /// The search stopped.
    #[error(transparent)]
    Stopped(Interruption),
    /// What was proved cannot be put together or kept.
    #[error(transparent)]
    Fact(#[from] FactError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The link has failed.
    #[error(transparent)]
    Link(#[from] LinkError),
}
