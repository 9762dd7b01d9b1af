//! What every answer can do: be printed for people and for programs.

use serde::Serialize;

use crate::ending::Ending;

/// The answer to a question about one position. As JSON it is one object.
pub trait Answer: Serialize {
    /// The answer for people, in one line.
    fn line(&self) -> String;

    /// The answer for people, in as many lines as it is worth when it is the only one.
    fn lines(&self) -> String {
        self.line()
    }

    /// How the program ends if this is the only answer.
    fn ending(&self) -> Ending {
        Ending::Answered
    }
}

/// What stands in the place of an answer where the question was wrong.
#[derive(Serialize)]
pub struct Refusal<'a> {
    /// The position as given.
    pub position: &'a str,
    /// What is wrong, in one line.
    pub error: &'a str,
}

impl Answer for Refusal<'_> {
    fn line(&self) -> String {
        format!("error: {}", self.error)
    }

    fn ending(&self) -> Ending {
        Ending::BadInput
    }
}
