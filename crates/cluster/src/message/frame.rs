//! The frame around each message on the wire.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `Rhzm` |
//! | 2 | the version of the protocol, little-endian |
//! | 1 | the kind of the message |
//! | 4 | CRC-32 of the version, the kind and the contents, little-endian |
//! | the rest | the contents, in the form of [postcard](https://postcard.jamesmunns.com/wire-format) |
//!
//! The first eleven bytes keep their meaning in every version, so that another version is told from damage.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{FactBatch, Hello, Job, Notice, Report, Run};

/// The version of the protocol that this program speaks, and the only one that it understands.
pub const PROTOCOL_VERSION: u16 = 2;

/// The longest message, in bytes with its frame. It leaves room for headers below the limit of 1 MiB that a NATS
/// server has unless told otherwise.
pub const MAX_MESSAGE: usize = 1_000_000;

const MAGIC: [u8; 4] = *b"Rhzm";
const CHECKED: usize = MAGIC.len();
const KIND: usize = 6;
const CHECKSUM: usize = 7;
/// The length of the frame, in bytes.
pub(super) const HEAD: usize = 11;

/// Why bytes are not a message, or a message cannot become bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WireError {
    /// The bytes begin like no message of any version.
    #[error("this is not a Rhizome message")]
    Foreign,
    /// The message is longer than [`MAX_MESSAGE`].
    #[error("a message of {length} bytes is too large: {MAX_MESSAGE} are the most")]
    TooLarge {
        /// Its length in bytes, or what is known to be too much.
        length: usize,
    },
    /// The message was cut or altered on its way.
    #[error("the message is damaged: its checksum is wrong")]
    Damaged,
    /// Another version of the program has sent the message.
    #[error(
        "the message is of protocol version {found}, but this program speaks version {PROTOCOL_VERSION}: \
        use one version of it everywhere"
    )]
    Version {
        /// The version of the message.
        found: u16,
    },
    /// This version knows no messages of this kind.
    #[error("there is no message of kind {kind}")]
    UnknownKind {
        /// The byte that says the kind.
        kind: u8,
    },
    /// The contents are not those of a message of its kind.
    #[error("the message is malformed: {reason}")]
    Malformed {
        /// What was found.
        reason: String,
    },
    /// Something stands behind the contents.
    #[error("{count} bytes stand behind the message")]
    Leftover {
        /// How many bytes.
        count: usize,
    },
}

/// What can be sent: one kind of message.
pub trait Wire: Serialize + Into<Message> {
    /// The byte that says the kind.
    const KIND: u8;

    /// The message with its frame.
    ///
    /// # Errors
    ///
    /// [`WireError::TooLarge`] if it is longer than [`MAX_MESSAGE`].
    fn encode(&self) -> Result<Vec<u8>, WireError> {
        let mut head = Vec::with_capacity(256);
        head.extend(MAGIC);
        head.extend(PROTOCOL_VERSION.to_le_bytes());
        head.push(Self::KIND);
        head.extend([0; HEAD - CHECKSUM]);
        let mut bytes = postcard::to_extend(self, head).map_err(malformed)?;
        if bytes.len() > MAX_MESSAGE {
            return Err(WireError::TooLarge { length: bytes.len() });
        }
        let checksum = checksum(&bytes);
        bytes[CHECKSUM..HEAD].copy_from_slice(&checksum);
        Ok(bytes)
    }
}

macro_rules! messages {
    ($($kind:literal $name:ident($type:ty) $description:literal)*) => {
        /// A message of any kind.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Message {
            $(#[doc = $description] $name($type),)*
        }

        impl Message {
            /// Reads a message with its frame. What it allocates is in proportion to the bytes that are there.
            ///
            /// # Errors
            ///
            /// Every [`WireError`]: the bytes may be anything.
            pub fn decode(bytes: &[u8]) -> Result<Self, WireError> {
                match check_frame(bytes)? {
                    $($kind => contents(bytes).map(Self::$name),)*
                    kind => Err(WireError::UnknownKind { kind }),
                }
            }

            /// The message with its frame.
            ///
            /// # Errors
            ///
            /// [`WireError::TooLarge`] if it is longer than [`MAX_MESSAGE`].
            pub fn encode(&self) -> Result<Vec<u8>, WireError> {
                match self {
                    $(Self::$name(message) => message.encode(),)*
                }
            }
        }

        $(
            impl Wire for $type {
                const KIND: u8 = $kind;
            }

            impl From<$type> for Message {
                fn from(message: $type) -> Self {
                    Self::$name(message)
                }
            }
        )*
    };
}

messages! {
    1 Run(Run) "What is to be proved."
    2 Job(Job) "Work for one worker."
    3 Report(Report) "What a worker has found out about a job."
    4 Hello(Hello) "A worker introduces itself."
    5 Facts(FactBatch) "What is proved, for every worker."
    6 Notice(Notice) "What a master lets all workers know."
}

/// Checks all that the frame says, and returns the kind.
fn check_frame(bytes: &[u8]) -> Result<u8, WireError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(WireError::Foreign);
    }
    if bytes.len() > MAX_MESSAGE {
        return Err(WireError::TooLarge { length: bytes.len() });
    }
    if bytes.len() < HEAD || checksum(bytes) != bytes[CHECKSUM..HEAD] {
        return Err(WireError::Damaged);
    }
    let found = u16::from_le_bytes([bytes[CHECKED], bytes[CHECKED + 1]]);
    if found != PROTOCOL_VERSION {
        return Err(WireError::Version { found });
    }
    Ok(bytes[KIND])
}

/// The checksum that belongs into a message, which is as long as the frame at least.
fn checksum(bytes: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[CHECKED..CHECKSUM]);
    hasher.update(&bytes[HEAD..]);
    hasher.finalize().to_le_bytes()
}

fn contents<'a, M: Deserialize<'a>>(bytes: &'a [u8]) -> Result<M, WireError> {
    match postcard::take_from_bytes(&bytes[HEAD..]).map_err(malformed)? {
        (message, []) => Ok(message),
        (_, rest) => Err(WireError::Leftover { count: rest.len() }),
    }
}

fn malformed(error: postcard::Error) -> WireError {
    WireError::Malformed { reason: error.to_string() }
}
