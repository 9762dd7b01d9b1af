//! The arguments of masters and workers.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use rhizome_cluster::nats::{NatsCredentials, NatsOptions, NatsTls};

use super::{PlayArguments, parse_search_memory, parse_threads};
use crate::answer::Format;
use crate::games::{GameName, GameNames};
use crate::quantities::parse_duration;

/// What is told about `master`.
pub const MASTER: &str = "\
Examples:
  rhizome master '0*11' --nats nats://127.0.0.1 --journal proof
      Leads the search; workers do it. After Ctrl-C, a crash or a limit, the same command goes on where it stopped.

  RHIZOME_NATS_USER=master RHIZOME_NATS_PASSWORD=... rhizome master '0*16' --misere --nats tls://nats.example.org --journal proof
      Passwords do not belong on command lines, which others can see.

docs/cluster.md tells all about searches on many machines.";

/// What is told about `worker`.
pub const WORKER: &str = "\
Examples:
  rhizome worker --nats nats://127.0.0.1
      Takes part in the newest run that there is, and then in the next one, until Ctrl-C.

  rhizome worker --nats nats://127.0.0.1 --threads 8 --memory 16GiB --once
      Ends when the run is over.

It is safe to kill a worker at any time. docs/cluster.md tells all about searches on many machines.";

/// How a NATS server is reached.
#[derive(Debug, Args)]
pub struct NatsArguments {
    /// The server, for instance nats://host, nats://host:4222 or tls://host; several of one cluster with commas between
    #[arg(long = "nats", value_name = "URL", env = "RHIZOME_NATS_URL", hide_env_values = true)]
    url: String,
    /// The user
    #[arg(long = "nats-user", value_name = "NAME", env = "RHIZOME_NATS_USER")]
    user: Option<String>,
    /// The password of the user; the environment is a better place for it
    #[arg(
        long = "nats-password",
        value_name = "PASSWORD",
        env = "RHIZOME_NATS_PASSWORD",
        hide_env_values = true
    )]
    password: Option<String>,
    /// A token, instead of a user and a password
    #[arg(long = "nats-token", value_name = "TOKEN", env = "RHIZOME_NATS_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// A file of credentials (.creds)
    #[arg(long = "nats-credentials", value_name = "FILE", env = "RHIZOME_NATS_CREDENTIALS")]
    credentials: Option<PathBuf>,
    /// A file with the seed of an nkey
    #[arg(long = "nats-nkey", value_name = "FILE", env = "RHIZOME_NATS_NKEY")]
    nkey: Option<PathBuf>,
    /// The certificates (PEM) of the authorities that the server's must come from [default: those of the system]
    #[arg(long = "nats-ca", value_name = "FILE", env = "RHIZOME_NATS_CA")]
    authority: Option<PathBuf>,
    /// Our own certificate (PEM)
    #[arg(long = "nats-certificate", value_name = "FILE", env = "RHIZOME_NATS_CERTIFICATE")]
    certificate: Option<PathBuf>,
    /// The key of our own certificate (PEM)
    #[arg(long = "nats-key", value_name = "FILE", env = "RHIZOME_NATS_KEY")]
    key: Option<PathBuf>,
    /// What the names of all streams begin with: masters and workers with other prefixes do not see each other
    #[arg(long = "nats-prefix", value_name = "NAME", env = "RHIZOME_NATS_PREFIX", default_value = "rhizome")]
    prefix: String,
    /// How long to try to reach a server that does not answer
    #[arg(long = "nats-wait", value_name = "DURATION", default_value = "30s", value_parser = parse_duration)]
    pub wait: Duration,
}

impl NatsArguments {
    /// The options for a link.
    ///
    /// # Errors
    /// If the arguments do not go together.
    pub fn options(&self) -> anyhow::Result<NatsOptions> {
        let credentials = match (&self.credentials, &self.nkey, &self.token, &self.user, &self.password) {
            (None, None, None, None, None) => NatsCredentials::None,
            (Some(file), None, None, None, None) => NatsCredentials::File(file.clone()),
            (None, Some(file), None, None, None) => NatsCredentials::NkeyFile(file.clone()),
            (None, None, Some(token), None, None) => NatsCredentials::Token(token.clone()),
            (None, None, None, Some(user), Some(password)) => {
                NatsCredentials::Password { user: user.clone(), password: password.clone() }
            }
            (None, None, None, Some(_), None) => bail!("--nats-user needs --nats-password"),
            (None, None, None, None, Some(_)) => bail!("--nats-password needs --nats-user"),
            _ => bail!(
                "give a user with a password, a token, a file of credentials or an nkey, but only one of them"
            ),
        };
        let certificate = match (&self.certificate, &self.key) {
            (Some(certificate), Some(key)) => Some((certificate.clone(), key.clone())),
            (None, None) => None,
            _ => bail!("--nats-certificate and --nats-key go together"),
        };
        let tls = NatsTls { authority: self.authority.clone(), certificate };
        let prefix = self.prefix.clone();
        Ok(NatsOptions { credentials, tls, prefix, ..NatsOptions::new(&self.url) })
    }
}

/// What is told while the program runs, and to whom.
#[derive(Debug, Args)]
pub struct LogArguments {
    /// How lines on standard error look
    #[arg(long, value_enum, default_value_t)]
    pub log: LogFormat,
    /// Tell more; the variable RUST_LOG says in detail what is told
    #[arg(long, short)]
    pub verbose: bool,
    /// Serve figures for Prometheus at this address, for instance 127.0.0.1:9184
    #[arg(long, value_name = "ADDRESS")]
    pub metrics: Option<SocketAddr>,
}

/// How lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// What a master leads, and how.
#[derive(Debug, Args)]
pub struct MasterArguments {
    /// The position
    #[arg(value_name = "POSITION")]
    pub position: OsString,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The game
    #[arg(long, value_name = "NAME", default_value = "sprouts", value_parser = GameNames)]
    pub game: GameName,
    /// Which play.
    #[command(flatten)]
    pub play: PlayArguments,
    /// How the server is reached.
    #[command(flatten)]
    pub nats: NatsArguments,
    /// A directory that keeps the run, so that the same command goes on with it; without it, a run ends with its master
    #[arg(long, value_name = "DIR")]
    pub journal: Option<PathBuf>,
    /// The most memory for the master's tree and table, for instance 64MiB or 500MB; at least 16MiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = parse_search_memory)]
    pub memory: usize,
    /// The most time, for instance 90s, 10m or 1h30m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Orders moves that look equally good; 0 is their natural order
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many nodes a worker expands for a job before it gives it back
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    pub job_expansions: u64,
    /// How many expansions lie between two interim reports of a worker; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub update_every: u64,
    /// A directory that keeps what is proved for later runs, also for `solve`; it is made if it is missing
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// What is told.
    #[command(flatten)]
    pub log: LogArguments,
}

/// How a worker works.
#[derive(Debug, Args)]
pub struct WorkerArguments {
    /// How the server is reached.
    #[command(flatten)]
    pub nats: NatsArguments,
    /// How many threads search
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    pub threads: NonZeroUsize,
    /// The most memory for the tree and the table, for instance 64MiB or 500MB; at least 16MiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = parse_search_memory)]
    pub memory: usize,
    /// A directory that keeps what is proved, and RCTs for misère play; each worker needs its own
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// End when the first run is over
    #[arg(long)]
    pub once: bool,
    /// What the worker's name in logs begins with [default: the name of the machine]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// How to print what a run has come to
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// What is told.
    #[command(flatten)]
    pub log: LogArguments,
}
