//! The format of a journal. `docs/cluster.md` has it to the byte.

use super::error::JournalError;
use crate::message::{Question, Run, RunId};

/// The version of the format that this program writes, and the only one that it reads.
pub const JOURNAL_VERSION: u32 = 1;

/// The longest body of a record, in bytes.
pub const MAX_RECORD: usize = 1 << 24;

pub(super) const MAGIC: [u8; 8] = *b"RhzmJrnl";
/// The length of what stands before the description of the run, in bytes.
pub(super) const HEAD: usize = 16;
/// The longest description of a run, in bytes.
pub(super) const MAX_RUN: usize = 1 << 20;
/// The lengths of what stands before and behind the body of a record, in bytes.
pub(super) const LENGTH: usize = 4;
pub(super) const CHECKSUM: usize = 4;

const INCARNATION: u8 = 1;
const FACT: u8 = 2;
const NUMBERS: u8 = 3;
const SETTLED: u8 = 4;
const SYNCED: u8 = 5;

/// Something that a master keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<'a> {
    /// Something is proved.
    Fact {
        /// What it is about.
        key: &'a [u8],
        /// What is proved about that.
        value: &'a [u8],
    },
    /// A node has these numbers now, until a later entry about it.
    Numbers {
        /// The portable name of the node.
        node: &'a [u8],
        /// Its proof number; [`INFINITE`](crate::INFINITE) is infinity.
        pn: u32,
        /// Its disproof number.
        dn: u32,
        /// How many expansions were spent on it.
        work: u64,
    },
    /// The run is settled.
    Settled {
        /// Whether its position is a win.
        is_win: bool,
    },
}

impl Entry<'_> {
    pub(super) fn check_length(self) -> Result<(), JournalError> {
        let length = match self {
            Self::Fact { key, value } => 5_usize.saturating_add(key.len()).saturating_add(value.len()),
            Self::Numbers { node, .. } => 17_usize.saturating_add(node.len()),
            Self::Settled { .. } => 2,
        };
        if length > MAX_RECORD { Err(JournalError::TooLong { length }) } else { Ok(()) }
    }

    /// Writes the record of an entry that is not too long.
    pub(super) fn write(self, place: u64, buffer: &mut Vec<u8>) {
        write_record(place, buffer, |body| match self {
            Entry::Fact { key, value } => {
                body.push(FACT);
                body.extend((key.len() as u32).to_le_bytes());
                body.extend(key);
                body.extend(value);
            }
            Entry::Numbers { node, pn, dn, work } => {
                body.push(NUMBERS);
                body.extend(pn.to_le_bytes());
                body.extend(dn.to_le_bytes());
                body.extend(work.to_le_bytes());
                body.extend(node);
            }
            Entry::Settled { is_win } => body.extend([SETTLED, u8::from(is_win)]),
        });
    }
}

/// Writes that a master has started.
pub(super) fn write_incarnation(incarnation: u32, place: u64, buffer: &mut Vec<u8>) {
    write_record(place, buffer, |body| {
        body.push(INCARNATION);
        body.extend(incarnation.to_le_bytes());
    });
}

/// Writes that everything before this is durable.
pub(super) fn write_synced(run: RunId, place: u64, buffer: &mut Vec<u8>) {
    write_record(place, buffer, |body| {
        body.push(SYNCED);
        body.extend(run.0);
    });
}

fn write_record(place: u64, buffer: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = buffer.len();
    buffer.extend([0; LENGTH]);
    write(buffer);
    let length = (buffer.len() - start - LENGTH) as u32;
    buffer[start..start + LENGTH].copy_from_slice(&length.to_le_bytes());
    let checksum = checksum(place, &buffer[start..]);
    buffer.extend(checksum);
}

/// The checksum of a record, by its place in the file, its length and its body. With its place, so that what was left
/// of an older file on the same part of the disk cannot pass for a record.
pub(super) fn checksum(place: u64, record: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&place.to_le_bytes());
    hasher.update(record);
    hasher.finalize().to_le_bytes()
}

/// How the record begins that says that everything before it is durable.
pub(super) fn synced_mark(run: RunId) -> Vec<u8> {
    let mut mark = Vec::new();
    write_synced(run, 0, &mut mark);
    mark.truncate(mark.len() - CHECKSUM);
    mark
}

/// What a record says.
pub(super) enum Content<'a> {
    Entry(Entry<'a>),
    Incarnation(u32),
    Synced,
}

/// Reads the body of a record whose checksum is right.
pub(super) fn read(body: &[u8]) -> Option<Content<'_>> {
    let (&kind, mut rest) = body.split_first()?;
    let content = match kind {
        INCARNATION => Content::Incarnation(take_u32(&mut rest)?),
        FACT => {
            let length = take_u32(&mut rest)?;
            let (key, value) = rest.split_at_checked(length as usize)?;
            return Some(Content::Entry(Entry::Fact { key, value }));
        }
        NUMBERS => {
            let (pn, dn, work) = (take_u32(&mut rest)?, take_u32(&mut rest)?, take_u64(&mut rest)?);
            return Some(Content::Entry(Entry::Numbers { node: rest, pn, dn, work }));
        }
        SETTLED => Content::Entry(Entry::Settled { is_win: take_bool(&mut rest)? }),
        SYNCED => {
            take::<16>(&mut rest)?;
            Content::Synced
        }
        _ => return None,
    };
    rest.is_empty().then_some(content)
}

/// What a journal begins with.
pub(super) fn head(run: &Run) -> Vec<u8> {
    let Question { game, position, misere, rct_base, seed } = &run.question;
    let mut head = MAGIC.to_vec();
    head.extend(JOURNAL_VERSION.to_le_bytes());
    head.extend([0; HEAD - 12]);
    head.extend(run.id.0);
    for text in [game, position, &run.domain] {
        head.extend((text.len() as u32).to_le_bytes());
        head.extend(text.as_bytes());
    }
    head.extend([u8::from(*misere), u8::from(rct_base.is_some())]);
    head.extend(rct_base.unwrap_or(0).to_le_bytes());
    head.extend(seed.to_le_bytes());
    let length = (head.len() - HEAD) as u32;
    head[12..HEAD].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(&head);
    head.extend(checksum.to_le_bytes());
    head
}

/// Reads the description of a run whose checksum is right.
pub(super) fn read_run(mut bytes: &[u8]) -> Option<Run> {
    let rest = &mut bytes;
    let id = RunId(take(rest)?);
    let (game, position, domain) = (take_text(rest)?, take_text(rest)?, take_text(rest)?);
    let (misere, has_base) = (take_bool(rest)?, take_bool(rest)?);
    let base = take_u32(rest)?;
    let question =
        Question { game, position, misere, rct_base: has_base.then_some(base), seed: take_u64(rest)? };
    rest.is_empty().then_some(Run { id, question, domain })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    take(bytes).map(u32::from_le_bytes)
}

fn take_u64(bytes: &mut &[u8]) -> Option<u64> {
    take(bytes).map(u64::from_le_bytes)
}

fn take_bool(bytes: &mut &[u8]) -> Option<bool> {
    match take(bytes)? {
        [0] => Some(false),
        [1] => Some(true),
        _ => None,
    }
}

fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let length = take_u32(bytes)?;
    let (text, rest) = bytes.split_at_checked(length as usize)?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}
