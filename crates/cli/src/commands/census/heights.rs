//! `rhizome census --heights`.

use std::iter::once;

use rhizome_impartial::rct::heights;
use rhizome_search::{Control, Interruption};
use serde::Serialize;

use crate::answer::{Answer, print};
use crate::arguments::CensusArguments;
use crate::ending::Ending;
use crate::interrupt::Interrupt;
use crate::quantities::show_count;

/// Counts the RCTs of each height up to one.
///
/// # Errors
/// If standard output fails.
pub fn run(heights: u32, arguments: &CensusArguments) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::on_signals()?;
    let control = Control::new(interrupt.flag(), arguments.limits.time_limit, usize::MAX);
    let answer = HeightsAnswer::new(heights, heights::count_up_to(heights, &control), &control);
    print(&answer, arguments.format, Answer::lines)?;
    Ok(answer.ending())
}

#[derive(Serialize)]
struct HeightsAnswer {
    heights: u32,
    /// The number of RCTs of height at most 0, 1, and so on.
    at_most: Option<Vec<u64>>,
    /// The number of RCTs of height 0, 1, and so on.
    exactly: Option<Vec<u64>>,
    stopped: Option<String>,
    seconds: f64,
}

impl HeightsAnswer {
    fn new(heights: u32, counts: Result<Vec<u64>, Interruption>, control: &Control<'_>) -> Self {
        let exactly = counts.as_ref().ok().map(|counts| {
            let lower = once(&0).chain(counts);
            counts.iter().zip(lower).map(|(count, lower)| count - lower).collect()
        });
        HeightsAnswer {
            heights,
            exactly,
            stopped: counts.as_ref().err().map(Interruption::to_string),
            at_most: counts.ok(),
            seconds: control.elapsed().as_secs_f64(),
        }
    }
}

impl Answer for HeightsAnswer {
    fn line(&self) -> String {
        let (Some(at_most), Some(exactly)) = (&self.at_most, &self.exactly) else {
            return format!("not counted: {}", self.stopped.as_deref().unwrap_or_default());
        };
        let lines = exactly.iter().zip(at_most).enumerate().map(|(height, (&exactly, &at_most))| {
            let (exactly, at_most) = (show_count(exactly), show_count(at_most));
            format!("height {height}: {exactly}, up to it {at_most}")
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn ending(&self) -> Ending {
        if self.stopped.is_some() { Ending::Stopped } else { Ending::Answered }
    }
}
