//! What a master does with what it hears.

use std::collections::{BTreeMap, HashSet};

use rhizome_search::{
    Assignment, Control, FactError, Frontier, Interruption, NodeId, Numbers, Outcome, PortableFact,
    PortableTree,
};

use crate::message::{Estimate, Job, JobId, NodeNumbers, Report, RunId};
use crate::settings::ClusterSettings;

/// Keeps the upper part of a proof-number search, gives its leaves away as jobs, and puts together what comes back.
///
/// It knows nothing of links, clocks and files. Everything that it is told may come twice, late or in another order.
#[derive(Debug)]
pub struct Master<T> {
    run: RunId,
    /// Which start of the master this is.
    incarnation: u32,
    settings: ClusterSettings,
    frontier: Frontier<T>,
    jobs: BTreeMap<JobId, Given>,
    jobs_given: u32,
    /// Those that somebody else has solved in between, and that have not been told about.
    pointless: Vec<JobId>,
    /// What was proved and is to be told to all workers.
    news: Vec<PortableFact>,
    /// What is to be told to them besides.
    estimates: Vec<Estimate>,
    /// What was heard from all workers.
    expansions: u64,
    workers: HashSet<String>,
    /// Whether workers are trusted to know the rules.
    trusts: bool,
}

/// A job that is given away.
#[derive(Debug)]
struct Given {
    node: Vec<u8>,
    assignment: Assignment,
    /// Expansions that were reported.
    expansions: u64,
}

impl<T: PortableTree> Master<T> {
    /// A master that knows what its tree knows. `memory` is in bytes, for the tree and the numbers.
    pub fn new(run: RunId, incarnation: u32, mut tree: T, settings: ClusterSettings, memory: usize) -> Self {
        tree.share();
        Master {
            run,
            incarnation,
            settings,
            frontier: Frontier::new(tree, settings.style, memory),
            jobs: BTreeMap::new(),
            jobs_given: 0,
            pointless: Vec::new(),
            news: Vec::new(),
            estimates: Vec::new(),
            expansions: 0,
            workers: HashSet::new(),
            trusts: false,
        }
    }

    /// The same master, who takes over the children that workers have found. It must only do so from workers that are known to
    /// be of the same program; otherwise it finds them itself.
    pub fn trusting(self) -> Self {
        Master { trusts: true, ..self }
    }

    /// The outcome of the question, once it is known.
    pub fn outcome(&self) -> Option<Outcome> {
        self.frontier.outcome()
    }

    /// The upper part of the search.
    pub fn frontier(&self) -> &Frontier<T> {
        &self.frontier
    }

    /// Takes the tree out, with all that is proved.
    pub fn into_tree(self) -> T {
        self.frontier.into_tree()
    }

    /// Expansions of all workers, as far as reported, and its own.
    pub fn expansions(&self) -> u64 {
        self.expansions + self.frontier.expansions()
    }

    /// How many jobs are given away.
    pub fn jobs(&self) -> usize {
        self.jobs.len()
    }

    /// How many jobs were given away in all.
    pub fn jobs_given(&self) -> u32 {
        self.jobs_given
    }

    /// Takes note of a worker.
    pub fn meet(&mut self, worker: &str) {
        if !self.workers.contains(worker) {
            self.workers.insert(worker.to_owned());
        }
    }

    /// Forgets a worker that is gone.
    pub fn forget(&mut self, worker: &str) {
        self.workers.remove(worker);
    }

    /// Takes in something that is proved, for instance from a journal.
    ///
    /// # Errors
    /// If it is malformed, or contradicts what is known.
    pub fn learn(&mut self, facts: &[PortableFact]) -> Result<(), FactError> {
        let news = self.frontier.tree_mut().learn(facts)?;
        self.news.extend(news);
        Ok(())
    }

    /// Takes in the numbers of a node, for instance from a journal.
    pub fn note(&mut self, numbers: &NodeNumbers, work: u64) {
        if let Some(told) = numbers.numbers()
            && let Some(node) = self.frontier.tree_mut().meet(&numbers.node)
        {
            self.frontier.note(node, told, work);
        }
    }

    /// Takes in a report. It may have come before.
    ///
    /// # Errors
    /// If a fact in it is malformed or contradicts what is known, or the search has to stop.
    pub fn hear(&mut self, report: &Report, control: &Control<'_>) -> Result<(), MasterError> {
        if report.run != self.run {
            return Ok(());
        }
        self.meet(&report.worker);
        self.learn(&report.facts)?;
        self.estimates.extend_from_slice(&report.estimates);
        let Some(given) = self.jobs.get_mut(&report.job) else { return Ok(()) };
        let work = report.expansions.saturating_sub(given.expansions);
        given.expansions += work;
        self.expansions += work;
        if let Some(node) = self.frontier.tree().find(&given.node)
            && let [_, children @ ..] = &report.numbers[..]
            && !children.is_empty()
        {
            let told = report.children.as_ref().filter(|_| self.trusts);
            if !told.is_some_and(|children| self.frontier.take_children(node, children)) {
                self.frontier.expand(node, control)?;
            }
            if !note_all(&mut self.frontier, children)
                && self.frontier.tree().outcome(node).is_none()
                && self.frontier.tree().rest(node).is_some()
            {
                self.frontier.tree_mut().expand_rest(node, control)?;
                note_all(&mut self.frontier, children);
            }
        } else {
            note_all(&mut self.frontier, &report.numbers);
        }
        for Estimate { numbers, work } in &report.estimates {
            if let Some(told) = numbers.numbers()
                && let Some(node) = self.frontier.tree().find(&numbers.node)
            {
                self.frontier.note_estimate(node, told, *work);
            }
        }
        if report.is_final {
            self.take_back(report.job);
        } else {
            self.frontier.carry_up_from(&given.assignment);
        }
        self.find_pointless();
        Ok(())
    }

