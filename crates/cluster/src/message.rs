//! What a master and its workers say to each other.
//!
//! [`Wire::encode`] makes bytes of a message, [`Message::decode`] a message of bytes, whoever sent them. The frame
//! around each message is in [`frame`].

mod frame;
mod list;
mod numbers;
mod run_id;
mod split;

use rhizome_search::PortableFact;
use serde::{Deserialize, Serialize};

pub use frame::{MAX_MESSAGE, Message, PROTOCOL_VERSION, Wire, WireError};
pub use numbers::INFINITE;
pub use run_id::{RunId, RunIdError};

/// What is to be proved: who wins a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The name of the game, as on the command line.
    pub game: String,
    /// The position in the notation of its game.
    pub position: String,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// In misère play of Sprouts, the spots of the start that the base of RCTs lies below.
    pub rct_base: Option<u32>,
    /// What chance in the search depends on.
    pub seed: u64,
}

/// A search that a master leads: the same one from its first start to its end, over restarts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Its name, unlike that of any other run.
    pub id: RunId,
    /// What it is to prove.
    pub question: Question,
    /// What names of nodes and facts mean: the game, the version of its codes, the play and the digest of the base.
    /// A worker that comes to another domain from the question must not take part.
    pub domain: String,
}

/// The number of a job, unlike that of any other job of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JobId(pub u64);

impl JobId {
    /// The job with a number among those of an incarnation of the master. Each start of the master is an incarnation,
    /// so that no number is given twice.
    #[must_use]
    pub const fn new(incarnation: u32, number: u32) -> Self {
        Self((incarnation as u64) << 32 | number as u64)
    }

    /// Which start of the master gave out the job.
    #[must_use]
    pub const fn incarnation(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The number of the job among those of its incarnation.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }
}

/// Work for one worker: a node to search for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The run it is part of.
    pub run: RunId,
    /// Its number.
    pub job: JobId,
    /// The portable name of the node.
    #[serde(with = "serde_bytes")]
    pub node: Vec<u8>,
    /// After how many expansions the worker gives it back.
    pub expansions: u64,
    /// How many expansions lie between two interim reports; none are wanted if 0.
    pub update_every: u64,
    /// The thresholds pt, dt, mt, ps and ds of the node, each [`INFINITE`] for none: when its numbers reach them, another
    /// node is far more worth to be searched, and the worker gives the job back.
    pub until: [u32; 5],
}

/// The numbers of a node, for the player to move there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeNumbers {
    /// The portable name of the node.
    #[serde(with = "serde_bytes")]
    pub node: Vec<u8>,
    /// Its proof number, or [`INFINITE`].
    pub pn: u32,
    /// Its disproof number, or [`INFINITE`].
    pub dn: u32,
}

/// What much work on an unsolved node has come to. It is no proof: it only saves others the work if they come to the node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    /// The numbers of the node.
    pub numbers: NodeNumbers,
    /// Expansions that were spent below it.
    pub work: u32,
}

/// What a worker has found out about a job, in between or in the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The run that the job is part of.
    pub run: RunId,
    /// The name of the worker.
    pub worker: String,
    /// The job.
    pub job: JobId,
    /// Counts the worker's reports about the job, from 0.
    pub sequence: u32,
    /// Whether the worker is done with the job.
    pub is_final: bool,
    /// Expansions since the job began.
    pub expansions: u64,
    /// The children of the job's node, if they were generated, in a form that is a matter of the run's domain.
    #[serde(with = "serde_bytes")]
    pub children: Option<Vec<u8>>,
    /// Numbers of nodes that have changed.
    #[serde(deserialize_with = "list::deserialize")]
    pub numbers: Vec<NodeNumbers>,
    /// What was proved and had not been shared with this worker or by it.
    #[serde(deserialize_with = "list::deserialize")]
    pub facts: Vec<PortableFact>,
    /// What is estimated of nodes on which much was spent since the last report.
    #[serde(deserialize_with = "list::deserialize")]
    pub estimates: Vec<Estimate>,
}

/// A worker introduces itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The run that it would take part in.
    pub run: RunId,
    /// Its name, unlike that of any other worker.
    pub worker: String,
    /// The domain that it comes to from the run's question.
    pub domain: String,
    /// The version of its program.
    pub version: String,
    /// How many threads search in it.
    pub threads: u32,
}

/// A stretch of the list of all facts that a run has shared. The list only ever grows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactBatch {
    /// The run.
    pub run: RunId,
    /// The index of the first of these facts in the list.
    pub first: u64,
    /// The facts.
    #[serde(deserialize_with = "list::deserialize")]
    pub facts: Vec<PortableFact>,
    /// Estimates that came with them. They are no part of the list, and none is needed.
    #[serde(deserialize_with = "list::deserialize")]
    pub estimates: Vec<Estimate>,
}

/// What a master lets all workers know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Notice {
    /// Nobody needs these jobs any more; what they have found so far is welcome.
    Pointless {
        /// The run.
        run: RunId,
        /// The jobs.
        #[serde(deserialize_with = "list::deserialize")]
        jobs: Vec<JobId>,
    },
    /// A worker must not take part.
    Refused {
        /// The run.
        run: RunId,
        /// The name of the worker.
        worker: String,
        /// Why, for people.
        reason: String,
    },
    /// The run is over.
    Ended {
        /// The run.
        run: RunId,
        /// Whether the position is a win, if that is known.
        outcome: Option<bool>,
        /// Why the run is over, for people.
        reason: String,
    },
}

impl Notice {
    /// The run that it is about.
    #[must_use]
    pub const fn run(&self) -> RunId {
        match self {
            Self::Pointless { run, .. } | Self::Refused { run, .. } | Self::Ended { run, .. } => *run,
        }
    }

    /// Whether the run is over.
    #[must_use]
    pub const fn is_end(&self) -> bool {
        matches!(self, Self::Ended { .. })
    }
}
