//! What every answer can do: be printed for people and for programs.

use std::io::{self, Write};

use anyhow::Context;
use clap::ValueEnum;
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

/// How answers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Printed {
    /// It is printed.
    Heard,
    /// The output is closed.
    NobodyListens,
}

/// Prints an answer to standard output: as JSON, or the text that `text` makes of it.
///
/// # Errors
/// If standard output fails; it is no error that it is closed.
pub fn print<A: Answer>(
    answer: &A,
    format: Format,
    text: impl FnOnce(&A) -> String,
) -> anyhow::Result<Printed> {
    print_text(match format {
        Format::Text => text(answer),
        Format::Json => serde_json::to_string(answer).context("cannot write the answer as JSON")?,
    })
}

/// Prints a text and a line feed to standard output.
///
/// # Errors
/// If standard output fails; it is no error that it is closed.
pub fn print_text(mut text: String) -> anyhow::Result<Printed> {
    text.push('\n');
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Ok(()) => Ok(Printed::Heard),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Printed::NobodyListens),
        Err(error) => Err(error).context("cannot write to standard output"),
    }
}
