//! Reading a journal, and telling what a crash has left from damage.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::error::{Action, JournalError};
use super::format::{
    self, CHECKSUM, Content, Entry, HEAD, JOURNAL_VERSION, LENGTH, MAGIC, MAX_RECORD, MAX_RUN, checksum,
};
use crate::message::{Question, Run};

/// How much is read at once, in bytes.
const CHUNK: usize = 1 << 16;

/// What a journal holds beside of its entries.
pub(super) struct Replayed {
    pub(super) run: Run,
    /// The last incarnation.
    pub(super) incarnation: u32,
    /// How much of the file is whole, in bytes.
    pub(super) whole: u64,
    /// The length of the file, in bytes.
    pub(super) length: u64,
}

/// Reads the journal of this question.
pub(super) fn replay(
    path: &Path,
    question: &Question,
    domain: &str,
    mut visitor: impl FnMut(Entry<'_>),
) -> Result<Replayed, JournalError> {
    let io = || JournalError::io(path, Action::Read);
    let file = File::open(path).map_err(JournalError::io(path, Action::Open))?;
    let length = file.metadata().map_err(io())?.len();
    let mut reader = BufReader::with_capacity(CHUNK, file);
    let (run, mut whole) = read_head(path, &mut reader)?;
    if (&run.question, run.domain.as_str()) != (question, domain) {
        let (found, expected) = (describe(&run.question, &run.domain), describe(question, domain));
        return Err(JournalError::OtherRun { path: path.into(), found, expected });
    }
    let mut incarnation = 0;
    let mut record = Vec::new();
    while whole < length {
        if !read_record(&mut reader, whole, length - whole, &mut record).map_err(io())? {
            if has_mark(&mut reader, whole, &run).map_err(io())? {
                return Err(JournalError::Damaged { path: path.into(), place: whole });
            }
            break;
        }
        match format::read(&record[LENGTH..]) {
            Some(Content::Entry(entry)) => visitor(entry),
            Some(Content::Incarnation(number)) => incarnation = incarnation.max(number),
            Some(Content::Synced) => {}
            // No crash leaves a record like this.
            None => return Err(JournalError::Damaged { path: path.into(), place: whole }),
        }
        whole += (record.len() + CHECKSUM) as u64;
    }
    Ok(Replayed { run, incarnation, whole, length })
}

/// Reads what a journal begins with, and how long that is.
fn read_head(path: &Path, reader: &mut impl Read) -> Result<(Run, u64), JournalError> {
    let io = || JournalError::io(path, Action::Read);
    let damaged = || JournalError::DamagedHead { path: path.into() };
    let mut head = Vec::new();
    reader.by_ref().take(HEAD as u64).read_to_end(&mut head).map_err(io())?;
    if !head.starts_with(&MAGIC) {
        return Err(JournalError::Foreign { path: path.into() });
    }
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0_u32, |sum, &byte| sum << 8 | u32::from(byte));
    if head.len() < HEAD {
        return Err(damaged());
    }
    let (found, length) = (number(&head[8..12]), number(&head[12..]) as usize);
    if found != JOURNAL_VERSION {
        return Err(JournalError::Version { path: path.into(), found });
    }
    if length > MAX_RUN {
        return Err(damaged());
    }
    let whole = HEAD + length + CHECKSUM;
    reader.by_ref().take((length + CHECKSUM) as u64).read_to_end(&mut head).map_err(io())?;
    match head.split_last_chunk() {
        Some((checked, found)) if head.len() == whole && *found == crc32fast::hash(checked).to_le_bytes() => {
            let run = format::read_run(&checked[HEAD..]).ok_or_else(damaged)?;
            Ok((run, whole as u64))
        }
        _ => Err(damaged()),
    }
}

/// Reads the length and the body of the next record. Returns whether it is whole.
fn read_record(reader: &mut impl Read, place: u64, left: u64, record: &mut Vec<u8>) -> io::Result<bool> {
    record.clear();
    reader.by_ref().take(LENGTH as u64).read_to_end(record)?;
    let Ok(length) = <[u8; LENGTH]>::try_from(record.as_slice()) else { return Ok(false) };
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_RECORD || (LENGTH + length + CHECKSUM) as u64 > left {
        return Ok(false);
    }
    reader.by_ref().take((length + CHECKSUM) as u64).read_to_end(record)?;
    let Some((checked, found)) = record.split_last_chunk() else { return Ok(false) };
    let is_whole = checked.len() == LENGTH + length && *found == checksum(place, checked);
    record.truncate(LENGTH + length);
    Ok(is_whole)
}

/// Whether somewhere behind a place stands that everything before was durable. A crash can only spoil what was not.
fn has_mark(reader: &mut (impl Read + Seek), place: u64, run: &Run) -> io::Result<bool> {
    let mark = format::synced_mark(run.id);
    let whole = mark.len() + CHECKSUM;
    reader.seek(SeekFrom::Start(place))?;
    // What is looked at, and where it begins in the file.
    let (mut window, mut start) = (Vec::new(), place);
    loop {
        let before = window.len();
        reader.by_ref().take(CHUNK as u64).read_to_end(&mut window)?;
        if window.len() == before {
            return Ok(false);
        }
        let is_mark = |(index, candidate): (usize, &[u8])| {
            let (record, found) = candidate.split_at(mark.len());
            record == mark && found == checksum(start + index as u64, record)
        };
        if window.windows(whole).enumerate().any(is_mark) {
            return Ok(true);
        }
        let done = window.len().saturating_sub(whole - 1);
        window.drain(..done);
        start += done as u64;
    }
}

fn describe(question: &Question, domain: &str) -> String {
    let Question { game, position, misere, rct_base, seed } = question;
    let play = if *misere { "misère" } else { "normal" };
    let base = rct_base.map_or(String::new(), |spots| format!(", RCTs below {spots} spots"));
    format!("{game} {position:?} in {play} play (seed {seed}{base}, {domain})")
}
