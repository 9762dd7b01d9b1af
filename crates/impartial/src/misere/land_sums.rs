//! Sums of lands without a known RCT: the part of a misère node that takes the rules of the game.

use std::collections::HashMap;
use std::ops::ControlFlow;

use foldhash::fast::FixedState;
use rhizome_search::{Control, Interruption};
use smallvec::SmallVec;

use super::key::{ALLOCATION, Heaped, Key, LandSum};
use super::rct_sums::RctSums;
use crate::game::{Codes, Game};
use crate::land_finder::LandFinder;
use crate::lists::Lists;
use crate::rct::Rct;
use crate::rct_base::RctBase;

/// What the search asks about a sum of lands.
#[derive(Clone, Copy, Debug)]
pub(super) struct LandTraits {
    /// How hard it is, roughly.
    pub(super) effort: u32,
    /// The same for sums whose lands are of the same kinds.
    pub(super) kind: u32,
}

/// What goes into a sum of lands.
type Members = SmallVec<[u32; 8]>;

/// Kinds of sums of lands. They are never forgotten, since what was learned hangs on them.
#[derive(Debug, Default)]
pub(super) struct Kinds(Lists<u32>);

/// Sums of lands, each as a number. The empty one is 0.
#[derive(Debug)]
pub(super) struct LandSums {
    codes: Lists<u8>,
    /// The kinds and efforts of single lands.
    lands: Vec<LandTraits>,
    sums: Lists<u32>,
    traits: Vec<LandTraits>,
    /// The moves in single lands, as far as they were generated.
    moves: HashMap<u32, Box<[Key]>, FixedState>,
    /// How many moves are held.
    held: usize,
}

/// What a new position needs beside the game: what is known of lands, and the sums of RCTs.
pub(super) struct Surroundings<'a> {
    pub(super) base: &'a RctBase,
    pub(super) kinds: &'a mut Kinds,
    pub(super) rcts: &'a mut RctSums,
}

impl LandSums {
    pub(super) fn new(kinds: &mut Kinds) -> Self {
        let mut sums = LandSums {
            codes: Lists::default(),
            lands: Vec::new(),
            sums: Lists::default(),
            traits: Vec::new(),
            moves: HashMap::default(),
            held: 0,
        };
        sums.intern(kinds, &mut []);
        sums
    }

    /// Forgets the moves, which can be generated again.
    pub(super) fn forget_moves(&mut self) {
        self.moves = HashMap::default();
        self.held = 0;
    }

    /// Takes in a sum of others.
    pub(super) fn adopt<G: Game>(&mut self, kinds: &mut Kinds, other: &LandSums, sum: LandSum) -> LandSum {
        self.sum_of_codes::<G>(kinds, other.codes(sum))
    }

