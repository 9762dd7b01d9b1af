//! How a tree is searched: an algorithm, and how many take part.

use std::num::NonZeroUsize;
use std::thread;

use anyhow::bail;
use clap::ValueEnum;
use rhizome_search::{Answer, Control, Dfpn, Dfs, Observer, Pdfpn, Pns, SharedTree, Style, solve};

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
}

impl Algorithm {
    /// Its name on the command line and in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Dfs => "dfs",
            Algorithm::Pns => "pns",
            Algorithm::Dfpn => "dfpn",
            Algorithm::Pdfpn => "pdfpn",
        }
    }
}

/// An algorithm with the number of threads that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The number of threads.
    pub threads: NonZeroUsize,
}

impl Method {
    /// The method that was asked for. By default it is dfpn, or pdfpn where there are several threads; pdfpn takes as
    /// many threads as the machine runs at a time.
    ///
    /// # Errors
    /// If the algorithm does not search with so many threads.
    pub fn new(algorithm: Option<Algorithm>, threads: Option<NonZeroUsize>) -> anyhow::Result<Self> {
        let several = threads.filter(|threads| threads.get() > 1);
        let algorithm = algorithm.unwrap_or(match several {
            Some(_) => Algorithm::Pdfpn,
            None => Algorithm::Dfpn,
        });
        let threads = match (algorithm, several) {
            (Algorithm::Pdfpn, _) => {
                threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
            }
            (_, None) => NonZeroUsize::MIN,
            (_, Some(threads)) => bail!(
                "--threads {threads}: {} searches with one thread, pdfpn with several",
                algorithm.name()
            ),
        };
        Ok(Method { algorithm, threads })
    }

    /// Solves the root of a tree.
    pub fn solve<T: SharedTree>(
        self,
        tree: &mut T,
        style: Style,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> Answer {
        match self.algorithm {
            Algorithm::Dfs => solve(tree, &mut Dfs, style, control, observer),
            Algorithm::Pns => solve(tree, &mut Pns, style, control, observer),
            Algorithm::Dfpn => solve(tree, &mut Dfpn, style, control, observer),
            Algorithm::Pdfpn => {
                let mut pdfpn = Pdfpn { threads: self.threads };
                solve(tree, &mut pdfpn, style, control, observer)
            }
        }
    }
}
