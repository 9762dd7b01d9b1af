//! Reads what `rhizome simulate --format json` prints: how a search would go with several numbers of workers.

use serde::{Deserialize, Serialize};

/// The most points of a curve.
const MOST_POINTS: usize = 1_000;

/// How a search would go with so many workers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimulationPoint {
    /// The number of workers.
    pub workers: f64,
    /// How many times as fast as dfpn on one core they are.
    pub speedup: Option<f64>,
    /// How many times the expansions of dfpn they make.
    pub overhead: Option<f64>,
    /// The share of their time in which they work.
    pub utilisation: Option<f64>,
}

/// Why a text is no simulation.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// A line is not one of a simulation.
    #[error("line {line} is not one that `rhizome simulate --format json` prints: {error}")]
    Line {
        /// The line, from 1 on.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// There is nothing.
    #[error("there is no line of a simulation")]
    Empty,
    /// There is too much.
    #[error("there are more than {MOST_POINTS} lines")]
    TooMany,
}

/// Reads a simulation: one JSON object a line. Empty lines do not count.
///
/// # Errors
/// What is wrong with it.
pub fn read_simulation(text: &str) -> Result<Vec<SimulationPoint>, SimulationError> {
    let mut points = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let point =
            serde_json::from_str(line).map_err(|error| SimulationError::Line { line: index + 1, error })?;
        if points.len() == MOST_POINTS {
            return Err(SimulationError::TooMany);
        }
        points.push(point);
    }
    if points.is_empty() { Err(SimulationError::Empty) } else { Ok(points) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulations_are_read() {
        let text = "{\"workers\":1,\"speedup\":1.0,\"overhead\":0.0,\"utilisation\":1.0,\"more\":[]}\n\n{\"workers\":2,\"speedup\":1.8}\n";
        let points = read_simulation(text).expect("two lines");
        assert_eq!(points.len(), 2);
        assert_eq!((points[1].workers, points[1].speedup, points[1].overhead), (2.0, Some(1.8), None));
        assert!(matches!(read_simulation("\n"), Err(SimulationError::Empty)));
        assert!(matches!(read_simulation("{}\n"), Err(SimulationError::Line { line: 1, .. })));
        assert!(matches!(read_simulation("\n[1]"), Err(SimulationError::Line { line: 2, .. })));
    }
}
