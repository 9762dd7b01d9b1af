//! How a search has gone so far.

use serde::Serialize;

/// The most samples that are kept.
const MOST: usize = 400;

/// What a search had come to at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// Seconds since it began.
    pub seconds: f64,
    /// Nodes that were expanded.
    pub expansions: u64,
    /// The proof number of the root; nothing if it is infinite.
    pub pn: Option<u32>,
    /// Its disproof number; nothing if it is infinite.
    pub dn: Option<u32>,
    /// Facts that are proved, such as nimbers.
    pub facts: u64,
    /// Bytes that the tree and the table hold.
    pub memory: u64,
    /// The workers that take part, of a cluster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<u64>,
}

/// Samples of a search, evenly spread over its time. When there are too many, every second one goes.
#[derive(Clone, Debug)]
pub struct History {
    samples: Vec<Sample>,
    /// Seconds between samples, at least.
    interval: f64,
}

impl Default for History {
    fn default() -> Self {
        History { samples: Vec::new(), interval: 0.1 }
    }
}

impl History {
    /// The samples, in order.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Takes in a sample. One that comes soon after the last takes its place.
    pub fn push(&mut self, sample: Sample) {
        let near = |samples: &[Sample]| match samples {
            [.., before, _] => sample.seconds - before.seconds < self.interval,
            _ => false,
        };
        if near(&self.samples) {
            self.samples.pop();
        }
        self.samples.push(sample);
        if self.samples.len() > MOST {
            let last = self.samples.len() - 1;
            let mut place = 0;
            self.samples.retain(|_| {
                place += 1;
                (place - 1) % 2 == 0 || place - 1 == last
            });
            self.interval *= 2.0;
        }
    }

    /// Forgets everything, for a search that has begun anew.
    pub fn clear(&mut self) {
        *self = History::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_histories_are_thinned_evenly() {
        let mut history = History::default();
        for tenth in 0..20_000 {
            let seconds = f64::from(tenth) / 10.0;
            history.push(Sample {
                seconds,
                expansions: tenth as u64,
                pn: Some(1),
                dn: None,
                facts: 0,
                memory: 0,
                workers: None,
            });
            assert_eq!(history.samples().last().map(|sample| sample.seconds), Some(seconds));
        }
        let samples = history.samples();
        assert!(samples.len() <= MOST && samples.len() >= MOST / 4, "{}", samples.len());
        let gaps: Vec<f64> = samples.windows(2).map(|pair| pair[1].seconds - pair[0].seconds).collect();
        let most = gaps.iter().copied().fold(0.0, f64::max);
        assert!(most < 4.0 * 2000.0 / samples.len() as f64, "{most}");
        assert_eq!(samples[0].seconds, 0.0);
    }
}
