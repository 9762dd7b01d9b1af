//! How the logic of a master or a worker speaks to the others, whatever carries it.
//!
//! A link delivers every message at least once: it may come twice, late, or before an earlier one, and who reads it
//! must not mind. What cannot be sent at once, because the other side is away for a while, waits inside of the link. If
//! very much waits there, who says more has to wait too, and gets [`LinkError::TimedOut`] after half a minute; what was
//! to be said then is not, and may be said again.

use std::time::Duration;

use thiserror::Error;
use tracing::warn;

use crate::message::{FactBatch, Hello, Job, JobId, Notice, Report, Run, WireError};

/// What a master hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromWorker {
    /// A worker introduces itself.
    Hello(Hello),
    /// What a worker has found out about a job.
    Report(Report),
}

/// What a worker hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToWorker {
    /// Work that was asked for.
    Job(Job),
    /// What is proved. All batches of a run come, from the first on.
    Facts(FactBatch),
    /// What every worker should know.
    Notice(Notice),
}

/// The side of a master: what it hears and says.
pub trait MasterLink: Send {
    /// Returns what has come. Waits for the first of it, for so long at most; nothing is no error. Messages that are
    /// malformed or too large were counted, logged and dropped.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if nothing will come any more.
    fn receive(&mut self, wait: Duration) -> Result<Vec<FromWorker>, LinkError>;

    /// Says that all that was received so far is dealt with and durable. What is not acknowledged comes again after a
    /// while, or when the master has started again.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if the link has failed.
    fn acknowledge(&mut self) -> Result<(), LinkError>;

    /// Puts a job where one worker will take it, and where another will if that one dies.
    ///
    /// # Errors
    ///
    /// [`LinkError::Wire`] if it is too large, others if the link has failed.
    fn offer(&mut self, job: &Job) -> Result<(), LinkError>;

    /// Sends facts to all workers, to those that are still to come too.
    ///
    /// # Errors
    ///
    /// [`LinkError::Wire`] if the batch is too large, see [`FactBatch::split`]; others if the link has failed.
    fn share(&mut self, facts: &FactBatch) -> Result<(), LinkError>;

    /// How many facts of the run's list have been sent. Those that were sent before the master was started again count
    /// too, if they will still reach every worker: a master goes on behind them.
    fn shared(&self) -> u64;

    /// Lets all workers that listen know something. [`Notice::Ended`] also reaches those that listen later only; with
    /// it the run is over and all that waits is forgotten, so it must be the last that the master says.
    ///
    /// # Errors
    ///
    /// [`LinkError::Wire`] if it is too large, others if the link has failed.
    fn tell(&mut self, notice: &Notice) -> Result<(), LinkError>;

    /// Waits until everything that was said so far, acknowledgements too, has arrived.
    ///
    /// # Errors
    ///
    /// [`LinkError::TimedOut`] after so long, others if the link has failed.
    fn flush(&mut self, wait: Duration) -> Result<(), LinkError>;

    /// How many messages were dropped so far because they were malformed or too large.
    fn dropped(&self) -> u64;
}

/// The side of a worker: what it hears and says.
pub trait WorkerLink: Send {
    /// The run to take part in, waiting for one for so long at most. From then on the link belongs to this run, and
    /// what waits of one before is forgotten. A run that this link has heard the end of is not returned.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if the link has failed.
    fn run(&mut self, wait: Duration) -> Result<Option<Run>, LinkError>;

    /// Asks for one more job, which [`receive`](WorkerLink::receive) will return as soon as there is one.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if the link has failed.
    fn ask(&mut self) -> Result<(), LinkError>;

    /// Returns what has come. Waits for the first of it, for so long at most; nothing is no error. Messages that are
    /// malformed or too large were counted, logged and dropped.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if nothing will come any more.
    fn receive(&mut self, wait: Duration) -> Result<Vec<ToWorker>, LinkError>;

    /// Introduces the worker.
    ///
    /// # Errors
    ///
    /// [`LinkError::Wire`] if it is too large, others if the link has failed.
    fn hello(&mut self, hello: &Hello) -> Result<(), LinkError>;

    /// Reports about a job. After a final report the job counts as done, and no other worker will get it.
    ///
    /// # Errors
    ///
    /// [`LinkError::Wire`] if the report is too large, see [`Report::split`]; others if the link has failed.
    fn report(&mut self, report: &Report) -> Result<(), LinkError>;

    /// Says that the worker goes on with a job, so that no other gets it. Due several times within the time after
    /// which a job is taken for lost.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if the link has failed.
    fn keep(&mut self, job: JobId) -> Result<(), LinkError>;

    /// Gives a job back unfinished, so that another worker gets it at once.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if the link has failed.
    fn give_back(&mut self, job: JobId) -> Result<(), LinkError>;

    /// Waits until everything that was said so far has arrived.
    ///
    /// # Errors
    ///
    /// [`LinkError::TimedOut`] after so long, others if the link has failed.
    fn flush(&mut self, wait: Duration) -> Result<(), LinkError>;

    /// How many messages were dropped so far because they were malformed or too large.
    fn dropped(&self) -> u64;
}

/// Why a link cannot be made, or does not carry anything any more.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// A message cannot be sent as it is. The link is as it was.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// An option makes no sense.
    #[error("{reason}")]
    Option {
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// The server does not answer.
    #[error("cannot reach {server}: {reason}")]
    Unreachable {
        /// The address of the server.
        server: String,
        /// What was found.
        reason: String,
    },
    /// The server, or the certificate of the server, is not to be trusted, or the server does not trust ours.
    #[error("no secure connection to {server}: {reason}")]
    Insecure {
        /// The address of the server.
        server: String,
        /// What was found.
        reason: String,
    },
    /// The server lets nobody in with these credentials, or without any.
    #[error("{server} refuses the credentials: {reason}")]
    Unauthorized {
        /// The address of the server.
        server: String,
        /// What it said.
        reason: String,
    },
    /// The server has let us in, but does not permit something that is needed.
    #[error("{server} does not permit what is needed: {reason}")]
    Forbidden {
        /// The address of the server.
        server: String,
        /// What it said.
        reason: String,
    },
    /// The server cannot do what is needed.
    #[error("{server} cannot serve: {reason}")]
    Unfit {
        /// The address of the server.
        server: String,
        /// What it said.
        reason: String,
    },
    /// Something has not arrived within the time, or could not even be put where such things wait.
    #[error("something that was sent has not arrived after {} s", wait.as_secs_f32())]
    TimedOut {
        /// How long was waited.
        wait: Duration,
    },
    /// The other side is gone for good.
    #[error("the connection is closed")]
    Closed,
}

/// Whether something could be said. What waits too long may be said again later, or need not be said.
pub(crate) fn tolerate(said: Result<(), LinkError>) -> Result<bool, LinkError> {
    match said {
        Ok(()) => Ok(true),
        Err(error @ LinkError::TimedOut { .. }) => {
            warn!(%error, "the server is slow");
            Ok(false)
        }
        Err(error) => Err(error),
    }
}
