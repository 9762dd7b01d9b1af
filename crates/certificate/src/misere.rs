//! Misère play of sums: lands with their reduced trees, and sums that are lost.

mod plain;
mod read;

use std::ops::ControlFlow;

use crate::file::Claim;
use crate::logic::{Entry, Judge, Logic, Stop, Subject, asked};
use crate::rules::SumGame;
use crate::sums::{Lands, Listed, children, is_repeated, watched};
use crate::trees::{Tree, Trees};
use plain::{Losses, Plain};

/// Lands with their trees, sums that are lost, and a claim. Entries are numbered lands first.
pub(crate) struct Misere<G: SumGame> {
    game: G,
    trees: Trees,
    /// The trees of the file by their numbers there.
    named: Vec<Tree>,
    listed: Listed<G>,
    values: Vec<Tree>,
    /// For each value the tree that takes its place in plain sums, and whether with a mark.
    marked: Vec<(Tree, bool)>,
    losses: Losses<G>,
    /// As it is written, so before lands that are listed are replaced.
    position: Plain<G>,
    claim: Claim,
}

/// What is done with each of some plain sums.
type Visit<'a, G> = dyn FnMut(&mut Trees, Plain<G>) -> Result<(), Stop> + 'a;

/// What a thread keeps for itself.
pub(crate) struct Worker {
    trees: Trees,
    leaned_on: Vec<Entry>,
}

impl<G: SumGame> Misere<G> {
    /// A certificate without entries.
    pub(crate) fn new(game: G, position: &str, claim: Claim, memory: usize) -> Result<Self, Stop> {
        let mut misere = Misere {
            game,
            trees: Trees::new(memory),
            named: Vec::new(),
            listed: Listed::new(),
            values: Vec::new(),
            marked: Vec::new(),
            losses: Losses::default(),
            position: Plain::default(),
            claim,
        };
        misere.position = misere.read_plain(position)?;
        Ok(misere)
    }

    /// A plain sum with further lands, those that are listed as their trees. Adds the entries that this leans on.
    fn beside(&self, sum: &Plain<G>, lands: &[G::Land], leaned_on: &mut Vec<Entry>) -> Plain<G> {
        let mut plain = sum.clone();
        for land in lands {
            match self.listed.find(&self.game, land) {
                Some(entry) => {
                    leaned_on.push(entry);
                    let (tree, mark) = self.marked[entry as usize];
                    plain.add(tree, mark);
                }
                None => plain.lands.push(land.clone()),
            }
        }
        plain.sort();
        plain
    }

    /// The reduced form of a sum of lands, if all are listed. Adds the entries that it leans on.
    fn value(
        &self,
        trees: &mut Trees,
        lands: &[G::Land],
        leaned_on: &mut Vec<Entry>,
    ) -> Result<Option<Tree>, Stop> {
        let before = leaned_on.len();
        for land in lands {
            let Some(entry) = self.listed.find(&self.game, land) else { return Ok(None) };
            leaned_on.push(entry);
        }
        let mut sum = Trees::ZERO;
        for &entry in &leaned_on[before..] {
            sum = trees.sum(sum, self.values[entry as usize])?;
        }
        Ok(Some(sum))
    }

    /// Whether a plain sum is known to be a loss, with the entry that says so if its trees do not.
    fn loss(&self, trees: &mut Trees, sum: &Plain<G>) -> Result<Option<Option<Entry>>, Stop> {
        if let Some(is_win) = sum.is_win(trees)? {
            return Ok((!is_win).then_some(None));
        }
        let loss = self.losses.find(&self.game, sum);
        Ok(loss.map(|loss| Some(self.listed.len() as Entry + loss)))
    }

    /// Calls `visit` with what each move in a tree or away from the mark makes of a plain sum.
    fn tree_moves(trees: &mut Trees, sum: &Plain<G>, visit: &mut Visit<'_, G>) -> Result<(), Stop> {
        for (place, &tree) in sum.trees.iter().enumerate() {
            if place > 0 && sum.trees[place - 1] == tree {
                continue;
            }
            for option in trees.options(tree).to_vec() {
                let mut plain = sum.clone();
                plain.trees.remove(place);
                let (option, mark) = trees.marked(option)?;
                plain.add(option, mark);
                plain.sort();
                visit(trees, plain)?;
            }
        }
        if sum.mark {
            visit(trees, Plain { mark: false, ..sum.clone() })?;
        }
        Ok(())
    }

