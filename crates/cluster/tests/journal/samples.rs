//! Questions and entries of journals.

use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use rhizome_cluster::journal::{Entry, Journal, JournalError};
use rhizome_cluster::{NodeNumbers, PortableFact, Question};

pub const DOMAIN: &str = "sprouts/1/normal";

/// An entry that owns what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    Fact(PortableFact),
    Numbers(NodeNumbers, u64),
    Settled(bool),
}

impl Kept {
    pub fn entry(&self) -> Entry<'_> {
        match self {
            Self::Fact(PortableFact { key, value }) => Entry::Fact { key, value },
            Self::Numbers(NodeNumbers { node, pn, dn }, work) => {
                Entry::Numbers { node, pn: *pn, dn: *dn, work: *work }
            }
            Self::Settled(is_win) => Entry::Settled { is_win: *is_win },
        }
    }

    fn of(entry: Entry<'_>) -> Self {
        match entry {
            Entry::Fact { key, value } => {
                Self::Fact(PortableFact { key: key.to_vec(), value: value.to_vec() })
            }
            Entry::Numbers { node, pn, dn, work } => {
                Self::Numbers(NodeNumbers { node: node.to_vec(), pn, dn }, work)
            }
            Entry::Settled { is_win } => Self::Settled(is_win),
        }
    }
}

pub fn kept() -> impl Strategy<Value = Kept> {
    let bytes = || vec(any::<u8>(), 0..40);
    prop_oneof![
        (bytes(), bytes()).prop_map(|(key, value)| Kept::Fact(PortableFact { key, value })),
        (bytes(), any::<u32>(), any::<u32>(), any::<u64>())
            .prop_map(|(node, pn, dn, work)| Kept::Numbers(NodeNumbers { node, pn, dn }, work)),
        any::<bool>().prop_map(Kept::Settled),
    ]
}

/// Three entries, one of each kind.
pub fn three() -> [Kept; 3] {
    [
        Kept::Fact(PortableFact { key: b"0*2".to_vec(), value: vec![0] }),
        Kept::Numbers(NodeNumbers { node: b"0*3".to_vec(), pn: 3, dn: u32::MAX }, 77),
        Kept::Settled(false),
    ]
}

pub fn question() -> Question {
    let (game, position) = ("sprouts".to_owned(), "0*9".to_owned());
    Question { game, position, misere: false, rct_base: None, seed: 1 }
}

/// Opens a journal and returns what is in it.
pub fn open(directory: &Path) -> Result<(Journal, Vec<Kept>), JournalError> {
    let mut entries = Vec::new();
    let journal = Journal::open(directory, &question(), DOMAIN, |entry| entries.push(Kept::of(entry)))?;
    Ok((journal, entries))
}

/// The file of a journal.
pub fn file(directory: &Path) -> std::path::PathBuf {
    directory.join("rhizome-master.journal")
}
