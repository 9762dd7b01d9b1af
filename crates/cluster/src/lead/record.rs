//! What a master writes down and passes on: the journal, acknowledgements, and batches of facts.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use rhizome_search::{Outcome, PortableFact, PortableTree};
use tracing::{info, warn};

use super::{LeadError, LeadSettings, Worked};
use crate::journal::{Entry, Journal};
use crate::link::{LinkError, MasterLink, tolerate};
use crate::master::Master;
use crate::message::{Estimate, FactBatch, INFINITE, MAX_MESSAGE, NodeNumbers, RunId};

/// Facts that are fewer than these are shared so often.
const FEW: usize = 1000;
const SHARE_EVERY: Duration = Duration::from_millis(20);
/// So many messages are not left unacknowledged until the next sync is due by the clock.
const MANY: usize = 64;
/// The most nodes whose numbers are written down at one sync.
const MOST_NUMBERS: usize = 20_000;
/// What a fact may take of a message, so that there is room for what stands around it.
const LONGEST: usize = MAX_MESSAGE - 1000;

/// What is written down and passed on.
#[derive(Debug)]
pub(super) struct Record {
    run: RunId,
    journal: Option<Journal>,
    /// How many messages have come since the last acknowledgement.
    pub(super) unacknowledged: usize,
    synced: Instant,
    sync_every: Duration,
    /// Numbers to be written at the next sync, with the expansions that were spent on them.
    numbers: HashMap<Vec<u8>, (u32, u32, u64)>,
    /// Facts to be shared.
    unshared: VecDeque<PortableFact>,
    /// Estimates to be shared with them. They are not written down.
    estimates: Vec<Estimate>,
    shared: Instant,
    /// From which length in bytes on the journal is made shorter.
    long: u64,
    shortest: u64,
}

impl Record {
    pub(super) fn new(run: RunId, journal: Option<Journal>, settings: LeadSettings) -> Self {
        let shortest = settings.long_journal;
        Record {
            run,
            unacknowledged: 0,
            synced: Instant::now(),
            sync_every: settings.pace.sync_every,
            numbers: HashMap::new(),
            unshared: VecDeque::new(),
            estimates: Vec::new(),
            shared: Instant::now(),
            long: shortest,
            shortest,
            journal,
        }
    }

    pub(super) const fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// The length of the journal in bytes.
    pub(super) fn length(&self) -> u64 {
        self.journal.as_ref().map_or(0, Journal::length)
    }

    /// Writes facts down. They survive the end of the process from now on, and that of the machine from the next sync
    /// on: no worker is to know what its master could forget.
    pub(super) fn append(&mut self, facts: &[PortableFact]) -> Result<(), LeadError> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        for PortableFact { key, value } in facts {
            journal.append(Entry::Fact { key, value })?;
        }
        if !facts.is_empty() {
            journal.write()?;
        }
        Ok(())
    }

    /// Takes note of the numbers of a job's node and its children.
    pub(super) fn note(&mut self, numbers: &[NodeNumbers], expansions: u64) {
        if self.journal.is_none() {
            return;
        }
        for (index, NodeNumbers { node, pn, dn }) in numbers.iter().enumerate() {
            let work = if index == 0 { expansions } else { 0 };
            if *pn != INFINITE && *dn != INFINITE && self.numbers.len() < MOST_NUMBERS {
                let known = self.numbers.entry(node.clone()).or_default();
                *known = (*pn, *dn, known.2.saturating_add(work));
            }
        }
    }

    pub(super) fn share_later(&mut self, facts: impl IntoIterator<Item = PortableFact>) {
        self.unshared.extend(facts);
    }

    pub(super) fn share_along(&mut self, estimates: Vec<Estimate>) {
        self.estimates.extend(estimates);
    }

    /// Shares facts, not too few at once.
    pub(super) fn share(&mut self, link: &mut dyn MasterLink) -> Result<(), LeadError> {
        let is_due = self.unshared.len() >= FEW || self.shared.elapsed() >= SHARE_EVERY;
        if self.unshared.is_empty() || !is_due {
            return Ok(());
        }
        self.shared = Instant::now();
        let fits = |fact: &PortableFact| {
            let length = fact.key.len() + fact.value.len();
            if length > LONGEST {
                warn!(length, "a fact is too long to be shared");
            }
            length <= LONGEST
        };
        let facts = self.unshared.drain(..).filter(fits).collect();
        let estimates = std::mem::take(&mut self.estimates);
        let batch = FactBatch { run: self.run, first: link.shared(), facts, estimates };
        let mut batches = batch.split().map_err(LinkError::from)?.into_iter();
        while let Some(batch) = batches.next() {
            if !tolerate(link.share(&batch))? {
                self.unshared.extend(batch.facts);
                self.unshared.extend(batches.flat_map(|batch| batch.facts));
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether it is time for a sync. If very much comes, a little more often: acknowledgements that all come at once
    /// would hold up the jobs behind them.
    pub(super) fn is_sync_due(&self) -> bool {
        let elapsed = self.synced.elapsed();
        elapsed >= self.sync_every || self.unacknowledged >= MANY && elapsed >= self.sync_every / 10
    }

    /// Makes everything durable.
    pub(super) fn keep(&mut self) -> Result<(), LeadError> {
        if let Some(journal) = &mut self.journal {
            for (node, (pn, dn, work)) in self.numbers.drain() {
                journal.append(Entry::Numbers { node: &node, pn, dn, work })?;
            }
            journal.sync()?;
        }
        self.synced = Instant::now();
        Ok(())
    }

    /// Makes everything durable and acknowledges what was heard.
    pub(super) fn sync(&mut self, link: &mut dyn MasterLink) -> Result<(), LeadError> {
        self.keep()?;
        if std::mem::take(&mut self.unacknowledged) > 0 {
            tolerate(link.acknowledge())?;
        }
        Ok(())
    }

    /// Writes down the outcome.
    pub(super) fn settle(&mut self, outcome: Outcome) -> Result<(), LeadError> {
        if let Some(journal) = &mut self.journal {
            journal.append(Entry::Settled { is_win: outcome == Outcome::Win })?;
            journal.sync()?;
        }
        Ok(())
    }

    /// Makes a journal that has grown long shorter: of the numbers it keeps the last of each node only.
    pub(super) fn shorten<T: PortableTree>(&mut self, master: &Master<T>) -> Result<(), LeadError> {
        let Some(journal) = self.journal.as_mut().filter(|journal| journal.length() > self.long) else {
            return Ok(());
        };
        let before = journal.length();
        let frontier = master.frontier();
        let nodes: Vec<Worked> = frontier
            .entries()
            .filter(|entry| entry.work > 0)
            .map(|entry| {
                let name = frontier.tree().portable_name(entry.node);
                (NodeNumbers::new(name, entry.numbers), entry.work.into())
            })
            .collect();
        let numbers = nodes.iter().map(|(NodeNumbers { node, pn, dn }, work)| Entry::Numbers {
            node,
            pn: *pn,
            dn: *dn,
            work: *work,
        });
        journal.retain(|entry| !matches!(entry, Entry::Numbers { .. }), numbers)?;
        let after = journal.length();
        self.long = self.shortest.max(2 * after);
        info!(before, after, "the journal is shorter now");
        Ok(())
    }
}