    /// Tells a judge about a reply: a plain sum, and the lands that were replaced in it.
    fn reply(
        &self,
        trees: &mut Trees,
        reply: &Plain<G>,
        leaned_on: &mut Vec<Entry>,
        judge: &mut dyn Judge,
    ) -> Result<(), Stop> {
        let Some(entry) = self.loss(trees, reply)? else { return Ok(()) };
        let before = leaned_on.len();
        leaned_on.extend(entry);
        let flow = judge.way(leaned_on);
        leaned_on.truncate(before);
        asked(flow)
    }

    /// Puts the need before a judge that a sum is a win: lands, which may be replaced by their trees or not, beside a plain sum.
    fn win(
        &self,
        worker: &mut Worker,
        lands: &[G::Land],
        rest: &Plain<G>,
        judge: &mut dyn Judge,
        what: &str,
    ) -> Result<(), Stop> {
        match self.winning_moves(worker, lands, rest, judge) {
            Err(stop) if stop != Stop::Judge => Err(stop),
            _ => asked(judge.end(&what)),
        }
    }

    fn winning_moves(
        &self,
        Worker { trees, leaned_on }: &mut Worker,
        lands: &[G::Land],
        rest: &Plain<G>,
        judge: &mut dyn Judge,
    ) -> Result<(), Stop> {
        leaned_on.clear();
        let plain = self.beside(rest, lands, leaned_on);
        match plain.is_win(trees)? {
            Some(true) => asked(judge.way(leaned_on))?,
            Some(false) => return Ok(()),
            None => {}
        }
        let mut replies = 0u64;
        Self::tree_moves(trees, &plain, &mut |trees, reply| {
            replies += 1;
            self.reply(trees, &reply, leaned_on, judge)
        })?;
        let mut land_moves = |land: &G::Land, others: &Plain<G>, leaned_on: &mut Vec<Entry>| {
            watched(&self.game, land, judge, &mut |child, judge| {
                replies += 1;
                let before = leaned_on.len();
                let reply = self.beside(others, &child, leaned_on);
                let result = self.reply(trees, &reply, leaned_on, judge);
                leaned_on.truncate(before);
                result
            })
        };
        for place in (0..lands.len()).filter(|&place| !is_repeated(&self.game, lands, place)) {
            // The land that is moved in need not be replaced, even if it is listed.
            leaned_on.clear();
            let still = [&lands[..place], &lands[place + 1..]].concat();
            let others = self.beside(rest, &still, leaned_on);
            land_moves(&lands[place], &others, leaned_on)?;
        }
        for place in (0..rest.lands.len()).filter(|&place| !is_repeated(&self.game, &rest.lands, place)) {
            leaned_on.clear();
            let still = Plain { lands: rest.lands_without(place), ..rest.clone() };
            let others = self.beside(&still, lands, leaned_on);
            land_moves(&rest.lands[place], &others, leaned_on)?;
        }
        // Who cannot move wins.
        if replies == 0 { asked(judge.way(&[])) } else { Ok(()) }
    }

    fn loss_needs(&self, worker: &mut Worker, loss: Entry, judge: &mut dyn Judge) -> Result<(), Stop> {
        const WHAT: &str = "no reply to one of its children is known";
        let sum = self.losses.get(loss);
        let mut has_moves = false;
        for place in 0..sum.lands.len() {
            if is_repeated(&self.game, &sum.lands, place) {
                continue;
            }
            let rest = Plain { lands: sum.lands_without(place), ..sum.clone() };
            for child in children(&self.game, &sum.lands[place], judge)? {
                has_moves = true;
                self.win(worker, &child, &rest, judge, WHAT)?;
            }
        }
        let mut moves = Vec::new();
        Self::tree_moves(&mut worker.trees, sum, &mut |_, child| {
            moves.push(child);
            Ok(())
        })?;
        for child in &moves {
            self.win(worker, &[], child, judge, WHAT)?;
        }
        if has_moves || !moves.is_empty() {
            return Ok(());
        }
        asked(judge.end(&"it has no moves, so it is a win"))
    }

