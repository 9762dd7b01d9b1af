//! Printing RCTs.

use std::fmt::Write;

use rhizome_search::{Control, Interruption};

use super::super::order::Ranks;
use super::super::{Rct, Rcts};
use super::LONGEST_PLAIN;

/// What stands behind a tree with the factor.
const FACTOR: &str = "+*1";

/// An RCT as text, with definitions if it is long.
pub(super) fn print(rcts: &Rcts, rct: Rct, control: &Control<'_>) -> Result<String, Interruption> {
    if let Some(size) = rcts.heap(rct) {
        return Ok(format!("*{size}"));
    }
    let ranks = Ranks::of(rcts, rct, control)?;
    let trees = ranks.followers().trees().len();
    let mut printer = Printer { rcts, ranks, control, names: vec![0; trees], text: String::new() };
    if printer.plain_length(rct) > LONGEST_PLAIN {
        printer.define_shared(rct.without_factor())?;
    }
    printer.write(rct)?;
    Ok(printer.text)
}

struct Printer<'a> {
    rcts: &'a Rcts,
    ranks: Ranks,
    control: &'a Control<'a>,
    /// For each of the trees the number by which it is defined, or 0.
    names: Vec<u32>,
    text: String,
}

/// A set of which some members are written.
struct Open {
    rct: Rct,
    /// The options of the tree, the last in order first.
    rest: Vec<Rct>,
    is_first: bool,
}

impl Printer<'_> {
    /// The number of characters without definitions, or the greatest number if it is greater.
    fn plain_length(&self, rct: Rct) -> u64 {
        let followers = self.ranks.followers();
        let mut lengths: Vec<u64> = Vec::with_capacity(followers.trees().len());
        for &tree in followers.trees() {
            let mut length = 1 + self.rcts.degree(tree) as u64;
            for option in self.rcts.options(tree) {
                let part = match self.rcts.heap(option) {
                    Some(size) => 2 + u64::from(size.checked_ilog10().unwrap_or(0)),
                    None if option.has_factor() => lengths[followers.place(option)].saturating_add(3),
                    None => lengths[followers.place(option)],
                };
                length = length.saturating_add(part);
            }
            lengths.push(length);
        }
        let factor = if rct.has_factor() { FACTOR.len() as u64 } else { 0 };
        lengths[followers.place(rct)].saturating_add(factor)
    }

    /// Writes definitions of the trees that occur more than once below a tree.
    fn define_shared(&mut self, whole: Rct) -> Result<(), Interruption> {
        let mut uses = vec![0u32; self.names.len()];
        for &tree in self.ranks.followers().trees() {
            self.control.check()?;
            for option in self.rcts.options(tree).filter(|&option| self.rcts.heap(option).is_none()) {
                let place = self.ranks.followers().place(option);
                uses[place] = uses[place].saturating_add(1);
            }
        }
        let trees = self.ranks.followers().trees().iter().zip(uses);
        let mut shared: Vec<Rct> =
            trees.filter(|&(&tree, uses)| uses > 1 && tree != whole).map(|(&tree, _)| tree).collect();
        shared.sort_unstable_by_key(|&tree| self.ranks.get(tree));
        for (before, tree) in shared.into_iter().enumerate() {
            let name = before as u32 + 1;
            let _ = write!(self.text, "@{name}=");
            self.write(tree)?;
            self.text.push(';');
            let place = self.ranks.followers().place(tree);
            self.names[place] = name;
        }
        Ok(())
    }

    /// Writes an RCT. What has a name is only named.
    fn write(&mut self, rct: Rct) -> Result<(), Interruption> {
        let mut sets: Vec<Open> = Vec::new();
        sets.extend(self.begin(rct)?);
        while let Some(set) = sets.last_mut() {
            let Some(member) = set.rest.pop() else {
                self.text.push('}');
                if set.rct.has_factor() {
                    self.text.push_str(FACTOR);
                }
                sets.pop();
                continue;
            };
            if !std::mem::take(&mut set.is_first) {
                self.text.push(',');
            }
            sets.extend(self.begin(member)?);
        }
        Ok(())
    }

    /// Writes a heap or a name, or the begin of a set.
    fn begin(&mut self, rct: Rct) -> Result<Option<Open>, Interruption> {
        if let Some(size) = self.rcts.heap(rct) {
            let _ = write!(self.text, "*{size}");
            return Ok(None);
        }
        let name = self.names[self.ranks.followers().place(rct)];
        if name > 0 {
            let factor = if rct.has_factor() { FACTOR } else { "" };
            let _ = write!(self.text, "@{name}{factor}");
            return Ok(None);
        }
        self.control.check()?;
        self.rcts.check_memory(self.text.capacity(), self.control)?;
        let mut rest: Vec<Rct> = self.rcts.options(rct.without_factor()).collect();
        rest.sort_unstable_by_key(|&option| std::cmp::Reverse(self.ranks.get(option)));
        self.text.push('{');
        Ok(Some(Open { rct, rest, is_first: true }))
    }
}
