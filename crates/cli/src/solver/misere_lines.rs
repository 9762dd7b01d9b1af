//! A proof in misère play as lines of a certificate.

use std::collections::{BTreeSet, HashMap};

use rhizome_certificate::Kind;
use rhizome_impartial::{Game, MisereProof, Rct, Rcts};

use super::Proof;

/// The names that trees have in a certificate.
struct Names<'a> {
    rcts: &'a Rcts,
    /// Numbers of trees that are no Nim-heaps, without factor.
    numbers: HashMap<Rct, usize>,
}

/// The lines of a proof: the trees that are used, each after its options, lands, and sums that are lost.
pub(super) fn lines<G: Game>(proof: &MisereProof, game: &G, rcts: &Rcts) -> Proof {
    let used = proof
        .lands
        .iter()
        .map(|&(_, rct)| rct)
        .chain(proof.losses.iter().flat_map(|loss| loss.trees.clone()));
    let trees = with_options(rcts, used);
    let numbers = trees.iter().enumerate().map(|(number, &tree)| (tree, number)).collect();
    let names = Names { rcts, numbers };
    let mut lines = Proof::new();
    for (number, &tree) in trees.iter().enumerate() {
        let options: Vec<String> = rcts.options(tree).map(|option| names.of(option)).collect();
        lines.push((Kind::Tree, format!("{number} {}", options.join(" "))));
    }
    for (land, rct) in &proof.lands {
        lines.push((Kind::Land, format!("{} {}", names.of(*rct), game.print(land))));
    }
    for loss in &proof.losses {
        let mut terms: Vec<String> = loss.lands.iter().map(|land| game.print(land)).collect();
        terms.extend(loss.trees.iter().map(|&tree| names.of(tree)));
        terms.extend(loss.one.then(|| "*1".to_owned()));
        lines.push((Kind::Loss, terms.join("+")));
    }
    lines
}

/// Trees that are no Nim-heaps, with all that can be reached from them, in the order in which they were found, which
/// puts each behind its options.
fn with_options(rcts: &Rcts, trees: impl Iterator<Item = Rct>) -> Vec<Rct> {
    let mut met = BTreeSet::new();
    let mut waiting: Vec<Rct> = trees.collect();
    while let Some(rct) = waiting.pop() {
        let tree = rct.without_factor();
        if rcts.heap(tree).is_none() && met.insert(tree) {
            waiting.extend(rcts.options(tree));
        }
    }
    met.into_iter().collect()
}

impl Names<'_> {
    fn of(&self, rct: Rct) -> String {
        if let Some(tokens) = self.rcts.heap(rct) {
            return format!("*{tokens}");
        }
        let number = self.numbers.get(&rct.without_factor()).copied().unwrap_or_default();
        let factor = if rct.has_factor() { "+*1" } else { "" };
        format!("t{number}{factor}")
    }
}
