//! Misère play as its rules say: who cannot move wins. Whole positions are played out.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use rhizome_impartial::{Codes, Game, Rct, Rcts};
use rhizome_search::Outcome;

/// A part of a position, as a number in [`BruteForce`].
pub type Part = usize;

/// What a part is known by.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Name {
    Land(Vec<u8>),
    /// What a move leaves, each a part again: a Nim-heap, or any other tree.
    Options(Vec<Part>),
}

/// The parts that each move leaves.
type Moves = Rc<[Vec<Part>]>;

/// Plain recursion over all children of positions, which are multisets of parts.
pub struct BruteForce<G> {
    game: G,
    names: Vec<Name>,
    parts: HashMap<Name, Part>,
    moves: HashMap<Part, Moves>,
    losses: HashMap<Vec<Part>, bool>,
}

impl<G: Game> BruteForce<G> {
    pub fn new(game: G) -> Self {
        BruteForce {
            game,
            names: Vec::new(),
            parts: HashMap::new(),
            moves: HashMap::new(),
            losses: HashMap::new(),
        }
    }

    /// The outcome of some lands beside a Nim-heap.
    pub fn outcome(&mut self, lands: &Codes, heap: u32) -> Outcome {
        let mut position = self.position(lands);
        position.push(self.heap(heap));
        self.outcome_of(position)
    }

    /// The outcome of some parts.
    pub fn outcome_of(&mut self, position: Vec<Part>) -> Outcome {
        if self.is_loss(position) { Outcome::Loss } else { Outcome::Win }
    }

    /// The parts of a sum of lands.
    pub fn position(&mut self, lands: &Codes) -> Vec<Part> {
        lands.iter().map(|land| self.land(land)).collect()
    }

    /// A land.
    pub fn land(&mut self, land: &[u8]) -> Part {
        self.part(Name::Land(land.to_vec()))
    }

    /// A Nim-heap.
    pub fn heap(&mut self, size: u32) -> Part {
        let less = (0..size).map(|less| self.heap(less)).collect();
        self.tree(less)
    }

    /// The tree of an RCT.
    pub fn rct(&mut self, rcts: &Rcts, rct: Rct) -> Part {
        let options = rcts.options(rct).map(|option| self.rct(rcts, option)).collect();
        self.tree(options)
    }

    fn tree(&mut self, mut options: Vec<Part>) -> Part {
        options.sort_unstable();
        self.part(Name::Options(options))
    }

    fn part(&mut self, name: Name) -> Part {
        let next = self.names.len();
        let part = *self.parts.entry(name.clone()).or_insert(next);
        if part == next {
            self.names.push(name);
        }
        part
    }

    fn moves(&mut self, part: Part) -> Moves {
        if let Some(moves) = self.moves.get(&part) {
            return moves.clone();
        }
        let moves: Moves = match self.names[part].clone() {
            Name::Options(options) => options.into_iter().map(|option| vec![option]).collect(),
            Name::Land(land) => {
                let mut children = Vec::new();
                let flow = self.game.children(&land, |child| {
                    children.push(child.clone());
                    ControlFlow::Continue(())
                });
                assert_eq!(flow, ControlFlow::Continue(()));
                children.iter().map(|child| self.position(child)).collect()
            }
        };
        self.moves.insert(part, moves.clone());
        moves
    }

    fn is_loss(&mut self, mut position: Vec<Part>) -> bool {
        position.sort_unstable();
        if let Some(&known) = self.losses.get(&position) {
            return known;
        }
        let mut can_move = false;
        let mut can_win = false;
        for place in 0..position.len() {
            for left in self.moves(position[place]).iter() {
                can_move = true;
                let mut after = position.clone();
                after.swap_remove(place);
                after.extend(left);
                if self.is_loss(after) {
                    can_win = true;
                    break;
                }
            }
            if can_win {
                break;
            }
        }
        let is_loss = can_move && !can_win;
        self.losses.insert(position, is_loss);
        is_loss
    }
}
