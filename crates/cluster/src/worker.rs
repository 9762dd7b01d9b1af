//! What a worker does with a job.

use std::num::NonZeroUsize;

use rhizome_search::{
    Control, FactError, Interruption, NoObserver, NodeId, Parts, Pdfpn, PortableFact, PortableTree,
    ProofNumber, Style, Table, Thresholds, View, resume, table_within,
};

use crate::message::{FactBatch, INFINITE, Job, JobId, NodeNumbers, Report, RunId, SharedFact};

/// Without interim reports, a worker looks up from its job after so many expansions for each thread.
const BREATH: u64 = 250;

/// Searches what it is given, by PDFPN, and keeps its tree and its table from one job to the next.
#[derive(Debug)]
pub struct Worker<T> {
    run: RunId,
    name: String,
    tree: T,
    table: Option<Table>,
    threads: NonZeroUsize,
    style: Style,
    current: Option<Current>,
    expansions: u64,
}

/// A job that is worked on.
#[derive(Debug)]
struct Current {
    job: Job,
    expansions: u64,
    sequence: u32,
    is_pointless: bool,
}

/// Why a worker cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkerError {
    /// The name of a job's node is no name in this domain.
    #[error("the node of job {} is no node of this game", job.0)]
    UnknownNode {
        /// The job.
        job: JobId,
    },
    /// What was told or found contradicts what was known.
    #[error(transparent)]
    Fact(#[from] FactError),
    /// The search stopped.
    #[error(transparent)]
    Stopped(#[from] Interruption),
}

impl<T: PortableTree> Worker<T> {
    /// A worker with a name unlike that of any other, and a tree of the run's question.
    pub fn new(run: RunId, name: String, mut tree: T, threads: NonZeroUsize, style: Style) -> Self {
        tree.share();
        Worker { run, name, tree, table: None, threads, style, current: None, expansions: 0 }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many nodes it has expanded for all jobs.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Its tree.
    pub fn tree(&self) -> &T {
        &self.tree
    }

    /// How many nodes have numbers.
    pub fn nodes(&self) -> usize {
        self.table.as_ref().map_or(0, Table::len)
    }

    /// Bytes that its tree and its table hold.
    pub fn memory(&self) -> usize {
        self.tree.memory() + self.table.as_ref().map_or(0, Table::memory)
    }

    /// The job that it works on.
    pub fn job(&self) -> Option<JobId> {
        self.current.as_ref().map(|current| current.job.job)
    }

    /// Takes in what others have proved.
    ///
    /// # Errors
    /// If that is malformed or contradicts what is known.
    pub fn hear(&mut self, facts: &FactBatch) -> Result<(), FactError> {
        let facts: Vec<PortableFact> = facts.facts.iter().map(portable).collect();
        self.tree.learn(&facts).map(drop)
    }

    /// Begins with a job, in place of any before.
    pub fn begin(&mut self, job: Job) {
        self.current = Some(Current { job, expansions: 0, sequence: 0, is_pointless: false });
    }

    /// Hears that nobody needs some jobs any more.
    pub fn drop_jobs(&mut self, jobs: &[JobId]) {
        if let Some(current) = &mut self.current {
            current.is_pointless |= jobs.contains(&current.job.job);
        }
    }

    /// Works on its job for a while; the report of that, if one is due. After a final one it has no job any more.
    ///
    /// # Errors
    /// When `control` asks to stop, and for reasons of [`WorkerError`]. The job is then as it was.
    pub fn step(&mut self, control: &Control<'_>) -> Result<Option<Report>, WorkerError> {
        let Some(Current { job, expansions, is_pointless, .. }) = &self.current else { return Ok(None) };
        let (bound, before) = (job.expansions, *expansions);
        let until = job.until.map(number_of);
        let node = self.tree.meet(&job.node).ok_or(WorkerError::UnknownNode { job: job.job })?;
        let breath = match job.update_every {
            0 => BREATH * self.threads.get() as u64,
            every => every,
        };
        let mut is_final = *is_pointless;
        let is_report_due = job.update_every > 0;
        let mut done = 0;
        if !is_final && self.tree.outcome(node).is_none() {
            self.tree.make_root(node);
            let control = control.with_expansions(breath.min(bound.saturating_sub(before)));
            let table = self.table.get_or_insert_with(|| table_within(&control));
            let [pt, dt, mt, ps, ds] = until;
            let mut pdfpn = Pdfpn { threads: self.threads, until: Thresholds { pt, dt, mt, ps, ds } };
            let answer = resume(&mut self.tree, table, &mut pdfpn, self.style, &control, &mut NoObserver);
            done = answer.counters.expansions;
            match answer.outcome {
                Ok(_) | Err(Interruption::Expansions) => {}
                Err(Interruption::Thresholds) => is_final = true,
                Err(stop) => return Err(stop.into()),
            }
        }
        self.expansions += done;
        // Names may have changed.
        let name = self.current.as_ref().map(|current| current.job.node.clone()).unwrap_or_default();
        let node = self.tree.find(&name);
        is_final |= before + done >= bound || node.is_none_or(|node| self.tree.outcome(node).is_some());
        let Some(current) = &mut self.current else { return Ok(None) };
        current.expansions += done;
        if !is_final && !is_report_due {
            return Ok(None);
        }
        let report = Report {
            run: self.run,
            worker: self.name.clone(),
            job: current.job.job,
            sequence: current.sequence,
            is_final,
            expansions: current.expansions,
            children: None,
            numbers: Vec::new(),
            facts: Vec::new(),
        };
        current.sequence = current.sequence.saturating_add(1);
        let numbers = node.map(|node| self.numbers_at(node)).unwrap_or_default();
        let children = node.filter(|_| numbers.len() > 1).and_then(|node| self.tree.tell_children(node));
        let mut facts = self.tree.take_news()?;
        // The master must hear of it, even if it has lost what it was told before.
        facts.extend(node.filter(|_| is_final).and_then(|node| self.tree.fact_about(node)));
        let facts = facts.into_iter().map(shared).collect();
        if is_final {
            self.current = None;
        }
        Ok(Some(Report { children, numbers, facts, ..report }))
    }

    /// The numbers of a node and of its children.
    fn numbers_at(&self, node: NodeId) -> Vec<NodeNumbers> {
        let mut nodes = vec![node];
        if self.tree.outcome(node).is_none() && self.tree.is_expanded(node) {
            let mut parts = Parts::new();
            for index in 0..self.tree.children(node) {
                match self.tree.view(self.tree.child(node, index), &mut parts) {
                    View::Settled(_) => {}
                    View::Atomic(child) => nodes.push(child),
                    View::Decomposable(parts) => nodes.extend_from_slice(parts),
                }
            }
        }
        let numbers = nodes.into_iter().filter_map(|node| {
            let numbers = self.table.as_ref()?.get(node)?.numbers;
            let number = |number: ProofNumber| number.get().unwrap_or(INFINITE);
            let (pn, dn) = (number(numbers.pn), number(numbers.dn));
            Some(NodeNumbers { node: self.tree.portable_name(node), pn, dn })
        });
        numbers.collect()
    }
}

/// A proof number as it stands in a message.
pub(crate) fn number_of(number: u32) -> ProofNumber {
    match number {
        INFINITE => ProofNumber::INFINITY,
        number => ProofNumber::finite(number),
    }
}

pub(crate) fn portable(fact: &SharedFact) -> PortableFact {
    PortableFact { key: fact.key.clone(), value: fact.value.clone() }
}

pub(crate) fn shared(fact: PortableFact) -> SharedFact {
    SharedFact { key: fact.key, value: fact.value }
}
