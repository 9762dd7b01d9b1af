//! The extended NAND tree of an impartial game in normal play: its atomic
//! nodes are couples of a land and a Nim-heap.

mod portable;
mod shared;

use std::ops::ControlFlow;

use rhizome_search::{Control, Interruption, NandTree, NodeId, Numbers, Outcome, Parts, Rest, View};

use crate::backing::Backing;
use crate::fact_list::FactList;
use crate::fact_store::{FactStore, FactStoreError};
use crate::game::{Codes, Game, Stage};
use crate::graph::{Graph, LandId, SumId, Traits};
use crate::land_finder::LandFinder;
use crate::nimber::{Nimber, NimberSet};
use crate::shelf::Shelf;

/// How a couple's parent refers to it: a sum of lands and the size of a Nim-heap beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoupleChild {
    sum: SumId,
    heap: Nimber,
}

/// Settings of a [`CoupleTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Lands of at most this weight get their nimber by mex over all that can be
    /// reached from them, instead of being searched couple by couple.
    pub endgame_weight: u32,
    /// The first estimate of a couple of which nothing is known is 1 plus the effort of its land in this
    /// unit. What was learned of lands of its kind makes the likelier outcome easier and the other harder.
    /// Large units make all estimates 1.
    pub effort_unit: u32,
    /// Orders children whose efforts are the same in whole units. With 0, the one of less effort comes
    /// first; every other seed gives a random order.
    pub seed: u64,
}

impl Default for Settings {
    /// The settings that did well for Sprouts; see `docs/performance.md`.
    fn default() -> Self {
        Settings { endgame_weight: 8, effort_unit: 48, seed: 0 }
    }
}

/// Couples of a game, with the lands interned, their children generated once
/// and kept while memory allows, and all nimbers that are proved.
pub struct CoupleTree<G> {
    game: G,
    graph: Graph,
    settings: Settings,
    root_lands: Vec<LandId>,
    root: CoupleChild,
    renamed: Vec<Option<LandId>>,
    backing: Backing,
    /// What is shared with others, if anything is.
    shelf: Option<Shelf>,
    /// What trees of this process are told together, if they are.
    list: Option<FactList>,
    /// Those that no thread has at the moment.
    finders: Vec<LandFinder<G>>,
    /// Lands whose children were generated.
    pub generated: u64,
    /// Lands of the endgame table.
    pub endgame_lands: u64,
}

/// Children that are not there.
struct Missing {
    land: LandId,
    stage: Stage,
}

/// What a land with a fact takes at most, without children.
const BYTES_A_LAND: usize = 128;

fn couple(land: LandId, heap: Nimber) -> NodeId {
    NodeId(u64::from(land.0) << 32 | u64::from(heap.get()))
}

fn land_of(node: NodeId) -> LandId {
    LandId((node.0 >> 32) as u32)
}

fn heap_of(node: NodeId) -> Nimber {
    Nimber::new(node.0 as u32)
}

impl<G: Game> CoupleTree<G> {
    /// The tree of a game, whose root is the empty position.
    pub fn new(game: G, settings: Settings) -> Self {
        CoupleTree {
            game,
            graph: Graph::new(settings.seed, settings.effort_unit),
            settings,
            root_lands: Vec::new(),
            root: CoupleChild { sum: SumId::EMPTY, heap: Nimber::ZERO },
            renamed: Vec::new(),
            backing: Backing::default(),
            shelf: None,
            list: None,
            finders: Vec::new(),
            generated: 0,
            endgame_lands: 0,
        }
    }

    /// The name under which facts of this tree are kept: the game with the
    /// version of its codes, and the play.
    pub fn domain(&self) -> String {
        format!("{}/normal", self.game.domain())
    }

