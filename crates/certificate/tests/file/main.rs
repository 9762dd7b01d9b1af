//! Files of certificates: what is read, and what is refused.

mod packed;
mod written;

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::Index;
use rhizome_certificate::{Claim, FileError, Head, Kind, Line, Play, Reader, Writer};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use sha2::{Digest, Sha256};

const HEAD: &str = "rhizome certificate 1\ngame nim\nplay normal\nposition 1+2\nclaim nimber 3\nentries 2\n";
const BODY: &str = "land *1 1\nland *2 2\n";

/// A head and a body, with the right digest between them.
fn sealed(head: &str, body: &str) -> Vec<u8> {
    let digest = Sha256::digest(format!("{head}{body}"));
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{head}sha256 {digest}\n{body}").into_bytes()
}

fn sample() -> Vec<u8> {
    sealed(HEAD, BODY)
}

fn packed(text: &[u8]) -> Vec<u8> {
    compress_to_vec(text, CompressionLevel::Fastest)
}

fn read(source: impl BufRead) -> Result<(Head, Vec<Line>), FileError> {
    let mut reader = Reader::new(source)?;
    let lines = reader.by_ref().collect::<Result<_, _>>()?;
    let head = reader.head().clone();
    reader.finish().map(|()| (head, lines))
}

/// The error of a text, which has to come whether it is packed or not.
fn error(text: &[u8]) -> String {
    let plain = read(text).expect_err("it was taken for a certificate").to_string();
    assert_eq!(read(&*packed(text)).unwrap_err().to_string(), plain);
    plain
}

fn in_time<T>(work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = work();
    assert!(begin.elapsed() < Duration::from_secs(20), "it took {:?}", begin.elapsed());
    result
}

#[test]
fn a_file_is_read_as_it_is_written() {
    let head = Head {
        game: "nim".into(),
        play: Play::Normal,
        position: "1+2".into(),
        claim: Claim::Nimber(3),
        entries: 2,
    };
    let line = |number, text: &str| Line { number, kind: Kind::Land, text: text.into() };
    let lines = vec![line(8, "*1 1"), line(9, "*2 2")];
    assert_eq!(read(&*sample()), Ok((head.clone(), lines.clone())));
    assert_eq!(read(&*packed(&sample())), Ok((head.clone(), lines)));
    let mut writer = Writer::new(Head { entries: 77, ..head });
    for text in ["*2 2", "*1 1", "*2 2"] {
        writer.push(Kind::Land, text);
    }
    let mut text = Vec::new();
    writer.write(&mut text).unwrap();
    assert_eq!(text, sample());
    let mut text = Vec::new();
    writer.write_compressed(&mut text).unwrap();
    assert!(text.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]));
    assert_eq!(read(&*text), read(&*sample()));
}

#[test]
fn kinds_of_lines_depend_on_the_game() {
    let head = |game, play, claim, entries| {
        format!(
            "rhizome certificate 1\ngame {game}\nplay {play}\nposition x\nclaim {claim}\nentries {entries}\n"
        )
    };
    let misere = head("octal:0.77", "misere", "loss", 2);
    for (head, body) in [
        (misere.clone(), "tree 0 *2 *3\ntree 1 t0\nland *1 1\nloss 3\n"),
        (head("chess", "normal", "win", 2), "loss 8/8 w - - 0 1 #1\nloss x\n"),
        (head("tree", "normal", "win", 2), "node 0 or 1\nnode 1 win\nwin 0\nwin 1\n"),
        (head("tree", "normal", "loss", 0), ""),
        (head("sprouts", "normal", "nimber 4294967295", 0), ""),
    ] {
        assert_eq!(read(&*sealed(&head, body)).err(), None, "{body}");
    }
    for (head, body, expected) in [
        (
            &misere,
            "land *1 1\ntree 0 *2\nloss 3\n",
            "line 9: `tree` has no place here; expected `land` or `loss`",
        ),
        (&misere, "loss 3\nland *1 1\n", "line 9: `land` has no place here; expected `loss`"),
        (
            &misere,
            "tree 0 *2\nlend *1 1\n",
            "line 9: `lend` is no kind of line; expected `tree` or `land` or `loss`",
        ),
        (&misere, "tree 1 *2\n", "line 8: `tree 1` stands where `tree 0` should"),
        (&misere, "tree 0 *2\ntree 0 *2\n", "line 9: `tree 0` stands where `tree 1` should"),
        (&misere, "tree x\n", "line 8: `x` is no number"),
        (&misere, "tree 00\n", "line 8: `00` has leading zeros"),
        (&misere, "land\n", "line 8: nothing follows `land`"),
        (&misere, "loss 3\nloss 3\n", "line 9: the line `loss …` before is the same"),
        (&misere, "loss 3\nloss 10\n", "line 9: not in ascending order: `10` follows `3`"),
        (
            &misere,
            "land 1\nloss 1\nloss 2\n",
            "line 10: there are more entries than the 2 that the head states",
        ),
        (&misere, "land 1\n", "the head states 2 entries, but there are 1"),
        (
            &head("tree", "normal", "win", 1),
            "node 0 win\nloss 0\n",
            "line 9: `loss` has no place here; expected `node` or `win`",
        ),
        (
            &head("go", "normal", "win", 1),
            "",
            "line 2: `go` is no game; expected `sprouts`, `nim`, `kayles`, `octal:CODE`, `grundy`, `cram`, `tic-tac-toe`, `connect-four`, `chess` or `tree`",
        ),
        (&head("chess", "misere", "win", 1), "", "line 3: `chess` is not impartial, and has no misère play"),
        (&head("nim", "other", "win", 1), "", "line 3: `other` is no play; expected `normal` or `misere`"),
        (
            &head("nim", "misere", "nimber 1", 1),
            "",
            "line 5: nimbers can be claimed in normal play of impartial games only",
        ),
        (
            &head("nim", "normal", "nimber 4294967296", 1),
            "",
            "line 5: `4294967296` is too great: numbers are at most 4294967295",
        ),
        (
            &head("nim", "normal", "draw", 1),
            "",
            "line 5: `draw` is no claim; expected `win`, `loss` or `nimber N`",
        ),
    ] {
        assert_eq!(error(&sealed(head, body)), expected, "{body}");
    }
}

