//! Mutations of certificates: whatever is done to a valid one, the checker refuses it, or it is shown by other means that it
//! is still a true and complete certificate.
//!
//! Every file in `tests/data` is taken. `RHIZOME_MUTATIONS` is the number of random mutations, and `RHIZOME_SEED` makes others.

mod explicit;
mod misere;
mod normal;
mod plain;
mod text;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use rhizome_certificate::{Limits, Reader, Refusal, verify_from};
use text::{Mutation, Random, Text};

/// What is found out about a certificate without the checker.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Judgement {
    /// It is a proof, and what it says is true.
    Proof,
    /// It is none.
    NoProof(String),
    /// It is not written as the search writes it.
    Unreadable(String),
}

/// Judges certificates without the checker.
trait Judge {
    fn judge(&mut self, text: &Text) -> Judgement;
}

fn judge_of(text: &Text) -> Box<dyn Judge> {
    match (&*text.game, &*text.play) {
        ("tree", _) => Box::new(explicit::ExplicitJudge),
        ("tic-tac-toe" | "connect-four" | "chess", _) => plain::judge_of(&text.game),
        (_, "misere") => misere::judge_of(text),
        _ => normal::judge_of(&text.game),
    }
}

/// How long a check may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Checks a file, which must neither panic nor take long.
fn check(file: &[u8], name: &str) -> Result<(), Refusal> {
    let limits =
        Limits { threads: 1, memory: 64 << 20, cancel: &AtomicBool::new(false), done: &AtomicU64::new(0) };
    let run = || {
        let started = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| verify_from(Reader::new(file)?, &limits)));
        (result, started.elapsed())
    };
    let shown = || String::from_utf8_lossy(file).into_owned();
    let (mut result, mut time) = run();
    if time > PATIENCE {
        // The machine may have been busy with something else.
        (result, time) = run();
    }
    assert!(time <= PATIENCE, "{name}: it took {time:?}:\n{}", shown());
    match result {
        Ok(result) => result.map(drop),
        Err(_) => panic!("{name}: the checker panics at\n{}", shown()),
    }
}

/// How many mutations were tried.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    refused: u64,
    /// Of these, how many were read to their end, so that the logic refused them.
    by_logic: u64,
    shown: u64,
}

/// A certificate to be mutated.
struct Sample {
    name: String,
    text: Text,
    judge: Box<dyn Judge>,
}

impl Sample {
    /// Checks a mutated certificate, and counts what comes out.
    fn try_out(&mut self, mutated: &Text, what: &str, counts: &mut Counts) {
        let name = format!("{}, {what}", self.name);
        let file = mutated.sealed();
        let shown = || String::from_utf8_lossy(&file).into_owned();
        match check(&file, &name) {
            Ok(()) => {
                let judgement = self.judge.judge(mutated);
                assert_eq!(judgement, Judgement::Proof, "{name}: the checker accepts\n{}", shown());
                counts.shown += 1;
            }
            Err(refusal) => {
                counts.refused += 1;
                if let Refusal::Entry { .. } | Refusal::Claim(_) = refusal {
                    counts.by_logic += 1;
                    // In misère play it is judged what is said, not whether it follows.
                    let is_proof = mutated.play == "normal" && self.judge.judge(mutated) == Judgement::Proof;
                    assert!(!is_proof, "{name}: the checker refuses a proof: {refusal}:\n{}", shown());
                }
                assert!(refusal.is_invalid() || mutated.play == "misere", "{name}: {refusal}");
            }
        }
        let unmended = mutated.sealed_as(&self.text);
        assert!(check(&unmended, &name).is_err(), "{name}: the digest does not matter");
    }
}

fn samples() -> Vec<Sample> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let files = folder.read_dir().unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "cert")).collect();
    files.sort();
    let sample = |file: std::path::PathBuf| {
        let content = std::fs::read_to_string(&file).expect("a certificate here is not compressed");
        let text = Text::read(&content);
        assert_eq!(String::from_utf8_lossy(&text.sealed()), content);
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let mut sample = Sample { judge: judge_of(&text), name, text };
        check(content.as_bytes(), &sample.name).unwrap();
        assert_eq!(sample.judge.judge(&sample.text), Judgement::Proof, "{}", sample.name);
        sample
    };
    files.into_iter().map(sample).collect()
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().unwrap())
}

#[test]
fn every_single_entry_counts() {
    let mut counts = Counts::default();
    let mut dropped = 0;
    for mut sample in samples() {
        for place in sample.text.entries() {
            let mut mutated = sample.text.clone();
            let line = mutated.body.remove(place);
            let what = format!("without `{}`", String::from_utf8_lossy(&line));
            sample.try_out(&mutated, &what, &mut counts);
            dropped += 1;
        }
    }
    println!("{dropped} entries dropped: {counts:?}");
    assert_eq!(counts.refused + counts.shown, dropped);
    // Pruning leaves hardly anything that is not needed.
    assert!(counts.shown * 10 < dropped && counts.by_logic * 10 > dropped * 9, "{counts:?}");
}

#[test]
fn random_mutations() {
    let mut samples = samples();
    let tries = setting("RHIZOME_MUTATIONS", 12_000);
    let mut random = Random(setting("RHIZOME_SEED", 1));
    let mut counts = [Counts::default(); Mutation::ALL.len()];
    let mut tried = 0;
    while tried < tries {
        for (mutation, counts) in Mutation::ALL.into_iter().zip(&mut counts) {
            let chosen = random.below(samples.len());
            let sample = &mut samples[chosen];
            let Some(mutated) = mutation.apply(&sample.text, &mut random) else { continue };
            sample.try_out(&mutated, &format!("{mutation:?}"), counts);
            tried += 1;
        }
    }
    let mut sum = 0;
    for (mutation, counts) in Mutation::ALL.into_iter().zip(counts) {
        println!("{mutation:?}: {counts:?}");
        sum += counts.refused + counts.shown;
        assert!(counts.refused * 30 > tried, "{mutation:?} was hardly tried: {counts:?}");
        assert!(counts.shown == 0 || !mutation.is_always_refused(), "{mutation:?}: {counts:?}");
        assert!(counts.shown * 2 < counts.refused, "{mutation:?} does hardly anything: {counts:?}");
    }
    assert_eq!(sum, tried);
    let reached = |mutation: Mutation| counts[mutation as usize].by_logic;
    for mutation in [Mutation::Drop, Mutation::Nimber, Mutation::Position, Mutation::Change, Mutation::Insert]
    {
        assert!(reached(mutation) > 50, "{mutation:?} hardly ever reaches the logic");
    }
}

/// Without mending anything: the digest is enough, wherever it is.
#[test]
fn any_cut_and_any_flip_is_seen() {
    for sample in samples() {
        let file = sample.text.sealed();
        for length in 0..file.len() {
            assert!(check(&file[..length], &sample.name).is_err(), "{}: {length} bytes", sample.name);
        }
        for bit in 0..file.len() * 8 {
            let mut flipped = file.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(check(&flipped, &sample.name).is_err(), "{}: bit {bit}", sample.name);
        }
    }
}
