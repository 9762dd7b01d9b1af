//! Pruning: of the entries of a certificate, few that are enough.
//!
//! Entries are chosen from the claim down: each need of what is chosen gets a way whose missing entries are few and
//! bring few further needs. Then, cycle after cycle, a few entries are taken out, what has lost its way is mended in a random
//! order by other ways, all that nothing leans on any more goes, and the result is kept unless it has more entries than before, and now
//! and then even so ("ruin and recreate": Schrimpf, Schneider, Stamm-Wilbrandt and Dueck 2000).

mod choice;

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::certificate::{Certificate, Task};
use crate::file::{Kind, Line, Reader, Writer};
use crate::logic::{Entry, Judge, Logic, Objection, Subject};
use crate::verify::Refusal;
use choice::Choice;

/// How to prune.
#[derive(Clone, Debug, Default)]
pub struct Pruning {
    /// How many times some entries are taken out and mended.
    pub cycles: u64,
    /// Every seed gives another order of choices; the same one always gives the same result.
    pub seed: u64,
    /// The entries to begin with, as lines, if they are known to be a proof by themselves.
    pub start: HashSet<String>,
    /// Whether all entries for lands stay, and only losses are chosen: then the needs of lands are not looked at.
    pub keep_lands: bool,
}

/// What pruning has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The cycles that are done.
    pub cycles: u64,
    /// The entries that are kept at present.
    pub entries: usize,
    /// The entries whose needs were looked at.
    pub seen: usize,
}

/// The generator SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }
}

/// How rarely a choice of one entry more is kept in the end.
const RAREST: u64 = 200;

/// A way: the entries that it leans on, in order.
type Way = Box<[Entry]>;

/// The needs of a subject, each with its ways; those that are met without entries are left out.
type Needs = Vec<Vec<Way>>;

/// Takes down all ways of all needs.
struct Collector<'a> {
    needs: Needs,
    ways: Vec<Way>,
    unmet: Option<String>,
    cancel: &'a AtomicBool,
}

impl Judge for Collector<'_> {
    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn way(&mut self, entries: &[Entry]) -> ControlFlow<()> {
        let mut way = entries.to_vec();
        way.sort_unstable();
        way.dedup();
        let free = way.is_empty();
        self.ways.push(way.into());
        if free { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(&mut self, what: &dyn fmt::Display) -> ControlFlow<()> {
        let mut ways = std::mem::take(&mut self.ways);
        if ways.is_empty() {
            self.unmet = Some(what.to_string());
            return ControlFlow::Break(());
        }
        ways.sort_unstable_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
        ways.dedup();
        if !ways[0].is_empty() {
            self.needs.push(without_supersets(ways));
        }
        if self.cancel.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Takes ways out that lean on more than another one. Shorter ways come first.
fn without_supersets(ways: Vec<Way>) -> Vec<Way> {
    let mut kept: Vec<Way> = Vec::with_capacity(ways.len());
    for way in ways {
        let is_superset = |other: &Way| other.iter().all(|entry| way.binary_search(entry).is_ok());
        // Most ways lean on one entry or two, so a short look is enough.
        if !kept.iter().take(64).any(is_superset) {
            kept.push(way);
        }
    }
    kept
}

/// Where the needs of subjects are looked up.
struct Book<'a, L: Logic> {
    logic: &'a L,
    worker: L::Worker,
    cancel: &'a AtomicBool,
}

impl<L: Logic> Book<'_, L> {
    fn needs(&mut self, subject: Subject) -> Result<Needs, Objection> {
        let mut collector =
            Collector { needs: Vec::new(), ways: Vec::new(), unmet: None, cancel: self.cancel };
        let told = self.logic.needs(&mut self.worker, subject, &mut collector);
        Objection::to(subject, told, collector.unmet)?;
        Ok(collector.needs)
    }
}

/// The certificate with few of its entries, and how many there were.
///
/// # Errors
/// If the certificate is not valid as far as it was looked at, or it was stopped before there was a first choice.
/// After that, `cancel` ends the cycles early.
pub fn prune(
    reader: Reader<'_>,
    pruning: &Pruning,
    memory: usize,
    cancel: &AtomicBool,
    report: &mut dyn FnMut(Progress),
) -> Result<(Writer, u64), Refusal> {
    Certificate::read(reader, memory, Pruner { pruning, cancel, report })
}

struct Pruner<'a> {
    pruning: &'a Pruning,
    cancel: &'a AtomicBool,
    report: &'a mut dyn FnMut(Progress),
}

