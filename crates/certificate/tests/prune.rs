//! Pruning keeps a proof, the same one for the same seed, and no entry that could go.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};

use rhizome_certificate::{Kind, Limits, Progress, Pruning, Reader, Refusal, Writer, prune, verify_from};

static CANCEL: AtomicBool = AtomicBool::new(false);

fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read(path).expect("the sample is there")
}

fn text(mut writer: Writer) -> Vec<u8> {
    let mut text = Vec::new();
    writer.write(&mut text).expect("memory can be written");
    text
}

fn pruned(certificate: &[u8], pruning: &Pruning) -> Result<Vec<u8>, Refusal> {
    let mut last = None;
    let reader = Reader::new(certificate)?;
    let before = reader.head().entries;
    let (writer, all) =
        prune(reader, pruning, 1 << 30, &CANCEL, &mut |progress: Progress| last = Some(progress.entries))?;
    assert_eq!(all, before);
    let text = text(writer);
    let after = Reader::new(&text[..])?.head().entries;
    assert!(last.is_none_or(|last| after as usize <= last));
    Ok(text)
}

fn is_valid(certificate: &[u8]) -> bool {
    let done = AtomicU64::new(0);
    let limits = Limits { threads: 1, memory: 1 << 30, cancel: &CANCEL, done: &done };
    Reader::new(certificate).map_err(Refusal::from).and_then(|reader| verify_from(reader, &limits)).is_ok()
}

/// The certificate with some more entries, all of them true.
fn with_more(certificate: &[u8], more: &[&str]) -> Vec<u8> {
    let mut reader = Reader::new(certificate).expect("it is a certificate");
    let mut writer = Writer::new(reader.head().clone());
    for line in reader.by_ref() {
        let line = line.expect("it is a certificate");
        writer.push(line.kind, line.text);
    }
    more.iter().for_each(|land| writer.push(Kind::Land, *land));
    text(writer)
}

#[test]
fn what_is_not_needed_goes() {
    let small = sample("sprouts-6.cert");
    let large = with_more(&small, &["*1 22"]);
    let pruning = Pruning { cycles: 50, ..Pruning::default() };
    let (from_small, from_large) = (pruned(&small, &pruning).unwrap(), pruned(&large, &pruning).unwrap());
    for certificate in [from_small, from_large] {
        assert!(is_valid(&certificate));
        assert!(
            Reader::new(&certificate[..]).unwrap().head().entries
                <= Reader::new(&small[..]).unwrap().head().entries
        );
    }
}

#[test]
fn the_same_seed_makes_the_same_choices() {
    let sample = sample("sprouts-8.cert");
    for seed in 0..3 {
        let pruning = Pruning { cycles: 30, seed, ..Pruning::default() };
        assert_eq!(pruned(&sample, &pruning).unwrap(), pruned(&sample, &pruning).unwrap());
    }
}

#[test]
fn no_entry_can_go_after_pruning() {
    for name in ["sprouts-5.cert", "sprouts-7.cert"] {
        let certificate = pruned(&sample(name), &Pruning { cycles: 20, ..Pruning::default() }).unwrap();
        let lines: Vec<_> = Reader::new(&certificate[..]).unwrap().map(Result::unwrap).collect();
        for dropped in 0..lines.len() {
            let mut writer = Writer::new(Reader::new(&certificate[..]).unwrap().head().clone());
            let others = lines.iter().enumerate().filter(|(place, _)| *place != dropped);
            others.for_each(|(_, line)| writer.push(line.kind, line.text.as_str()));
            assert!(!is_valid(&text(writer)), "{name} without {}", lines[dropped]);
        }
    }
}

#[test]
fn what_is_no_proof_is_refused() {
    let certificate = sample("sprouts-6.cert");
    assert!(is_valid(&certificate));
    let reader = Reader::new(&certificate[..]).unwrap();
    let mut head = reader.head().clone();
    head.position = "0*6+*1".into();
    let mut writer = Writer::new(head);
    reader.map(Result::unwrap).for_each(|line| writer.push(line.kind, line.text));
    let refusal = pruned(&text(writer), &Pruning::default()).unwrap_err();
    assert!(matches!(refusal, Refusal::Claim(_)), "{refusal}");
}

/// The lands of a misère certificate stay if that is asked for, and losses that are not needed go.
#[test]
fn lands_can_be_kept() {
    let certificate = sample("misere-sprouts-6.cert");
    let lines = |certificate: &[u8], kind| {
        Reader::new(certificate).unwrap().map(Result::unwrap).filter(|line| line.kind == kind).count()
    };
    let kept = pruned(&certificate, &Pruning { cycles: 20, keep_lands: true, ..Pruning::default() }).unwrap();
    assert!(is_valid(&kept));
    assert_eq!(lines(&kept, Kind::Land), lines(&certificate, Kind::Land));
    assert!(lines(&kept, Kind::Loss) <= lines(&certificate, Kind::Loss));
}
