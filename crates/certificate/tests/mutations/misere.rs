//! Misère play. Whether a certificate says something new is judged by its entries, and whether that is true by brute force.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use rhizome_games::{Cram, Grundy, Nim, Octal};
use rhizome_sprouts::Sprouts;

use crate::normal::{Land, Readable};
use crate::text::Text;
use crate::{Judge, Judgement};

pub fn judge_of(original: &Text) -> Box<dyn Judge> {
    match &*original.game {
        "sprouts" => MisereJudge::boxed(Sprouts::new(), original),
        "nim" => MisereJudge::boxed(Nim, original),
        "kayles" => MisereJudge::boxed(Octal::new("0.77").unwrap(), original),
        "grundy" => MisereJudge::boxed(Grundy, original),
        "cram" => MisereJudge::boxed(Cram::new(), original),
        game => MisereJudge::boxed(Octal::new(game.strip_prefix("octal:").unwrap()).unwrap(), original),
    }
}

/// A sum of lands, heaps and trees, each in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Sum {
    lands: Vec<Land>,
    heaps: Vec<u32>,
    trees: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    Land(Sum, Sum),
    Loss(Sum),
}

/// So many positions are looked at by brute force at most, for one certificate.
const MOST_POSITIONS: usize = 50_000;

/// Lines of so many moves are followed at most, since that is done by recursion.
const MOST_MOVES: usize = 200;

struct MisereJudge<G> {
    game: G,
    /// Numbers for trees by their options, the same for the same tree in every certificate.
    trees: HashMap<Sum, usize>,
    original: BTreeSet<Entry>,
    position: Sum,
    claim: String,
    is_win: HashMap<Sum, bool>,
}

impl<G: Readable + 'static> MisereJudge<G> {
    fn boxed(game: G, original: &Text) -> Box<dyn Judge> {
        let mut judge = MisereJudge {
            game,
            trees: HashMap::new(),
            original: BTreeSet::new(),
            position: Sum::default(),
            claim: original.claim.clone(),
            is_win: HashMap::new(),
        };
        (judge.original, judge.position) = judge.read(original).unwrap();
        Box::new(judge)
    }

    fn sum(&mut self, text: &str, named: &[usize]) -> Option<Sum> {
        let mut sum = Sum::default();
        for term in text.split('+') {
            if let Some(tokens) = term.strip_prefix('*') {
                sum.heaps.push(tokens.parse().ok()?);
            } else if let Some(tree) = term.strip_prefix('t') {
                sum.trees.push(*named.get(tree.parse::<usize>().ok()?)?);
            } else {
                sum.lands.extend(self.game.read_sum(term)?.0);
            }
        }
        Some(sum.in_order())
    }

    fn read(&mut self, text: &Text) -> Option<(BTreeSet<Entry>, Sum)> {
        let mut named = Vec::new();
        let mut entries = BTreeSet::new();
        for line in text.lines()? {
            let (word, rest) = line.split_once(' ')?;
            match word {
                "tree" => {
                    // The options of a tree, written as a sum, are told apart by the same numbers.
                    let options = self.sum(&rest.split_once(' ')?.1.replace(' ', "+"), &named)?;
                    let next = self.trees.len();
                    named.push(*self.trees.entry(options).or_insert(next));
                }
                "land" => {
                    let (value, land) = rest.split_once(' ')?;
                    entries.insert(Entry::Land(self.sum(value, &named)?, self.sum(land, &named)?));
                }
                _ => drop(entries.insert(Entry::Loss(self.sum(rest, &named)?))),
            }
        }
        Some((entries, self.sum(&text.position, &named)?))
    }

    /// Who wins a sum without trees, unless that takes too long or more than so many moves.
    fn is_win(&mut self, sum: &Sum, moves: usize) -> Option<bool> {
        if let Some(&is_win) = self.is_win.get(sum) {
            return Some(is_win);
        }
        if moves == 0 || self.is_win.len() > MOST_POSITIONS || !sum.trees.is_empty() {
            return None;
        }
        let mut children = Vec::new();
        for place in 0..sum.lands.len() {
            let _ = self.game.children(&sum.lands[place], |codes| {
                let mut child = sum.clone();
                child.lands.remove(place);
                child.lands.extend(codes.iter().map(<[u8]>::to_vec));
                children.push(child.in_order());
                ControlFlow::Continue(())
            });
        }
        for place in 0..sum.heaps.len() {
            for tokens in 0..sum.heaps[place] {
                let mut child = sum.clone();
                child.heaps[place] = tokens;
                children.push(child.in_order());
            }
        }
        let mut is_win = children.is_empty();
        for child in children {
            is_win = is_win || !self.is_win(&child, moves - 1)?;
        }
        self.is_win.insert(sum.clone(), is_win);
        Some(is_win)
    }
}

impl Sum {
    fn in_order(mut self) -> Self {
        self.heaps.retain(|&tokens| tokens > 0);
        self.lands.sort();
        self.heaps.sort_unstable();
        self.trees.sort_unstable();
        self
    }
}

impl<G: Readable + 'static> Judge for MisereJudge<G> {
    fn judge(&mut self, text: &Text) -> Judgement {
        let Some((entries, position)) = self.read(text) else {
            return Judgement::Unreadable(text.position.clone());
        };
        if self.is_win.len() > MOST_POSITIONS / 2 {
            self.is_win.clear();
        }
        let is_old = position == self.position && text.claim == self.claim;
        if !is_old && self.is_win(&position, MOST_MOVES) != Some(text.claim == "win") {
            return Judgement::NoProof("the claim".to_owned());
        }
        for entry in entries {
            let is_true = self.original.contains(&entry)
                || matches!(&entry, Entry::Loss(sum) if self.is_win(sum, MOST_MOVES) == Some(false));
            if !is_true {
                return Judgement::NoProof(format!("{entry:?}"));
            }
        }
        Judgement::Proof
    }
}
