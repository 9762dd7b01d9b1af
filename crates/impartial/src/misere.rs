//! The NAND tree of an impartial game in misère play.
//!
//! A node has three parts (Lemoine and Viennot, *Analysis of misère Sprouts game with reduced canonical trees*,
//! 2009): lands whose RCT is not known, the multiset of the RCTs of the other ones, and *1 or not. Children come from all three.
//! Positions with the same parts are indistinguishable, so they are one node.

mod fact_code;
mod key;
mod land_sums;
mod memory;
mod nodes;
mod portable;
mod rct_sums;
mod shared;

use std::cmp::Reverse;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use rhizome_search::{Control, Interruption, NandTree, NodeId, Numbers, Outcome, Parts, View};

use crate::backing::{Backing, Proved};
use crate::experience::Experience;
use crate::fact::Fact;
use crate::fact_store::{FactStore, FactStoreError};
use crate::game::{Codes, Game};
use crate::land_finder::LandFinder;
use crate::misere_proof::LostNode;
use crate::nimber::Nimber;
use crate::rct::{Rct, Rcts};
use crate::rct_base::RctBase;
use crate::shelf::Shelf;
use key::{Heaped, Key};
use land_sums::{Kinds, Surroundings};
use memory::{LONGEST_CODE, Memory};
use nodes::{Features, Node};

/// Settings of a [`MisereTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisereSettings {
    /// The first estimate of a node of which nothing is known is 1 plus its effort in this unit. What was
    /// learned of nodes of its kind makes the likelier outcome easier and the other harder.
    pub effort_unit: u32,
    /// A node that has only RCTs and *1 is solved at once if that takes at most so many steps.
    pub rct_steps: u32,
    /// Orders children whose efforts are the same in whole units. With 0, the one of less effort comes
    /// first; every other seed gives a random order.
    pub seed: u64,
}

impl Default for MisereSettings {
    /// The settings that did well for Sprouts; see `docs/performance.md`.
    fn default() -> Self {
        MisereSettings { effort_unit: 16, rct_steps: 50, seed: 0 }
    }
}

/// Misère nodes of a game, with their children, and all outcomes that are proved.
pub struct MisereTree<G> {
    game: G,
    base: RctBase,
    settings: MisereSettings,
    kinds: Kinds,
    experience: Experience,
    memory: Memory,
    root: Node,
    found: Vec<Key>,
    renamed: Vec<Node>,
    backing: Backing,
    /// What is shared with others, if anything is.
    shelf: Option<Shelf>,
    /// Those that no thread has at the moment.
    finders: Vec<LandFinder<G>>,
    hasher: FixedState,
    /// Nodes whose children were generated.
    pub generated: u64,
}

/// What a node with a fact takes at least, with its lands.
const BYTES_A_NODE: usize = 160;
const FORGOTTEN: Node = Node::MAX;

fn node_of(node: NodeId) -> Node {
    node.0 as Node
}

impl<G: Game> MisereTree<G> {
    /// The tree of a game, whose root is the empty position. Lands that are in the base are replaced by their RCTs.
    pub fn new(game: G, base: RctBase, settings: MisereSettings) -> Self {
        let mut kinds = Kinds::default();
        let memory = Memory::new(&mut kinds, &base);
        let mut tree = MisereTree {
            game,
            base,
            settings,
            kinds,
            experience: Experience::default(),
            memory,
            root: 0,
            found: Vec::new(),
            renamed: Vec::new(),
            backing: Backing::default(),
            shelf: None,
            finders: Vec::new(),
            hasher: FixedState::default(),
            generated: 0,
        };
        tree.root = tree.intern(Key::EMPTY);
        tree
    }

    /// The name under which outcomes of this tree are kept: the game with the version of its codes, the play,
    /// and the digest of the base, in which the RCTs of nodes have their numbers.
    #[cfg(feature = "store")]
    pub fn domain(game: &G, base: &RctBase) -> String {
        format!("{}/misere/{:08x}", game.domain(), base.digest())
    }

