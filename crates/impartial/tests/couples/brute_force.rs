//! Nimbers by their definition: mex of the children's, xor of the lands'.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use rhizome_impartial::{Codes, Fact, Game};

use crate::shelf::Contents;

/// Plain recursion over all children.
pub struct BruteForce<G> {
    game: G,
    pub nimbers: HashMap<Vec<u8>, u32>,
}

impl<G: Game> BruteForce<G> {
    pub fn new(game: G) -> Self {
        BruteForce { game, nimbers: HashMap::new() }
    }

    pub fn land(&mut self, land: &[u8]) -> u32 {
        if let Some(&nimber) = self.nimbers.get(land) {
            return nimber;
        }
        let mut children = Vec::new();
        let flow = self.game.children(land, |child| {
            children.push(child.clone());
            ControlFlow::Continue(())
        });
        assert_eq!(flow, ControlFlow::Continue(()));
        let taken: BTreeSet<u32> = children.iter().map(|child| self.sum(child)).collect();
        let nimber = (0..).find(|nimber| !taken.contains(nimber)).unwrap();
        self.nimbers.insert(land.to_vec(), nimber);
        nimber
    }

    pub fn sum(&mut self, lands: &Codes) -> u32 {
        lands.iter().fold(0, |sum, land| sum ^ self.land(land))
    }
}

impl Contents {
    /// Checks each fact against the definition of nimbers.
    pub fn assert_true<G: Game>(&self, truth: &mut BruteForce<G>) {
        for (code, fact) in self.facts.borrow().iter() {
            let nimber = truth.land(code);
            match fact {
                Fact::Nimber(known) => assert_eq!(known.get(), nimber, "{code:02x?}"),
                Fact::Excluded(excluded) => {
                    assert!(!excluded.is_empty());
                    assert!(excluded.iter().all(|other| other.get() != nimber), "{code:02x?}: {fact}");
                }
                Fact::Outcome(_) => panic!("{code:02x?}: {fact}, but lands have nimbers"),
            }
        }
    }
}
