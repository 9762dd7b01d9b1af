//! What a search of several threads asks of a tree beyond what [`NandTree`] tells.

use crate::control::{Control, Interruption};
use crate::tree::{NandTree, NodeId};

/// A tree that can have its dearest work done beside it, by several threads at a time.
///
/// The tree itself is held by one thread at a time. Most of the time of a search goes into finding children, which
/// takes the rules of the game and nothing of the tree. So each thread has a [`Finder`]: with the tree in its hands it
/// [asks](Self::ask) what is to be found, lets go of the tree, [finds](Finder::find) it, and
/// [brings](Self::bring) it when it holds the tree again.
///
/// A tree in which children cost little asks for nothing, with [`Nothing`] as its finder.
pub trait SharedTree: NandTree + Send {
    /// Finds children beside the tree.
    type Finder: Finder;

    /// A finder for one more thread.
    fn lend_finder(&mut self) -> Self::Finder;

    /// Takes a finder back, so that the next one who needs one gets it with all that it has in its buffers.
    fn return_finder(&mut self, finder: Self::Finder);

    /// Has a finder take down what has to be found before [`expand`](NandTree::expand), or
    /// [`expand_rest`](NandTree::expand_rest) if the node is expanded, has little to do. Tells a name of it, the same
    /// name for the same work; `None` if nothing has to be found.
    fn ask(&mut self, node: NodeId, finder: &mut Self::Finder) -> Option<u64>;

    /// Takes over what was found. It is dropped if somebody else has brought it before.
    ///
    /// # Errors
    /// As [`NandTree::expand`].
    fn bring(&mut self, finder: &mut Self::Finder, control: &Control) -> Result<(), Interruption>;
}

/// Finds children beside a tree.
pub trait Finder: Send {
    /// Finds what the tree has asked for.
    ///
    /// # Errors
    /// When `control` asks to stop. What the tree complains of is kept until it is brought.
    fn find(&mut self, control: &Control) -> Result<(), Interruption>;
}

/// Finds nothing, for trees that ask for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Finder for Nothing {
    fn find(&mut self, _: &Control) -> Result<(), Interruption> {
        Ok(())
    }
}
