//! What positions are worth.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use rhizome_search::Control;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

use super::Hall;
use crate::desk::{Desk, RctValue, Unknown};
use crate::input::Body;
use crate::problem::Problem;

/// The most positions of one request.
const MOST_POSITIONS: usize = 100;

/// The most time for one request.
const MOST_TIME: Duration = Duration::from_secs(20);

/// The time for one request unless it says otherwise.
const USUAL_TIME: u64 = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    #[serde(default = "sprouts")]
    game: String,
    positions: Vec<String>,
    questions: Vec<Question>,
    milliseconds: Option<u64>,
}

fn sprouts() -> String {
    "sprouts".to_owned()
}

/// What is asked about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Question {
    Outcome,
    Nimber,
    Misere,
    Rct,
}

#[derive(Serialize)]
pub struct ValuesAnswer {
    values: Vec<Values>,
}

/// What is known about a position. Of what was asked and is not known, the reason is told.
#[derive(Default, Serialize)]
struct Values {
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Value<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<Value<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    misere: Option<Value<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rct: Option<Value<RctValue>>,
}

/// A value, or why it is not known.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Value<T> {
    Known(T),
    Unknown(Unknown),
}

impl<T> From<Result<T, Unknown>> for Value<T> {
    fn from(result: Result<T, Unknown>) -> Self {
        match result {
            Ok(value) => Value::Known(value),
            Err(reason) => Value::Unknown(reason),
        }
    }
}

/// `POST /api/values`.
pub async fn values(
    State(hall): State<Hall>,
    Body(order): Body<Order>,
) -> Result<Json<ValuesAnswer>, Problem> {
    if order.positions.len() > MOST_POSITIONS {
        return Err(Problem::bad(format!("at most {MOST_POSITIONS} positions can be asked about at a time")));
    }
    let desk = hall.desk(&order.game)?;
    let time = Duration::from_millis(order.milliseconds.unwrap_or(USUAL_TIME)).min(MOST_TIME);
    let values = hall.slots.compute(time, move |control| find(&*desk, order, time, control)).await?;
    Ok(Json(ValuesAnswer { values }))
}

/// Answers question after question. Each gets an even share of the time that is left, so that a hard one leaves some for the others.
fn find(desk: &dyn Desk, order: Order, time: Duration, control: &Control<'_>) -> Vec<Values> {
    let end = Instant::now() + time;
    let mut left = order.positions.len() * order.questions.len();
    let never = AtomicBool::new(false);
    let mut values = Vec::new();
    for text in order.positions {
        let mut found = Values::default();
        match desk.read(&text) {
            Err(misreading) => {
                left -= order.questions.len();
                found.error = Some(misreading.message);
            }
            Ok(read) => {
                for question in &order.questions {
                    let share = end.saturating_duration_since(Instant::now()) / left.max(1) as u32;
                    left -= 1;
                    // When the client has gone, nothing is worth its time.
                    let share = if control.look().is_ok() { share } else { Duration::ZERO };
                    let control = Control::new(&never, Some(share), control.memory());
                    let sum = &read.sum;
                    match question {
                        Question::Outcome => {
                            found.outcome =
                                Some(desk.outcome(sum, &control).map(|outcome| outcome.to_string()).into());
                        }
                        Question::Nimber => {
                            found.nimber = Some(desk.nimber(sum, &control).map(|nimber| nimber.get()).into());
                        }
                        Question::Misere => {
                            found.misere =
                                Some(desk.misere(sum, &control).map(|outcome| outcome.to_string()).into());
                        }
                        Question::Rct => found.rct = Some(desk.rct(sum, &control).into()),
                    }
                }
            }
        }
        found.position = text;
        values.push(found);
    }
    values
}