    /// Takes back jobs below nodes that were solved meanwhile.
    fn find_pointless(&mut self) {
        let frontier = &self.frontier;
        let pointless: Vec<JobId> = self
            .jobs
            .iter()
            .filter(|(_, given)| frontier.is_pointless(&given.assignment))
            .map(|(&job, _)| job)
            .collect();
        for job in pointless {
            self.take_back(job);
            self.pointless.push(job);
        }
    }

    /// Takes back a job that nobody works on any more.
    fn take_back(&mut self, job: JobId) {
        if let Some(given) = self.jobs.remove(&job) {
            self.frontier.take_back(&given.assignment, given.expansions);
        }
    }

    /// A job for one more worker, if there is one.
    ///
    /// # Errors
    /// When `control` asks to stop, or memory is short and freeing some does not help.
    pub fn next_job(&mut self, control: &Control<'_>) -> Result<Option<Job>, Interruption> {
        let wanted = u64::from(self.settings.grow) * self.workers.len() as u64;
        let mut grown = 0;
        loop {
            if self.outcome().is_some() {
                return Ok(None);
            }
            let is_small = self.frontier.expansions() < wanted;
            let found = match is_small {
                true => Ok(None),
                false => self.frontier.choose(control),
            };
            match found {
                Ok(Some(assignment)) => return Ok(self.give(assignment)),
                Ok(None) if is_small || grown < MOST_GROWN => {
                    grown += u32::from(!is_small);
                    match self.frontier.grow(control) {
                        Ok(true) => {}
                        Ok(false) => return Ok(None),
                        Err(Interruption::Memory) => self.collect()?,
                        Err(stop) => return Err(stop),
                    }
                }
                Ok(None) => return Ok(None),
                Err(Interruption::Memory) => self.collect()?,
                Err(stop) => return Err(stop),
            }
        }
    }

    fn collect(&mut self) -> Result<(), Interruption> {
        self.frontier.collect(self.jobs.values_mut().map(|given| &mut given.assignment))
    }

    fn give(&mut self, assignment: Assignment) -> Option<Job> {
        let (leaf, until) = (assignment.leaf()?, assignment.until());
        let node = self.frontier.tree().portable_name(leaf);
        let job = JobId::new(self.incarnation, self.jobs_given);
        self.jobs_given = self.jobs_given.wrapping_add(1);
        self.jobs.insert(job, Given { node: node.clone(), assignment, expansions: 0 });
        let ClusterSettings { job_expansions: expansions, update_every, relax_times, relax_more, .. } =
            self.settings;
        let numbers = self.frontier.numbers(leaf).unwrap_or(Numbers::UNKNOWN);
        let until = Job::until_of(until.relaxed(numbers, relax_times, relax_more));
        Some(Job { run: self.run, job, node, expansions, update_every, until })
    }

    /// What was proved since it was asked last, for all workers.
    ///
    /// # Errors
    /// If what is proved cannot be kept.
    pub fn take_news(&mut self) -> Result<Vec<PortableFact>, FactError> {
        let own = self.frontier.tree_mut().take_news()?;
        self.news.extend(own);
        Ok(std::mem::take(&mut self.news))
    }

    /// What was estimated since it was asked last, for all workers.
    pub fn take_estimates(&mut self) -> Vec<Estimate> {
        std::mem::take(&mut self.estimates)
    }

    /// Jobs that have become pointless since it was asked last.
    pub fn take_pointless(&mut self) -> Vec<JobId> {
        std::mem::take(&mut self.pointless)
    }
}

/// So many nodes are expanded for one job at most when all leaves are given away.
const MOST_GROWN: u32 = 4;

/// Why a master cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MasterError {
    /// What was told contradicts what was known, or is malformed.
    #[error(transparent)]
    Fact(#[from] FactError),
    /// The search has to stop.
    #[error(transparent)]
    Stopped(#[from] Interruption),
}

/// Takes note of the numbers of nodes that were met; false if some were not.
fn note_all<T: PortableTree>(frontier: &mut Frontier<T>, all: &[NodeNumbers]) -> bool {
    let mut are_all_met = true;
    for numbers in all {
        let node: Option<NodeId> = frontier.tree().find(&numbers.node);
        are_all_met &= node.is_some();
        if let Some(node) = node
            && let Some(told) = numbers.numbers()
        {
            frontier.note(node, told, 0);
        }
    }
    are_all_met
}
