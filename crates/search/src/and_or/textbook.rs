//! Proof-number search as textbooks have it (Allis, van der Meulen and van den
//! Herik 1994), step by step on an explicit tree: to watch, and to see what
//! becomes of it with either of two mistakes. It is not fast, and knows trees
//! only: a node with several parents passes its numbers to the one by which it was first reached.

use crate::numbers::ProofNumber;

use super::tree::{AndOrTree, Kind};

/// What the numbers of a node are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// At an OR node the least proof number and the sum of the disproof numbers, at an AND node the other way round.
    Correct,
    /// A mistake: the rules of OR and AND nodes are swapped.
    Swapped,
    /// A mistake: new numbers are not carried up, so the root never changes after its own expansion.
    StaleRoot,
}

/// The proof number and the disproof number of a node, for the prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProverNumbers {
    /// The least number of leaves that have to be proved for the node to be proved.
    pub pn: ProofNumber,
    /// The least number of leaves that have to be disproved for it to be disproved.
    pub dn: ProofNumber,
}

impl ProverNumbers {
    /// The numbers of a node when it is touched: those of a leaf are known then.
    pub const fn at_first(kind: Kind) -> Self {
        match kind.value() {
            Some(proved) => Self::settled(proved),
            None => Self { pn: ProofNumber::ONE, dn: ProofNumber::ONE },
        }
    }

    const fn settled(proved: bool) -> Self {
        let (zero, infinity) = (ProofNumber::ZERO, ProofNumber::INFINITY);
        if proved { Self { pn: zero, dn: infinity } } else { Self { pn: infinity, dn: zero } }
    }

    /// Whether these numbers are a proof (`true`) or a disproof.
    pub fn verdict(self) -> Option<bool> {
        if self.pn == ProofNumber::ZERO {
            Some(true)
        } else if self.dn == ProofNumber::ZERO {
            Some(false)
        } else {
            None
        }
    }
}

/// One step: what was expanded, and every number that it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The most-proving node.
    pub node: usize,
    /// The way to it from the root, both included.
    pub line: Vec<usize>,
    /// The nodes that were touched for the first time.
    pub touched: Vec<usize>,
    /// New numbers, from below up.
    pub changes: Vec<(usize, ProverNumbers)>,
}

/// Why there is no further step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The numbers of the root are a proof or a disproof, rightly or not.
    Verdict(bool),
    /// The search has come to a leaf that it already knows, and would come to it for ever.
    Stuck,
}

/// A search that is made step by step.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    tree: &'a AndOrTree,
    rule: Rule,
    /// Numbers of the nodes that were touched.
    numbers: Vec<Option<ProverNumbers>>,
    expanded: Vec<bool>,
    touched: usize,
}

impl<'a> Search<'a> {
    /// A search that has touched the root only.
    pub fn new(tree: &'a AndOrTree, rule: Rule) -> Self {
        let mut search = Search {
            tree,
            rule,
            numbers: vec![None; tree.len()],
            expanded: vec![false; tree.len()],
            touched: 1,
        };
        search.numbers[tree.root()] = Some(ProverNumbers::at_first(tree.kind(tree.root())));
        search
    }

    /// The numbers of a node, if it was touched.
    pub fn numbers(&self, node: usize) -> Option<ProverNumbers> {
        self.numbers[node]
    }

    /// How many nodes were touched.
    pub fn touched(&self) -> usize {
        self.touched
    }

    /// Makes a step.
    ///
    /// # Errors
    /// The [`End`] when there is none.
    pub fn step(&mut self) -> Result<Step, End> {
        let root = self.tree.root();
        if let Some(verdict) = self.numbers[root].and_then(ProverNumbers::verdict) {
            return Err(End::Verdict(verdict));
        }
        let line = self.line();
        let node = *line.last().unwrap_or(&root);
        if self.tree.kind(node).is_leaf() {
            return Err(End::Stuck);
        }
        self.expanded[node] = true;
        let mut touched = Vec::new();
        for &child in self.tree.children(node) {
            let child = child as usize;
            if self.numbers[child].is_none() {
                self.numbers[child] = Some(ProverNumbers::at_first(self.tree.kind(child)));
                self.touched += 1;
                touched.push(child);
            }
        }
        let mut changes: Vec<_> =
            touched.iter().filter_map(|&child| Some((child, self.numbers[child]?))).collect();
        let carried = if self.rule == Rule::StaleRoot { 1 } else { line.len() };
        for &above in line.iter().rev().take(carried) {
            let new = self.combine(above);
            if self.numbers[above] != Some(new) {
                self.numbers[above] = Some(new);
                changes.push((above, new));
            }
        }
        Ok(Step { node, line, touched, changes })
    }

    /// Makes steps to the end.
    pub fn run(&mut self) -> End {
        loop {
            if let Err(end) = self.step() {
                return end;
            }
        }
    }

    /// The way from the root down to the most-proving node.
    pub fn line(&self) -> Vec<usize> {
        let mut line = vec![self.tree.root()];
        while let Some(&node) = line.last()
            && self.expanded[node]
        {
            let or = self.tree.kind(node) == Kind::Or;
            let key = |&child: &usize| self.numbers[child].map(|known| if or { known.pn } else { known.dn });
            match self.tree.children(node).iter().map(|&child| child as usize).min_by_key(key) {
                Some(best) => line.push(best),
                None => break,
            }
        }
        line
    }

    fn combine(&self, node: usize) -> ProverNumbers {
        let known = || self.tree.children(node).iter().filter_map(|&child| self.numbers[child as usize]);
        let least =
            |part: fn(ProverNumbers) -> ProofNumber| known().map(part).min().unwrap_or(ProofNumber::INFINITY);
        let sum = |part: fn(ProverNumbers) -> ProofNumber| {
            known().map(part).fold(ProofNumber::ZERO, ProofNumber::plus)
        };
        let like_or = (self.tree.kind(node) == Kind::Or) != (self.rule == Rule::Swapped);
        if like_or {
            ProverNumbers { pn: least(|known| known.pn), dn: sum(|known| known.dn) }
        } else {
            ProverNumbers { pn: sum(|known| known.pn), dn: least(|known| known.dn) }
        }
    }
}
