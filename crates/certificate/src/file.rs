//! Certificates as files: what stands where, to the byte, and nothing about what it means.
//!
//! [`Reader`] reads a file line by line and refuses whatever the section "The file" of `docs/certificate-format.md`
//! does not allow. [`Writer`] writes what a reader accepts.

mod body;
mod compression;
mod error;
mod form;
mod head;
mod reader;
mod replace;
mod source;
mod writer;

use std::fmt;

pub use error::FileError;
pub use head::{Claim, Head, Play};
pub use reader::Reader;
pub use writer::{Compression, Writer, can_be_written};

/// What a line of the body is about: its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A tree of misère play.
    Tree,
    /// The nimber or the tree of a land.
    Land,
    /// A position, or a node, that is a win.
    Win,
    /// A position, or a node, that is a loss.
    Loss,
    /// A node of an explicit tree.
    Node,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Tree, Kind::Land, Kind::Win, Kind::Loss, Kind::Node];

    /// The first word of such a line.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Tree => "tree",
            Kind::Land => "land",
            Kind::Win => "win",
            Kind::Loss => "loss",
            Kind::Node => "node",
        }
    }

    /// Whether such lines are entries, which are sorted and counted. Others are numbered.
    pub fn is_entry(self) -> bool {
        matches!(self, Kind::Land | Kind::Win | Kind::Loss)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

/// A line of the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1 on, where the head is counted.
    pub number: u64,
    /// Its first word.
    pub kind: Kind,
    /// What follows the first word and a blank. It is never empty.
    pub text: String,
}

impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.kind, self.text)
    }
}