    /// Has facts kept in a store, which must be for this tree's [`domain`](Self::domain),
    /// and uses those that it has: all of them are read now if they take at
    /// most `memory` bytes, else each when its land is met.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn keep_in(&mut self, store: Box<dyn FactStore>, memory: usize) -> Result<(), FactStoreError> {
        let all_fit = store.len() <= (memory / BYTES_A_LAND) as u64;
        if all_fit {
            let graph = &mut self.graph;
            store.for_each(&mut |code, fact| {
                let (land, _) = graph.intern(code, || Traits::of::<G>(code));
                graph.learn(land, &fact);
            })?;
        }
        self.backing = Backing::new(store, !all_fit);
        Ok(())
    }

    /// Has this tree and those that are made of it keep what they are told in one place. Each must be told the same list from its
    /// beginning on, with [`learn_in_order`](rhizome_search::PortableTree::learn_in_order).
    pub fn listen_together(&mut self) {
        self.list = Some(FactList::default());
    }

    /// Writes all facts that are not there yet into the store.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn save(&mut self) -> Result<(), FactStoreError> {
        self.backing.save(&self.graph)
    }

    /// Why the search was interrupted with [`Interruption::Tree`]: the store failed, or the game could not go on.
    pub fn take_failure(&mut self) -> Option<FactStoreError> {
        self.backing.take_failure()
    }

    /// Makes the sum of some lands and a Nim-heap the root.
    pub fn set_root(&mut self, lands: &Codes, heap: Nimber) {
        let mut root_lands = Vec::new();
        for code in lands.iter() {
            root_lands.push(self.meet_land(code));
        }
        self.root_lands = root_lands;
        self.set_root_sum(heap);
    }

    /// The land with a code, with what the store knows about it if it is new.
    fn meet_land(&mut self, code: &[u8]) -> LandId {
        let (land, new) = self.graph.intern(code, || Traits::of::<G>(code));
        if new && let Some(fact) = self.backing.recall(code) {
            self.graph.learn(land, &fact);
        }
        land
    }

    fn set_root_sum(&mut self, heap: Nimber) {
        let sum = self.graph.sum(&mut self.root_lands.clone());
        self.root = CoupleChild { sum, heap };
    }

    /// The number of lands that are in memory.
    pub fn lands(&self) -> usize {
        self.graph.len()
    }

    /// The number of lands in memory whose nimber is known.
    pub fn nimbers(&self) -> usize {
        self.graph.nimbers()
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game.
    pub(crate) fn game_mut(&mut self) -> &mut G {
        &mut self.game
    }

    /// The nimber of a land, if it is proved.
    pub(crate) fn known_nimber(&mut self, code: &[u8]) -> Option<Nimber> {
        match self.graph.find(code) {
            Some(land) => self.graph.nimber(land),
            None => self.backing.recall(code)?.nimber(),
        }
    }

    /// The codes of the lands in memory whose nimbers are proved.
    pub(crate) fn lands_with_nimbers(&self) -> Vec<Vec<u8>> {
        let lands = (0..self.graph.len() as u32).map(LandId);
        let known = lands.filter(|&land| self.graph.nimber(land).is_some());
        known.map(|land| self.graph.code(land).to_vec()).collect()
    }

    /// The nimber of a land that is small enough for the endgame table.
    fn endgame_nimber(&mut self, land: LandId, control: &Control<'_>) -> Result<Nimber, Interruption> {
        loop {
            match self.endgame_step(land) {
                Ok(nimber) => return Ok(nimber),
                Err(Missing { land, stage }) => {
                    control.check()?;
                    self.generate(land, stage, control)?;
                }
            }
        }
    }

    /// The nimber of a land by mex over all that can be reached from it, as far as children are there. Lands that get
    /// their nimber on the way need not be looked at again.
    fn endgame_step(&mut self, land: LandId) -> Result<Nimber, Missing> {
        if let Some(nimber) = self.graph.nimber(land) {
            return Ok(nimber);
        }
        if self.graph.children(land).is_none() {
            return Err(Missing { land, stage: Stage::All });
        }
        if let Some(left) = self.graph.left(land) {
            return Err(Missing { land, stage: Stage::Rest(left) });
        }
        let mut nimbers = NimberSet::default();
        for index in 0..self.graph.children(land).map_or(0, <[_]>::len) {
            let Some(&sum) = self.graph.children(land).and_then(|children| children.get(index)) else {
                break;
            };
            let mut nimber = Nimber::ZERO;
            let mut one = LandId(0);
            for place in 0..self.graph.lands(sum, &mut one).len() {
                let part = self.graph.lands(sum, &mut one)[place];
                nimber ^= self.endgame_step(part)?;
            }
            nimbers.insert(nimber);
        }
        self.graph.forget_children(land);
        let nimber = nimbers.least_absent();
        self.graph.set_nimber(land, nimber);
        self.backing.note(land.0);
        self.endgame_lands += 1;
        Ok(nimber)
    }

    /// Finds the nimber of a land by couples: the land beside *0, beside *1 and
    /// so on, until one is a loss. Each becomes the root in turn, and `outcome` is asked for it.
    ///
    /// # Errors
    /// Those of `outcome`, and [`Interruption::Tree`] if no nimber is left, which
    /// means that the store was wrong.
    pub fn nimber<F>(&mut self, land: &[u8], mut outcome: F) -> Result<Nimber, Interruption>
    where
        F: FnMut(&mut Self) -> Result<Outcome, Interruption>,
    {
        let mut lands = Codes::new();
        lands.push(land);
        self.set_root(&lands, Nimber::ZERO);
        loop {
            let land = self.root_lands[0];
            if let Some(nimber) = self.graph.nimber(land) {
                return Ok(nimber);
            }
            let nimber = self.graph.least_possible(land);
            if !self.graph.may_have(land, nimber) {
                return Err(self.no_nimber_left(land));
            }
            self.set_root_sum(nimber);
            outcome(self)?;
        }
    }

    /// All nimbers that a land could have are excluded. The search only excludes what it proves.
    fn no_nimber_left(&mut self, land: LandId) -> Interruption {
        let land = self.game.print(self.graph.code(land));
        let failure = format!("the store contradicts itself: it leaves no nimber for {land}");
        self.backing.fail(failure.into());
        Interruption::Tree
    }

    fn generate(&mut self, land: LandId, stage: Stage, control: &Control<'_>) -> Result<(), Interruption> {
        let CoupleTree { game, graph, backing, .. } = self;
        let source = |code: &[u8], child: &mut dyn FnMut(&Codes) -> ControlFlow<()>| {
            game.staged_children(code, stage, child)
        };
        let result = graph.expand::<G>(land, stage, control, source, |code| backing.recall(code));
        if result == Err(Interruption::Tree) {
            self.backing.fail(self.game.complaint().into());
        }
        result?;
        self.note_expansion(stage)
    }

    fn note_expansion(&mut self, stage: Stage) -> Result<(), Interruption> {
        self.generated += u64::from(!matches!(stage, Stage::Rest(_)));
        self.backing.keep_up(&self.graph)
    }

    /// Whether a land gets its nimber by mex over all that can be reached.
    #[inline]
    fn is_endgame(&self, land: LandId) -> bool {
        self.graph.weight(land) <= self.settings.endgame_weight
    }

    /// The children that are to be generated next for a couple with a land.
    fn missing(&mut self, land: LandId) -> Option<Missing> {
        if self.is_endgame(land) {
            return self.endgame_step(land).err();
        }
        self.missing_stage(land).map(|stage| Missing { land, stage })
    }

    /// Which children of a land are to be generated next.
    fn missing_stage(&self, land: LandId) -> Option<Stage> {
        match self.graph.children(land) {
            None if self.graph.nimber(land).is_some() => None,
            None if self.is_endgame(land) => Some(Stage::All),
            None => Some(Stage::Easiest),
            Some(_) => self.graph.left(land).map(Stage::Rest),
        }
    }

    fn differs(&self, land: LandId, heap: Nimber) -> Option<Outcome> {
        let differs = self.graph.differs(land, heap)?;
        Some(if differs { Outcome::Win } else { Outcome::Loss })
    }
}

