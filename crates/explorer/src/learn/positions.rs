//! Searches of positions of impartial games, each position a node.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;

use rhizome_impartial::Game;
use rhizome_search::and_or::textbook::ProverNumbers;
use rhizome_search::{
    Addition, Control, Interruption, NandTree, NoObserver, NodeId, Numbers, Outcome, Pns, PositionTree,
    RecordedStep, Recorder, Rules, Style, solve,
};

use super::{Board, End, Node, NodeKind, NodeNumbers, Recording, Step};
use crate::sum::Sum;

/// The most expansions of a recording.
const MOST_STEPS: u64 = 300;

/// The most nodes of a recording.
const MOST_NODES: usize = 1_500;

/// A position as a whole, and whether the prover is to move. He is who moves first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Whole {
    /// The codes of the lands, sorted.
    lands: Vec<Vec<u8>>,
    heap: u32,
    prover_moves: bool,
}

/// An impartial game as a game without sums.
struct WholePositions<G> {
    game: RefCell<G>,
}

impl<G: Game> Rules for WholePositions<G> {
    type Position = Whole;

    /// Who cannot move loses.
    fn outcome(&self, position: &Whole) -> Option<Outcome> {
        (position.lands.is_empty() && position.heap == 0).then_some(Outcome::Loss)
    }

    fn children(&self, position: &Whole, children: &mut Vec<Whole>) {
        let mut game = self.game.borrow_mut();
        let prover_moves = !position.prover_moves;
        for (place, land) in position.lands.iter().enumerate() {
            if place > 0 && position.lands[place - 1] == *land {
                continue;
            }
            // The positions that are recorded are small enough for every game to find their children.
            let _ = game.children(land, |after| {
                let mut lands = position.lands.clone();
                lands.remove(place);
                lands.extend(after.iter().map(<[u8]>::to_vec));
                lands.sort_unstable();
                children.push(Whole { lands, heap: position.heap, prover_moves });
                ControlFlow::Continue(())
            });
        }
        let heaps = 0..position.heap;
        children.extend(heaps.map(|heap| Whole { lands: position.lands.clone(), heap, prover_moves }));
    }

    fn print(&self, position: &Whole) -> String {
        let mut sum = Sum { heap: rhizome_impartial::Nimber::new(position.heap), ..Sum::default() };
        position.lands.iter().for_each(|land| sum.lands.push(land));
        sum.print(&*self.game.borrow())
    }
}

/// Searches a position by proof-number search, for the player who moves first, and records every step until it is solved or
/// has been long enough.
///
/// # Errors
/// When `control` asks to stop.
pub fn record_position<G: Game>(
    game: G,
    position: &Sum,
    control: &Control<'_>,
) -> Result<Recording, Interruption> {
    let mut lands: Vec<Vec<u8>> = position.lands.iter().map(<[u8]>::to_vec).collect();
    lands.sort_unstable();
    let root = Whole { lands, heap: position.heap.get(), prover_moves: true };
    let tree = PositionTree::new(WholePositions { game: RefCell::new(game) }, root);
    let mut recorder = Recorder::new(tree);
    // Positions are met again by other ways, and would be counted as often.
    let style = Style { addition: Addition::Weak, ..Style::default() };
    let control = control.with_expansions(MOST_STEPS);
    let answer = solve(&mut recorder, &mut Pns, style, &control, &mut NoObserver);
    if let Err(stop @ (Interruption::Cancelled | Interruption::Time | Interruption::Memory)) = answer.outcome
    {
        return Err(stop);
    }
    let recorded = recorder.take_steps();
    let mut film = Film::new(recorder.tree());
    for step in &recorded {
        if film.nodes.len() > MOST_NODES {
            break;
        }
        film.take(step);
    }
    let end = match answer.outcome {
        Ok(outcome) if film.steps.len() == recorded.len() => End::of(outcome == Outcome::Win),
        _ => End::Stopped,
    };
    let truth = answer.outcome.ok().map(|outcome| outcome == Outcome::Win);
    Ok(Recording { root: 0, nodes: film.nodes, steps: film.steps, end, truth })
}

/// A recording in the making.
struct Film<'a, G: Game> {
    tree: &'a PositionTree<WholePositions<G>>,
    /// The places of nodes of the tree.
    places: HashMap<NodeId, usize>,
    nodes: Vec<Node>,
    board: Board,
    steps: Vec<Step>,
}

