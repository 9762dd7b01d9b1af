//! `rhizome canon`.

use serde::Serialize;

use crate::answer::Answer;
use crate::arguments::Subject;
use crate::dialogue::{Dialogue, Question};
use crate::ending::Ending;
use crate::games::{Playable, Task};
use crate::interrupt::Interrupt;

/// Prints the simplest forms of positions.
///
/// # Errors
/// If standard input or output fails.
pub fn run(subject: Subject) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::on_signals()?;
    let dialogue = Dialogue { position: subject.position, format: subject.format, interrupt };
    subject.game.play(Canon { dialogue })
}

struct Canon {
    dialogue: Dialogue,
}

impl Task for Canon {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, mut game: G) -> Self::Output {
        self.dialogue.hold(&mut game, &mut SimplestForm)
    }
}

struct SimplestForm;

#[derive(Serialize)]
struct CanonAnswer {
    position: String,
    canon: String,
}

impl<G: Playable> Question<G> for SimplestForm {
    type Answer = CanonAnswer;

    fn ask(&mut self, game: &mut G, given: &str, position: &G::Position) -> CanonAnswer {
        CanonAnswer { position: given.to_owned(), canon: game.print(position) }
    }
}

impl Answer for CanonAnswer {
    fn line(&self) -> String {
        self.canon.clone()
    }
}
