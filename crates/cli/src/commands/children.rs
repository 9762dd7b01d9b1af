//! `rhizome children`.

use serde::Serialize;

use crate::answer::Answer;
use crate::arguments::Subject;
use crate::dialogue::{Dialogue, Question};
use crate::ending::Ending;
use crate::games::{ChildList, Playable, Task};
use crate::interrupt::Interrupt;

/// Lists the children of positions, of each as many as fit into so many bytes.
///
/// # Errors
/// If standard input or output fails.
pub fn run(subject: Subject, memory: u64) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::on_signals()?;
    let children = Children { memory, interrupt: interrupt.clone() };
    let dialogue = Dialogue { position: subject.position, format: subject.format, interrupt };
    subject.game.play(List { dialogue, children })
}

struct List {
    dialogue: Dialogue,
    children: Children,
}

impl Task for List {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(mut self, mut game: G) -> Self::Output {
        self.dialogue.hold(&mut game, &mut self.children)
    }
}

struct Children {
    memory: u64,
    interrupt: Interrupt,
}

#[derive(Serialize)]
struct ChildrenAnswer {
    position: String,
    /// `None` if they were not all found.
    children: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

impl<G: Playable> Question<G> for Children {
    type Answer = ChildrenAnswer;

    fn ask(&mut self, game: &mut G, given: &str, position: &G::Position) -> ChildrenAnswer {
        let mut list = ChildList::new(self.memory, self.interrupt.clone());
        let complete = game.list_children(position, &mut list);
        ChildrenAnswer {
            position: given.to_owned(),
            children: complete.is_ok().then(|| list.into_sorted()),
            stopped: complete.err(),
        }
    }
}

impl ChildrenAnswer {
    fn text(&self, separator: &str) -> String {
        match (&self.children, &self.stopped) {
            (Some(children), _) => children.join(separator),
            (None, stopped) => format!("error: {}", stopped.as_deref().unwrap_or("stopped")),
        }
    }
}

impl Answer for ChildrenAnswer {
    fn line(&self) -> String {
        self.text(" ")
    }

    fn lines(&self) -> String {
        self.text("\n")
    }

    fn ending(&self) -> Ending {
        if self.children.is_some() { Ending::Answered } else { Ending::Stopped }
    }
}
