//! The names of runs.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The name of a run: 128 bits, shown as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunId(pub [u8; 16]);

impl RunId {
    /// A new name, unlike all others. It is no secret, and cannot serve as one.
    #[must_use]
    pub fn random() -> Self {
        // The keys of these come from the operating system.
        let half = |half: u64| RandomState::new().hash_one(half);
        Self((u128::from(half(0)) << 64 | u128::from(half(1))).to_be_bytes())
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl fmt::Debug for RunId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RunId({self})")
    }
}

impl FromStr for RunId {
    type Err = RunIdError;

    fn from_str(text: &str) -> Result<Self, RunIdError> {
        let is_name = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u128::from_str_radix(text, 16) {
            Ok(number) if is_name => Ok(Self(number.to_be_bytes())),
            _ => Err(RunIdError { text: text.to_owned() }),
        }
    }
}

/// A text is not the name of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not the name of a run, which is 32 hexadecimal digits")]
pub struct RunIdError {
    /// The text.
    pub text: String,
}
