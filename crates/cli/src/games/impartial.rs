//! Impartial games: positions are sums of lands beside a Nim-heap.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use rhizome_games::{Cram, Grundy, Nim, Octal, TextError};
use rhizome_impartial::{Census, Codes, Game, Nimber};
use rhizome_search::Outcome;
use rhizome_sprouts::Sprouts;

use super::child_list::{ChildList, OVERHEAD};
use super::{Misreading, Playable, Readable};
use crate::solver::{
    Counter, CoupleSolver, Describer, LandCensus, MisereSolver, Play, RctsOfLands, Search, Solver,
};
use crate::sum::{Sum, print};

/// An impartial game whose positions can be read from text.
pub trait ImpartialGame: Game + Clone + Send + 'static {
    /// Reads a position: its lands in the order in which they are printed, and the heap beside them.
    ///
    /// # Errors
    /// If the text is no position: what is wrong, and where.
    fn parse_sum(&mut self, text: &str) -> Result<Sum, Misreading>;

    /// The position, as text, with which games of a size begin: a heap of so many tokens, or what takes its place in other games.
    fn start(size: u32) -> String {
        size.to_string()
    }

    /// The size of the start below which RCTs are computed for a misère search, unless another one is asked for.
    fn usual_base(position: &Sum) -> u32;

    /// The size of the start below which RCTs stand in a certificate, unless another one is asked for.
    fn proof_base(position: &Sum) -> u32 {
        Self::usual_base(position)
    }
}

/// The weight of the heaviest land.
fn heaviest<G: Game>(position: &Sum) -> u32 {
    position.lands.iter().map(G::weight).max().unwrap_or(0)
}

impl ImpartialGame for Sprouts {
    /// So many spots.
    fn start(size: u32) -> String {
        format!("0*{size}")
    }

    fn usual_base(position: &Sum) -> u32 {
        let lives: u32 = position.lands.iter().map(Self::weight).sum();
        match lives {
            0..28 => 4,
            28..43 => 5,
            _ => 6,
        }
    }

    /// Those below five spots would take thousands of entries by themselves.
    fn proof_base(_: &Sum) -> u32 {
        4
    }

    fn parse_sum(&mut self, text: &str) -> Result<Sum, Misreading> {
        let position = rhizome_sprouts::parse(text)
            .map_err(|error| Misreading { message: error.to_string(), picture: error.render(text) })?;
        let lands = self
            .lands(&position)
            .map_err(|error| Misreading { message: error.to_string(), picture: error.to_string() })?;
        Ok(Sum { lands, heap: Nimber::new(position.heap) })
    }
}

fn sum_of(text: &str, parsed: Result<(Codes, u32), TextError>) -> Result<Sum, Misreading> {
    let (lands, heap) = parsed.map_err(|error| Misreading::of(text, &error))?;
    Ok(Sum { lands, heap: Nimber::new(heap) })
}

impl ImpartialGame for Nim {
    /// All heaps are RCTs themselves.
    fn usual_base(position: &Sum) -> u32 {
        heaviest::<Self>(position).min(1000)
    }

    fn parse_sum(&mut self, text: &str) -> Result<Sum, Misreading> {
        sum_of(text, self.parse(text))
    }
}

impl ImpartialGame for Octal {
    fn usual_base(position: &Sum) -> u32 {
        heaviest::<Self>(position).min(20)
    }

    fn parse_sum(&mut self, text: &str) -> Result<Sum, Misreading> {
        sum_of(text, self.parse(text))
    }
}

impl ImpartialGame for Grundy {
    fn usual_base(position: &Sum) -> u32 {
        heaviest::<Self>(position).min(20)
    }

    fn parse_sum(&mut self, text: &str) -> Result<Sum, Misreading> {
        sum_of(text, self.parse(text))
    }
}

impl ImpartialGame for Cram {
    /// A square board.
    fn start(size: u32) -> String {
        format!("{size}x{size}")
    }

    fn usual_base(_: &Sum) -> u32 {
        3
    }

    fn parse_sum(&mut self, text: &str) -> Result<Sum, Misreading> {
        sum_of(text, self.parse(text))
    }
}

/// An impartial game, as the commands see it.
pub struct Impartial<G, N> {
    game: G,
    new: N,
}

impl<G: ImpartialGame, N: Fn() -> G> Impartial<G, N> {
    /// A game that is made by `new`.
    pub fn new(new: N) -> Self {
        Impartial { game: new(), new }
    }
}

impl<G: ImpartialGame, N: Fn() -> G> Readable for Impartial<G, N> {
    type Position = Sum;

    fn read(&mut self, text: &str) -> Result<Sum, Misreading> {
        self.game.parse_sum(text)
    }
}

impl<G: ImpartialGame, N: Fn() -> G + Clone + 'static> Playable for Impartial<G, N> {
    const IMPARTIAL: bool = true;

    fn print(&self, position: &Sum) -> String {
        position.print(&self.game)
    }

    fn list_children(&mut self, position: &Sum, list: &mut ChildList) -> Result<(), String> {
        let game = &mut self.game;
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
                result = list.go_on(bytes);
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
                list.insert(print(game, child.into_iter(), position.heap), bytes)?;
            }
        }
        for heap in 0..position.heap.get() {
            list.insert(print(game, lands.iter().copied(), Nimber::new(heap)), 0)?;
        }
        Ok(())
    }

    fn meaning(&self, _: &Sum, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win => "the player who moves first wins".to_owned(),
            Outcome::Loss => "the player who moves second wins".to_owned(),
        }
    }

    fn solver<'a>(
        &self,
        search: Search,
        cancel: &'a AtomicBool,
    ) -> anyhow::Result<Box<dyn Solver<Sum> + 'a>> {
        Ok(match search.play {
            Play::Normal => Box::new(CoupleSolver::new((self.new)(), search, cancel)),
            Play::Misere { base } => Box::new(MisereSolver::new(self.new.clone(), search, base, cancel)?),
        })
    }

    fn rcts(&self) -> Option<Box<dyn Describer<Sum>>> {
        Some(Box::new(RctsOfLands::new((self.new)())))
    }

    fn census(&self, size: u32) -> Result<Box<dyn Counter>, String> {
        let mut game = (self.new)();
        let start = G::start(size);
        let lands = game.parse_sum(&start).map_err(|misreading| misreading.message)?.lands;
        let domain = game.domain();
        Ok(Box::new(LandCensus::new(Census::new(game, &lands), domain, start, size)))
    }
}
