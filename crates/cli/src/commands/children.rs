//! `rhizome children`.

use std::collections::HashSet;
use std::ops::ControlFlow;

use rhizome_impartial::Nimber;
use rhizome_search::Interruption;
use serde::Serialize;

use crate::answer::Answer;
use crate::arguments::Subject;
use crate::dialogue::{Dialogue, Question};
use crate::ending::Ending;
use crate::games::{Playable, Task};
use crate::interrupt::Interrupt;
use crate::sum::{Sum, print};

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

    fn run<G: Playable>(mut self) -> Self::Output {
        self.dialogue.hold(&mut G::default(), &mut self.children)
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

    fn ask(&mut self, game: &mut G, given: &str, position: &Sum) -> ChildrenAnswer {
        let mut found = Found { texts: HashSet::new(), bytes: 0 };
        let complete = self.collect(game, position, &mut found);
        let mut children: Vec<String> = found.texts.into_iter().collect();
        children.sort_unstable();
        ChildrenAnswer {
            position: given.to_owned(),
            children: complete.is_ok().then_some(children),
            stopped: complete.err(),
        }
    }
}

impl Children {
    fn collect<G: Playable>(&self, game: &mut G, position: &Sum, found: &mut Found) -> Result<(), String> {
        let lands: Vec<&[u8]> = position.lands.iter().collect();
        for (place, land) in lands.iter().enumerate() {
            // Equal lands are neighbours, and have the same children.
            if place > 0 && lands[place - 1] == *land {
                continue;
            }
            let mut sums: HashSet<Vec<Vec<u8>>> = HashSet::new();
            let mut bytes = 0;
            let mut result = Ok(());
            let flow = game.children(land, |child| {
                let mut sum: Vec<Vec<u8>> = child.iter().map(<[u8]>::to_vec).collect();
                sum.sort_unstable();
                let size = OVERHEAD + sum.iter().map(|land| land.len() + OVERHEAD).sum::<usize>();
                if sums.insert(sum) {
                    bytes += size as u64;
                }
                result = self.go_on(found.bytes + bytes);
                if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            result?;
            if flow.is_break() {
                return Err(game.complaint());
            }
            let others: Vec<&[u8]> = lands[..place].iter().chain(&lands[place + 1..]).copied().collect();
            for sum in &sums {
                let mut child = others.clone();
                child.extend(sum.iter().map(Vec::as_slice));
                child.sort_unstable();
                found.insert(print(game, child.into_iter(), position.heap));
                self.go_on(found.bytes + bytes)?;
            }
        }
        for heap in 0..position.heap.get() {
            found.insert(print(game, lands.iter().copied(), Nimber::new(heap)));
            self.go_on(found.bytes)?;
        }
        Ok(())
    }

    fn go_on(&self, bytes: u64) -> Result<(), String> {
        if self.interrupt.is_raised() {
            return Err(Interruption::Cancelled.to_string());
        }
        if bytes > self.memory { Err(Interruption::Memory.to_string()) } else { Ok(()) }
    }
}

/// What a text or a code takes beside its bytes: its place in a set, which is
/// held twice while it grows, and the allocator's share.
const OVERHEAD: usize = 96;

/// The children found so far, and about how many bytes they take.
struct Found {
    texts: HashSet<String>,
    bytes: u64,
}

impl Found {
    fn insert(&mut self, text: String) {
        let bytes = text.len() + OVERHEAD;
        if self.texts.insert(text) {
            self.bytes += bytes as u64;
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
