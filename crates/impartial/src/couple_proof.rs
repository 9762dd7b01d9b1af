//! The lands with nimbers that prove a claim in normal play, gathered from what a search has proved.
//!
//! A land has the nimber k if (1) each of its children has another nimber, which is known or shown by a move
//! that leads to k, and (2) there is a child of every smaller nimber. So a proof is a set of lands with their nimbers in
//! which every land finds what it needs: each such need is met in several *ways*, by lands whose nimbers add up to the right one.

use std::collections::BinaryHeap;

use rhizome_search::{Control, Interruption, Outcome};
use smallvec::SmallVec;

use crate::couples::CoupleTree;
use crate::families::{Families, children_of};
use crate::game::{Codes, Game};
use crate::graph::cancel_pairs;
use crate::lists::Lists;
use crate::nimber::Nimber;

/// What is to be proved about a sum of lands beside a Nim-heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoupleClaim {
    /// Its outcome.
    Outcome(Outcome),
    /// Its nimber, whatever it is.
    Nimber,
}

/// How much of what is known goes into a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What the claim needs: for each need the way that is cheapest at that moment.
    Enough,
    /// All nimbers that are known, so that there is much to choose from.
    Everything,
}

/// A land in a proof, by its number there.
type Land = u32;
/// The lands of a sum, in order. Equal ones have cancelled.
type Sum = SmallVec<[Land; 2]>;

/// Gathers a proof.
struct Gatherer<'a, G, F> {
    tree: &'a mut CoupleTree<G>,
    search: F,
    codes: Lists<u8>,
    lands: Vec<Known>,
    /// Chosen lands whose needs were not looked at yet, the heaviest first.
    waiting: BinaryHeap<(u32, Land)>,
    families: Families<Sum>,
}

struct Known {
    nimber: Option<Nimber>,
    weight: u32,
    is_chosen: bool,
}

impl<G: Game> CoupleTree<G> {
    /// The lands and nimbers that prove a claim about a sum of lands beside a heap. What is needed and not known, because it
    /// was forgotten, is asked from `search`, which has to solve the root of the tree, at best within the control that it gets.
    ///
    /// # Errors
    /// Those of `search`, when `control` asks to stop, and [`Interruption::Tree`] when the game cannot go on.
    pub fn proof<F>(
        &mut self,
        lands: &Codes,
        heap: Nimber,
        claim: CoupleClaim,
        extent: Extent,
        control: &Control<'_>,
        search: F,
    ) -> Result<Vec<(Vec<u8>, Nimber)>, Interruption>
    where
        F: FnMut(&mut Self) -> Result<Outcome, Interruption>,
    {
        let mut gatherer = Gatherer {
            tree: self,
            search,
            codes: Lists::default(),
            lands: Vec::new(),
            waiting: BinaryHeap::new(),
            families: Families::default(),
        };
        gatherer.gather(lands, heap, claim, extent, control)?;
        let chosen = gatherer.lands.iter().enumerate().filter(|(_, known)| known.is_chosen);
        let entries = chosen
            .filter_map(|(land, known)| Some((gatherer.codes.get(land as Land).to_vec(), known.nimber?)));
        Ok(entries.collect())
    }
}

/// The cheapest way so far, and what it costs.
type Best = Option<(u64, Sum)>;

