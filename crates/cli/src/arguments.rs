//! The command line.

mod cluster;
mod explore;
mod play;
mod simulate;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use rhizome_impartial::rct::heights::GREATEST_COUNTED;

pub use cluster::{LogArguments, LogFormat, MasterArguments, WorkerArguments};
pub use explore::ExploreArguments;
pub use play::{PlayGameArguments, Side};
pub use simulate::SimulateArguments;

use crate::answer::Format;
use crate::commands::RuleName;
use crate::games::{GameName, GameNames};
use crate::quantities::{parse_duration, parse_size};
use crate::solver::Algorithm;

/// What is told about positions with every command that takes one.
const POSITIONS: &str = "\
Positions:
  0*12             twelve bare spots; `0` is one
  0*2.AB|AB        `.` separates boundaries, `|` regions, `+` lands
  0*5+*3           five bare spots beside a Nim-heap of three
  -                read positions from standard input, one a line

Positions of other games:
  --game nim 3+5+7                  heaps; so for kayles, grundy and octal:0.137
  --game cram 4x5                   a board of 4 rows and 5 columns
  --game cram '.../.#.+..'          boards by their rows, # is no cell
  --game tic-tac-toe x.o/.x./...    x is the first player, o the second
  --game connect-four 6x7           a board without stones
  --game chess 'FEN #2'             can the player to move force mate in two?";

const OVERVIEW: &str = "\
Examples:
  rhizome solve '0*12'              who wins with twelve spots?
  rhizome nimber '0*10'             which Nim-heap is it worth?
  rhizome canon '2B|B1.0'           its simplest form
  rhizome children '0*3'            the positions after one move
  rhizome rct '0*3'                 what is it worth in misère play?
  rhizome solve - < positions.txt   one position a line, answers in the same order
  rhizome help solve                all about one command

Quote positions: shells take `*` and `|` for themselves.

Exit codes:
  0  answered
  1  a certificate that is not valid
  2  wrong input or usage
  3  stopped before an answer, by a limit or by Ctrl-C";

const VERIFY: &str = "\
Examples:
  rhizome solve '0*8' --certificate eight.cert
  rhizome verify eight.cert

docs/certificate-format.md says what a certificate is and why it is a proof.";

const PRUNE: &str = "\
Examples:
  rhizome solve '0*8' --certificate eight.cert --all-facts
  rhizome prune eight.cert -o eight.pruned.cert --cycles 10000

Certificates from other searches give more to choose from:
  rhizome solve '0*8' --certificate other.cert --all-facts --endgame-lives 12
  rhizome prune eight.pruned.cert other.cert -o eight.pruned.cert

What it needs of the certificate is checked on the way. Ctrl-C ends the cycles and writes what they have come to.";

