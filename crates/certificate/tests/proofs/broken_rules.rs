//! What a search proves with wrong rules.

use rhizome_certificate::Play;
use rhizome_impartial::{Codes, Extent};
use rhizome_search::Outcome::{self, Loss, Win};
use rhizome_sprouts::{Mutant, Sprouts, parse};

use crate::gathered::{Lines, Misere, Statement, normal};

/// Who wins from 2 to 7 spots (Applegate, Jacobson and Sleator 1991).
const NORMAL: [Outcome; 6] = [Loss, Win, Win, Win, Loss, Loss];
const MISERE: [Outcome; 6] = [Loss, Loss, Loss, Win, Win, Loss];

const EXTENTS: [Extent; 2] = [Extent::Enough, Extent::Everything];

fn game(mutant: Option<Mutant>) -> Sprouts {
    mutant.map_or_else(Sprouts::new, Sprouts::broken)
}

fn lands(mutant: Option<Mutant>, position: &str) -> Codes {
    game(mutant).lands(&parse(position).unwrap()).unwrap()
}

/// How the proofs with some rules were judged.
#[derive(Debug, Default)]
struct Counts {
    accepted: u32,
    refused: u32,
    /// How many claims were false.
    lies: u32,
}

impl Counts {
    fn judge(&mut self, statement: Statement<'_>, lines: &Lines, truth: Outcome) {
        let is_accepted = statement.check(lines).is_ok();
        assert!(!is_accepted || statement.outcome == truth, "accepted: {statement:?} {lines:?}");
        assert!(statement.denied().check(lines).is_err() || statement.outcome != truth, "{statement:?}");
        *(if is_accepted { &mut self.accepted } else { &mut self.refused }) += 1;
        self.lies += u32::from(statement.outcome != truth);
    }
}

fn judge_normal(mutant: Option<Mutant>) -> Counts {
    let mut counts = Counts::default();
    for (spots, truth) in (2..).zip(NORMAL) {
        let position = format!("0*{spots}");
        for extent in EXTENTS {
            let (outcome, lines) = normal(game(mutant), &lands(mutant, &position), 0, extent);
            let statement = Statement { game: "sprouts", play: Play::Normal, position: &position, outcome };
            counts.judge(statement, &lines, truth);
        }
    }
    counts
}

fn judge_misere(mutant: Option<Mutant>) -> Counts {
    let mut counts = Counts::default();
    let mut misere = Misere::new(|| game(mutant), &lands(mutant, "0*4"));
    for (spots, truth) in (2..).zip(MISERE) {
        let position = format!("0*{spots}");
        for extent in EXTENTS {
            let (outcome, lines) = misere.prove(&lands(mutant, &position), 0, extent);
            let statement = Statement { game: "sprouts", play: Play::Misere, position: &position, outcome };
            counts.judge(statement, &lines, truth);
        }
    }
    counts
}

/// Judges the proofs with the right rules and with all wrong ones. There are false claims, of which none is accepted.
fn judge_all(judge: impl Fn(Option<Mutant>) -> Counts) {
    let right = judge(None);
    assert_eq!((right.accepted, right.refused, right.lies), (12, 0, 0));
    let mut lies = 0;
    for mutant in Mutant::ALL {
        let counts = judge(Some(mutant));
        println!("{mutant:?}: {counts:?}");
        assert!(counts.refused > 0, "{mutant:?} is never caught");
        assert!(counts.refused >= counts.lies);
        lies += counts.lies;
    }
    assert!(lies > 10, "only {lies} claims were false");
}

#[test]
fn proofs_in_normal_play() {
    judge_all(judge_normal);
}

#[test]
fn proofs_in_misere_play() {
    judge_all(judge_misere);
}
