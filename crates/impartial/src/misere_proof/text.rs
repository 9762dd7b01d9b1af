//! A proof in misère play as text, for certificates.

use std::collections::{BTreeSet, HashMap};

use super::MisereProof;
use crate::game::Game;
use crate::rct::{Rct, Rcts};

/// The lines of a proof, by what they say, without the words that a file has in front of them. `docs/certificate-format.md`
/// describes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MisereProofText {
    /// The trees that are used and are no Nim-heaps, each behind its options: its number, and the names of its options.
    pub trees: Vec<String>,
    /// The lands whose RCTs are used: the name of the RCT, and the land in the notation of its game.
    pub lands: Vec<String>,
    /// Sums that are lost.
    pub losses: Vec<String>,
}

impl MisereProof {
    /// The proof as text. The trees in it must be those of `rcts`.
    pub fn text<G: Game>(&self, game: &G, rcts: &Rcts) -> MisereProofText {
        let of_losses = self.losses.iter().flat_map(|loss| loss.trees.iter().copied());
        let used = self.lands.iter().map(|&(_, rct)| rct).chain(of_losses);
        let trees = with_options(rcts, used);
        let numbers = trees.iter().enumerate().map(|(number, &tree)| (tree, number)).collect();
        let names = Names { rcts, numbers };
        let mut text = MisereProofText::default();
        for (number, &tree) in trees.iter().enumerate() {
            let options: Vec<String> = rcts.options(tree).map(|option| names.of(option)).collect();
            text.trees.push(format!("{number} {}", options.join(" ")));
        }
        for (land, rct) in &self.lands {
            text.lands.push(format!("{} {}", names.of(*rct), game.print(land)));
        }
        for loss in &self.losses {
            let mut terms: Vec<String> = loss.lands.iter().map(|land| game.print(land)).collect();
            terms.extend(loss.trees.iter().map(|&tree| names.of(tree)));
            terms.extend(loss.one.then(|| "*1".to_owned()));
            text.losses.push(terms.join("+"));
        }
        text
    }
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

/// The names that trees have in the text.
struct Names<'a> {
    rcts: &'a Rcts,
    /// Numbers of trees that are no Nim-heaps, without factor.
    numbers: HashMap<Rct, usize>,
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