/// Proves who wins.
///
/// Rhizome is a proof-number-search solver for impartial games that fall apart
/// into independent pieces. Its flagship game is Sprouts. Results go to
/// standard output, everything else to standard error.
#[derive(Debug, Parser)]
#[command(version, after_long_help = OVERVIEW, after_help = "Examples: rhizome help", max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prove who wins a position: `win` or `loss` for the player to move
    ///
    /// In impartial games, who cannot move loses, or wins with --misere. The search is repeatable: the same
    /// command with the same seed does the same.
    #[command(after_long_help = format!("{SOLVE}\n\n{POSITIONS}"))]
    Solve {
        /// What and how to ask.
        #[command(flatten)]
        subject: Subject,
        /// Which play.
        #[command(flatten)]
        play: PlayArguments,
        /// How to search.
        #[command(flatten)]
        search: SearchArguments,
    },
    /// Lead a search that workers on other machines do
    ///
    /// As `solve`, but the work is done by `rhizome worker`, on as many machines as there are. They meet the master at a
    /// NATS server with JetStream.
    #[command(after_long_help = format!("{}\n\n{POSITIONS}", cluster::MASTER))]
    Master(Box<MasterArguments>),
    /// Search for a master on another machine
    #[command(after_long_help = cluster::WORKER)]
    Worker(Box<WorkerArguments>),
    /// Simulate how much faster many workers are
    ///
    /// Master and workers as of `master` and `worker`, all in this process under virtual time. The same command gives the same
    /// figures.
    #[command(after_long_help = format!("{}\n\n{POSITIONS}", simulate::SIMULATE))]
    Simulate(Box<SimulateArguments>),
    /// Find the nimber of a position
    ///
    /// The nimber, or Grundy number, is the size of the Nim-heap that the
    /// position is worth; it is 0 if and only if the player to move loses. The
    /// nimber of a sum is the exclusive or of the nimbers of its lands.
    #[command(after_long_help = format!("{NIMBER}\n\n{POSITIONS}"))]
    Nimber {
        /// What and how to ask.
        #[command(flatten)]
        subject: Subject,
        /// How to search.
        #[command(flatten)]
        search: SearchArguments,
    },
    /// Print the simplest form of a position
    ///
    /// Two positions have the same simplest form if they differ only in the
    /// way they are written or in what can never matter to the game. Equal
    /// lands stay: only what leaves the game tree as it is goes.
    #[command(after_long_help = format!("{CANON}\n\n{POSITIONS}"))]
    Canon {
        /// What and how to ask.
        #[command(flatten)]
        subject: Subject,
    },
    /// List the positions that one move leads to
    ///
    /// Each in its simplest form, sorted as text, none twice.
    #[command(after_long_help = format!("{CHILDREN}\n\n{POSITIONS}"))]
    Children {
        /// What and how to ask.
        #[command(flatten)]
        subject: Subject,
        /// The most memory that the list of one position may take, for instance 64MiB or 500MB
        #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = parse_size)]
        memory: u64,
    },
    /// Find the reduced canonical tree of a position: what it is worth in misère play
    ///
    /// In misère play, who cannot move wins. Positions with the same reduced canonical tree (RCT) have
    /// the same outcome beside everything; positions with different ones do not. All positions that can be reached
    /// are looked at, so that this is for small positions. Of impartial games only.
    #[command(after_long_help = format!("{RCT}\n\n{POSITIONS}"))]
    Rct {
        /// What and how to ask.
        #[command(flatten)]
        subject: Subject,
        /// POSITION is an expression, such as `{*2}+*3`: which RCT is it?
        #[arg(long, conflicts_with = "game")]
        expression: bool,
        /// How far to go.
        #[command(flatten)]
        limits: Limits,
    },
    /// Count what is below a start, or reduced canonical trees by height
    ///
    /// With N, all positions that can be reached from the start with N spots are counted, the start included, and their lands, their canonical
    /// trees, and their reduced canonical trees (RCTs), those with a factor +*1 apart. N is the number of tokens in
    /// a heap, or of the rows of a square board, in other impartial games.
    #[command(after_long_help = CENSUS)]
    Census(CensusArguments),
    /// Solve explicit AND/OR trees, and watch how
    #[command(after_long_help = TREE)]
    Tree {
        /// What to do.
        #[command(subcommand)]
        command: TreeCommand,
    },
    /// Check a certificate: exit code 0 if it is a proof, 1 if it is not
    ///
    /// The checker plays every move anew from the rules of the game, and shares nothing with what searched. The
    /// program `rhizome-verify` does the same alone.
    #[command(after_long_help = VERIFY)]
    Verify(VerifyArguments),
    /// Make a certificate smaller: keep only the entries that its claim needs
    #[command(after_long_help = PRUNE)]
    Prune(PruneArguments),
    /// Open the explorer: a web page to watch proof numbers, walk game trees, play Sprouts and follow long searches
    ///
    /// The page is at the address that is printed, on this machine only unless --listen says otherwise. It needs no network.
    #[command(after_long_help = explore::EXPLORE)]
    Explore(ExploreArguments),
    /// Play against a solver that errs only where it says so
    #[command(after_long_help = format!("{}\n\n{POSITIONS}", play::PLAY))]
    Play(PlayGameArguments),
    /// Print a script that completes this program's arguments in a shell
    #[command(after_long_help = COMPLETIONS)]
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// What certificate to check, and how.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// The certificate
    pub file: PathBuf,
    /// On how many threads entries are checked [default: all that the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// The most memory for the trees of misère play on each thread, for instance 500MB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_memory)]
    pub memory: usize,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What certificate to prune, and how.
