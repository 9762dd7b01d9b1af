//! The children of lands, found once and kept while memory allows, for whoever gathers a proof.

use std::ops::ControlFlow;

use rhizome_search::{Control, Interruption};

use crate::game::{Codes, Game};

/// The children of some lands, by the numbers of the lands. A child is a sum of lands, whatever a proof makes of that.
#[derive(Debug)]
pub(crate) struct Families<S> {
    children: Vec<Option<Box<[S]>>>,
    /// How many children are held.
    held: usize,
}

impl<S> Default for Families<S> {
    fn default() -> Self {
        Families { children: Vec::new(), held: 0 }
    }
}

impl<S: Ord> Families<S> {
    /// Whether the children of a land are known.
    pub(crate) fn has(&self, land: u32) -> bool {
        self.children.get(land as usize).is_some_and(Option::is_some)
    }

    /// The children of a land, none if they are not known.
    pub(crate) fn get(&self, land: u32) -> &[S] {
        self.children.get(land as usize).and_then(Option::as_deref).unwrap_or(&[])
    }

    /// Takes note of the children of a land, each once. `others` is how many bytes are held elsewhere: where it becomes too much, all other
    /// children are forgotten, since they can be generated again.
    pub(crate) fn insert(&mut self, land: u32, mut children: Vec<S>, others: usize, control: &Control<'_>) {
        if self.held * size_of::<S>() + others > control.memory() {
            *self = Self::default();
        }
        children.sort_unstable();
        children.dedup();
        self.held += children.len();
        if self.children.len() <= land as usize {
            self.children.resize_with(land as usize + 1, || None);
        }
        self.children[land as usize] = Some(children.into());
    }
}

/// Generates the children of a land. The same may come more than once.
///
/// # Errors
/// When `control` asks to stop, and [`Interruption::Tree`] when the game cannot find them.
pub(crate) fn children_of<G: Game>(
    game: &mut G,
    land: &[u8],
    control: &Control<'_>,
) -> Result<Vec<Codes>, Interruption> {
    control.check()?;
    let mut found = Vec::new();
    let mut result = Ok(());
    let flow = game.children(land, |child| {
        found.push(child.clone());
        result = control.check();
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result?;
    if flow.is_break() { Err(Interruption::Tree) } else { Ok(found) }
}
