//! Certificates that are compressed with zstd.

use std::io::{self, BufRead, Read, Write};

use ruzstd::decoding::errors::{FrameDecoderError, FrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, FrameCompressor};

use super::error::FileError;

/// The four bytes that begin a compressed file.
pub(super) const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The greatest window, which is the memory that it takes to decompress.
const MAX_WINDOW: u64 = 8 << 20;

/// Decompresses the one frame of a source. What is wrong with the frame is an error of the kind
/// [`io::ErrorKind::InvalidData`]; errors of the source stay what they are.
pub(super) struct Unpacked<R: BufRead> {
    decoder: FrameDecoder,
    source: Watched<R>,
    length: u64,
}

impl<R: BufRead> Unpacked<R> {
    pub(super) fn new(source: R) -> io::Result<Self> {
        let mut source = Watched { source, error: None, is_at_end: false };
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        decoder.init(&mut source).map_err(|error| source.explain(&error))?;
        Ok(Unpacked { decoder, source, length: 0 })
    }

    /// What has to hold at the end, which the decoder does not look at.
    fn check_end(&mut self) -> io::Result<()> {
        let stated = self.decoder.get_checksum_from_data();
        if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
            return Err(broken("its checksum is wrong"));
        }
        // Without a size the header says 0.
        let size = self.decoder.content_size();
        if size != 0 && size != self.length {
            return Err(broken("its size is not the one that it states"));
        }
        if !self.source.source.fill_buf()?.is_empty() {
            return Err(broken("something follows its frame, which has to be the only one"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Unpacked { decoder, source, .. } = self;
        while decoder.can_collect() == 0 && !decoder.is_finished() {
            let decoded = decoder.decode_blocks(&mut *source, BlockDecodingStrategy::UptoBlocks(1));
            decoded.map_err(|error| source.explain(&error))?;
        }
        let read = decoder.read(buffer)?;
        self.length += read as u64;
        if read == 0 && !buffer.is_empty() {
            self.check_end()?;
        }
        Ok(read)
    }
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the file is compressed, but broken: {what}"))
}

/// A source that remembers how it failed, since a decoder tells that only in passing.
struct Watched<R> {
    source: R,
    error: Option<io::Error>,
    is_at_end: bool,
}

impl<R> Watched<R> {
    fn explain(&mut self, error: &FrameDecoderError) -> io::Error {
        if let Some(error) = self.error.take() {
            return error;
        }
        if self.is_at_end {
            return broken("it is cut short");
        }
        match error {
            FrameDecoderError::WindowSizeTooBig { .. }
            | FrameDecoderError::FrameHeaderError(FrameHeaderError::WindowTooBig { .. }) => {
                broken(&format!("its window is greater than {} MiB", MAX_WINDOW >> 20))
            }
            FrameDecoderError::DictNotProvided { .. } => broken("it needs a dictionary"),
            _ => broken("this is no frame of zstd"),
        }
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.source.read(buffer) {
            Ok(read) => {
                self.is_at_end |= read == 0 && !buffer.is_empty();
                Ok(read)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.error = Some(io::Error::new(error.kind(), error.to_string()));
                Err(error)
            }
        }
    }
}

/// Compresses a text, which cannot fail, into a sink, which can.
pub(super) fn pack(text: impl Read, sink: impl Write) -> Result<(), FileError> {
    let mut drain = Drain { sink, error: None };
    let mut compressor = FrameCompressor::new(CompressionLevel::Fastest);
    compressor.set_source(text);
    compressor.set_drain(&mut drain);
    compressor.compress();
    drop(compressor);
    match drain.error {
        Some(error) => Err(FileError::io("write the file")(error)),
        None => Ok(()),
    }
}

/// A sink that keeps its first error to itself and takes in all that comes after it: the compressor
/// would panic.
struct Drain<W> {
    sink: W,
    error: Option<io::Error>,
}

impl<W: Write> Write for Drain<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if self.error.is_none() {
            self.error = self.sink.write_all(buffer).err();
        }
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
