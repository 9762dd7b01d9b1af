//! Trees and lands with their RCTs as bytes, and back again.

use std::io::{self, BufRead, Write};

use rhizome_search::{Control, Interruption};

use super::RctBase;
use super::file::MAX_NAME_LENGTH;
use crate::rct::Rct;
use crate::store::MAX_CODE_LENGTH;
use crate::varint::{decode_varint, encode_varint};

/// What is written: the trees in their order, and the lands sorted by their codes, so that neighbours have much in common.
pub(super) struct Contents<'a> {
    base: &'a RctBase,
    lands: Vec<u32>,
}

impl<'a> Contents<'a> {
    pub(super) fn of(base: &'a RctBase) -> Self {
        let mut lands: Vec<u32> = (0..base.lands.len() as u32).collect();
        lands.sort_unstable_by_key(|&land| base.lands.get(land));
        Contents { base, lands }
    }

    /// Writes all of it.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let RctBase { rcts, lands, values } = self.base;
        let mut bytes = Vec::new();
        encode_varint(rcts.trees() as u64, &mut bytes);
        for tree in rcts.iter() {
            encode_varint(rcts.degree(tree) as u64, &mut bytes);
            let mut least = 0;
            for option in rcts.options(tree) {
                encode_varint(u64::from(option.raw() - least), &mut bytes);
                least = option.raw() + 1;
            }
            out.write_all(&bytes)?;
            bytes.clear();
        }
        encode_varint(self.lands.len() as u64, &mut bytes);
        let mut before: &[u8] = &[];
        for &land in &self.lands {
            let code = lands.get(land);
            let common = code.iter().zip(before).take_while(|(byte, other)| byte == other).count();
            encode_varint(common as u64, &mut bytes);
            encode_varint((code.len() - common) as u64, &mut bytes);
            bytes.extend_from_slice(&code[common..]);
            encode_varint(u64::from(values[land as usize].raw()), &mut bytes);
            out.write_all(&bytes)?;
            bytes.clear();
            before = code;
        }
        out.write_all(&bytes)
    }
}

/// Why something cannot be read.
#[derive(Debug)]
pub(super) enum ReadError {
    Io(io::Error),
    Malformed(String),
    Stopped(Interruption),
}

fn malformed<T>(reason: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError::Malformed(reason.into()))
}

/// Reads what [`Contents::write`] wrote. Counts in it are not trusted: memory is only taken for what is there.
pub(super) fn read_contents(reader: &mut impl BufRead, control: &Control<'_>) -> Result<RctBase, ReadError> {
    let mut base = RctBase::default();
    let trees = read_number(reader)?;
    let mut options = Vec::new();
    for tree in 0..trees {
        control.check()?;
        options.clear();
        let mut least = 0;
        for _ in 0..read_number(reader)? {
            match read_number(reader)?.checked_add(least) {
                Some(option) if option < 2 * tree => {
                    options.push(Rct::from_raw(option as u32));
                    least = option + 1;
                }
                _ => return malformed("a tree has an option that does not come before it"),
            }
        }
        // Facts about trees are derived from their options again, and with them whether they are RCTs at all.
        let rct = base.rcts.intern(&mut options);
        if u64::from(rct.raw()) != 2 * tree {
            return malformed("a tree is there twice or can be reduced");
        }
        check_memory(&base, control)?;
    }
    let lands = read_number(reader)?;
    let mut code = Vec::new();
    let mut before = Vec::new();
    for _ in 0..lands {
        control.check()?;
        let common = read_length(reader, before.len())?;
        code.clear();
        code.extend_from_slice(&before[..common]);
        let further = read_length(reader, MAX_CODE_LENGTH - common)?;
        read_bytes(reader, further, &mut code)?;
        if code <= before {
            return malformed("lands are not in order");
        }
        let value = read_number(reader)?;
        if value >= 2 * trees {
            return malformed("a land has an RCT that is not there");
        }
        base.insert(&code, Rct::from_raw(value as u32));
        std::mem::swap(&mut code, &mut before);
        check_memory(&base, control)?;
    }
    Ok(base)
}

fn check_memory(base: &RctBase, control: &Control<'_>) -> Result<(), Interruption> {
    if base.memory() > control.memory() { Err(Interruption::Memory) } else { Ok(()) }
}

/// Reads a name: its length and its bytes.
pub(super) fn read_name(reader: &mut impl BufRead) -> Result<String, ReadError> {
    let length = read_length(reader, MAX_NAME_LENGTH)?;
    let mut bytes = Vec::new();
    read_bytes(reader, length, &mut bytes)?;
    match String::from_utf8(bytes) {
        Ok(name) if name.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(name),
        _ => malformed("a name in it is no name"),
    }
}

fn read_length(reader: &mut impl BufRead, most: usize) -> Result<usize, ReadError> {
    match read_number(reader)? {
        length if length <= most as u64 => Ok(length as usize),
        _ => malformed("a length in it is too great"),
    }
}

fn read_bytes(reader: &mut impl BufRead, count: usize, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
    let start = bytes.len();
    bytes.resize(start + count, 0);
    reader.read_exact(&mut bytes[start..]).map_err(ReadError::from)
}

fn read_number(reader: &mut impl BufRead) -> Result<u64, ReadError> {
    // Ten bytes are the longest number; with the first one that ends a number it is over.
    let mut bytes = [0; 10];
    for place in 0..bytes.len() {
        reader.read_exact(&mut bytes[place..=place])?;
        if bytes[place] < 0x80 || place + 1 == bytes.len() {
            return decode_varint(&mut &bytes[..=place]).or_else(|error| malformed(error.to_string()));
        }
    }
    malformed("a number in it is too large")
}

impl From<io::Error> for ReadError {
    /// The end of the file was checked before, so that an end that comes too early is one of the contents.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => ReadError::Malformed("it ends too early".into()),
            _ => ReadError::Io(error),
        }
    }
}

impl From<Interruption> for ReadError {
    fn from(stop: Interruption) -> Self {
        ReadError::Stopped(stop)
    }
}
