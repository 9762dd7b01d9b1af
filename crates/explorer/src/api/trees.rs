//! Searches to be watched step by step.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use rhizome_search::and_or::textbook::Rule;
use rhizome_search::and_or::{AndOrTree, RandomTrees, SplitMix, TreeDescription};
use serde::Deserialize;

use super::Hall;
use crate::input::Body;
use crate::learn::{Recording, record_tree};
use crate::problem::Problem;

/// The most time for a recording.
const MOST_TIME: Duration = Duration::from_secs(5);

/// The greatest depth of a random tree, which keeps most of them small enough.
const MOST_DEPTH: u32 = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    source: Source,
    #[serde(default)]
    rule: RuleName,
}

/// Which tree.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Source {
    Demo,
    Random { seed: u64, depth: Option<u32>, leaf_percent: Option<u64>, win_percent: Option<u64> },
    Written { tree: TreeDescription },
    Position { game: String, position: String },
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum RuleName {
    #[default]
    Correct,
    Swapped,
    Stale,
}

impl RuleName {
    fn rule(self) -> Rule {
        match self {
            RuleName::Correct => Rule::Correct,
            RuleName::Swapped => Rule::Swapped,
            RuleName::Stale => Rule::StaleRoot,
        }
    }
}

/// `POST /api/trees`.
pub async fn record(State(hall): State<Hall>, Body(order): Body<Order>) -> Result<Json<Recording>, Problem> {
    let rule = order.rule.rule();
    match order.source {
        Source::Demo => watch(&hall, AndOrTree::demo, rule).await,
        Source::Random { seed, depth, leaf_percent, win_percent } => {
            let usual = RandomTrees::default();
            let trees = RandomTrees {
                depth: depth.unwrap_or(usual.depth),
                leaf_percent: leaf_percent.unwrap_or(usual.leaf_percent),
                win_percent: win_percent.unwrap_or(usual.win_percent),
                ..usual
            };
            if !(1..=MOST_DEPTH).contains(&trees.depth) || trees.leaf_percent > 100 || trees.win_percent > 100
            {
                return Err(Problem::bad(format!(
                    "the depth is from 1 to {MOST_DEPTH}, and percentages are from 0 to 100"
                )));
            }
            watch(&hall, move || trees.draw(&mut SplitMix::new(seed)), rule).await
        }
        Source::Written { tree } => {
            let tree = AndOrTree::try_from(tree).map_err(|error| Problem::bad(error.to_string()))?;
            watch(&hall, move || tree, rule).await
        }
        Source::Position { game, position } => {
            if rule != Rule::Correct {
                return Err(Problem::bad("mistakes are shown on explicit trees only"));
            }
            let desk = hall.desk(&game)?;
            let read = super::positions::read(&hall, &desk, &position).await?;
            let recording =
                hall.slots.compute(MOST_TIME, move |control| desk.record(&read.sum, control)).await?;
            Ok(Json(recording.map_err(Problem::bad)?))
        }
    }
}

async fn watch(
    hall: &Hall,
    tree: impl FnOnce() -> AndOrTree + Send + 'static,
    rule: Rule,
) -> Result<Json<Recording>, Problem> {
    let recording = hall.slots.compute(MOST_TIME, move |_| record_tree(&tree(), rule)).await?;
    Ok(Json(recording.map_err(|error| Problem::bad(error.to_string()))?))
}
