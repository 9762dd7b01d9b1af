//! What can be wrong with a file.

use std::io;

/// Why a certificate cannot be read or written. It is told without the name of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The system refused something, or the path is no regular file.
    #[error("cannot {action}: {message}")]
    Io {
        /// What was to be done, such as `read the file`.
        action: &'static str,
        /// The kind of the error of the system.
        kind: io::ErrorKind,
        /// What the system says.
        message: String,
    },
    /// The file is not written as a certificate is.
    #[error("{}{message}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
    Form {
        /// The line that is wrong, from 1 on, if it is a line.
        line: Option<u64>,
        /// What is wrong.
        message: String,
    },
    /// The file is not the one that was written.
    #[error("the file was changed: its head says that its SHA-256 is {stated}, but it is {computed}")]
    Digest {
        /// The digest of the head.
        stated: String,
        /// The digest of the text that was read.
        computed: String,
    },
}

impl FileError {
    pub(super) fn io(action: &'static str) -> impl Fn(io::Error) -> Self {
        move |error| FileError::Io { action, kind: error.kind(), message: error.to_string() }
    }

    pub(super) fn form(line: impl Into<Option<u64>>, message: impl Into<String>) -> Self {
        FileError::Form { line: line.into(), message: message.into() }
    }
}

/// The most bytes of a foreign text that an error repeats.
const MOST_SHOWN: usize = 40;

/// A text for an error: in backticks, shortened and escaped.
pub(super) fn shown(text: impl AsRef<[u8]>) -> String {
    let text = text.as_ref();
    match text.get(..MOST_SHOWN) {
        Some(start) if text.len() > MOST_SHOWN => format!("`{}…`", start.escape_ascii()),
        _ => format!("`{}`", text.escape_ascii()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_shortened_and_escaped() {
        assert_eq!(shown("loss 0*2"), "`loss 0*2`");
        assert_eq!(shown(b"\x7fELF\x02\n"), "`\\x7fELF\\x02\\n`");
        assert_eq!(shown("x".repeat(1000)), format!("`{}…`", "x".repeat(40)));
        assert_eq!(shown("x".repeat(40)), format!("`{}`", "x".repeat(40)));
    }

    #[test]
    fn errors_say_their_line() {
        assert_eq!(FileError::form(12, "no").to_string(), "line 12: no");
        assert_eq!(FileError::form(None, "no").to_string(), "no");
    }
}
