//! Games that are played as a whole: positions that are lost.

use std::collections::HashMap;

use crate::logic::{Entry, Judge, Logic, Stop, Subject, asked};
use crate::rules::WholeGame;

/// Positions that are lost, and a claim.
pub(crate) struct Whole<G: WholeGame> {
    game: G,
    losses: Vec<G::Position>,
    entry_of: HashMap<G::Position, Entry>,
    position: G::Position,
    is_win_claimed: bool,
}

impl<G: WholeGame> Whole<G> {
    /// A certificate without entries.
    pub(crate) fn new(position: &str, is_win_claimed: bool) -> Result<Self, String> {
        let (game, position) = G::open(position)?;
        Ok(Whole { game, losses: Vec::new(), entry_of: HashMap::new(), position, is_win_claimed })
    }

    /// Adds the entry `loss`.
    pub(crate) fn add_loss(&mut self, text: &str) -> Result<(), String> {
        let position = self.game.read(text)?;
        let entry = self.losses.len() as Entry;
        if let Some(before) = self.entry_of.insert(position.clone(), entry) {
            return Err(format!("entry {} lists the same position", u64::from(before) + 1));
        }
        self.losses.push(position);
        Ok(())
    }

    /// The way to know that a position is a loss, if there is one: an entry, or none where the rules decide it.
    fn loss(&self, position: &G::Position) -> Option<Option<Entry>> {
        match self.game.decided(position) {
            Some(is_win) => (!is_win).then_some(None),
            None => self.entry_of.get(position).map(|&entry| Some(entry)),
        }
    }

    /// Puts the need before a judge that a position is a win.
    fn win(&self, position: &G::Position, judge: &mut dyn Judge, what: &str) -> Result<(), Stop> {
        match self.game.decided(position) {
            Some(true) => drop(judge.way(&[])),
            Some(false) => {}
            None => {
                for reply in self.game.moves(position) {
                    let Some(entry) = self.loss(&reply) else { continue };
                    if judge.way(entry.as_slice()).is_break() {
                        break;
                    }
                }
            }
        }
        asked(judge.end(&what))
    }
}

impl<G: WholeGame> Logic for Whole<G> {
    type Worker = ();

    fn entries(&self) -> usize {
        self.losses.len()
    }

    fn worker(&self) {}

    fn needs(&self, (): &mut (), subject: Subject, judge: &mut dyn Judge) -> Result<(), Stop> {
        match subject {
            Subject::Claim if self.is_win_claimed => {
                self.win(&self.position, judge, "no winning move is known")
            }
            Subject::Claim => {
                if let Some(entry) = self.loss(&self.position) {
                    let _ = judge.way(entry.as_slice());
                }
                asked(judge.end(&"the position is not known to be a loss"))
            }
            Subject::Entry(entry) => {
                let position = &self.losses[entry as usize];
                match self.game.decided(position) {
                    Some(false) => return Ok(()),
                    Some(true) => return asked(judge.end(&"it is a win by the rules")),
                    None => {}
                }
                for child in self.game.moves(position) {
                    self.win(&child, judge, "no reply to one of its children is known")?;
                }
                Ok(())
            }
        }
    }
}
