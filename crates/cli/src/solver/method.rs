//! How a tree is searched: an algorithm, and how many take part.

use std::num::NonZeroUsize;
use std::thread;

use anyhow::bail;
use clap::ValueEnum;
use rhizome_cluster::{ClusterSettings, Crew, solve_with_workers};
use rhizome_search::{
    Answer, Control, Dfpn, Dfs, Observer, Pdfpn, Pns, PortableTree, SharedTree, Style, solve,
};

/// The algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Algorithm {
    /// Depth-first search: keeps nothing but what is proved.
    Dfs,
    /// Proof-number search, best first.
    Pns,
    /// Depth-first proof-number search.
    Dfpn,
    /// Depth-first proof-number search by several threads.
    Pdfpn,
    /// A master with proof-number search, and workers with pdfpn, all in this process.
    PnsPdfpn,
}

impl Algorithm {
    /// Its name on the command line and in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Dfs => "dfs",
            Algorithm::Pns => "pns",
            Algorithm::Dfpn => "dfpn",
            Algorithm::Pdfpn => "pdfpn",
            Algorithm::PnsPdfpn => "pns-pdfpn",
        }
    }
}

/// An algorithm with the number of threads and workers that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The number of threads, of each worker.
    pub threads: NonZeroUsize,
    /// The number of workers.
    pub workers: NonZeroUsize,
}

impl Method {
    /// The method that was asked for. By default it is dfpn, pdfpn where there are several threads, and pns-pdfpn where there
    /// are workers. What is not said about threads and workers is such that the machine has something to do on every core.
    ///
    /// # Errors
    /// If the algorithm does not search with so many threads or workers.
    pub fn new(
        algorithm: Option<Algorithm>,
        threads: Option<NonZeroUsize>,
        workers: Option<NonZeroUsize>,
    ) -> anyhow::Result<Self> {
        let several = threads.filter(|threads| threads.get() > 1);
        let algorithm = algorithm.unwrap_or(match (workers, several) {
            (Some(_), _) => Algorithm::PnsPdfpn,
            (None, Some(_)) => Algorithm::Pdfpn,
            (None, None) => Algorithm::Dfpn,
        });
        let name = algorithm.name();
        let all = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let one = NonZeroUsize::MIN;
        match (algorithm, several, workers) {
            (Algorithm::PnsPdfpn, ..) => Ok(Method {
                algorithm,
                threads: threads.unwrap_or(one),
                workers: workers.unwrap_or_else(all),
            }),
            (_, _, Some(workers)) => bail!("--workers {workers}: {name} has no workers, pns-pdfpn has"),
            (Algorithm::Pdfpn, ..) => {
                Ok(Method { algorithm, threads: threads.unwrap_or_else(all), workers: one })
            }
            (_, Some(threads), _) => {
                bail!("--threads {threads}: {name} searches with one thread, pdfpn with several")
            }
            _ => Ok(Method { algorithm, threads: one, workers: one }),
        }
    }

    /// Solves the root of a tree.
    pub fn solve<T: PortableTree>(
        self,
        tree: &mut T,
        style: Style,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> Answer {
        match self.search(tree, style, control, observer) {
            Some(answer) => answer,
            None => {
                let crew = Crew { workers: self.workers, threads: self.threads };
                let settings = ClusterSettings::within_a_process(style);
                solve_with_workers(tree, crew, settings, control, observer).0
            }
        }
    }

    /// Solves the root of a tree in one piece, unless this takes workers.
    pub fn search<T: SharedTree>(
        self,
        tree: &mut T,
        style: Style,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> Option<Answer> {
        Some(match self.algorithm {
            Algorithm::Dfs => solve(tree, &mut Dfs, style, control, observer),
            Algorithm::Pns => solve(tree, &mut Pns, style, control, observer),
            Algorithm::Dfpn => solve(tree, &mut Dfpn, style, control, observer),
            Algorithm::Pdfpn => {
                let mut pdfpn = Pdfpn::new(self.threads);
                solve(tree, &mut pdfpn, style, control, observer)
            }
            Algorithm::PnsPdfpn => return None,
        })
    }
}
