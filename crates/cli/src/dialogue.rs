//! Positions in, answers out: one position from the command line, or one a line from standard input.

use std::ffi::OsString;

use anyhow::Context;

use crate::answer::{Answer, Format, Printed, Refusal, print};
use crate::ending::{Ending, complain};
use crate::games::{Misreading, Readable};
use crate::interrupt::Interrupt;
use crate::lines::Lines;

/// A question that can be asked about any position.
pub trait Question<G: Readable> {
    /// What is answered.
    type Answer: Answer;

    /// Asks about one position, which was given as `given`.
    fn ask(&mut self, game: &mut G, given: &str, position: &G::Position) -> Self::Answer;
}

/// Where positions come from, and how answers go out.
#[derive(Debug)]
pub struct Dialogue {
    /// The position as given, or `-` for standard input.
    pub position: OsString,
    /// How answers are printed.
    pub format: Format,
    /// Ends the dialogue.
    pub interrupt: Interrupt,
}

/// The position that stands for standard input.
const STANDARD_INPUT: &str = "-";

impl Dialogue {
    /// Whether positions come from standard input, one a line.
    pub fn is_about_lines(&self) -> bool {
        self.position == STANDARD_INPUT
    }

    /// Asks a question about every position.
    ///
    /// # Errors
    /// If standard input or output fails; a closed output only ends the dialogue.
    pub fn hold<G: Readable>(&self, game: &mut G, question: &mut impl Question<G>) -> anyhow::Result<Ending> {
        if self.is_about_lines() {
            self.hold_on_lines(game, question)
        } else {
            self.hold_on_one(game, question)
        }
    }

    fn hold_on_one<G: Readable>(
        &self,
        game: &mut G,
        question: &mut impl Question<G>,
    ) -> anyhow::Result<Ending> {
        match read(game, self.position.as_encoded_bytes()) {
            Ok((given, position)) => {
                let answer = question.ask(game, given, &position);
                print(&answer, self.format, Answer::lines)?;
                Ok(answer.ending())
            }
            Err(misreading) => {
                complain(&misreading.picture);
                Ok(Ending::BadInput)
            }
        }
    }

    fn hold_on_lines<G: Readable>(
        &self,
        game: &mut G,
        question: &mut impl Question<G>,
    ) -> anyhow::Result<Ending> {
        let lines = Lines::of_standard_input(self.interrupt.clone()).context("cannot read standard input")?;
        let mut ending = Ending::Answered;
        for (index, line) in lines.enumerate() {
            let line = line.context("cannot read standard input")?;
            let (printed, this_ending) = match read(game, &line) {
                Ok((given, position)) => {
                    let answer = question.ask(game, given, &position);
                    (print(&answer, self.format, Answer::line)?, answer.ending())
                }
                Err(misreading) => {
                    complain(&format!("line {}: {}", index + 1, misreading.picture));
                    let position = String::from_utf8_lossy(&line);
                    let refusal = Refusal { position: &position, error: &misreading.message };
                    (print(&refusal, self.format, Answer::line)?, refusal.ending())
                }
            };
            if printed == Printed::NobodyListens {
                return Ok(ending);
            }
            ending = ending.worse(this_ending);
        }
        Ok(if self.interrupt.is_raised() { Ending::Stopped } else { ending })
    }
}

/// Reads a position from bytes of which it is not yet sure that they are text.
fn read<'a, G: Readable>(game: &mut G, bytes: &'a [u8]) -> Result<(&'a str, G::Position), Misreading> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok((text, game.read(text)?)),
        Err(error) => {
            let place = error.valid_up_to();
            let byte = bytes.get(place).copied().unwrap_or_default();
            let message = format!("this is not UTF-8: byte {}, counted from 1, is 0x{byte:02x}", place + 1);
            Err(Misreading { picture: message.clone(), message })
        }
    }
}