    /// The lands with a known RCT, and the trees.
    pub fn base(&self) -> &RctBase {
        &self.base
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game.
    pub(crate) fn game_mut(&mut self) -> &mut G {
        &mut self.game
    }

    /// The trees, for sums.
    pub(crate) fn rcts_mut(&mut self) -> &mut Rcts {
        self.base.rcts_mut()
    }

    /// The node of some lands, some trees without factor, and *1 or not.
    fn key_of_parts(&mut self, lands: &Codes, trees: &[Rct], one: bool) -> Key {
        let MisereTree { base, kinds, memory, .. } = self;
        let mut members: Vec<u32> = trees.iter().map(|tree| tree.raw()).collect();
        let sum = memory.rcts.intern(base.rcts(), &mut members);
        let mut around = Surroundings { base, kinds, rcts: &mut memory.rcts };
        let key = memory.lands.key::<G>(&mut around, lands);
        let sum = memory.rcts.unite(base.rcts(), key.rest.sum(), sum);
        Key { rest: Heaped::new(sum, key.rest.one()).beside(one), ..key }
    }

    /// The outcome of a node in its parts, if it is known or quickly found.
    pub(crate) fn known_outcome(&mut self, lands: &Codes, trees: &[Rct], one: bool) -> Option<Outcome> {
        let key = self.key_of_parts(lands, trees, one);
        let node = self.intern(key);
        self.memory.nodes.get(node).outcome
    }

    /// Makes a node in its parts the root.
    pub(crate) fn set_root_parts(&mut self, lands: &Codes, trees: &[Rct], one: bool) {
        let key = self.key_of_parts(lands, trees, one);
        self.root = self.intern(key);
    }

    /// The nodes in memory that are proved to be lost.
    pub(crate) fn known_losses(&self) -> Vec<LostNode> {
        let all = (0..self.memory.nodes.len() as Node).map(|node| self.memory.nodes.get(node));
        let lost = all.filter(|known| known.outcome == Some(Outcome::Loss));
        let parts = lost.map(|known| LostNode {
            lands: self.memory.lands.codes(known.key.lands).map(<[u8]>::to_vec).collect(),
            trees: self.memory.rcts.members(known.key.rest.sum()).collect(),
            one: known.key.rest.one(),
        });
        parts.collect()
    }

    /// The number of nodes in memory.
    pub fn nodes(&self) -> usize {
        self.memory.nodes.len()
    }

    /// Has outcomes kept in a store, which must be for its domain, and uses those
    /// that it has: all of them are read now if they take at most `memory` bytes, else each when its node is met.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn keep_in(&mut self, store: Box<dyn FactStore>, memory: usize) -> Result<(), FactStoreError> {
        let mut all_read = store.len() <= (memory / BYTES_A_NODE) as u64;
        if all_read {
            store.for_each(&mut |code, fact| {
                let key = self.memory.key_of_code::<G>(code, &mut self.kinds, &self.base);
                // Nodes may have Nim-heaps beside them whose trees are not there yet.
                all_read &= key.is_some();
                if let (Some(key), Fact::Outcome(outcome)) = (key, fact) {
                    let node = self.intern(key);
                    self.take_note(node, outcome);
                }
            })?;
        }
        self.backing = Backing::new(store, !all_read);
        Ok(())
    }

