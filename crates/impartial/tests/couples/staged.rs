//! Any game, with its children in two stages.

use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Game, Left, Stage};

/// A game whose easiest children come first and the rest later.
#[derive(Clone)]
pub struct Staged<G> {
    pub game: G,
    /// How many quarters of the children are among the easiest, at most. With
    /// 0 all children are left for later.
    pub quarters: usize,
}

fn effort<G: Game>(child: &Codes) -> u32 {
    child.iter().map(G::effort).sum()
}

impl<G: Game> Game for Staged<G> {
    fn domain(&self) -> String {
        self.game.domain()
    }

    fn children<F>(&mut self, land: &[u8], child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        self.game.children(land, child)
    }

    fn staged_children<F>(&mut self, land: &[u8], stage: Stage, mut child: F) -> ControlFlow<(), Option<Left>>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        let (least, end) = match stage {
            Stage::All => (0, u32::MAX),
            Stage::Rest(left) => (left.effort, u32::MAX),
            Stage::Easiest => {
                let mut efforts = Vec::new();
                self.game.children(land, |child| {
                    efforts.push(effort::<G>(child));
                    ControlFlow::Continue(())
                })?;
                efforts.sort_unstable();
                (0, efforts.get(efforts.len() * self.quarters / 4).copied().unwrap_or(u32::MAX))
            }
        };
        let mut left = 0;
        self.game.children(land, |codes| {
            let effort = effort::<G>(codes);
            left += u32::from(effort >= end);
            if effort >= least && effort < end { child(codes) } else { ControlFlow::Continue(()) }
        })?;
        ControlFlow::Continue((left > 0).then_some(Left { count: left, effort: end }))
    }

    fn weight(land: &[u8]) -> u32 {
        G::weight(land)
    }

    fn effort(land: &[u8]) -> u32 {
        G::effort(land)
    }

    fn print(&self, land: &[u8]) -> String {
        self.game.print(land)
    }
}