impl<G: Game> NandTree for CoupleTree<G> {
    type Child = CoupleChild;

    fn root(&self) -> CoupleChild {
        self.root
    }

    #[inline]
    fn view<'a>(&self, child: CoupleChild, parts: &'a mut Parts) -> View<'a> {
        let CoupleChild { sum, mut heap } = child;
        let land = if let Some(land) = self.graph.single(sum) {
            land
        } else {
            parts.clear();
            let mut one = LandId(0);
            for &land in self.graph.lands(sum, &mut one) {
                match self.graph.nimber(land) {
                    Some(nimber) => heap ^= nimber,
                    None => parts.push(couple(land, self.graph.least_possible(land))),
                }
            }
            match parts[..] {
                [] if heap == Nimber::ZERO => return View::Settled(Outcome::Loss),
                [] => return View::Settled(Outcome::Win),
                [only] => land_of(only),
                _ => return View::Decomposable(parts),
            }
        };
        match self.differs(land, heap) {
            Some(outcome) => View::Settled(outcome),
            None => View::Atomic(couple(land, heap)),
        }
    }

    #[inline]
    fn outcome(&self, node: NodeId) -> Option<Outcome> {
        self.differs(land_of(node), heap_of(node))
    }

    #[inline]
    fn is_expanded(&self, node: NodeId) -> bool {
        let land = land_of(node);
        self.graph.children(land).is_some()
            && self.graph.may_have(land, heap_of(node))
            && !self.is_endgame(land)
    }

    fn expand(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        let land = land_of(node);
        if !self.graph.may_have(land, heap_of(node)) {
            return Err(self.no_nimber_left(land));
        }
        if self.is_endgame(land) {
            return self.endgame_nimber(land, control).map(|_| ());
        }
        self.generate(land, Stage::Easiest, control)
    }

    #[inline]
    fn children(&self, node: NodeId) -> usize {
        self.graph.children(land_of(node)).map_or(0, <[_]>::len) + heap_of(node).get() as usize
    }

    #[inline]
    fn child(&self, node: NodeId, index: usize) -> CoupleChild {
        let (land, heap) = (land_of(node), heap_of(node));
        let children = self.graph.children(land).unwrap_or(&[]);
        match children.get(index) {
            Some(&sum) => CoupleChild { sum, heap },
            None => CoupleChild { sum: land.into(), heap: Nimber::new((index - children.len()) as u32) },
        }
    }

    #[inline]
    fn rest(&self, node: NodeId) -> Option<Rest> {
        self.graph.rest(land_of(node))
    }

    fn expand_rest(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        match self.graph.left(land_of(node)) {
            Some(left) => self.generate(land_of(node), Stage::Rest(left), control),
            None => Ok(()),
        }
    }

    fn settle(&mut self, node: NodeId, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.graph.set_nimber(land_of(node), heap_of(node)),
            Outcome::Win => self.graph.exclude(land_of(node), heap_of(node)),
        }
        self.backing.note(land_of(node).0);
    }

    #[inline]
    fn first_estimate(&self, node: NodeId) -> Numbers {
        self.graph.estimate(land_of(node), heap_of(node))
    }

    fn facts(&self) -> u64 {
        self.nimbers() as u64
    }

    fn memory(&self) -> usize {
        let shelf = self.shelf.as_ref().map_or(0, Shelf::memory);
        self.graph.memory() + self.renamed.capacity() * size_of::<Option<LandId>>() + shelf
    }

    fn collect(&mut self, kept: &[NodeId], target: usize) -> Result<(), Interruption> {
        self.backing.before_collection(&self.graph)?;
        let mut keep = vec![false; self.graph.len()];
        let mut left = target / 2;
        for &land in self.root_lands.iter() {
            keep[land.0 as usize] = true;
        }
        let mut take = |graph: &Graph, land: LandId, keep: &mut Vec<bool>| {
            let bytes = graph.code(land).len() + 60;
            if left < bytes {
                return false;
            }
            if !std::mem::replace(&mut keep[land.0 as usize], true) {
                left -= bytes;
            }
            true
        };
        for &node in kept {
            if !take(&self.graph, land_of(node), &mut keep) {
                break;
            }
        }
        // Of the rest, facts about heavy lands are dearest.
        let mut facts: Vec<LandId> = (0..self.graph.len() as u32)
            .map(LandId)
            .filter(|&land| self.graph.fact(land).is_some())
            .collect();
        facts.sort_by_key(|&land| std::cmp::Reverse(self.graph.weight(land)));
        for land in facts {
            if !take(&self.graph, land, &mut keep) {
                break;
            }
        }
        self.renamed = Vec::new();
        self.renamed = self.graph.keep_lands(&keep);
        for land in &mut self.root_lands {
            *land = self.renamed[land.0 as usize].unwrap_or(*land);
        }
        self.set_root_sum(self.root.heap);
        Ok(())
    }

    fn renamed(&self, old: NodeId) -> Option<NodeId> {
        let land = *self.renamed.get(land_of(old).0 as usize)?;
        Some(couple(land?, heap_of(old)))
    }

    fn describe(&self, node: NodeId) -> String {
        let land = self.game.print(self.graph.code(land_of(node)));
        match heap_of(node) {
            Nimber::ZERO => land,
            heap => format!("{land}+*{heap}"),
        }
    }
}
