//! What a worker does with a job.

use std::num::NonZeroUsize;

use rhizome_search::{
    Control, FactError, Interruption, NoObserver, NodeId, Parts, Pdfpn, PortableTree, Style, Table, View,
    resume, table_within,
};

use crate::message::{Estimate, FactBatch, Job, JobId, NodeNumbers, Report, RunId};

/// Without interim reports, a worker looks up from its job after so many expansions for each thread.
const BREATH: u64 = 250;

/// Searches what it is given, by PDFPN, and keeps its tree and its table from one job to the next.
#[derive(Debug)]
pub struct Worker<T> {
    run: RunId,
    name: String,
    tree: T,
    table: Option<Table>,
    /// What others have told and is not in the table yet.
    estimates: Vec<Estimate>,
    threads: NonZeroUsize,
    style: Style,
    current: Option<Current>,
    expansions: u64,
    takes_turns: bool,
    rounds: u64,
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
        Worker {
            run,
            name,
            tree,
            table: None,
            estimates: Vec::new(),
            threads,
            style,
            current: None,
            expansions: 0,
            takes_turns: false,
            rounds: 0,
        }
    }

    /// The same worker, whose threads take turns, so that nothing depends on their scheduling.
    pub(crate) fn taking_turns(self) -> Self {
        Worker { takes_turns: true, ..self }
    }

    /// How often all threads have had their turn, if they take turns.
    pub(crate) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many nodes it has expanded for all jobs.
    pub fn expansions(&self) -> u64 {
        self.expansions
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

    /// Takes in what others have proved and what they estimate.
    ///
    /// # Errors
    /// If that is malformed or contradicts what is known.
    pub fn hear(&mut self, facts: &FactBatch) -> Result<(), FactError> {
        self.estimates.extend_from_slice(&facts.estimates);
        self.tree.learn_in_order(facts.first, &facts.facts)
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
        let Some(mut current) = self.current.take() else { return Ok(None) };
        let result = self.step_on(&mut current, control);
        if !matches!(&result, Ok(Some(report)) if report.is_final) {
            self.current = Some(current);
        }
        result
    }

    fn step_on(
        &mut self,
        current: &mut Current,
        control: &Control<'_>,
    ) -> Result<Option<Report>, WorkerError> {
        let job = &current.job;
        let node = self.tree.meet(&job.node).ok_or(WorkerError::UnknownNode { job: job.job })?;
        let breath = match job.update_every {
            0 => BREATH * self.threads.get() as u64,
            every => every,
        };
        let mut is_final = current.is_pointless;
        if !is_final && self.tree.outcome(node).is_none() {
            self.tree.make_root(node);
            let control =
                control.with_expansions(breath.min(job.expansions.saturating_sub(current.expansions)));
            let table = self.table.get_or_insert_with(|| table_within(control.memory()));
            table.watch_growth();
            take_in(&mut self.tree, table, std::mem::take(&mut self.estimates));
            let mut pdfpn =
                Pdfpn { until: job.thresholds(), takes_turns: self.takes_turns, ..Pdfpn::new(self.threads) };
            let answer = resume(&mut self.tree, table, &mut pdfpn, self.style, &control, &mut NoObserver);
            match answer.outcome {
                Ok(_) | Err(Interruption::Expansions) => {}
                Err(Interruption::Thresholds) => is_final = true,
                Err(stop) => return Err(stop.into()),
            }
            current.expansions += answer.counters.expansions;
            self.expansions += answer.counters.expansions;
            self.rounds += pdfpn.rounds;
        }
        // Names may have changed.
        let node = self.tree.find(&job.node);
        is_final |=
            current.expansions >= job.expansions || node.is_none_or(|node| self.tree.outcome(node).is_some());
        if !is_final && job.update_every == 0 {
            return Ok(None);
        }
        let sequence = current.sequence;
        current.sequence = sequence.saturating_add(1);
        let numbers = node.map(|node| self.numbers_at(node)).unwrap_or_default();
        let children = node.filter(|_| numbers.len() > 1).and_then(|node| self.tree.tell_children(node));
        let mut facts = self.tree.take_news()?;
        // The master must hear of it, even if it has lost what it was told before.
        facts.extend(node.filter(|_| is_final).and_then(|node| self.tree.fact_about(node)));
        Ok(Some(Report {
            run: self.run,
            worker: self.name.clone(),
            job: job.job,
            sequence,
            is_final,
            expansions: current.expansions,
            children,
            numbers,
            facts,
            estimates: self.take_estimates(),
        }))
    }

    /// What much work has come to since it was asked last.
    fn take_estimates(&mut self) -> Vec<Estimate> {
        let grown = self.table.as_mut().map(Table::take_grown).unwrap_or_default();
        let unsolved = grown.into_iter().filter(|entry| self.tree.outcome(entry.node).is_none());
        let estimates = unsolved.map(|entry| Estimate {
            numbers: NodeNumbers::new(self.tree.portable_name(entry.node), entry.numbers),
            work: entry.work,
        });
        estimates.collect()
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
            Some(NodeNumbers::new(self.tree.portable_name(node), numbers))
        });
        numbers.collect()
    }
}

/// Takes estimates into a table, where they rest on more work than what stands there.
fn take_in<T: PortableTree>(tree: &mut T, table: &mut Table, estimates: Vec<Estimate>) {
    for Estimate { numbers, work } in estimates {
        let Some(node) = tree.meet(&numbers.node) else { continue };
        let Some(numbers) = numbers.numbers() else { continue };
        let known = table.get(node).map_or(0, |entry| entry.work);
        if work > known && tree.outcome(node).is_none() {
            table.store(node, numbers, work - known);
        }
    }
}
