//! The algorithms by name, for all tests that compare them. Tests of other crates include this file too.

use std::num::NonZeroUsize;

use rhizome_search::{Answer, Control, Dfpn, Dfs, Observer, Pdfpn, Pns, SharedTree, Style, solve};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Dfs,
    Pns,
    Dfpn,
    /// With three threads.
    Pdfpn,
}

pub const ALGORITHMS: [Algorithm; 4] = [Algorithm::Dfs, Algorithm::Pns, Algorithm::Dfpn, Algorithm::Pdfpn];

impl Algorithm {
    /// Solves the root of a tree.
    pub fn solve<T: SharedTree>(
        self,
        tree: &mut T,
        style: Style,
        control: &Control<'_>,
        observer: &mut dyn Observer,
    ) -> Answer {
        match self {
            Algorithm::Dfs => solve(tree, &mut Dfs, style, control, observer),
            Algorithm::Pns => solve(tree, &mut Pns, style, control, observer),
            Algorithm::Dfpn => solve(tree, &mut Dfpn, style, control, observer),
            Algorithm::Pdfpn => {
                let threads = const { NonZeroUsize::new(3).unwrap() };
                solve(tree, &mut Pdfpn::new(threads), style, control, observer)
            }
        }
    }
}
