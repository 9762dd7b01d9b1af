//! The arguments of simulations.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{PlayArguments, parse_search_memory, parse_size};
use crate::answer::Format;
use crate::games::{GameName, GameNames};
use crate::quantities::parse_duration;

/// What is told about `simulate`.
pub const SIMULATE: &str = "\
Examples:
  rhizome simulate '0*11' --workers 1,2,4,8,16
      How much faster so many workers are than dfpn on one core.

  rhizome simulate '0*15' --workers 64,256,1024 --latency 10ms --worker-dies-after 30s --svg scaling.svg
      With a slow network and machines that are taken away, and with a picture.

docs/scaling.md tells what is simulated, what limits the speed-up, and how the costs were measured.";

/// What is simulated.
#[derive(Debug, Args)]
pub struct SimulateArguments {
    /// The position
    #[arg(value_name = "POSITION")]
    pub position: OsString,
    /// How to print the figures: one line for each number of workers
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The game
    #[arg(long, value_name = "NAME", default_value = "sprouts", value_parser = GameNames)]
    pub game: GameName,
    /// Which play.
    #[command(flatten)]
    pub play: PlayArguments,
    /// Numbers of workers, each a simulation of its own
    #[arg(long, value_name = "N,N,…", required = true, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub workers: Vec<u32>,
    /// The threads of each worker, which share a tree; each has a core of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub threads: u32,
    /// How work is shared out.
    #[command(flatten)]
    pub sharing: SharingArguments,
    /// The way of a message from a worker to the master, or back
    #[arg(long, value_name = "DURATION", default_value = "1ms", value_parser = parse_duration)]
    pub latency: Duration,
    /// By how many percent of the latency a message may be late by chance
    #[arg(long, value_name = "PERCENT", default_value_t = 20)]
    pub jitter: u32,
    /// Bytes a second that the link of every machine carries, that of the server too
    #[arg(long, value_name = "SIZE", default_value = "1250MB", value_parser = parse_size)]
    pub bandwidth: u64,
    /// The time that an expansion takes a worker
    #[arg(long, value_name = "DURATION", default_value = "40us", value_parser = parse_duration)]
    pub expansion_time: Duration,
    /// What of it the threads of a worker do one after the other
    #[arg(long, value_name = "DURATION", default_value = "7us", value_parser = parse_duration)]
    pub locked_time: Duration,
    /// A worker dies after so long on average [default: never]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub worker_dies_after: Option<Duration>,
    /// Another worker is there so long after one has died
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = parse_duration)]
    pub replaced_after: Duration,
    /// The job of a worker that has died goes to another one after so long
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = parse_duration)]
    pub job_lost_after: Duration,
    /// What chance depends on, in the search and beside it
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The unit of the first estimates of proof numbers; a large one makes all of them 1, and proofs longer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub effort_unit: Option<u32>,
    /// The most memory for the tree and the table of the master, and for those of each worker; at least 16MiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = parse_search_memory)]
    pub memory: usize,
    /// A file for a picture of the curves
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// How a master shares out work.
#[derive(Debug, Args)]
pub struct SharingArguments {
    /// How many nodes a worker expands for a job before it gives it back
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    pub job_expansions: u64,
    /// How many expansions lie between two interim reports of a worker; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub update_every: u64,
    /// How many jobs wait beside those that are worked on, for each four workers
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub spare_quarters: u32,
    /// How many nodes the master expands by itself for each worker before it gives out jobs
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub grow: u32,
    /// How many times as far as where another leaf is more proving a job goes
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub relax_times: u32,
    /// and how much farther
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub relax_more: u32,
    /// How often what is proved is shared, at most
    #[arg(long, value_name = "DURATION", default_value = "2ms", value_parser = parse_duration)]
    pub share_every: Duration,
}
