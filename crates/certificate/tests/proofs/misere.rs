//! What a search proves in misère play, against playing positions out.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use rhizome_certificate::Play;
use rhizome_games::{Cram, Nim, Octal};
use rhizome_impartial::{Codes, Extent, Game};
use rhizome_planar::Random;
use rhizome_search::Outcome::{Loss, Win};
use rhizome_sprouts::Sprouts;

use crate::gathered::{Misere, Statement};

/// Lands in order, and a heap.
type Sum = (Vec<Vec<u8>>, u32);

/// Plays positions out: who cannot move wins.
struct BruteForce<G> {
    game: G,
    wins: HashMap<Sum, bool>,
}

impl<G: Game> BruteForce<G> {
    fn is_win(&mut self, (lands, heap): Sum) -> bool {
        if let Some(&is_win) = self.wins.get(&(lands.clone(), heap)) {
            return is_win;
        }
        let mut children: BTreeSet<Sum> = (0..heap).map(|less| (lands.clone(), less)).collect();
        for place in 0..lands.len() {
            let _ = self.game.children(&lands[place], |codes| {
                let mut child = lands.clone();
                child.remove(place);
                child.extend(codes.iter().map(<[u8]>::to_vec));
                child.sort();
                children.insert((child, heap));
                ControlFlow::Continue(())
            });
        }
        let is_win = children.is_empty() || children.into_iter().any(|child| !self.is_win(child));
        self.wins.insert((lands, heap), is_win);
        is_win
    }
}

/// A game, and the lands below a start, of which sums are made.
struct Trial<G> {
    name: &'static str,
    proofs: Misere<G>,
    truth: BruteForce<G>,
    lands: Vec<Vec<u8>>,
    /// How many sums were losses, and how many wins.
    counts: [u32; 2],
}

impl<G: Game> Trial<G> {
    fn new(name: &'static str, new: impl Fn() -> G, start: &Codes) -> Self {
        let proofs = Misere::new(&new, start);
        let lands = proofs.base.iter().map(|(land, _)| land.to_vec()).collect();
        Trial { name, proofs, truth: BruteForce { game: new(), wins: HashMap::new() }, lands, counts: [0, 0] }
    }

    /// Proves a sum, has the proof accepted, and with the opposite claim refused.
    fn prove(&mut self, (lands, heap): Sum, extent: Extent) {
        let mut terms: Vec<String> = lands.iter().map(|land| self.truth.game.print(land)).collect();
        terms.push(format!("*{heap}"));
        let position = terms.join("+");
        let mut codes = Codes::new();
        lands.iter().for_each(|land| codes.push(land));
        let (outcome, lines) = self.proofs.prove(&codes, heap, extent);
        let is_win = self.truth.is_win((lands, heap));
        assert_eq!(outcome, if is_win { Win } else { Loss }, "{position}");
        let statement = Statement { game: self.name, play: Play::Misere, position: &position, outcome };
        let result = statement.check(&lines);
        assert!(result.is_ok(), "{statement:?}: {result:?} {lines:?}");
        assert!(statement.denied().check(&lines).is_err(), "accepted: not {statement:?} {lines:?}");
        self.counts[usize::from(is_win)] += 1;
    }

    fn prove_all_lands(&mut self) {
        for land in self.lands.clone() {
            self.prove((vec![land], 0), Extent::Enough);
        }
    }

    /// Proves random sums that are not too heavy.
    fn prove_sums(&mut self, random: &mut Random, wanted: u32, most_weight: u32) {
        let mut proved = 0;
        while proved < wanted {
            let mut lands = Vec::new();
            for _ in 0..1 + random.next_bits() % 4 {
                lands.extend(random.choose(&self.lands).cloned());
            }
            lands.sort();
            let heap = (random.next_bits() % 4) as u32;
            if lands.iter().map(|land| G::weight(land)).sum::<u32>() + heap <= most_weight {
                let extent = if proved % 20 == 0 { Extent::Everything } else { Extent::Enough };
                self.prove((lands, heap), extent);
                proved += 1;
            }
        }
        assert!(self.counts.iter().all(|&count| count * 5 > wanted / 2), "{}: {:?}", self.name, self.counts);
    }
}

#[test]
fn sprouts() {
    let start = Sprouts::new().lands(&rhizome_sprouts::parse("0*3").unwrap()).unwrap();
    let mut trial = Trial::new("sprouts", Sprouts::new, &start);
    trial.prove_all_lands();
    trial.prove_sums(&mut Random::new(1), 80, 10);
}

#[test]
fn heaps() {
    let mut kayles = Trial::new(
        "kayles",
        || Octal::new("0.77").unwrap(),
        &Octal::new("0.77").unwrap().parse("7").unwrap().0,
    );
    kayles.prove_all_lands();
    kayles.prove_sums(&mut Random::new(2), 60, 14);
    let mut nim = Trial::new("nim", || Nim, &Nim.parse("5").unwrap().0);
    nim.prove_all_lands();
    nim.prove_sums(&mut Random::new(3), 30, 12);
}

#[test]
fn cram() {
    let mut cram = Trial::new("cram", Cram::new, &Cram::new().parse("3x4").unwrap().0);
    cram.prove_all_lands();
    cram.prove_sums(&mut Random::new(4), 60, 14);
}