    /// Writes all outcomes that are not there yet into the store.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn save(&mut self) -> Result<(), FactStoreError> {
        self.backing.save(&self.memory)
    }

    /// Why the search was interrupted with [`Interruption::Tree`]: the store failed, or the game could not go on.
    pub fn take_failure(&mut self) -> Option<FactStoreError> {
        self.backing.take_failure()
    }

    /// Makes the sum of some lands and a Nim-heap the root.
    ///
    /// # Errors
    /// When `control` asks to stop, or the RCT of the heap, which has as many options, does not fit into its memory.
    pub fn set_root(
        &mut self,
        lands: &Codes,
        heap: Nimber,
        control: &Control<'_>,
    ) -> Result<(), Interruption> {
        let heap = self.base.rcts_mut().nim_heap_within(heap.get(), control)?;
        let MisereTree { base, kinds, memory, .. } = self;
        let mut around = Surroundings { base, kinds, rcts: &mut memory.rcts };
        let key = memory.lands.key::<G>(&mut around, lands);
        let sum = match heap.without_factor() {
            Rct::ZERO => key.rest.sum(),
            tree => {
                let heap = memory.rcts.intern(base.rcts(), &mut [tree.raw()]);
                memory.rcts.unite(base.rcts(), key.rest.sum(), heap)
            }
        };
        let rest = Heaped::new(sum, key.rest.one()).beside(heap.has_factor());
        self.root = self.intern(Key { rest, ..key });
        Ok(())
    }

    fn intern(&mut self, key: Key) -> Node {
        let Memory { lands, rcts, nodes } = &mut self.memory;
        if let Some(node) = nodes.find(key) {
            return node;
        }
        let mut steps = self.settings.rct_steps;
        let outcome =
            if key.lands == 0 { rcts.outcome(self.base.rcts(), key.rest, &mut steps) } else { None };
        let (land_traits, rct_traits) = (lands.traits(key.lands), rcts.traits(key.rest.sum()));
        let nimber = rct_traits.nimber ^ u16::from(key.rest.one());
        let features = Features {
            kind: land_traits.kind * 3 + u32::from(rct_traits.count.min(2)),
            effort: land_traits.effort.saturating_add(rct_traits.effort.into()),
            nimber: nimber.min(255) as u8,
        };
        let node = nodes.add(key, features, outcome);
        if outcome.is_none() && self.backing.recalls() {
            let mut code = Vec::new();
            self.memory.proved(node, &mut code);
            if code.len() <= LONGEST_CODE
                && let Some(Fact::Outcome(outcome)) = self.backing.recall(&code)
            {
                self.take_note(node, outcome);
            }
        }
        node
    }

    /// Takes note of an outcome, and learns from it.
    fn take_note(&mut self, node: Node, outcome: Outcome) {
        let known = *self.memory.nodes.get(node);
        if known.outcome.is_none() {
            let Features { kind, nimber, .. } = known.features;
            self.experience.note(kind, Nimber::new(nimber.into()), outcome == Outcome::Loss);
            if known.key.lands == 0 {
                self.memory.rcts.note(known.key.rest, outcome);
            }
        }
        self.memory.nodes.settle(node, outcome);
    }

    /// Finds all children of a node, each once.
    fn find_children(
        &mut self,
        key: Key,
        control: &Control<'_>,
        found: &mut Vec<Key>,
    ) -> Result<(), Interruption> {
        let MisereTree { game, base, kinds, memory: Memory { lands, rcts, .. }, .. } = self;
        found.clear();
        let mut around = Surroundings { base, kinds, rcts };
        lands.moves(game, &mut around, key.lands, control, |rcts, moved| {
            let sum = rcts.unite(base.rcts(), key.rest.sum(), moved.rest.sum());
            let rest = Heaped::new(sum, moved.rest.one()).beside(key.rest.one());
            found.push(Key { lands: moved.lands, rest });
        })?;
        let moves = rcts.moves(base.rcts(), key.rest.sum());
        found.extend(moves.iter().map(|&moved| Key { rest: moved.beside(key.rest.one()), ..key }));
        if key.rest.one() {
            found.push(Key { rest: key.rest.turned(), ..key });
        }
        found.sort_unstable();
        found.dedup();
        Ok(())
    }

    fn take_children(&mut self, node: Node, found: &[Key]) {
        // Lands without moves may be left; who cannot move wins.
        if found.is_empty() {
            return self.settle(NodeId(node.into()), Outcome::Win);
        }
        let unit = self.settings.effort_unit.max(1);
        let mut children: Vec<(u32, u64, Node)> = Vec::with_capacity(found.len());
        for &key in found {
            let child = self.intern(key);
            let known = self.memory.nodes.get(child);
            match known.outcome {
                Some(Outcome::Loss) => return self.settle(NodeId(node.into()), Outcome::Win),
                Some(Outcome::Win) => {}
                None => {
                    let effort = known.features.effort;
                    children.push(match self.settings.seed {
                        0 => (effort, 0, child),
                        seed => (effort / unit, self.hasher.hash_one((seed, child)), child),
                    });
                }
            }
        }
        if children.is_empty() {
            return self.settle(NodeId(node.into()), Outcome::Loss);
        }
        children.sort_unstable();
        let children = children.into_iter().map(|(_, _, child)| child).collect();
        self.memory.nodes.set_children(node, children);
    }
}

impl<G: Game> NandTree for MisereTree<G> {
    type Child = Node;

    fn root(&self) -> Node {
        self.root
    }

