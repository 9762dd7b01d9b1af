//! What proves an outcome in misère play, gathered from what a search has proved.
//!
//! Nodes that are lost need a losing reply to each of their children. Lands that were replaced by their RCTs need these
//! RCTs shown: V is the RCT of a land if each option of V is that of some child, and every other
//! child has a child with the RCT V itself (and the land is a win if V is *0). So the proof of an RCT need not go through the
//! whole game tree. `docs/certificate-format.md` proves both.

mod lands;
mod nodes;
mod text;

use std::collections::{BinaryHeap, HashMap};

use rhizome_search::{Control, Interruption, Outcome};
use smallvec::SmallVec;

use crate::couple_proof::Extent;
use crate::families::{Families, children_of};
use crate::game::{Codes, Game};
use crate::lists::Lists;
use crate::misere::MisereTree;
use crate::nimber::Nimber;
use crate::rct::Rct;
use crate::rct_base::RctBase;
use nodes::Position;
pub use text::MisereProofText;

/// A node that is lost: lands without a known RCT, RCTs without factor, and *1 or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostNode {
    /// The codes of the lands.
    pub lands: Vec<Vec<u8>>,
    /// The trees, none of which is *0.
    pub trees: Vec<Rct>,
    /// Whether *1 stands beside them.
    pub one: bool,
}

/// The nodes and lands of a proof.
#[derive(Clone, Debug, Default)]
pub struct MisereProof {
    /// The lands whose RCTs are used.
    pub lands: Vec<(Vec<u8>, Rct)>,
    /// The nodes that are lost.
    pub losses: Vec<LostNode>,
}

/// A land, by its number here.
type Land = u32;
/// Lands, in order.
type Lands = SmallVec<[Land; 3]>;

/// A node: lands without a known RCT and numbers of trees, both in order, and *1 or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Node {
    lands: Lands,
    trees: SmallVec<[u32; 4]>,
    one: bool,
}

struct Known {
    rct: Option<Rct>,
    weight: u32,
    /// Whether the proof shows its RCT.
    is_listed: bool,
}

/// What is to be shown next, the heaviest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Task {
    Land(Land),
    Node(u32),
}

struct Gatherer<'a, G, F> {
    tree: &'a mut MisereTree<G>,
    search: F,
    control: &'a Control<'a>,
    extent: Extent,
    /// Other lands stay what they are, even if their RCTs are known. None for no such bound.
    within: Option<&'a RctBase>,
    codes: Lists<u8>,
    lands: Vec<Known>,
    /// The nodes of the proof with their numbers.
    chosen: HashMap<Node, u32>,
    nodes: Vec<Node>,
    waiting: BinaryHeap<(u32, Task)>,
    families: Families<Lands>,
}

impl<G: Game> MisereTree<G> {
    /// What proves the outcome of some lands beside a Nim-heap. If another base is given to stay `within`, only lands of both are
    /// replaced by their RCTs: the RCTs of many lands take more to be shown than they save. What is needed and not known is asked
    /// from `search`, which has to solve the root of the tree.
    ///
    /// # Errors
    /// Those of `search`, when `control` asks to stop, and [`Interruption::Tree`] when the game cannot go on.
    pub fn proof<'a, F>(
        &'a mut self,
        lands: &Codes,
        heap: Nimber,
        outcome: Outcome,
        (extent, within): (Extent, Option<&'a RctBase>),
        control: &'a Control<'a>,
        search: F,
    ) -> Result<MisereProof, Interruption>
    where
        F: FnMut(&mut Self) -> Result<Outcome, Interruption>,
    {
        let heap = self.rcts_mut().nim_heap_within(heap.get(), control)?;
        let mut gatherer = Gatherer {
            tree: self,
            search,
            control,
            extent,
            within,
            codes: Lists::default(),
            lands: Vec::new(),
            chosen: HashMap::new(),
            nodes: Vec::new(),
            waiting: BinaryHeap::new(),
            families: Families::default(),
        };
        gatherer.gather(lands, heap, outcome)?;
        Ok(gatherer.proof())
    }
}

