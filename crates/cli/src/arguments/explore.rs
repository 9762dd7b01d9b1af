//! The command line of `rhizome explore`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::parse_search_memory;
use crate::quantities::parse_duration;

/// Examples of `rhizome explore`.
pub const EXPLORE: &str = "\
Examples:
  rhizome explore
      Then open the address that is printed in a browser. Ctrl-C ends it.

  rhizome explore --store proved --memory 4GiB
      Nimbers of Sprouts that are found on the page are kept, and those from before are known.

  rhizome explore --watch 127.0.0.1:9090
      Beside searches of its own, the page follows a master that was started with --metrics 127.0.0.1:9090.

  rhizome simulate '0*10' --workers 1,2,4,8 --format json > scaling.jsonl
  rhizome explore --simulation scaling.jsonl
      The page draws the curves.

docs/explorer.md says what there is to see.";

/// How the explorer is served.
#[derive(Debug, Args)]
pub struct ExploreArguments {
    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8410")]
    pub listen: SocketAddr,
    /// A further name, such as `rhizome.example` or `localhost:9000`, under which the page is asked for, for instance by way of a proxy
    #[arg(long = "host", value_name = "NAME")]
    pub names: Vec<String>,
    /// A directory that keeps the nimbers of Sprouts for later runs; it is made if it is missing
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// The most memory for each search, for instance 64MiB or 500MB; at least 16MiB
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = parse_search_memory)]
    pub memory: usize,
    /// The most time for each search in the background, for instance 90s, 10m or 1h30m
    #[arg(long, value_name = "DURATION", default_value = "1h", value_parser = parse_duration)]
    pub time_limit: Duration,
    /// Where a master serves its figures (--metrics), to be followed on the page
    #[arg(long, value_name = "ADDRESS")]
    pub watch: Option<SocketAddr>,
    /// What `rhizome simulate --format json` has printed, to be drawn on the page
    #[arg(long, value_name = "FILE")]
    pub simulation: Option<PathBuf>,
}