    fn land_needs(&self, worker: &mut Worker, entry: Entry, judge: &mut dyn Judge) -> Result<(), Stop> {
        let Worker { trees, leaned_on } = worker;
        let value = self.values[entry as usize];
        let children = children(&self.game, self.listed.land(entry), judge)?;
        let mut known = Vec::with_capacity(children.len());
        for child in &children {
            leaned_on.clear();
            let tree = self.value(trees, child, leaned_on)?;
            known.push(tree.map(|tree| (tree, leaned_on.clone())));
        }
        for option in trees.options(value).to_vec() {
            for (tree, leaned_on) in known.iter().flatten() {
                if *tree == option && judge.way(leaned_on).is_break() {
                    break;
                }
            }
            asked(judge.end(&"no child is known to be one of the options of its tree"))?;
        }
        for (child, known) in children.iter().zip(&known) {
            let mut flow = ControlFlow::Continue(());
            if let Some((tree, leaned_on)) = known
                && trees.options(value).binary_search(tree).is_ok()
            {
                flow = judge.way(leaned_on);
            }
            if flow.is_continue() {
                match self.reversals(trees, child, value, leaned_on, judge) {
                    Ok(()) | Err(Stop::Judge) => {}
                    Err(stop) => return Err(stop),
                }
            }
            asked(judge.end(&"a child is not known to be an option of its tree, nor to be reversible"))?;
        }
        if value == Trees::ZERO && !children.is_empty() {
            self.some_loss(trees, &children, &known, leaned_on, judge)?;
        }
        Ok(())
    }

    /// Tells a judge the moves from a child back to a value.
    fn reversals(
        &self,
        trees: &mut Trees,
        child: &[G::Land],
        value: Tree,
        leaned_on: &mut Vec<Entry>,
        judge: &mut dyn Judge,
    ) -> Result<(), Stop> {
        for (place, land) in child.iter().enumerate() {
            if is_repeated(&self.game, child, place) {
                continue;
            }
            watched(&self.game, land, judge, &mut |mut reply, judge| {
                reply.extend(child[..place].iter().chain(&child[place + 1..]).cloned());
                leaned_on.clear();
                if self.value(trees, &reply, leaned_on)? == Some(value) {
                    asked(judge.way(leaned_on))?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Puts the need before a judge that a land is a win because some child is a loss.
    fn some_loss(
        &self,
        trees: &mut Trees,
        children: &[Lands<G>],
        known: &[Option<(Tree, Vec<Entry>)>],
        leaned_on: &mut Vec<Entry>,
        judge: &mut dyn Judge,
    ) -> Result<(), Stop> {
        for (child, known) in children.iter().zip(known) {
            if let Some((tree, leaned_on)) = known {
                if !trees.is_win(*tree) && judge.way(leaned_on).is_break() {
                    break;
                }
                continue;
            }
            leaned_on.clear();
            let plain = self.beside(&Plain::default(), child, leaned_on);
            let Some(entry) = self.loss(trees, &plain)? else { continue };
            leaned_on.extend(entry);
            if judge.way(leaned_on).is_break() {
                break;
            }
        }
        asked(judge.end(&"it is said to be *0, but it is not known to be a win"))
    }

    fn claim_needs(&self, worker: &mut Worker, judge: &mut dyn Judge) -> Result<(), Stop> {
        let rest = Plain { lands: Vec::new(), ..self.position.clone() };
        match self.claim {
            Claim::Win => self.win(worker, &self.position.lands, &rest, judge, "no winning move is known"),
            Claim::Loss => {
                let Worker { trees, leaned_on } = worker;
                leaned_on.clear();
                let plain = self.beside(&rest, &self.position.lands, leaned_on);
                if let Some(entry) = self.loss(trees, &plain)? {
                    leaned_on.extend(entry);
                    let _ = judge.way(leaned_on);
                }
                asked(judge.end(&"the position is not known to be a loss"))
            }
            Claim::Nimber(_) => Err(Stop::Wrong("there are no nimbers in misère play".to_owned())),
        }
    }
}

impl<G: SumGame> Logic for Misere<G> {
    type Worker = Worker;

    fn entries(&self) -> usize {
        self.listed.len() + self.losses.len()
    }

    fn worker(&self) -> Worker {
        Worker { trees: self.trees.clone(), leaned_on: Vec::new() }
    }

    fn needs(&self, worker: &mut Worker, subject: Subject, judge: &mut dyn Judge) -> Result<(), Stop> {
        match subject {
            Subject::Claim => self.claim_needs(worker, judge),
            Subject::Entry(entry) if (entry as usize) < self.listed.len() => {
                self.land_needs(worker, entry, judge)
            }
            Subject::Entry(entry) => self.loss_needs(worker, entry - self.listed.len() as Entry, judge),
        }
    }
}