impl<G, F> Gatherer<'_, G, F>
where
    G: Game,
    F: FnMut(&mut MisereTree<G>) -> Result<Outcome, Interruption>,
{
    fn gather(&mut self, lands: &Codes, heap: Rct, outcome: Outcome) -> Result<(), Interruption> {
        if self.extent == Extent::Everything {
            let codes: Vec<Vec<u8>> =
                self.within.unwrap_or(self.tree.base()).iter().map(|(code, _)| code.to_vec()).collect();
            for code in codes {
                let land = self.land(&code);
                self.lands[land as usize].is_listed = self.rct(land).is_some();
            }
            for loss in self.tree.known_losses() {
                let mut lands = Codes::new();
                loss.lands.iter().for_each(|land| lands.push(land));
                let mut node = Node { one: loss.one, ..Node::default() };
                loss.trees.iter().for_each(|&tree| add_tree(&mut node, tree));
                let lands = self.lands_of(&lands);
                self.add_lands(&mut node, &lands);
                self.choose(node);
            }
        }
        let mut root = Position { lands: self.lands_of(lands), ..Position::default() };
        add_tree(&mut root.rest, heap);
        match outcome {
            Outcome::Win => self.show_win(&root)?,
            Outcome::Loss => {
                self.list(&root.lands);
                let lands = std::mem::take(&mut root.lands);
                self.add_lands(&mut root.rest, &lands);
                self.choose(root.rest);
            }
        }
        while let Some((_, task)) = self.waiting.pop() {
            match task {
                Task::Land(land) => self.show_land(land)?,
                Task::Node(node) => self.show_loss(node)?,
            }
        }
        Ok(())
    }

    fn proof(self) -> MisereProof {
        let listed = self.lands.iter().enumerate().filter(|(_, known)| known.is_listed);
        let code = |land: Land| self.codes.get(land).to_vec();
        let lands = listed.filter_map(|(land, known)| Some((code(land as Land), known.rct?)));
        let loss = |node: &Node| LostNode {
            lands: node.lands.iter().map(|&land| code(land)).collect(),
            trees: node.trees.iter().map(|&tree| Rct::from_raw(tree)).collect(),
            one: node.one,
        };
        MisereProof { lands: lands.collect(), losses: self.nodes.iter().map(loss).collect() }
    }

    fn land(&mut self, code: &[u8]) -> Land {
        let land = self.codes.intern(code);
        if land as usize == self.lands.len() {
            let weight = G::weight(code);
            let is_within = self.within.is_none_or(|within| within.get(code).is_some());
            let rct = self.tree.base().get(code).filter(|_| is_within);
            self.lands.push(Known { rct, weight, is_listed: false });
        }
        land
    }

    fn lands_of(&mut self, codes: &Codes) -> Lands {
        let mut lands: Lands = codes.iter().map(|code| self.land(code)).collect();
        lands.sort_unstable();
        lands
    }

    fn rct(&self, land: Land) -> Option<Rct> {
        self.lands[land as usize].rct
    }

    /// Adds lands to a node, those with a known RCT as trees.
    fn add_lands(&self, node: &mut Node, lands: &[Land]) {
        for &land in lands {
            match self.rct(land) {
                Some(rct) => add_tree(node, rct),
                None => node.lands.push(land),
            }
        }
        node.lands.sort_unstable();
    }

    /// Has the RCTs of those lands shown that have one.
    fn list(&mut self, lands: &[Land]) {
        for &land in lands {
            let known = &mut self.lands[land as usize];
            if known.rct.is_some() && !std::mem::replace(&mut known.is_listed, true) {
                self.waiting.push((known.weight, Task::Land(land)));
            }
        }
    }

    /// What it costs to have the RCTs of lands shown.
    fn cost(&self, lands: &[Land]) -> u64 {
        let known = lands.iter().map(|&land| &self.lands[land as usize]);
        let new = known.filter(|known| known.rct.is_some() && !known.is_listed);
        new.map(|known| 1 + u64::from(known.weight)).sum()
    }

    fn find_children(&mut self, land: Land) -> Result<(), Interruption> {
        if self.families.has(land) {
            return Ok(());
        }
        let code: SmallVec<[u8; 64]> = self.codes.get(land).into();
        let found = children_of(self.tree.game_mut(), &code, self.control)?;
        let children = found.iter().map(|child| self.lands_of(child)).collect();
        self.families.insert(land, children, self.codes.memory(), self.control);
        Ok(())
    }

    fn children(&self, land: Land) -> &[Lands] {
        self.families.get(land)
    }
}

/// Adds an RCT to a node: its tree, and its factor to the *1.
fn add_tree(node: &mut Node, rct: Rct) {
    node.one ^= rct.has_factor();
    let tree = rct.without_factor();
    if tree != Rct::ZERO {
        let place = node.trees.partition_point(|&other| other < tree.raw());
        node.trees.insert(place, tree.raw());
    }
}
