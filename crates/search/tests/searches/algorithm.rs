//! The algorithms by name, for all tests that compare them. Tests of other crates include this file too.

use rhizome_search::{Answer, Control, Dfpn, Dfs, NandTree, Observer, Pns, Style, solve};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Dfs,
    Pns,
    Dfpn,
}

pub const ALGORITHMS: [Algorithm; 3] = [Algorithm::Dfs, Algorithm::Pns, Algorithm::Dfpn];

impl Algorithm {
    /// Solves the root of a tree.
    pub fn solve<T: NandTree>(
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
        }
    }
}