    #[inline]
    fn view<'a>(&self, child: Node, _: &'a mut Parts) -> View<'a> {
        match self.memory.nodes.get(child).outcome {
            Some(outcome) => View::Settled(outcome),
            None => View::Atomic(NodeId(child.into())),
        }
    }

    #[inline]
    fn outcome(&self, node: NodeId) -> Option<Outcome> {
        self.memory.nodes.get(node_of(node)).outcome
    }

    #[inline]
    fn is_expanded(&self, node: NodeId) -> bool {
        self.memory.nodes.is_expanded(node_of(node))
    }

    fn expand(&mut self, node: NodeId, control: &Control<'_>) -> Result<(), Interruption> {
        // RCTs and their sums are numbered with few bits.
        if self.memory.rcts.is_full() || self.memory.nodes.is_full() {
            return Err(Interruption::Memory);
        }
        let key = self.memory.nodes.get(node_of(node)).key;
        let mut found = std::mem::take(&mut self.found);
        let result = self.find_children(key, control, &mut found);
        if result.is_ok() {
            self.generated += 1;
            self.take_children(node_of(node), &found);
        }
        self.found = found;
        if result == Err(Interruption::Tree) {
            self.backing.fail(self.game.complaint().into());
        }
        result?;
        self.backing.keep_up(&self.memory)
    }

    #[inline]
    fn children(&self, node: NodeId) -> usize {
        self.memory.nodes.children(node_of(node)).len()
    }

    #[inline]
    fn child(&self, node: NodeId, index: usize) -> Node {
        self.memory.nodes.children(node_of(node))[index]
    }

    fn settle(&mut self, node: NodeId, outcome: Outcome) {
        self.take_note(node_of(node), outcome);
        self.backing.note(node_of(node));
    }

    #[inline]
    fn first_estimate(&self, node: NodeId) -> Numbers {
        let Features { kind, effort, nimber } = self.memory.nodes.get(node_of(node)).features;
        let unit = self.settings.effort_unit.max(1);
        self.experience.estimate(kind, Nimber::new(nimber.into()), effort, unit)
    }

    fn memory(&self) -> usize {
        self.base.memory()
            + self.memory.bytes()
            + self.experience.memory()
            + self.renamed.capacity() * size_of::<Node>()
            + self.shelf.as_ref().map_or(0, Shelf::memory)
    }

    fn collect(&mut self, kept: &[NodeId], target: usize) -> Result<(), Interruption> {
        self.backing.before_collection(&self.memory)?;
        let mut old = std::mem::replace(&mut self.memory, Memory::new(&mut self.kinds, &self.base));
        old.forget_moves();
        // Of what is not asked for, outcomes that took lands to find are dearest, and those of large ones most of all.
        let mut proved: Vec<Node> = (0..old.nodes.len() as Node)
            .filter(|&node| old.nodes.get(node).outcome.is_some() && old.nodes.get(node).key.lands != 0)
            .collect();
        proved.sort_unstable_by_key(|&node| (Reverse(old.nodes.get(node).features.effort), node));
        let room = target.saturating_sub(self.base.memory());
        self.renamed = vec![FORGOTTEN; old.nodes.len()];
        let mut adopt_within = |nodes: &mut dyn Iterator<Item = Node>, bytes: usize| {
            for (count, node) in nodes.enumerate() {
                if count % 256 == 0 && self.memory.bytes() > bytes {
                    break;
                }
                if self.renamed[node as usize] == FORGOTTEN {
                    self.renamed[node as usize] =
                        self.memory.adopt::<G>(&mut self.kinds, &self.base, &old, node);
                }
            }
        };
        adopt_within(&mut std::iter::once(self.root), usize::MAX);
        adopt_within(&mut kept.iter().map(|&node| node_of(node)), room / 2);
        adopt_within(&mut proved.into_iter(), room);
        self.root = self.renamed[self.root as usize];
        Ok(())
    }

    fn renamed(&self, old: NodeId) -> Option<NodeId> {
        let &new = self.renamed.get(node_of(old) as usize)?;
        (new != FORGOTTEN).then_some(NodeId(new.into()))
    }

    fn describe(&self, node: NodeId) -> String {
        let key = self.memory.nodes.get(node_of(node)).key;
        let lands = self.memory.lands.codes(key.lands).map(|code| self.game.print(code));
        let mut parts: Vec<String> = lands.collect();
        parts.extend(self.memory.rcts.members(key.rest.sum()).map(|rct| match self.base.rcts().heap(rct) {
            Some(heap) => format!("*{heap}"),
            None => format!("[{}]", self.base.rcts().height(rct)),
        }));
        if key.rest.one() {
            parts.push("*1".to_owned());
        }
        if parts.is_empty() { "!".to_owned() } else { parts.join("+") }
    }
}