#[test]
fn the_form_of_lines_is_checked() {
    let text = String::from_utf8(sample()).unwrap();
    for (from, to, expected) in [
        ("\n", "\r\n", "line 1: a carriage return: lines end with a line feed alone"),
        (
            "certificate 1",
            "certificate 2",
            "line 1: a certificate of version 2: this program knows version 1 only",
        ),
        (
            "certificate 1",
            "certificate 01",
            "line 1: the version of the format is wrong: `01` has leading zeros",
        ),
        ("game nim", "game\tnim", "line 2: a tab: words are separated by one blank"),
        ("game nim", "game  nim", "line 2: two blanks: words are separated by one"),
        ("game nim", " game nim", "line 2: a line neither begins nor ends with a blank"),
        ("game nim", "play normal", "line 2: `play normal` stands where a line beginning with `game` should"),
        ("game nim", "", "line 2: the line is empty"),
        ("*2 2\n", "*2 2", "line 9: the file ends within a line: the line feed at the end is missing"),
        ("*2 2\n", "*2 2\n\n", "line 10: the line is empty"),
        ("*2 2", "*2 2 ", "line 9: a line neither begins nor ends with a blank"),
        ("*2 2", "*2 \0", "line 9: the byte 0x00 is no printable character of ASCII"),
        ("*2 2", "*2 é", "line 9: the byte 0xc3 is no printable character of ASCII"),
        ("entries 2", "entries +2", "line 6: `+2` is no number"),
        ("sha256 ", "sha256 0", "line 7: `0"),
        ("position 1+2", "position 1+3", "the file was changed: its head says that its SHA-256 is "),
        ("sha256 ", "sha1 ", "line 7: `sha1 "),
    ] {
        let changed = text.replace(from, to);
        let found = error(changed.as_bytes());
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    assert_eq!(error(b""), "the file is empty");
}

#[test]
fn foreign_files_are_no_certificates() {
    let long = "x".repeat(1 << 20);
    let head_line = format!("rhizome certificate {long}\n");
    let game_line = format!("rhizome certificate 1\ngame {long}\n");
    let position = HEAD.replace("1+2", &long);
    for (text, expected) in [
        (
            &b"\x7fELF\x02\x01\x01\0\0\0\0"[..],
            "line 1: this is no certificate: it begins with `\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00` instead of `rhizome certificate …`",
        ),
        (
            b"{\"game\": \"nim\"}\n",
            "line 1: this is no certificate: it begins with `{\\\"game\\\": \\\"nim\\\"}\\n` instead of `rhizome certificate …`",
        ),
        (
            b"redb\x1a\n\xa9\r\n",
            "line 1: this is no certificate: it begins with `redb\\x1a\\n` instead of `rhizome certificate …`",
        ),
        (b"\xef\xbb\xbfrhizome certificate 1\n", "line 1: this is no certificate"),
        (b"rhizome", "line 1: this is no certificate: it begins with `rhizome` instead of"),
        (
            long.as_bytes(),
            "line 1: this is no certificate: it begins with `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` instead",
        ),
        (head_line.as_bytes(), "line 1: the line has more than 65536 bytes"),
        (game_line.as_bytes(), "line 2: the line has more than 65536 bytes"),
        (position.as_bytes(), "line 4: the line has more than 65536 bytes"),
    ] {
        let found = error(text);
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    // Sources without an end.
    in_time(|| assert!(read(BufReader::new(io::repeat(b'x'))).is_err()));
    in_time(|| {
        assert!(read(Cursor::new("rhizome certificate 1").chain(BufReader::new(io::repeat(b' ')))).is_err())
    });
}

#[test]
fn every_truncation_is_an_error() {
    let sample = sample();
    for file in [packed(&sample), sample] {
        assert!(read(&*file).is_ok());
        for length in 0..file.len() {
            assert!(read(&file[..length]).is_err(), "{length} bytes");
        }
    }
}

#[test]
fn the_limit_is_exact() {
    let sample = sample();
    for (limit, is_good) in
        [(0, false), (1, false), (sample.len() as u64 - 1, false), (sample.len() as u64, true)]
    {
        assert_eq!(Reader::with_limit(&*sample, limit).and_then(Reader::finish).is_ok(), is_good, "{limit}");
    }
    assert!(Reader::with_limit(&*sample, u64::MAX).and_then(Reader::finish).is_ok());
}

fn large_writer(lines: u32) -> Writer {
    let head = Head {
        game: "kayles".into(),
        play: Play::Normal,
        position: "7".into(),
        claim: Claim::Win,
        entries: 0,
    };
    let mut writer = Writer::new(head);
    (0..lines)
        .for_each(|size| writer.push(Kind::Land, format!("*{} {size}", size.wrapping_mul(0x9e37_79b9))));
    writer
}

fn word() -> impl Strategy<Value = String> {
    "[!-~]{1,12}( [!-~]{1,12}){0,3}"
}

proptest! {
    #[test]
    fn round_trip(
        lands in prop::collection::vec(word(), 0..20),
        losses in prop::collection::vec(word(), 0..20),
        trees in prop::collection::vec(word(), 0..5),
        position in word(),
        claim in prop::sample::select(vec![Claim::Win, Claim::Loss]),
        octal in "octal:[!-~]{0,5}",
        compressed in any::<bool>(),
    ) {
        let mut head = Head { game: octal, play: Play::Misere, position, claim, entries: 0 };
        let mut writer = Writer::new(head.clone());
        losses.iter().for_each(|text| writer.push(Kind::Loss, &**text));
        lands.iter().for_each(|text| writer.push(Kind::Land, &**text));
        let trees: Vec<String> = trees.iter().zip(0..).map(|(text, number)| format!("{number} {text}")).collect();
        trees.iter().for_each(|text| writer.push(Kind::Tree, &**text));
        let mut file = Vec::new();
        if compressed { writer.write_compressed(&mut file) } else { writer.write(&mut file) }.unwrap();
        let sorted = |kind, mut texts: Vec<String>| {
            texts.sort();
            texts.dedup();
            texts.into_iter().map(|text| (kind, text)).collect::<Vec<_>>()
        };
        let entries = [sorted(Kind::Land, lands), sorted(Kind::Loss, losses)].concat();
        head.entries = entries.len() as u64;
        let trees: Vec<_> = trees.into_iter().map(|text| (Kind::Tree, text)).collect();
        let (found, lines) = read(&*file).unwrap();
        prop_assert_eq!(found, head);
        prop_assert!(lines.iter().zip(8..).all(|(line, number)| line.number == number));
        let lines: Vec<_> = lines.into_iter().map(|line| (line.kind, line.text)).collect();
        prop_assert_eq!(lines, [trees, entries].concat());
    }

    #[test]
    fn a_changed_text_is_refused(changes in prop::collection::vec((any::<Index>(), 1..=255u8), 1..4)) {
        let mut file = sample();
        for (at, change) in changes {
            let at = at.index(file.len());
            file[at] ^= change;
        }
        if file != sample() {
            prop_assert!(read(&*file).is_err());
        }
    }

    #[test]
    fn a_changed_packed_file_does_no_harm(
        lines in 0..300u32,
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<Index>()),
    ) {
        let mut plain = Vec::new();
        large_writer(lines).write(&mut plain).unwrap();
        let mut file = packed(&plain);
        for (at, change) in changes {
            let at = at.index(file.len());
            file[at] = change;
        }
        if let Some(cut) = cut {
            file.truncate(cut.index(file.len()));
        }
        if let Ok(found) = read(&*file) {
            prop_assert!(found == read(&*plain).unwrap());
        }
    }

    #[test]
    fn noise_is_refused(noise in prop::collection::vec(any::<u8>(), 0..300), magic in any::<bool>()) {
        let start: &[u8] = if magic { &[0x28, 0xb5, 0x2f, 0xfd] } else { b"rhizome certificate 1\n" };
        prop_assert!(read(&*[start, &noise].concat()).is_err());
    }
}
