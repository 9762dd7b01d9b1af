//! What an impartial game has to tell.

use std::ops::ControlFlow;

/// The codes of the lands of one position, one after the other. A buffer that is used again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Codes {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Codes {
    /// No lands.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes all lands out.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Adds a land by appending its code to the buffer that is given to `write`.
    /// A code that is empty adds nothing.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len();
        write(&mut self.bytes);
        if self.bytes.len() > start {
            self.ends.push(self.bytes.len());
        }
    }

    /// Adds a land.
    pub fn push(&mut self, code: &[u8]) {
        self.push_with(|bytes| bytes.extend_from_slice(code));
    }

    /// The number of lands.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no lands.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The land that was added last.
    pub fn last(&self) -> Option<&[u8]> {
        let (&end, before) = self.ends.split_last()?;
        Some(&self.bytes[before.last().copied().unwrap_or(0)..end])
    }

    /// The same codes in order. Equal ones stay.
    pub fn sorted(&self) -> Codes {
        let mut codes: Vec<&[u8]> = self.iter().collect();
        codes.sort_unstable();
        let mut sorted = Codes::new();
        codes.into_iter().for_each(|code| sorted.push(code));
        sorted
    }

    /// The codes.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.bytes[start..end])
    }
}

/// Which children of a land to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// All.
    All,
    /// Those of least effort.
    Easiest,
    /// Those that the easiest left for later.
    Rest(Left),
}

/// The children that were left for later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// How many there are at most; at least 1.
    pub count: u32,
    /// The least of their efforts.
    pub effort: u32,
}

/// An impartial game whose positions are sums of independent lands.
///
/// A land is known by its *code*: a byte string of 1 to 65,000 bytes, the same
/// for equal lands and different for different ones. The position without
/// lands has no moves.
pub trait Game {
    /// The name of the game and the version of its codes, for instance
    /// `sprouts/1`, in printable ASCII without spaces. Facts that are kept on disk are kept under it.
    fn domain(&self) -> String;

    /// Calls `child` with the lands of each child of a land. The same child may come more than once.
    ///
    /// # Errors
    /// Stops as soon as `child` breaks, and passes it on. Breaks of itself if the
    /// children are too hard to find; [`complaint`](Self::complaint) then says why.
    fn children<F>(&mut self, land: &[u8], child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>;

    /// As [`children`](Self::children), in two stages, for games in which
    /// children are dear: the search asks for the rest only when the easiest
    /// do not settle a node. [`Stage::Easiest`] says what is left for [`Stage::Rest`].
    ///
    /// # Errors
    /// Stops as soon as `child` breaks, and passes it on.
    fn staged_children<F>(&mut self, land: &[u8], stage: Stage, child: F) -> ControlFlow<(), Option<Left>>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        match stage {
            Stage::Rest(_) => ControlFlow::Continue(None),
            Stage::All | Stage::Easiest => self.children(land, child).map_continue(|()| None),
        }
    }

    /// Why the children of a land could not be found.
    fn complaint(&self) -> String {
        "the children of a land are too hard to find".to_owned()
    }

    /// A number that every move lowers: the weights of the lands that a move
    /// leaves add up to less than the weight of the land before. So no game
    /// lasts longer than its weight. For Sprouts it is the number of lives.
    fn weight(land: &[u8]) -> u32;

    /// How hard the land is to solve, roughly. Among children the search tries
    /// the easiest first.
    fn effort(land: &[u8]) -> u32 {
        Self::weight(land)
    }

    /// A small number, the same for lands that tend to have the same nimbers. The search learns what
    /// lands of a kind have in common as it goes; it never has to be true of all of them.
    fn kind(land: &[u8]) -> u32 {
        Self::weight(land)
    }

    /// Prints a land for people.
    fn print(&self, land: &[u8]) -> String;

    /// Whether any bytes are the code of a land. Codes that come from other machines are asked about before anything is
    /// done with them. By default all are taken to be, which will do for a game that is searched in one process.
    fn is_code(&mut self, _bytes: &[u8]) -> bool {
        true
    }
}

/// A game that is borrowed.
impl<G: Game> Game for &mut G {
    fn domain(&self) -> String {
        (**self).domain()
    }

    fn children<F>(&mut self, land: &[u8], child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        (**self).children(land, child)
    }

    fn staged_children<F>(&mut self, land: &[u8], stage: Stage, child: F) -> ControlFlow<(), Option<Left>>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        (**self).staged_children(land, stage, child)
    }

    fn complaint(&self) -> String {
        (**self).complaint()
    }

    fn weight(land: &[u8]) -> u32 {
        G::weight(land)
    }

    fn effort(land: &[u8]) -> u32 {
        G::effort(land)
    }

    fn kind(land: &[u8]) -> u32 {
        G::kind(land)
    }

    fn print(&self, land: &[u8]) -> String {
        (**self).print(land)
    }

    fn is_code(&mut self, bytes: &[u8]) -> bool {
        (**self).is_code(bytes)
    }
}
