//! Why a text gives no map.

use std::fmt::{Display, Formatter};

/// Why there is no map for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// Something else should stand here.
    Unexpected {
        /// The byte of the text where it stands.
        at: usize,
        /// What should stand here.
        expected: &'static str,
    },
    /// A letter does not stand where its other side can be.
    Letter {
        /// The byte of the text where it stands.
        at: usize,
        /// What has to hold for it.
        rule: &'static str,
    },
    /// The position has more spots than this, the greatest number for which a map is looked for.
    TooLarge(usize),
    /// No map on the sphere has these words.
    NoMap,
    /// The search for a map took too long.
    NotFound,
}

impl NotationError {
    /// The byte of the text that is wrong, if it is one.
    pub fn at(&self) -> Option<usize> {
        match self {
            Self::Unexpected { at, .. } | Self::Letter { at, .. } => Some(*at),
            Self::TooLarge(_) | Self::NoMap | Self::NotFound => None,
        }
    }
}

impl Display for NotationError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unexpected { at, expected } => write!(formatter, "byte {at}: expected {expected}"),
            Self::Letter { at, rule } => write!(formatter, "byte {at}: {rule}"),
            Self::TooLarge(most) => {
                write!(formatter, "no map is looked for with more than {most} live spots")
            }
            Self::NoMap => formatter.write_str("no picture on the sphere has these boundaries"),
            Self::NotFound => formatter.write_str("no picture with these boundaries was found in time"),
        }
    }
}

impl std::error::Error for NotationError {}