impl<G, F> Gatherer<'_, G, F>
where
    G: Game,
    F: FnMut(&mut CoupleTree<G>) -> Result<Outcome, Interruption>,
{
    fn gather(
        &mut self,
        lands: &Codes,
        heap: Nimber,
        claim: CoupleClaim,
        extent: Extent,
        control: &Control<'_>,
    ) -> Result<(), Interruption> {
        let root = self.sum(lands);
        if extent == Extent::Everything {
            for code in self.tree.lands_with_nimbers() {
                let land = self.land(&code);
                self.choose(&[land]);
            }
        }
        match claim {
            CoupleClaim::Outcome(Outcome::Win) => self.show_win(&root, heap, control)?,
            CoupleClaim::Outcome(Outcome::Loss) | CoupleClaim::Nimber => {
                for &land in &root {
                    self.find_nimber(land)?;
                }
                self.choose(&root);
            }
        }
        while let Some((_, land)) = self.waiting.pop() {
            self.show_nimber(land, control)?;
        }
        Ok(())
    }

    fn land(&mut self, code: &[u8]) -> Land {
        let land = self.codes.intern(code);
        if land as usize == self.lands.len() {
            let nimber = self.tree.known_nimber(code);
            let weight = G::weight(code);
            self.lands.push(Known { nimber, weight, is_chosen: false });
        }
        land
    }

    /// A sum of lands, of which equal ones cancel.
    fn sum(&mut self, codes: &Codes) -> Sum {
        let mut lands: Sum = codes.iter().map(|code| self.land(code)).collect();
        cancel(&mut lands);
        lands
    }

    /// The nimber of a sum, if it is known.
    fn nimber(&self, lands: &[Land]) -> Option<Nimber> {
        lands.iter().try_fold(Nimber::ZERO, |sum, &land| Some(sum ^ self.lands[land as usize].nimber?))
    }

    /// Takes lands into the proof.
    fn choose(&mut self, lands: &[Land]) {
        for &land in lands {
            let known = &mut self.lands[land as usize];
            if !std::mem::replace(&mut known.is_chosen, true) {
                self.waiting.push((known.weight, land));
            }
        }
    }

    /// What it costs to take lands into the proof: light lands are shown by few others.
    fn cost(&self, lands: &[Land]) -> u64 {
        let new = lands.iter().map(|&land| &self.lands[land as usize]).filter(|known| !known.is_chosen);
        new.map(|known| 1 + u64::from(known.weight)).sum()
    }

    /// Takes a way into account.
    fn consider(&self, way: Sum, best: &mut Best) {
        let cost = self.cost(&way);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            *best = Some((cost, way));
        }
    }

    fn find_children(&mut self, land: Land, control: &Control<'_>) -> Result<(), Interruption> {
        if self.families.has(land) {
            return Ok(());
        }
        let code: SmallVec<[u8; 64]> = self.codes.get(land).into();
        let found = children_of(self.tree.game_mut(), &code, control)?;
        let children = found.iter().map(|child| self.sum(child)).collect();
        self.families.insert(land, children, self.codes.memory(), control);
        Ok(())
    }

    fn children(&self, land: Land) -> &[Sum] {
        self.families.get(land)
    }

    /// Makes sure that there is what shows the nimber of a land.
    fn show_nimber(&mut self, land: Land, control: &Control<'_>) -> Result<(), Interruption> {
        let Some(nimber) = self.lands[land as usize].nimber else { return Ok(()) };
        self.find_children(land, control)?;
        let children = self.children(land).to_vec();
        for smaller in 0..nimber.get() {
            let smaller = Nimber::new(smaller);
            let mut best = None;
            for child in children.iter().filter(|child| self.nimber(child) == Some(smaller)) {
                self.consider(child.clone(), &mut best);
            }
            let way = match best {
                Some((_, way)) => way,
                None => self.search_loss(&children, smaller)?,
            };
            self.choose(&way);
        }
        for child in &children {
            self.show_win(child, nimber, control)?;
        }
        Ok(())
    }

    /// Makes sure that there is what shows that a sum beside a heap is a win.
    fn show_win(&mut self, sum: &Sum, heap: Nimber, control: &Control<'_>) -> Result<(), Interruption> {
        let mut best = None;
        if self.nimber(sum).is_some_and(|nimber| nimber != heap) {
            self.consider(sum.clone(), &mut best);
        }
        let mut replies = Vec::new();
        for (place, &land) in sum.iter().enumerate() {
            self.find_children(land, control)?;
            let others = || sum[..place].iter().chain(&sum[place + 1..]);
            for child in self.children(land) {
                if best.as_ref().is_some_and(|(least, _)| *least == 0) {
                    return Ok(());
                }
                let mut reply: Sum = child.iter().chain(others()).copied().collect();
                cancel(&mut reply);
                match self.nimber(&reply) {
                    Some(nimber) if nimber == heap => self.consider(reply, &mut best),
                    Some(_) => {}
                    None => replies.push(reply),
                }
            }
        }
        let way = match best {
            Some((_, way)) => way,
            None => self.search_loss(&replies, heap)?,
        };
        self.choose(&way);
        Ok(())
    }

    /// Finds a sum among these that is a loss beside a heap, by searching one after the other.
    fn search_loss(&mut self, sums: &[Sum], heap: Nimber) -> Result<Sum, Interruption> {
        let mut sums: Vec<&Sum> = sums.iter().collect();
        sums.sort_by_key(|sum| sum.iter().map(|&land| self.lands[land as usize].weight).sum::<u32>());
        for sum in sums {
            let mut codes = Codes::new();
            sum.iter().for_each(|&land| codes.push(self.codes.get(land)));
            self.tree.set_root(&codes, heap);
            if (self.search)(self.tree)? == Outcome::Loss {
                sum.iter().try_for_each(|&land| self.find_nimber(land))?;
                return Ok(sum.clone());
            }
        }
        Err(Interruption::Tree)
    }

    /// Makes sure that the nimber of a land is known.
    fn find_nimber(&mut self, land: Land) -> Result<(), Interruption> {
        let code = self.codes.get(land).to_vec();
        let nimber = match self.tree.known_nimber(&code) {
            Some(nimber) => nimber,
            None => self.tree.nimber(&code, &mut self.search)?,
        };
        self.lands[land as usize].nimber = Some(nimber);
        Ok(())
    }
}

/// Takes out lands that stand twice, in pairs, and puts the others in order.
fn cancel(lands: &mut Sum) {
    lands.sort_unstable();
    let kept = cancel_pairs(lands);
    lands.truncate(kept);
}
