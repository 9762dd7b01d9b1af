//! Compressed files: what a frame may be, and what it may not do.

use std::io::{self, BufRead, Cursor, Read};

use rhizome_certificate::{FileError, Reader};
use ruzstd::encoding::{CompressionLevel, compress};

use super::{HEAD, in_time, large_writer, packed, read, sample};

#[test]
fn nothing_may_follow_the_frame() {
    let file = packed(&sample());
    for rest in [&b"\n"[..], b"\0", &file, &[0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]] {
        let found = read(&*[&file, rest].concat()).unwrap_err().to_string();
        assert_eq!(
            found,
            "the file is compressed, but broken: something follows its frame, which has to be the only one"
        );
    }
    let mut wrong = file.clone();
    *wrong.last_mut().unwrap() ^= 1;
    assert_eq!(
        read(&*wrong).unwrap_err().to_string(),
        "the file is compressed, but broken: its checksum is wrong"
    );
    let found = read(&file[..file.len() - 1]).unwrap_err().to_string();
    assert_eq!(found, "the file is compressed, but broken: it is cut short");
}

#[test]
fn windows_are_bounded() {
    let frame = |header: &[u8]| [&[0x28, 0xb5, 0x2f, 0xfd], header, &[1, 0, 0]].concat();
    let too_great = "the file is compressed, but broken: its window is greater than 8 MiB";
    // The window is 2 to the power of 10 and the upper five bits, and as many eighths more as the lower three bits say.
    for (header, expected) in [
        (vec![0, 13 << 3], "the file is empty"),
        (vec![0, 13 << 3 | 1], too_great),
        (vec![0, 14 << 3], too_great),
        (vec![0, 30 << 3], too_great),
        (vec![0, 31 << 3 | 7], too_great),
        // One segment: the size is the window.
        (vec![0xe0, 1, 0, 0x80, 0, 0, 0, 0, 0], too_great),
        (vec![0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], too_great),
        (
            vec![0xe0, 1, 0, 0, 0, 0, 0, 0, 0],
            "the file is compressed, but broken: its size is not the one that it states",
        ),
        (vec![1, 0, 7], "the file is compressed, but broken: it needs a dictionary"),
    ] {
        assert_eq!(read(&*frame(&header)).unwrap_err().to_string(), expected, "{header:?}");
    }
}

/// A text that goes on as long as it is read.
struct Endless<F> {
    line: F,
    number: u64,
    left: Cursor<Vec<u8>>,
}

impl<F: FnMut(u64) -> String> Read for Endless<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.fill_buf()?.is_empty() {
            self.left = Cursor::new((self.line)(self.number).into_bytes());
            self.number += 1;
        }
        self.left.read(buffer)
    }
}

fn bomb(megabytes: u64, line: impl FnMut(u64) -> String) -> Vec<u8> {
    let head = HEAD.replace("entries 2", "entries 4294967295") + &format!("sha256 {:064}\n", 0);
    let mut file = Vec::new();
    let body = Endless { line, number: 0, left: Cursor::default() }.take(megabytes << 20);
    compress(head.as_bytes().chain(body), &mut file, CompressionLevel::Fastest);
    assert!((file.len() as u64) << 4 < megabytes << 20, "{} bytes are no bomb", file.len());
    file
}

#[test]
fn bombs_do_not_go_off() {
    let same = bomb(16, |_| "land *1 1\n".into());
    let blank = bomb(16, |_| "\n".into());
    let long = bomb(16, |_| "land *1 1".into());
    let sorted = bomb(16, |number| format!("land {number:010} {}\n", "x".repeat(60_000)));
    in_time(|| {
        assert_eq!(read(&*same).unwrap_err().to_string(), "line 9: the line `land …` before is the same");
        assert_eq!(read(&*blank).unwrap_err().to_string(), "line 8: the line is empty");
        assert_eq!(read(&*long).unwrap_err().to_string(), "line 8: the line has more than 65536 bytes");
        let limited = Reader::with_limit(&*sorted, 1 << 20).and_then(Reader::finish);
        assert_eq!(
            limited.unwrap_err().to_string(),
            "line 25: the text has more bytes than the limit of 1048576"
        );
        assert!(matches!(read(&*sorted), Err(FileError::Form { .. })), "it ends within a line");
    });
}

/// Every single bit of a packed file may be wrong: either it is noticed, or the text is the same all the same.
#[test]
fn no_flipped_bit_of_a_packed_file_does_harm() {
    let mut plain = Vec::new();
    large_writer(300).write(&mut plain).unwrap();
    let file = packed(&plain);
    let expected = read(&*file).unwrap();
    in_time(|| {
        for bit in 0..file.len() * 8 {
            let mut changed = file.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            if let Ok(found) = read(&*changed) {
                assert!(found == expected, "bit {bit}");
            }
        }
    });
}
