//! The nodes that were met and their parts: what a collection cuts back.

use super::fact_code;
use super::key::{Heaped, Key};
use super::land_sums::{Kinds, LandSums};
use super::nodes::{Node, Nodes};
use super::rct_sums::RctSums;
use crate::backing::Proved;
use crate::fact::Fact;
use crate::game::{Codes, Game};
use crate::rct::Rct;
use crate::rct_base::RctBase;

/// Facts with longer codes are not kept: no store takes them.
pub(super) const LONGEST_CODE: usize = 65_000;

/// Nodes and their parts.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) lands: LandSums,
    pub(super) rcts: RctSums,
    pub(super) nodes: Nodes,
}

impl Memory {
    /// No nodes.
    pub(super) fn new(kinds: &mut Kinds, base: &RctBase) -> Self {
        Memory { lands: LandSums::new(kinds), rcts: RctSums::new(base.rcts()), nodes: Nodes::default() }
    }

    /// The key of what a fact is kept under, if it is well-formed.
    pub(super) fn key_of_code<G: Game>(
        &mut self,
        code: &[u8],
        kinds: &mut Kinds,
        base: &RctBase,
    ) -> Option<Key> {
        let (lands, trees, one) = fact_code::decode(code, base.rcts().trees())?;
        let mut members: Vec<u32> = trees.into_iter().map(|tree| Rct::of_tree(tree).raw()).collect();
        let rest = Heaped::new(self.rcts.intern(base.rcts(), &mut members), one);
        Some(Key { lands: self.lands.sum_of_codes::<G>(kinds, lands.iter()), rest })
    }

    /// The key of what others call a node, if it is well-formed and its lands are lands.
    pub(super) fn key_of_name<G: Game>(
        &mut self,
        name: &[u8],
        kinds: &mut Kinds,
        base: &RctBase,
        is_land: impl FnMut(&[u8]) -> bool,
    ) -> Option<Key> {
        let (lands, _, _) = fact_code::decode(name, base.rcts().trees())?;
        lands.iter().all(is_land).then(|| self.key_of_code::<G>(name, kinds, base))?
    }

    /// The node that others call by a name, if it was met.
    pub(super) fn find(&self, name: &[u8], base: &RctBase) -> Option<Node> {
        let (lands, trees, one) = fact_code::decode(name, base.rcts().trees())?;
        let mut members: Vec<u32> = trees.into_iter().map(|tree| Rct::of_tree(tree).raw()).collect();
        let rest = Heaped::new(self.rcts.find(&mut members)?, one);
        self.nodes.find(Key { lands: self.lands.find(lands.iter())?, rest })
    }

    /// Forgets what can be derived again from the nodes.
    pub(super) fn forget_moves(&mut self) {
        self.lands.forget_moves();
        self.rcts.forget_moves();
        self.nodes.forget_all_children();
    }

    /// Takes in a node of another memory that is not there yet, with its outcome.
    pub(super) fn adopt<G: Game>(
        &mut self,
        kinds: &mut Kinds,
        base: &RctBase,
        other: &Memory,
        node: Node,
    ) -> Node {
        let known = other.nodes.get(node);
        let sum = self.rcts.adopt(base.rcts(), &other.rcts, known.key.rest.sum());
        let key = Key {
            lands: self.lands.adopt::<G>(kinds, &other.lands, known.key.lands),
            rest: Heaped::new(sum, known.key.rest.one()),
        };
        self.nodes.add(key, known.features, known.outcome)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.lands.memory() + self.rcts.memory() + self.nodes.memory()
    }
}

impl Proved for Memory {
    fn proved(&self, number: u32, code: &mut Vec<u8>) -> Option<Fact> {
        let known = self.nodes.get(number);
        let mut lands = Codes::new();
        self.lands.codes(known.key.lands).for_each(|land| lands.push(land));
        let trees = self.rcts.members(known.key.rest.sum()).map(|rct| rct.raw() >> 1);
        let start = code.len();
        fact_code::encode(&lands, trees, known.key.rest.one(), code);
        let fits = code.len() - start <= LONGEST_CODE;
        known.outcome.filter(|_| fits).map(Fact::Outcome)
    }
}
