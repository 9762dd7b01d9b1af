//! How the program ends.

use std::io::Write;
use std::process::ExitCode;

/// How the program ends, which is all that its exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything that was asked is answered, or nobody listens any more.
    Answered,
    /// A check failed: the certificate is not valid.
    Refuted,
    /// Something in the input or in the way the program was called is wrong.
    BadInput,
    /// A limit or an interrupt stopped the program before an answer.
    Stopped,
}

impl Ending {
    /// The exit code.
    pub const fn code(self) -> u8 {
        match self {
            Ending::Answered => 0,
            Ending::Refuted => 1,
            Ending::BadInput => 2,
            Ending::Stopped => 3,
        }
    }

    /// The ending of a run in which both of these happened: bad input outweighs
    /// a stop, since the user has to do something about it.
    pub fn worse(self, other: Ending) -> Ending {
        match (self, other) {
            (Ending::BadInput, _) | (_, Ending::BadInput) => Ending::BadInput,
            (Ending::Stopped, _) | (_, Ending::Stopped) => Ending::Stopped,
            (Ending::Refuted, _) | (_, Ending::Refuted) => Ending::Refuted,
            (Ending::Answered, Ending::Answered) => Ending::Answered,
        }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        ExitCode::from(ending.code())
    }
}

/// Writes an error message to standard error, if that is still open.
pub fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "error: {message}");
}