    /// The sum of the lands with some codes.
    pub(super) fn sum_of_codes<'a, G: Game>(
        &mut self,
        kinds: &mut Kinds,
        codes: impl Iterator<Item = &'a [u8]>,
    ) -> LandSum {
        let mut lands: Members = codes.map(|code| self.land::<G>(code)).collect();
        self.intern(kinds, &mut lands)
    }

    /// The sum of the lands with some codes, if it is there.
    pub(super) fn find<'a>(&self, codes: impl Iterator<Item = &'a [u8]>) -> Option<LandSum> {
        let mut lands = codes.map(|code| self.codes.find(code)).collect::<Option<Members>>()?;
        lands.sort_unstable();
        self.sums.find(&lands)
    }

    #[inline]
    pub(super) fn traits(&self, sum: LandSum) -> LandTraits {
        self.traits[sum as usize]
    }

    /// The codes of the lands of a sum.
    pub(super) fn codes(&self, sum: LandSum) -> impl Iterator<Item = &[u8]> {
        self.sums.get(sum).iter().map(|&land| self.codes.get(land))
    }

    /// The land with a code.
    fn land<G: Game>(&mut self, code: &[u8]) -> u32 {
        let land = self.codes.intern(code);
        if land as usize == self.lands.len() {
            self.lands.push(LandTraits { effort: G::effort(code), kind: G::kind(code) });
        }
        land
    }

    /// The sum of some lands. Sorts the buffer.
    fn intern(&mut self, kinds: &mut Kinds, lands: &mut [u32]) -> LandSum {
        lands.sort_unstable();
        let sum = self.sums.intern(lands);
        if sum as usize == self.traits.len() {
            let traits = || lands.iter().map(|&land| self.lands[land as usize]);
            let mut sorted: Members = traits().map(|land| land.kind).collect();
            sorted.sort_unstable();
            let effort = traits().fold(0u32, |sum, land| sum.saturating_add(land.effort));
            self.traits.push(LandTraits { effort, kind: kinds.0.intern(&sorted) });
        }
        sum
    }

    /// The node of some lands: those with a known RCT go into its other parts.
    pub(super) fn key<G: Game>(&mut self, around: &mut Surroundings<'_>, codes: &Codes) -> Key {
        let mut lands = Members::new();
        let mut rcts = Members::new();
        let mut one = false;
        for code in codes.iter() {
            let Some(rct) = around.base.get(code) else {
                lands.push(self.land::<G>(code));
                continue;
            };
            one ^= rct.has_factor();
            if rct.without_factor() != Rct::ZERO {
                rcts.push(rct.without_factor().raw());
            }
        }
        let rcts = around.rcts.intern(around.base.rcts(), &mut rcts);
        Key { lands: self.intern(around.kinds, &mut lands), rest: Heaped::new(rcts, one) }
    }

    /// Calls `child` for each move in a land of a sum, with what it leaves of all lands. The same may come more than once.
    ///
    /// # Errors
    /// When `control` asks to stop, or the game cannot find the moves.
    pub(super) fn moves<G: Game>(
        &mut self,
        game: &mut G,
        around: &mut Surroundings<'_>,
        sum: LandSum,
        control: &Control<'_>,
        mut child: impl FnMut(&mut RctSums, Key),
    ) -> Result<(), Interruption> {
        let lands = Members::from(self.sums.get(sum));
        for (place, &land) in lands.iter().enumerate() {
            // Equal lands are neighbours, and have the same moves.
            if place > 0 && lands[place - 1] == land {
                continue;
            }
            self.find_moves(game, around, land, control)?;
            // Taken out while sums are interned.
            let moves = self.moves.remove(&land).unwrap_or_default();
            let mut after = Members::new();
            for moved in &moves {
                let mut lands_left = moved.lands;
                if lands.len() > 1 {
                    after.clear();
                    after.extend_from_slice(&lands[..place]);
                    after.extend_from_slice(&lands[place + 1..]);
                    after.extend_from_slice(self.sums.get(moved.lands));
                    lands_left = self.intern(around.kinds, &mut after);
                }
                child(around.rcts, Key { lands: lands_left, ..*moved });
            }
            self.moves.insert(land, moves);
        }
        Ok(())
    }

    /// Makes sure that the moves in a land are known.
    fn find_moves<G: Game>(
        &mut self,
        game: &mut G,
        around: &mut Surroundings<'_>,
        land: u32,
        control: &Control<'_>,
    ) -> Result<(), Interruption> {
        if self.moves.contains_key(&land) {
            return Ok(());
        }
        self.take_moves::<G>(around, land, control, |code, child| game.children(code, child))
    }

    /// Takes in the moves in a land, which `source` shows, as [`Game::children`] does.
    ///
    /// # Errors
    /// When `control` asks to stop, or the source could not find all.
    fn take_moves<G: Game>(
        &mut self,
        around: &mut Surroundings<'_>,
        land: u32,
        control: &Control<'_>,
        source: impl FnOnce(&[u8], &mut dyn FnMut(&Codes) -> ControlFlow<()>) -> ControlFlow<()>,
    ) -> Result<(), Interruption> {
        let code: SmallVec<[u8; 64]> = self.codes.get(land).into();
        let mut found = Vec::new();
        let mut result = Ok(());
        let flow = source(&code, &mut |child| {
            found.push(self.key::<G>(around, child));
            result = control.check();
            if found.len().is_multiple_of(1024) && self.memory() + around.rcts.memory() > control.memory() {
                result = Err(Interruption::Memory);
            }
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result?;
        if flow.is_break() {
            return Err(Interruption::Tree);
        }
        found.sort_unstable();
        found.dedup();
        self.held += found.len();
        self.moves.insert(land, found.into());
        Ok(())
    }

    /// The first land of a sum whose moves are not known, as a number and its code.
    pub(super) fn first_without_moves(&self, sum: LandSum) -> Option<(u32, &[u8])> {
        let mut lands = self.sums.get(sum).iter();
        let &land = lands.find(|&land| !self.moves.contains_key(land))?;
        Some((land, self.codes.get(land)))
    }

    /// Takes in the moves that a finder has found, unless they are known or their land was forgotten.
    ///
    /// # Errors
    /// As [`Self::moves`].
    pub(super) fn bring_moves<G: Game>(
        &mut self,
        game: &mut G,
        finder: &LandFinder<G>,
        around: &mut Surroundings<'_>,
        control: &Control<'_>,
    ) -> Result<(), Interruption> {
        let Some(land) = self.codes.find(finder.asked().0) else { return Ok(()) };
        if self.moves.contains_key(&land) {
            return Ok(());
        }
        let Some(found) = finder.found() else { return self.find_moves(game, around, land, control) };
        self.take_moves::<G>(around, land, control, |_, child| {
            let mut codes = Codes::new();
            for lands in found.iter() {
                codes.clear();
                lands.for_each(|land| codes.push(land.code));
                child(&codes)?;
            }
            if found.left().is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.codes.memory()
            + self.sums.memory()
            + (self.lands.capacity() + self.traits.capacity()) * size_of::<LandTraits>()
            + self.moves.capacity() * (size_of::<(u32, Box<[Key]>)>() + 1)
            + self.moves.len() * ALLOCATION
            + self.held * size_of::<Key>()
    }
}
