//! Cuts messages that are too long into several that fit.

use super::frame::HEAD;
use rhizome_search::PortableFact;

use super::{Estimate, FactBatch, MAX_MESSAGE, NodeNumbers, Report, WireError};

/// No number is longer, in bytes.
const NUMBER: usize = 10;

impl Report {
    /// This report in as many as it takes for each to fit into a message, usually one. They are counted on from its
    /// sequence, so the next report of the job goes on behind the last of them; only the last is final if this is.
    ///
    /// # Errors
    ///
    /// [`WireError::TooLarge`] if the children, one fact or one name of a node are too long by themselves.
    pub fn split(mut self) -> Result<Vec<Self>, WireError> {
        let fixed = HEAD + 16 + 8 * NUMBER + self.worker.len();
        let numbers = std::mem::take(&mut self.numbers);
        let facts = std::mem::take(&mut self.facts);
        let estimates = std::mem::take(&mut self.estimates);
        let mut room = Room::new(fixed);
        room.take(self.children.as_ref().map_or(0, Vec::len))?;
        let is_final = std::mem::replace(&mut self.is_final, false);
        let mut reports = Vec::new();
        let mut next = |report: &mut Self| {
            let following = Self {
                sequence: report.sequence.saturating_add(1),
                children: None,
                numbers: Vec::new(),
                facts: Vec::new(),
                estimates: Vec::new(),
                ..report.clone()
            };
            reports.push(std::mem::replace(report, following));
        };
        for number in numbers {
            if !room.take(length_of_numbers(&number))? {
                next(&mut self);
            }
            self.numbers.push(number);
        }
        for fact in facts {
            if !room.take(length_of_fact(&fact))? {
                next(&mut self);
            }
            self.facts.push(fact);
        }
        for estimate in estimates {
            if !room.take(length_of_estimate(&estimate))? {
                next(&mut self);
            }
            self.estimates.push(estimate);
        }
        self.is_final = is_final;
        reports.push(self);
        Ok(reports)
    }
}

impl FactBatch {
    /// This batch in as many as it takes for each to fit into a message, usually one. Estimates for which there is no room beside
    /// the facts are left out.
    ///
    /// # Errors
    ///
    /// [`WireError::TooLarge`] if one fact is too long by itself.
    pub fn split(self) -> Result<Vec<Self>, WireError> {
        let mut room = Room::new(HEAD + 16 + 3 * NUMBER);
        let mut batches = Vec::new();
        let mut batch = Self { run: self.run, first: self.first, facts: Vec::new(), estimates: Vec::new() };
        for fact in self.facts {
            if !room.take(length_of_fact(&fact))? {
                let first = batch.first + batch.facts.len() as u64;
                let following = Self { run: self.run, first, facts: Vec::new(), estimates: Vec::new() };
                batches.push(std::mem::replace(&mut batch, following));
            }
            batch.facts.push(fact);
        }
        for estimate in self.estimates {
            let length = length_of_estimate(&estimate);
            if length > room.left {
                break;
            }
            room.left -= length;
            batch.estimates.push(estimate);
        }
        batches.push(batch);
        Ok(batches)
    }
}

/// No number of 32 bits is longer, in bytes.
const SHORT_NUMBER: usize = 5;
/// The length of no text that fits into a message is longer, in bytes.
const LENGTH: usize = 3;

const fn length_of_numbers(numbers: &NodeNumbers) -> usize {
    LENGTH + numbers.node.len() + 2 * SHORT_NUMBER
}

const fn length_of_estimate(estimate: &Estimate) -> usize {
    length_of_numbers(&estimate.numbers) + SHORT_NUMBER
}

const fn length_of_fact(fact: &PortableFact) -> usize {
    LENGTH + fact.key.len() + LENGTH + fact.value.len()
}

/// How much is left of a message that is being filled.
struct Room {
    /// What every message holds besides, in bytes.
    fixed: usize,
    left: usize,
}

impl Room {
    const fn new(fixed: usize) -> Self {
        Self { fixed, left: MAX_MESSAGE.saturating_sub(fixed) }
    }

    /// Takes room for an item of so many bytes at most. Returns whether it was in this message, and not in a new one.
    fn take(&mut self, length: usize) -> Result<bool, WireError> {
        if length <= self.left {
            self.left -= length;
            return Ok(true);
        }
        let whole = MAX_MESSAGE.saturating_sub(self.fixed);
        if length > whole {
            return Err(WireError::TooLarge { length: length.saturating_add(self.fixed) });
        }
        self.left = whole - length;
        Ok(false)
    }
}