#[derive(Debug, Args)]
pub struct PruneArguments {
    /// The certificate; or, in normal play, several of the same claim, whose entries are put together: it begins with those of the first
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The file for the smaller one; it may be the same
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// How many times some entries are taken out and replaced by others, at random
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub cycles: u64,
    /// Another seed makes other choices; the same one always makes the same
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Keep all lands with their trees, and choose among the losses of misère play only, which is quicker where there are very many lands
    #[arg(long)]
    pub keep_lands: bool,
    /// The most memory for the trees of misère play, for instance 500MB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_memory)]
    pub memory: usize,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What to do with explicit AND/OR trees.
#[derive(Debug, Subcommand)]
pub enum TreeCommand {
    /// Watch proof-number search on a tree of 15 nodes, step by step
    Demo {
        /// How to print answers
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Solve the tree in a file
    ///
    /// The prover moves at OR nodes, the opponent at AND nodes; leaves are a win or a loss for the prover.
    #[command(after_long_help = TREE_FILE)]
    Solve {
        /// A tree in JSON, or `-` for standard input
        file: PathBuf,
        /// How to search
        #[arg(long, value_enum, default_value = "pns")]
        algorithm: Algorithm,
        /// How many threads search with pdfpn [default: as many as the machine runs at a time]
        #[arg(long, value_name = "N", value_parser = parse_threads)]
        threads: Option<NonZeroUsize>,
        /// Show every step
        #[arg(long)]
        steps: bool,
        /// A file for a certificate of the answer, which `rhizome verify` checks
        #[arg(long, value_name = "FILE")]
        certificate: Option<PathBuf>,
        /// How to print answers
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Solve random trees, compare with plain evaluation, and count what was touched
    ///
    /// The root is an OR node; below OR nodes are AND nodes and leaves, below AND nodes OR nodes and
    /// leaves. An inner node has two or three children, each equally likely.
    Sweep(SweepArguments),
}

/// Which trees to draw, and how to search them.
#[derive(Debug, Args)]
pub struct SweepArguments {
    /// How many trees
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub trees: u64,
    /// Which trees: the same seed draws the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How numbers are put together: as they should be, or with a mistake that is easily made
    #[arg(long, value_enum, default_value = "correct")]
    pub rule: RuleName,
    /// The greatest depth; all nodes there are leaves
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=12))]
    pub depth: u32,
    /// How many of a hundred nodes above that, the root excepted, are leaves
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(..=100))]
    pub leaf_percent: u64,
    /// How many of a hundred leaves are wins
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(..=100))]
    pub win_percent: u64,
    /// How to print answers
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

const TREE: &str = "\
Examples:
  rhizome tree demo
      Fifteen nodes, five expansions, eleven nodes touched.

  rhizome tree solve mine.json --steps
      Every step on a tree of your own; `rhizome tree solve --help` shows what is in the file.

  rhizome tree sweep
      20,000 random trees: no wrong verdict, and a histogram of the nodes touched.

  rhizome tree sweep --rule swapped
      What becomes of it with a mistake.";

