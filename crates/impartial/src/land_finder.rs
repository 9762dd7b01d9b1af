//! Finds the children of a land beside a tree.

use std::ops::ControlFlow;

use hashbrown::HashTable;
use rhizome_search::{Control, Finder, Interruption};

use crate::game::{Codes, Game, Left, Stage};
use crate::graph::{LARGE, hash_of};

/// Children of a land are found in memory of their own, of which there is at most so much, in bytes.
/// A land with more has them found by the tree itself, which knows how much memory there is.
const MOST_BYTES: usize = 32 << 20;

/// Finds children of lands of a game.
#[derive(Debug)]
pub struct LandFinder<G> {
    game: G,
    /// The land, and which of its children are asked for.
    code: Vec<u8>,
    stage: Stage,
    found: FoundChildren,
}

/// Children of a land, each once, with all about them that does not depend on a tree.
#[derive(Debug, Default)]
pub(crate) struct FoundChildren {
    /// The codes of all lands, one after the other.
    codes: Vec<u8>,
    lands: Vec<Part>,
    /// How many lands there are up to the end of each child.
    ends: Vec<usize>,
    /// The children by their hashes.
    known: HashTable<u32>,
    hashes: Vec<u64>,
    /// What is left, or nothing if the game could not go on.
    left: Option<Option<Left>>,
}

#[derive(Debug)]
struct Part {
    /// Where its code ends.
    end: usize,
    hash: u64,
}

/// A land of a child.
pub(crate) struct FoundLand<'a> {
    pub(crate) code: &'a [u8],
    pub(crate) hash: u64,
}

impl FoundChildren {
    fn clear(&mut self) {
        self.codes.clear();
        self.lands.clear();
        self.ends.clear();
        self.known.clear();
        self.hashes.clear();
        self.left = None;
    }

    fn bytes(&self) -> usize {
        self.codes.len()
            + self.lands.len() * size_of::<Part>()
            + self.ends.len() * (size_of::<usize>() + size_of::<u64>() + 2 * size_of::<u32>())
    }

    fn start_of_code(&self, land: usize) -> usize {
        if land == 0 { 0 } else { self.lands[land - 1].end }
    }

    fn lands_of(&self, child: usize) -> std::ops::Range<usize> {
        let start = if child == 0 { 0 } else { self.ends[child - 1] };
        start..self.ends[child]
    }

    /// Takes in a child, unless it is there.
    pub(crate) fn push(&mut self, child: &Codes) {
        let before = (self.codes.len(), self.lands.len());
        let mut hash = 0u64;
        for code in child.iter() {
            self.codes.extend_from_slice(code);
            let part = Part { end: self.codes.len(), hash: hash_of(code) };
            hash = (hash.rotate_left(5) ^ part.hash).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.lands.push(part);
        }
        let name = self.ends.len();
        self.ends.push(self.lands.len());
        if self.known.find(hash, |&other| self.is_same(other as usize, name)).is_some() {
            self.codes.truncate(before.0);
            self.lands.truncate(before.1);
            self.ends.pop();
        } else {
            self.hashes.push(hash);
            let hashes = &self.hashes;
            self.known.insert_unique(hash, name as u32, |&name| hashes[name as usize]);
        }
    }

    /// Whether two children have the same lands in the same order.
    fn is_same(&self, one: usize, other: usize) -> bool {
        let code = |land: usize| &self.codes[self.start_of_code(land)..self.lands[land].end];
        let (one, other) = (self.lands_of(one), self.lands_of(other));
        one.len() == other.len() && one.zip(other).all(|(one, other)| code(one) == code(other))
    }

    /// The lands of each child.
    pub(crate) fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = FoundLand<'_>>> {
        (0..self.ends.len()).map(|child| {
            self.lands_of(child).map(|place| {
                let Part { end, hash } = self.lands[place];
                FoundLand { code: &self.codes[self.start_of_code(place)..end], hash }
            })
        })
    }

    /// What was left for later; `None` if the game could not find the children.
    pub(crate) fn left(&self) -> Option<Option<Left>> {
        self.left
    }
}

impl<G: Game> LandFinder<G> {
    pub(crate) fn new(game: G) -> Self {
        LandFinder { game, code: Vec::new(), stage: Stage::All, found: FoundChildren::default() }
    }

    /// Takes down what is to be found.
    pub(crate) fn ask(&mut self, code: &[u8], stage: Stage) {
        self.code.clear();
        self.code.extend_from_slice(code);
        self.stage = stage;
    }

    /// The land whose children were asked for, and which of them.
    pub(crate) fn asked(&self) -> (&[u8], Stage) {
        (&self.code, self.stage)
    }

    /// What was found; `None` if it is too much to be found beside the tree.
    pub(crate) fn found(&self) -> Option<&FoundChildren> {
        (self.found.bytes() < MOST_BYTES).then_some(&self.found)
    }

    /// Why the game could not find them.
    pub(crate) fn complaint(&self) -> String {
        self.game.complaint()
    }
}

impl<G: Game + Send> Finder for LandFinder<G> {
    fn find(&mut self, control: &Control<'_>) -> Result<(), Interruption> {
        let LandFinder { game, code, stage, found } = self;
        found.clear();
        let mut result = Ok(());
        let is_large = code.len() > LARGE;
        let left = game.staged_children(code, *stage, |child| {
            found.push(child);
            result = if is_large { control.look() } else { control.check() };
            let goes_on = result.is_ok() && found.bytes() < MOST_BYTES;
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        found.left = left.continue_value();
        result
    }
}
