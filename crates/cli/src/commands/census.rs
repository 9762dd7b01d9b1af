//! `rhizome census`.

mod below;
mod heights;

use crate::arguments::CensusArguments;
use crate::ending::Ending;

/// Counts RCTs: those below the start of a game, or those up to a height.
///
/// # Errors
/// If there is no such start, or the surroundings fail.
pub fn run(arguments: &CensusArguments) -> anyhow::Result<Ending> {
    match arguments.counted.heights {
        Some(heights) => heights::run(heights, arguments),
        None => below::run(arguments.counted.size.unwrap_or_default(), arguments),
    }
}
