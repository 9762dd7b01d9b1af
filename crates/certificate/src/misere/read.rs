//! Reading the lines of certificates of misère play.

use super::Misere;
use super::plain::Plain;
use crate::logic::{Entry, Stop};
use crate::normal::{read_land, twice};
use crate::rules::SumGame;
use crate::sums::{Term, read_sum};
use crate::trees::{Tree, Trees};

impl<G: SumGame> Misere<G> {
    pub(super) fn read_plain(&mut self, text: &str) -> Result<Plain<G>, Stop> {
        let written = read_sum(&self.game, text)?;
        let mut plain = Plain { lands: written.lands, ..Plain::default() };
        for term in written.others {
            let tree = self.term(term)?;
            let (tree, mark) = self.trees.marked(tree)?;
            plain.add(tree, mark);
        }
        plain.sort();
        Ok(plain)
    }

    fn term(&mut self, term: Term) -> Result<Tree, Stop> {
        match term {
            Term::Heap(tokens) => self.trees.heap(tokens),
            Term::Tree(name) => {
                let tree = self.named.get(name as usize).copied();
                tree.ok_or_else(|| format!("there is no tree t{name} before this line").into())
            }
        }
    }

    /// Reads a heap or a tree, beside `*1` or not.
    fn read_value(&mut self, text: &str) -> Result<Tree, Stop> {
        let (first, has_mark) = match text.strip_suffix("+*1") {
            Some(first) => (first, true),
            None => (text, false),
        };
        let term = Term::read(first).ok_or("trees are written `*2` or `t3`, with `+*1` behind it or not")?;
        let tree = self.term(term)?;
        if has_mark { self.trees.sum(tree, Trees::ONE) } else { Ok(tree) }
    }

    /// Adds the tree with the next number.
    pub(crate) fn add_tree(&mut self, options: &str) -> Result<(), Stop> {
        let mut trees = Vec::new();
        for option in options.split(' ') {
            trees.push(self.read_value(option)?);
        }
        trees.sort_unstable();
        if trees.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("an option stands twice".into());
        }
        let before = self.trees.len();
        let tree = self.trees.game(trees.clone())?;
        if self.trees.options(tree) != &trees[..] {
            return Err("the tree is not reduced".into());
        }
        if self.trees.as_heap(tree).is_some() {
            return Err("the tree is a Nim-heap".into());
        }
        if (tree as usize) < before && self.named.contains(&tree) {
            return Err("the tree was listed before".into());
        }
        self.named.push(tree);
        // Known before threads part, so that all of them number it alike.
        self.trees.marked(tree)?;
        Ok(())
    }

    /// Adds the entry `land`.
    pub(crate) fn add_land(&mut self, text: &str) -> Result<(), Stop> {
        let (value, land) = text.split_once(' ').ok_or("a tree and a land belong here, as in `*2 0*2`")?;
        let tree = self.read_value(value)?;
        let land = read_land(&self.game, land)?;
        self.listed.insert(&self.game, land).map_err(twice)?;
        self.values.push(tree);
        self.marked.push(self.trees.marked(tree)?);
        Ok(())
    }

    /// Adds the entry `loss`. All lands are listed by then.
    pub(crate) fn add_loss(&mut self, text: &str) -> Result<(), Stop> {
        let plain = self.read_plain(text)?;
        if let Some(entry) = plain.lands.iter().find_map(|land| self.listed.find(&self.game, land)) {
            let entry = u64::from(entry) + 1;
            return Err(
                format!("entry {entry} lists one of its lands, whose tree belongs here instead").into()
            );
        }
        let same = self.losses.insert(&self.game, plain);
        same.map_err(|loss| twice(self.listed.len() as Entry + loss).into())
    }
}