impl<'a, G: Game> Film<'a, G> {
    fn new(tree: &'a PositionTree<WholePositions<G>>) -> Self {
        let board = Board { numbers: Vec::new(), expanded: Vec::new() };
        let mut film = Film { tree, places: HashMap::new(), nodes: Vec::new(), board, steps: Vec::new() };
        film.meet(NodeId(u64::from(tree.root())));
        film
    }

    /// The place of a node, and whether it is new.
    fn meet(&mut self, node: NodeId) -> (usize, bool) {
        if let Some(&place) = self.places.get(&node) {
            return (place, false);
        }
        let place = self.nodes.len();
        self.places.insert(node, place);
        let position = self.tree.position(node);
        let over = self.tree.rules().outcome(position).is_some();
        let kind = match (over, position.prover_moves) {
            (true, true) => NodeKind::Loss,
            (true, false) => NodeKind::Win,
            (false, true) => NodeKind::Or,
            (false, false) => NodeKind::And,
        };
        self.nodes.push(Node { name: self.tree.describe(node), kind, children: Vec::new() });
        let first = if over { Numbers::settled(Outcome::Loss) } else { Numbers::UNKNOWN };
        self.board.numbers.push(Some(for_prover(first, position.prover_moves)));
        self.board.expanded.push(false);
        (place, true)
    }

    fn take(&mut self, recorded: &RecordedStep) {
        let line = self.board.line(&self.nodes, 0);
        let (expanded, _) = self.meet(recorded.expanded);
        let mut changed: Vec<usize> = Vec::new();
        let mut touched = Vec::new();
        for index in 0..self.tree.children(recorded.expanded) {
            let child = self.tree.child(recorded.expanded, index);
            let (place, new) = self.meet(NodeId(u64::from(child)));
            self.nodes[expanded].children.push(place);
            if new {
                touched.push(place);
                changed.push(place);
            }
        }
        self.board.expanded[expanded] = true;
        for &(node, numbers) in &recorded.changes {
            let (place, _) = self.meet(node);
            let numbers = for_prover(numbers, self.tree.position(node).prover_moves);
            if self.board.numbers[place] != Some(numbers) {
                self.board.numbers[place] = Some(numbers);
                changed.push(place);
            }
        }
        changed.sort_unstable();
        changed.dedup();
        let numbers =
            changed.iter().filter_map(|&node| Some(NodeNumbers::new(node, self.board.numbers[node]?)));
        let numbers = numbers.collect();
        self.steps.push(Step { expanded, line, touched, numbers });
    }
}

/// A search has the numbers of the player to move.
fn for_prover(Numbers { pn, dn }: Numbers, prover_moves: bool) -> ProverNumbers {
    if prover_moves { ProverNumbers { pn, dn } } else { ProverNumbers { pn: dn, dn: pn } }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use rhizome_games::{Cram, Nim};
    use rhizome_sprouts::Sprouts;

    use super::*;
    use crate::games::ExplorerGame;

    fn record<G: ExplorerGame>(text: &str) -> Recording {
        let mut game = G::begin();
        let sum = game.read(text).expect("a position");
        let cancel = AtomicBool::new(false);
        record_position(game, &sum, &Control::new(&cancel, None, 1 << 30)).expect("no limit")
    }

    #[test]
    fn small_positions_are_solved() {
        assert_eq!(record::<Sprouts>("0*2").end, End::Disproven);
        assert_eq!(record::<Sprouts>("0*3").end, End::Proven);
        assert_eq!(record::<Nim>("1+2+3").end, End::Disproven);
        assert_eq!(record::<Nim>("3+4").end, End::Proven);
        assert_eq!(record::<Cram>("2x3").end, End::Proven);
        assert_eq!(record::<Nim>("!").end, End::Disproven);
    }

    #[test]
    fn the_last_numbers_are_the_verdict() {
        for text in ["0*2", "0*3", "0.AB|0.AB", "1a1a.0", "0*2+*1"] {
            let recording = record::<Sprouts>(text);
            let mut numbers = vec![None; recording.nodes.len()];
            for step in &recording.steps {
                assert_eq!(step.line.first(), Some(&recording.root));
                for new in &step.numbers {
                    numbers[new.node] = Some((new.pn, new.dn));
                }
            }
            let last = if recording.end == End::Proven { (Some(0), None) } else { (None, Some(0)) };
            assert_eq!(numbers[recording.root], Some(last), "{text}");
        }
    }

    #[test]
    fn long_searches_stop() {
        let recording = record::<Sprouts>("0*5");
        assert!(recording.steps.len() as u64 <= MOST_STEPS && !recording.steps.is_empty());
    }
}