impl Task for Pruner<'_> {
    type Output = (Writer, u64);
    const KEEPS_LINES: bool = true;

    fn run<L: Logic>(self, certificate: &Certificate, logic: &L) -> Result<(Writer, u64), Refusal> {
        let entries = || certificate.lines.iter().filter(|line| line.kind.is_entry()).zip(0..);
        let is_start = |line: &Line| self.pruning.start.contains(&line.to_string());
        let start = entries().filter(|(line, _)| is_start(line)).map(|(_, entry)| entry).collect();
        let is_fixed = |line: &Line| self.pruning.keep_lands && line.kind == Kind::Land;
        let fixed = entries().filter(|(line, _)| is_fixed(line)).map(|(_, entry)| entry).collect();
        let kept = choose(logic, self.pruning, (start, fixed), self.cancel, self.report)
            .map_err(|objection| certificate.refusal(objection))?;
        let mut writer = Writer::new(certificate.head.clone());
        let mut kept = kept.into_iter().map(|entry| certificate.line_of(entry)).peekable();
        for line in &certificate.lines {
            if !line.kind.is_entry() || kept.next_if_eq(&line.number).is_some() {
                writer.push(line.kind, line.text.as_str());
            }
        }
        Ok((writer, logic.entries() as u64))
    }
}

/// The entries that are kept, in order.
///
/// # Errors
/// If the certificate is not valid as far as it was looked at, or it was stopped before there was a first choice.
/// After that, being cancelled ends the cycles early.
fn choose<L: Logic>(
    logic: &L,
    pruning: &Pruning,
    (start, fixed): (Vec<Entry>, Vec<Entry>),
    cancel: &AtomicBool,
    report: &mut dyn FnMut(Progress),
) -> Result<Vec<Entry>, Objection> {
    let mut book = Book { logic, worker: logic.worker(), cancel };
    let mut random = Random(pruning.seed);
    let mut choice = Choice::new(logic.entries());
    choice.fix(&fixed);
    choice.begin(&mut book, &mut random, &start)?;
    let mut best = choice.entries();
    let mut current = best.clone();
    for cycle in 0..pruning.cycles {
        report(Progress { cycles: cycle, entries: best.len() + fixed.len(), seen: choice.seen() });
        if cancel.load(Ordering::Relaxed) || best.is_empty() {
            break;
        }
        // A step that makes it larger is taken now and then, more rarely as time goes on.
        let rarity = 4 + (RAREST * cycle / pruning.cycles.max(1)) as usize;
        match choice.cycle(&mut book, &mut random, current.len()) {
            Ok(true) if is_accepted(choice.len(), current.len(), rarity, &mut random) => {
                current = choice.entries();
                if current.len() <= best.len() {
                    best.clone_from(&current);
                }
            }
            Ok(_) | Err(Objection::Cancelled) => choice.restore(&current),
            Err(objection) => return Err(objection),
        }
    }
    best.extend(fixed);
    best.sort_unstable();
    Ok(best)
}

/// Whether to go on from a choice of `new` entries: if there are more than before, once in `rarity` for each of them.
fn is_accepted(new: usize, before: usize, rarity: usize, random: &mut Random) -> bool {
    (before..new).all(|_| random.below(rarity) == 0)
}