const TREE_FILE: &str = "\
A file:
  {\"root\": \"a\",
   \"nodes\": [{\"name\": \"a\", \"type\": \"or\", \"children\": [\"b\", \"c\"]},
             {\"name\": \"b\", \"type\": \"and\", \"children\": [\"d\", \"e\"]},
             {\"name\": \"c\", \"type\": \"loss\"},
             {\"name\": \"d\", \"type\": \"win\"},
             {\"name\": \"e\", \"type\": \"win\"}]}

Without \"root\" the first node is the root. Nodes may have several parents.";

const SOLVE: &str = "\
Examples:
  rhizome solve '0*12'
      Who wins with twelve spots?

  rhizome solve '0*5+*3' --format json
      A position beside a Nim-heap, answered as one JSON object.

  rhizome solve '0*12' --misere
      Who wins if the player who cannot move wins?

  rhizome solve '0*14' --algorithm pns --memory 4GiB --time-limit 1h30m
      Another algorithm, and how far it may go.

  rhizome solve '0*16' --store proved
      Keeps what is proved in the directory `proved`. After Ctrl-C or a limit, the
      same command goes on where it stopped.

  rhizome solve - --format json < positions.txt
      Many positions in one run: they share all that is proved.";

const NIMBER: &str = "\
Examples:
  rhizome nimber '0*10'
      The nimber of ten spots.

  rhizome nimber '0*4+1a1a'
      The nimber of two lands, the exclusive or of both.

  rhizome nimber - --format json < positions.txt
      One JSON object a line, in the order of the positions.";

const CANON: &str = "\
Examples:
  rhizome canon 'BA|0.AB.0'
      Prints 0*2.AB|AB.

  rhizome canon '0.0.AB.}AB.}]!'
      The older notation means the same, and is printed in the new one.

  sort -u positions.txt | rhizome canon - | sort | uniq -c
      How often is each position among them?";

const CHILDREN: &str = "\
Examples:
  rhizome children '0*3'
      The three positions after the first move.

  rhizome children '0*2+*1' --format json
      Moves in the Nim-heap count as well.

  rhizome children '0*4' | rhizome nimber -
      The nimbers of all positions after one move.";

const RCT: &str = "\
Examples:
  rhizome rct '0*2'
      Prints {*2}, its name 3-1-L, the outcome in misère play, the height and the genus.

  rhizome rct '0*3+*2' --format json
      The RCT of the sum of a position and a Nim-heap.

  rhizome rct --game kayles 4+5
      Kayles in misère play.

  rhizome rct --expression '{*2,{*3}}+*2'
      What is written, reduced and added up.

  rhizome rct - --format json < positions.txt
      One JSON object a line, in the order of the positions. They share what is found.";

const CENSUS: &str = "\
Examples:
  rhizome census 6
      How many positions, canonical trees and RCTs there are below six spots.

  rhizome census 6 --save bases
      Keeps the RCTs of all lands as the file bases/rhizome-rct-sprouts-1-6.base.

  rhizome census 7 --memory 2GiB --time-limit 1h --format json
      Takes some minutes.

  rhizome census --game kayles 20
      Other impartial games.

  rhizome census --heights 5
      How many RCTs there are of height 0 to 5.";

const COMPLETIONS: &str = "\
Examples:
  rhizome completions bash > ~/.local/share/bash-completion/completions/rhizome
  rhizome completions zsh > ~/.zfunc/_rhizome
  rhizome completions fish > ~/.config/fish/completions/rhizome.fish";

/// Which positions of which game, and how to print answers.
#[derive(Debug, Args)]
pub struct Subject {
    /// The position, or `-` to read one a line from standard input
    #[arg(value_name = "POSITION")]
    pub position: OsString,
    /// How to print answers
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The game
    #[arg(long, value_name = "NAME", default_value = "sprouts", value_parser = GameNames)]
    pub game: GameName,
}

/// How far to go for a position.
#[derive(Debug, Args)]
pub struct Limits {
    /// The most memory for all that is found, for instance 64MiB or 500MB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = parse_memory)]
    pub memory: usize,
    /// The most time for each position, for instance 90s, 10m or 1h30m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
}

/// What to count, and how far to go.
#[derive(Debug, Args)]
pub struct CensusArguments {
    /// What to count.
    #[command(flatten)]
    pub counted: Counted,
    /// Keep the RCTs of all lands in this directory, for searches in misère play; it is made if it is missing
    #[arg(long, value_name = "DIR", conflicts_with = "heights")]
    pub save: Option<PathBuf>,
    /// The game
    #[arg(long, value_name = "NAME", default_value = "sprouts", conflicts_with = "heights", value_parser = GameNames)]
    pub game: GameName,
    /// How far to go.
    #[command(flatten)]
    pub limits: CensusLimits,
    /// How to print answers
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What is counted.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct Counted {
    /// Count what is below the start with so many spots
    #[arg(value_name = "N", value_parser = parse_count)]
    pub size: Option<u32>,
    /// Count the RCTs of each height up to this one, which is 5 at most
    #[arg(long, value_name = "H", value_parser = parse_heights)]
    pub heights: Option<u32>,
}

/// How far to go in counting.
#[derive(Debug, Args)]
pub struct CensusLimits {
    /// The most memory for all that is met, for instance 64MiB or 500MB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", conflicts_with = "heights", value_parser = parse_memory)]
    pub memory: usize,
    /// The most time, for instance 90s, 10m or 1h30m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
}

/// Which play is asked about.
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// Misère play of an impartial game: who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Search in misère play with the reduced canonical trees of all lands below the start with so many spots (tokens in
    /// a heap, rows of a board). By default it is 4, 5 or 6 spots, as the position is large, or more if --store has them.
    /// They take 0.1, 1 and 20 seconds to compute, 7 spots take ten minutes; --store keeps them. What is proved with one
    /// base is not used with another
    #[arg(long, value_name = "K", requires = "misere")]
    pub rct_base: Option<u32>,
}

/// The least memory for a search, in bytes.
const LEAST_MEMORY: usize = 16 << 20;

/// How to search.
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// How to search [default: dfpn; pdfpn if several threads, pns-pdfpn if workers are asked for]
    #[arg(long, value_enum)]
    pub algorithm: Option<Algorithm>,
    /// How many threads search with pdfpn [default: as many as the machine runs at a time], or in each worker [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<NonZeroUsize>,
    /// How many workers search with pns-pdfpn, each with --threads threads [default: as many as the machine runs threads at a time]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub workers: Option<NonZeroUsize>,
    /// The most memory for the tree and the table, for instance 64MiB or 500MB; at least 16MiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = parse_search_memory)]
    pub memory: usize,
    /// The most time for each position, for instance 90s, 10m or 1h30m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Orders moves that look equally good; 0 is their natural order
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Lands of so many lives and fewer are not searched in normal play: their nimbers are computed from all that follows [default: 8]
    #[arg(long, value_name = "N")]
    pub endgame_lives: Option<u32>,
    /// A directory that keeps what is proved for later runs, for impartial games; it is made if it is missing
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// A file for a certificate of the answer, which `rhizome verify` checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Of impartial games, put everything that is proved into the certificate, so that `rhizome prune` has more to choose from
    #[arg(long, requires = "certificate")]
    pub all_facts: bool,
    /// In misère play, only lands below the start with N spots have their RCTs in the certificate [default: 4]
    #[arg(long, value_name = "N", requires = "certificate")]
    pub certificate_base: Option<u32>,
}

fn parse_memory(text: &str) -> Result<usize, String> {
    usize::try_from(parse_size(text)?).map_err(|_| "this machine cannot address so much".into())
}

/// More threads than any machine has use for.
const MOST_THREADS: usize = 4096;

fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse() {
        Ok(threads) if threads <= MOST_THREADS => {
            NonZeroUsize::new(threads).ok_or_else(|| "at least one has to search".to_owned())
        }
        _ => Err(format!("write a number from 1 to {MOST_THREADS}")),
    }
}

fn parse_count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "write a number of spots, as in `census 6`".into())
}

fn parse_heights(text: &str) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(height) if height <= GREATEST_COUNTED => Ok(height),
        _ if digits => {
            Err("the greatest height is 5: of height 6 there are about 2^4171780, too many to count".into())
        }
        _ => Err("write a height from 0 to 5".into()),
    }
}

fn parse_search_memory(text: &str) -> Result<usize, String> {
    match parse_memory(text)? {
        bytes if bytes < LEAST_MEMORY => Err("a search needs 16MiB at least".into()),
        bytes => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
